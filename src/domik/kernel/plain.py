"""Bits as plain Python counts them, for the build without a compiler."""

from __future__ import annotations


def lowest(mask: int) -> int:
    """The number of the lowest bit of a mask that is not 0."""
    return (mask & -mask).bit_length() - 1
