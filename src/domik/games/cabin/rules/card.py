"""A card and its two sides, read from the component file."""

from __future__ import annotations

from dataclasses import dataclass

from domik.games.cabin.rules.resources import DOMESTIC_NAMES, NATURAL_NAMES, RESOURCE_NAMES
from domik.games.cabin.rules.state import *
from domik.kernel.components import Components, Where

SIDE_NAMES = ("natural", "home")
SIDE_COSTS = (4, 5)  # CC-11


@dataclass(frozen=True)
class Side:
    """One side of a card."""

    names: dict[str, str]
    cost: tuple[int, int, int, int]
    gives: int  # put aside (CC-12)
    consumes: int  # on a visit, -1 for a natural side (CC-21, CC-22)
    produces: int


@dataclass(frozen=True)
class Card:
    """A double-sided card."""

    id: str
    sides: tuple[Side, Side]
    mark: str


def read_card(components: Components, table: str, k: int) -> Card:
    """One card of the file, both sides."""
    natural, home = (read_side(components, (table, k), side) for side in range(2))
    return Card(components.id_at(table, k, "id"), (natural, home), components.mark_at(table, k, "mark"))


def read_side(components: Components, card: Where, side: int) -> Side:
    """One side: four resources for a natural one, five for a home (CC-11)."""
    where = (*card, SIDE_NAMES[side])
    wood, clay, water, provisions = (
        components.number_at(*where, "cost", name, most=DIE_MOST) for name in NATURAL_NAMES
    )
    total = wood + clay + water + provisions
    if total != SIDE_COSTS[side]:
        raise components.refuse((*where, "cost"), "total", what="cost", count=total, length=SIDE_COSTS[side])
    gives = NATURAL_NAMES.index(components.word_at(*where, "gives", among=NATURAL_NAMES))
    consumes = produces = -1
    if side:
        consumes = RESOURCE_NAMES.index(components.word_at(*where, "consumes", among=RESOURCE_NAMES))
        produces = RESOURCE_NAMES.index(components.word_at(*where, "produces", among=DOMESTIC_NAMES))
    return Side(components.names_at(*where, "name"), (wood, clay, water, provisions), gives, consumes, produces)
