"""A question from a real table as a decision of the kernel: may this card go there? (docs/companion.md)."""

from __future__ import annotations

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.entering import FACE_DOWN, count, key_of_place, place_of_key, room_card
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.parts import FURNISHINGS, KIND_IDS
from domik.games.dream_home.rules.reading import PLACES, cell_of
from domik.kernel.entering import EnteredTable, bad_entry
from domik.kernel.game import AWAITED
from domik.kernel.state import View


def situation(match: DreamHomeMatch, table: EnteredTable, seat: int, key: str, value: str) -> tuple[View, int]:
    """The decision to lay a room (`2.4=living`, `2.4=x` face down) or a furnishing (`piano=3.2`), and its action."""
    numbers = count(match, table).view.numbers[:]
    numbers[at.PHASE] = at.LAY
    numbers[at.ROUND] = at.ROUNDS
    numbers[at.FIRST] = seat
    numbers[AWAITED] = 1 << seat
    place = place_of_key(key)
    if place is not None and value in (*KIND_IDS, FACE_DOWN):
        numbers[at.ROOM] = room_card(match.parts, value, list(range(at.ROOMS))) + 1
        number = cell_of(place) + (at.DOWN if value == FACE_DOWN else 0)
    else:
        target = place_of_key(value)
        if target is None or key not in FURNISHINGS or key == "car":
            raise bad_entry(key, value, "2.4=living, piano=3.2")
        numbers[at.RESOURCE] = match.parts.token_number(key) + 1
        number = at.TARGET + cell_of(target)
    return View(match.game, seat, numbers), 1 << number


def open_keys(match: DreamHomeMatch, table: EnteredTable, seat: int) -> tuple[str, ...]:
    """The free cells."""
    return tuple(key for place in PLACES if table.seats[seat].entries.get(key := key_of_place(place), "-") == "-")
