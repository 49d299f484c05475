"""Functions of tree.py for callers outside the compiled core.

Drawings and other interpreted code call these: a bare vec passed to a compiled function from outside would leak
(docs/decisions/0008), so the numbers are passed as an object.
"""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules import tree


def slots_for(numbers: object, at: i64, colour: i64) -> i64:
    """Where a room of this colour may be built (TH-31 to TH-33)."""
    return tree.slots_for(cast("vec[i64]", numbers), at, colour)


def has_row(numbers: object, at: i64, left: i64, middle: i64, right: i64) -> bool:
    """Whether three neighbours on one level show these colours, left to right (TH-62)."""
    return tree.has_row(cast("vec[i64]", numbers), at, left, middle, right)


def has_triangle(numbers: object, at: i64, top: i64, left: i64, right: i64) -> bool:
    """Whether a room rests on two others with these colours (TH-62)."""
    return tree.has_triangle(cast("vec[i64]", numbers), at, top, left, right)
