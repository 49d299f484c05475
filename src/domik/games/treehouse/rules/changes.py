"""Scoring-change cards: which lie there to be taken, and where they may be laid."""

from __future__ import annotations

from mypy_extensions import i64

from domik.games.treehouse.rules.state import *
from domik.kernel.game import bit


def pool_kinds(pool: i64) -> i64:
    """The kinds of change card that can still be taken, as a mask of kinds."""
    kinds: i64 = 0
    for kind in range(NOTHING, MOST + 1):
        if (pool >> (KIND_BITS * kind)) & KIND:
            kinds |= bit(kind)
    return kinds


def free_colours(laid: i64) -> i64:
    """The colours with no change card on them (TH-44)."""
    colours: i64 = 0
    for colour in range(COLOURS):
        if not (laid >> (KIND_BITS * colour)) & KIND:
            colours |= bit(colour)
    return colours
