"""Resources by name, and how a component file states amounts of them and points."""

from __future__ import annotations

from domik.games.cabin.rules.state import *
from domik.kernel.components import Components, Where, written

NATURAL_NAMES = ("wood", "clay", "water", "provisions")  # the order of all dice
DOMESTIC_NAMES = ("warmth", "food", "tea", "cosy")
RESOURCE_NAMES = NATURAL_NAMES + DOMESTIC_NAMES


def packed(values: tuple[int, ...]) -> int:
    """Dice as one number."""
    return sum(value << DIE_BITS * die for die, value in enumerate(values))


def read_dice(components: Components, where: Where) -> int:
    """Four natural dice as one number."""
    return packed(tuple(components.number_at(*where, name, most=DIE_MOST) for name in NATURAL_NAMES))


def doubled_at(components: Components, *where: str | int, most: int) -> int:
    """Points in halves, doubled."""
    value = components.get(*where)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value * 2 % 1 or not 0 <= value <= most:
        raise components.refuse(where, "half", value=written(value), most=most)
    return int(value * 2)
