"""Bit operations in plain Python, for the interpreted build."""

from __future__ import annotations

from typing import Protocol


class SupportsBelow(Protocol):
    """The part of Luck that is needed here."""

    def below(self, n: int) -> int:
        """A uniform integer from 0 to n - 1."""
        ...


def lowest(mask: int) -> int:
    """The index of the lowest set bit of a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


def bit_of(luck: SupportsBelow, mask: int) -> int:
    """One set bit of the mask, uniformly at random."""
    n = mask.bit_count()
    if n > 1:
        for _ in range(luck.below(n)):
            mask &= mask - 1
    return mask & -mask
