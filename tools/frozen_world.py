"""A deterministic environment: a clock that moves only on demand, and reproducible secrets."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar
from unittest import mock

T = TypeVar("T")
NOON = 1_795_003_200_000  # 2026-11-18, 12:00 UTC, in milliseconds


class World:
    """Clock and source of secrets. Each kind of secret has a sequence of its own, so that none shifts another."""

    def __init__(self) -> None:
        self.milliseconds = NOON
        self.label = ""
        self.given: Counter[tuple[str, int]] = Counter()

    def begin(self, label: str) -> None:
        """Reset the secrets: from here on they depend only on this label."""
        self.label = label
        self.given.clear()

    def pass_time(self, milliseconds: int = 1000) -> None:
        self.milliseconds += milliseconds

    def time(self) -> float:
        return self.milliseconds / 1000

    def time_ns(self) -> int:
        return self.milliseconds * 1_000_000

    def _bytes(self, kind: str, size: int) -> bytes:
        self.given[kind, size] += 1
        found, number = b"", self.given[kind, size]
        while len(found) < size:
            found += hashlib.sha256(f"{self.label} {kind} {size} {number} {len(found)}".encode()).digest()
        return found[:size]

    def token_bytes(self, size: int | None = None) -> bytes:
        return self._bytes("bytes", size or 32)

    def token_hex(self, size: int | None = None) -> str:
        return self._bytes("hex", size or 32).hex()

    def token_urlsafe(self, size: int | None = None) -> str:
        return base64.urlsafe_b64encode(self._bytes("url", size or 32)).rstrip(b"=").decode()

    def randbelow(self, most: int) -> int:
        return int.from_bytes(self._bytes("below", 16), "big") % most

    def choice(self, items: Sequence[T]) -> T:
        return items[int.from_bytes(self._bytes("choice", 16), "big") % len(items)]


@contextlib.contextmanager
def fixed_world() -> Iterator[World]:
    """Patch `time` and `secrets` of this process for the length of the block."""
    world = World()
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(time, "time", world.time))
        stack.enter_context(mock.patch.object(time, "time_ns", world.time_ns))
        stack.enter_context(mock.patch.object(secrets, "token_bytes", world.token_bytes))
        stack.enter_context(mock.patch.object(secrets, "token_hex", world.token_hex))
        stack.enter_context(mock.patch.object(secrets, "token_urlsafe", world.token_urlsafe))
        stack.enter_context(mock.patch.object(secrets, "randbelow", world.randbelow))
        stack.enter_context(mock.patch.object(secrets, "choice", world.choice))
        yield world
