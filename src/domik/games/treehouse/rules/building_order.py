"""Whether some order of building leads to a tree (TH-31 to TH-33, TH-61): a search that proves its answer."""

from __future__ import annotations

from collections.abc import Mapping

from domik.games.treehouse.rules.reading import PLACES, Place, adjacent_places, places_below, side_of_place
from domik.games.treehouse.rules.state import COLOURS

TRUNK: Place = (1, 0)
MOST_CARDS = 16  # fifteen rooms and a birdhouse: more are never built (TH-24, TH-61)


def building_order(rooms: Mapping[Place, int], birdhouse: Place | None = None) -> list[Place] | None:
    """An order in which these rooms (place: colour) can have been built, or None: then there is none.

    What may be built next depends only on what stands, so every set of standing cards is tried at most once.
    """
    places = [*rooms, *([birdhouse] if birdhouse else [])]
    dead_ends: set[frozenset[Place]] = set()

    def build(standing: frozenset[Place], lean: int) -> list[Place] | None:
        if len(standing) == len(places):
            return []
        if standing in dead_ends:
            return None
        for place in places:
            side = side_of_place(place)
            if place in standing or abs(lean + side) > 1 or not is_supported(place, standing):
                continue
            if place == birdhouse:
                if not needs_birdhouse(rooms, standing, lean):
                    continue
            elif not joins_colour(place, rooms[place], rooms, standing):
                continue
            rest = build(standing | {place}, lean + side)
            if rest is not None:
                return [place, *rest]
        dead_ends.add(standing)
        return None

    return build(frozenset(), 0)


def is_supported(place: Place, standing: frozenset[Place]) -> bool:
    """Whether all cards below a place stand (TH-31)."""
    return all(below == TRUNK or below in standing for below in places_below(place))


def joins_colour(place: Place, colour: int, rooms: Mapping[Place, int], standing: frozenset[Place]) -> bool:
    """Whether a room would be the first of its colour or touch another of it (TH-32)."""
    same = {other for other in standing if rooms.get(other) == colour}
    return not same or any(other in same for other in adjacent_places(place))


def needs_birdhouse(rooms: Mapping[Place, int], standing: frozenset[Place], lean: int) -> bool:
    """Whether a room of some colour has places here, and none that keeps the balance (TH-61)."""
    free = [place for place in PLACES if place not in standing and is_supported(place, standing)]
    for colour in range(COLOURS):
        fitting = [place for place in free if joins_colour(place, colour, rooms, standing)]
        if fitting and all(abs(lean + side_of_place(place)) > 1 for place in fitting):
            return True
    return False
