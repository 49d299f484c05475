"""What a seat at a real table decides: which column of the market, and where its cards go (docs/companion.md).

A column is its room and, after a colon, the card above it: `living:piano`; the leftmost has none (DH-3).
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.entering import FACE_DOWN, ROOF_STACK, count, key_of_place, room_card
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.parts import FURNISHINGS, KIND_IDS, Parts
from domik.games.dream_home.rules.reading import place_of
from domik.kernel.entering import EnteredTable, bad_entry
from domik.kernel.errors import BadPosition
from domik.kernel.game import AWAITED
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

MOST_HELD = at.COLUMNS


def decision(
    match: DreamHomeMatch, table: EnteredTable, seat: int, held: tuple[str, ...]
) -> tuple[DreamHomeMatch, View]:
    """The seat's view when it takes one of these columns; with one column, when it has still to lay its cards."""
    parts = match.parts
    numbers = count(match, open_to(table, seat)).view.numbers[:]
    filled = [int(numbers[at.SEAT + at.SEAT_SIZE * k + at.FILLED]).bit_count() for k in range(match.seats)]
    if filled[seat] >= at.ROUNDS:
        raise BadPosition(Phrase("error.nothing_to_decide"))
    columns = [column_of(parts, text) for text in held]
    if not 1 <= len(columns) <= MOST_HELD:
        raise bad_entry("market", ",".join(held), "living,kitchen:piano")
    numbers[at.WINNERS] = 0
    numbers[at.ROUND] = max(filled[seat] + 1, *filled)
    laid = [number for number, n in enumerate(filled) if number != seat and n >= numbers[at.ROUND]]
    numbers[at.SKIPPING] = sum(1 << number for number in laid)  # whoever has laid this round's card has no more turn
    free_rooms = free_cards(numbers, match.seats)
    free = free_resources(parts, numbers, match.seats)
    all_columns = at.COLUMNS - (1 if match.game.config.discards_a_column else 0)
    step = max(0, min(all_columns - len(columns), match.seats - 1)) if len(columns) > 1 else match.seats - 1
    numbers[at.FIRST] = numbers[at.NEXT_FIRST] = (seat - step) % match.seats
    numbers[at.STEP] = step
    places = list(range(1, at.COLUMNS))
    for kind, resource in columns:
        room = room_card(parts, kind, free_rooms)
        place = places.pop(0) if resource or 0 in market_columns(numbers) else 0
        numbers[at.MARKET_ROOMS + place] = room + 1
        numbers[at.COLUMNS_LEFT] |= 1 << place
        if place:
            numbers[at.MARKET_RESOURCES + place] = 1 + take_alike(parts, resource, free)
    numbers[at.ROOM_DECK] = sum(1 << room for room in free_rooms)
    numbers[at.RESOURCE_DECK] = sum(1 << card for card in free)
    numbers[at.PHASE] = at.TURN
    numbers[AWAITED] = 1 << seat
    view = View(match.game, seat, numbers)
    if len(columns) > 1:
        return match, view
    return match, view_after(match, view, int(numbers[at.COLUMNS_LEFT]))


def open_to(table: EnteredTable, seat: int) -> EnteredTable:
    """What lies open before a seat: the others' roof stacks lie face down until the end (DH-30)."""
    for other, one in enumerate(table.seats):
        if other != seat:
            shown = {key: value for key, value in one.entries.items() if key not in ROOF_STACK}
            table = table.with_entries(other, shown)
    return table


def column_of(parts: Parts, text: str) -> tuple[str, str]:
    """The room and the card above it, "" where there is none."""
    kind, _, resource = text.partition(":")
    if kind not in KIND_IDS or (resource and resource not in {look_of(parts, k) for k in range(at.RESOURCES)}):
        raise bad_entry("market", text, "living, kitchen:piano, bathroom:red+")
    return kind, resource


def look_of(parts: Parts, number: int) -> str:
    """A resource card as it is written: `piano`, `red`, `red+` with a window."""
    card = parts.resources[number]
    return f"{card.id}{'+' * card.window}"


def market_columns(numbers: vec[i64]) -> list[int]:
    return [place for place in range(at.COLUMNS) if numbers[at.MARKET_ROOMS + place]]


def take_alike(parts: Parts, look: str, free: list[int]) -> int:
    """A resource card that looks so; where none was told, the one in the box that is worth least to most houses."""
    alike = [card for card in free if look_of(parts, card) == look] or [card for card in free if not look]
    found = alike[0] if alike else next(k for k in range(at.RESOURCES) if look in ("", look_of(parts, k)))
    if found in free:
        free.remove(found)
    return found


def free_cards(numbers: vec[i64], seats: int) -> list[int]:
    """Rooms that lie in no house."""
    lying = {
        int(numbers[at.SEAT + at.SEAT_SIZE * seat + at.HOUSE + cell]) & at.CARD
        for seat in range(seats)
        for cell in range(at.CELLS)
    }
    return [room for room in range(at.ROOMS) if room + 1 not in lying]


def free_resources(parts: Parts, numbers: vec[i64], seats: int) -> list[int]:
    """Resource cards that nobody has."""
    used = 0
    for seat in range(seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        used |= int(numbers[base + at.HELD]) | int(numbers[base + at.GARDEN])
        for cell in range(at.CELLS):
            token = int(numbers[base + at.HOUSE + cell]) >> at.TOKEN_SHIFT
            used |= 1 << token - 1 if 0 < token <= at.RESOURCES else 0
    return [card for card in range(at.RESOURCES) if not used >> card & 1]


def view_after(match: DreamHomeMatch, view: View, action: int) -> View:
    """The decision after a column was taken (DH-13)."""
    numbers = view.numbers[:]
    match.game.apply(numbers, view.seat, action)
    return View(match.game, view.seat, numbers)


def follow(match: DreamHomeMatch, view: View, action: int) -> View | None:
    """What is decided next in the same turn: where the room goes, then its furnishing."""
    if view.numbers[at.PHASE] == at.TURN:
        return view_after(match, view, action)
    if view.numbers[at.PHASE] != at.LAY or not (view.numbers[at.ROOM] and view.numbers[at.RESOURCE]):
        return None
    after = view_after(match, view, action)
    is_same = after.numbers[at.PHASE] == at.LAY and after.numbers[at.ROUND] == view.numbers[at.ROUND]
    return after if is_same and after.numbers[AWAITED] == view.numbers[AWAITED] else None


def laid_by(match: DreamHomeMatch, view: View, action: int) -> tuple[str, str]:
    """A decision as an entry: `2.4` and `living`, `piano` and `3.2`; without a place while a column is chosen."""
    numbers, choice = view.numbers, action.bit_length() - 1
    if numbers[at.PHASE] == at.TURN:
        if choice >= at.COLUMNS:
            return "", ""
        kind = KIND_IDS[match.parts.rooms[int(numbers[at.MARKET_ROOMS + choice]) - 1].kind]
        resource = int(numbers[at.MARKET_RESOURCES + choice])
        return "", f"{kind}:{look_of(match.parts, resource - 1)}" if resource else kind
    if numbers[at.PHASE] != at.LAY or action == at.PUT_AWAY:
        return "", ""
    if choice < at.TARGET:
        down = choice >= at.DOWN
        kind = KIND_IDS[match.parts.rooms[int(numbers[at.ROOM]) - 1].kind]
        return key_of_cell(choice - at.DOWN if down else choice), FACE_DOWN if down else kind
    key = look_of(match.parts, int(numbers[at.RESOURCE]) - 1)
    return (key, key_of_cell(choice - at.TARGET)) if key in FURNISHINGS else ("", "")


def key_of_cell(cell: int) -> str:
    place = place_of(cell)
    return key_of_place(place) if place else ""
