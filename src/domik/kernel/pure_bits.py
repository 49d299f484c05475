"""Bits as plain Python counts them, for the build without a compiler."""

from __future__ import annotations

from typing import Protocol


class SupportsBelow(Protocol):
    """A stream of luck, as far as it is asked here."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        ...


def lowest(mask: int) -> int:
    """The number of the lowest bit of a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


def bit_of(luck: SupportsBelow, mask: int) -> int:
    """One bit of the mask, each as likely as the other."""
    n = mask.bit_count()
    if n > 1:
        for _ in range(luck.below(n)):
            mask &= mask - 1
    return mask & -mask
