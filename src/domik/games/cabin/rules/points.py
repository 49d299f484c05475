"""Points as whole numbers, fast: months left and dice, doubled (CC-30), and the tie-break (CC-31)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.state import *


def worth_of(dice: i64, left: i64, worth: vec[i64]) -> i64:
    """Doubled points of months left and dice (CC-30); `worth` is a month's, then each die's in their order."""
    points = left * worth[0]
    for die in range(2 * RESOURCES):
        points += (dice & DIE) * worth[1 + die]
        dice >>= DIE_BITS
    return points


def at_home(dice: i64) -> i64:
    """All domestic resources together: the tie-break (CC-31)."""
    dice >>= DIE_BITS * RESOURCES
    total: i64 = 0
    while dice:
        total += dice & DIE
        dice >>= DIE_BITS
    return total
