"""A position of one cabin as one number: three bits a card, the natural dice, whether this month saw a build."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from domik.games.cabin.rules.state import *

STATUS_BITS: Final = 3  # a card's edge, and whether it is built
STATUS: Final = 7
RAISED: Final = 4  # the status bit of a built card
ALL_RAISED: Final = 0x924924924  # that bit of every card
DICE_AT: Final = 36
ALL_NATURAL: Final = 0xFFFF000000000
ANY_BUILT_AT: Final = 52


def cabin_key(position: i64) -> i64:
    """What a life depends on: the built cards with their edges, and the dice."""
    built = position & ALL_RAISED
    return position & (built | built >> 1 | built >> 2 | ALL_NATURAL)


def natural_sum(position: i64) -> i64:
    """All natural resources together."""
    dice = (position >> DICE_AT) & NATURAL
    total: i64 = 0
    while dice:
        total += dice & DIE
        dice >>= DIE_BITS
    return total
