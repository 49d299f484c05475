"""A question from a real table as a decision of the kernel: may this room go there? (docs/companion.md)."""

from __future__ import annotations

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.building_order import is_supported
from domik.games.treehouse.rules.entering import BIRDHOUSE, count, entered_rooms, key_of_place, place_of_key
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.objections import wants_birdhouse
from domik.games.treehouse.rules.parts import LETTERS
from domik.games.treehouse.rules.reading import PLACES, bit_at
from domik.kernel.entering import EnteredTable, bad_entry
from domik.kernel.game import AWAITED
from domik.kernel.state import View

DISCARD_KEY = "x"


def situation(match: TreehouseMatch, table: EnteredTable, seat: int, key: str, value: str) -> tuple[View, int]:
    """The decision to build a room (`4.2=g`) or birdhouse (`4.2=h`), or to discard a room (`x=g`), and its action."""
    place = place_of_key(key)
    if (place is None and key != DISCARD_KEY) or value not in (*LETTERS, BIRDHOUSE):
        raise bad_entry(key, value, "4.2=g, x=g")
    if value == BIRDHOUSE:
        asked = [view_with_room(match, table, seat, colour) for colour in range(at.COLOURS)]
        view = next((view for view in asked if wants_birdhouse(match, view)), asked[0])
    else:
        view = view_with_room(match, table, seat, LETTERS.index(value))
    return view, at.DISCARD if place is None else bit_at(place)


def view_with_room(match: TreehouseMatch, table: EnteredTable, seat: int, colour: int) -> View:
    """The seat's view when it has revealed a room of this colour and has still to place it (TH-22)."""
    numbers = count(match, table).view.numbers[:]
    used = list(entered_rooms(table.seats[seat]).values()).count(colour)
    numbers[at.PHASE] = at.PLACE
    numbers[AWAITED] = 1 << seat
    numbers[at.ROUND] = int(table.entries.get("round", at.ROUNDS)) - 1
    numbers[at.TURN] = at.TURNS - 1
    numbers[at.SEAT + at.SEAT_SIZE * seat + at.ROOM] = (colour << at.COLOUR_SHIFT | used % at.COPIES) + 1
    return View(match.game, seat, numbers)


def open_keys(match: TreehouseMatch, table: EnteredTable, seat: int) -> tuple[str, ...]:
    """The free places with everything below them: where a question can be about."""
    standing = frozenset(place for place in PLACES if table.seats[seat].entries.get(key_of_place(place), "-") != "-")
    return tuple(key_of_place(place) for place in PLACES if place not in standing and is_supported(place, standing))
