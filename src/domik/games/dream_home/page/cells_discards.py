"""Both discard piles: their sizes, and the number of cards of each kind (DH-14)."""

from __future__ import annotations

from functools import lru_cache

from domik.games.dream_home.page.context import BoardContext, CachedParts
from domik.games.dream_home.page.picture_side import discarded_resources, discarded_rooms, pile
from domik.games.dream_home.page.skeleton import GONE_RESOURCES, GONE_ROOMS
from domik.kernel.drawing import Drawing, Fragment, Pen, say_cached
from domik.kernel.phrase import Phrase

NOTHING = Phrase("draw.nothing")


def draw_discards(context: BoardContext, drawing: Drawing) -> None:
    """Both piles and the kinds in them (DH-14)."""
    sheets, pen, box = drawing.fragments, context.pen, context.cached_parts
    rooms, resources = context.discards
    sheets["pile"] = both_piles(pen, rooms.bit_count(), resources.bit_count())
    sheets["gone-rooms"] = discarded_room_cells(pen, box, rooms)
    sheets["gone-resources"] = discarded_resource_cells(pen, box, resources)


@lru_cache(maxsize=256)
def both_piles(pen: Pen, rooms: int, resources: int) -> Fragment:
    return Fragment({"pile": pile(pen, rooms, resources)})


@lru_cache(maxsize=256)
def discarded_room_cells(pen: Pen, box: CachedParts, gone: int) -> Fragment:
    """The discarded rooms, one cell for each kind, as few kinds change from round to round."""
    cells = {
        GONE_ROOMS[kind]: discarded_rooms(pen, kind, (gone & cards).bit_count())
        for kind, cards in box.kinds.items()
        if gone & cards
    }
    return Fragment(cells or {"no-rooms": say_cached(pen, NOTHING)})


@lru_cache(maxsize=256)
def discarded_resource_cells(pen: Pen, box: CachedParts, gone: int) -> Fragment:
    """The discarded resources, one cell for each look."""
    cells = {
        GONE_RESOURCES[number]: discarded_resources(pen, box, card, (gone & cards).bit_count())
        for number, (card, cards) in enumerate(box.looks.items())
        if gone & cards
    }
    return Fragment(cells or {"no-resources": say_cached(pen, NOTHING)})
