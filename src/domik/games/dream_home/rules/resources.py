"""Resource cards on their way: kept, waiting for a place, laid (DH-30 to DH-34, DH-45)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.house import fitting, furnishable, open_cells, put_token, scaffold_cells
from domik.games.dream_home.rules.kit import Kit
from domik.games.dream_home.rules.state import *
from domik.kernel.game import bit


def take_resource(numbers: vec[i64], at: i64, resource: i64, kit: Kit) -> None:
    """Roofs, tools and helpers are kept (DH-30, DH-34); what needs a place waits, or goes when it can find none."""
    card = bit(resource)
    if card & kit.indoors:
        kinds = kit.goes_in[resource]
        may_fit = (kinds >> kit.room_kind[numbers[ROOM] - 1]) & 1 == 1 or furnishable(numbers, at, kinds) != 0
    elif card & kit.scaffolds:
        may_fit = scaffold_cells(numbers, at) != 0
    elif card & kit.garden:
        numbers[at + GARDEN] |= card  # DH-33
        may_fit = False
    else:
        numbers[at + HELD] |= card
        return
    if may_fit:
        numbers[RESOURCE] = resource + 1
    else:
        numbers[RESOURCE_DISCARDS] |= card


def targets(numbers: vec[i64], at: i64, resource: i64, kit: Kit) -> i64:
    """Where a furnishing or scaffolding can go now (DH-31, DH-45)."""
    kinds = kit.goes_in[resource]
    return furnishable(numbers, at, kinds) if kinds else scaffold_cells(numbers, at)


def legal_lay(numbers: vec[i64], at: i64, kit: Kit) -> i64:
    """Cells for the room, face up and face down, and for the resource (DH-20 to DH-25, DH-31, DH-45)."""
    mask: i64 = 0
    room = numbers[ROOM]
    if room:
        cells = open_cells(numbers, at)
        mask = cells << DOWN | (cells & fitting(numbers, at, kit.room_kind[room - 1], kit))
    resource = numbers[RESOURCE]
    if resource:
        cells = targets(numbers, at, resource - 1, kit)
        mask |= cells << TARGET if cells else PUT_AWAY
    return mask


def lay_resource(numbers: vec[i64], at: i64, cell: i64, kit: Kit) -> None:
    """A furnishing's token on a card, or scaffolding in a cell; outside the house it finds no place (DH-31, DH-45)."""
    resource = numbers[RESOURCE] - 1
    card = bit(resource)
    numbers[RESOURCE] = 0
    if cell < CELLS and card & kit.scaffolds:
        numbers[at + SCAFFOLD] |= bit(cell)
        numbers[at + HELD] |= card
        return
    if cell < CELLS:
        put_token(numbers, at, cell, resource)
    numbers[RESOURCE_DISCARDS] |= card
