"""A page for tests of the application in this very Python: storage in memory, workers that answer at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from domik.offline.background import pieces
from domik.offline.bots import think
from domik.offline.browser import Storage


@dataclass
class MemoryStorage:
    """What the browser would keep."""

    snapshot: bytes = b""
    log: list[bytes] = field(default_factory=list)
    is_full: bool = False

    async def append(self, entry: bytes) -> None:
        self._check()
        self.log.append(entry)

    async def replace(self, snapshot: bytes) -> None:
        self._check()
        self.snapshot, self.log = snapshot, []

    def _check(self) -> None:
        if self.is_full:
            raise OSError("QuotaExceededError")


class FinishedJob:
    """Work that was done before anybody asked."""

    def __init__(self, job: bytes) -> None:
        self.pieces = pieces(job)
        self.is_ended = False

    async def next(self) -> bytes | None:
        return next(self.pieces, None)

    def end(self) -> None:
        self.is_ended = True


class TestedPage:
    __test__ = False

    def __init__(self, storage: MemoryStorage | None = None) -> None:
        self.kept = storage or MemoryStorage()
        self.storage: Storage = self.kept
        self.heard: list[tuple[int, str, bytes | str | None, int]] = []

    async def think(self, task: bytes) -> bytes:
        return think(task)

    def work(self, job: bytes) -> FinishedJob:
        return FinishedJob(job)

    def socket(self, number: int, kind: str, data: bytes | str | None, code: int) -> None:
        self.heard.append((number, kind, data, code))
