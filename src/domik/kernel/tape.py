"""A tape: random words that nobody can foretell or reckon back, by BLAKE2b in counter mode under one key."""

from __future__ import annotations

import hashlib
from typing import Final, final

from mypy_extensions import i64

A_BLOCK: Final = 16  # words of 32 bits in one hash
PERSON: Final = b"domik luck"


@final
class Tape:
    """The words of one key, one after another."""

    def __init__(self, key: bytes) -> None:
        self.key: bytes = key
        self.blocks: int = 0  # hashed so far
        self.rest: list[int] = []  # of the last block, the next word last

    def word(self) -> i64:
        """The next 32 bits."""
        if not self.rest:
            block = hashlib.blake2b(self.blocks.to_bytes(8, "big"), key=self.key, person=PERSON).digest()
            self.rest = [int.from_bytes(block[4 * k : 4 * k + 4], "big") for k in range(A_BLOCK)]
            self.rest.reverse()
            self.blocks += 1
        return self.rest.pop()

    def copy(self) -> Tape:
        """The same words from here on."""
        other = Tape(self.key)
        other.blocks = self.blocks
        other.rest = list(self.rest)
        return other

    def child(self, number: int) -> Tape:
        """The numbered tape, which has nothing to do with this one's words."""
        return tape_of(f"child {number}".encode(), self.key)


def tape_of(text: bytes, key: bytes = b"") -> Tape:
    """The tape of any bytes."""
    return Tape(hashlib.blake2b(text, key=key, digest_size=32, person=PERSON).digest())
