"""A question from a real table as a decision of the kernel: may this tile lie there? (docs/companion.md)."""

from __future__ import annotations

from domik.games.bower.rules import state as at
from domik.games.bower.rules.entering import cell_of_key, entered_faces, key_of_cell, view_from_pictures
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.reading import ARROWS, cell_at, cell_number, rows_of
from domik.kernel.entering import EnteredTable, bad_entry
from domik.kernel.game import AWAITED
from domik.kernel.state import View


def situation(match: BowerMatch, table: EnteredTable, seat: int, key: str, value: str) -> tuple[View, int]:
    """The decision to place a tile (`4.2=n05>`) as the seat that holds it in its hand, and its action."""
    cell = cell_of_key(match, key)
    tiles = [number for number, tile in match.parts.tiles.items() if tile.id == value[:-1]]
    if cell is None or not tiles or value[-1:] not in ARROWS:
        raise bad_entry(key, value, "4.2=n05>")
    numbers = view_from_pictures(match, table).numbers[:]
    numbers[at.PHASE] = at.PLACE
    numbers[at.ACTOR] = seat
    numbers[AWAITED] = 1 << seat
    numbers[at.SHOWN_GOALS] = 0
    own = at.OWN + at.OWN_SIZE * seat
    numbers[own + at.HAND] = 1 << tiles[0]
    numbers[own + at.CHOSEN] = at.TURNS * tiles[0] + ARROWS.index(value[-1]) + 1
    return View(match.game, seat, numbers), 1 << cell_number(cell)


def open_keys(match: BowerMatch, table: EnteredTable, seat: int) -> tuple[str, ...]:
    """The free cells."""
    faces = entered_faces(match, table.seats[seat])
    cells = [cell_at(number) for number in range(at.WIDTH * rows_of(match))]
    return tuple(key_of_cell(cell) for cell in cells if cell not in faces)
