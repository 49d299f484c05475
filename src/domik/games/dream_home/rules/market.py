"""The market: five columns of a room below a resource or, in the leftmost, the marker (DH-3, DH-10, DH-43)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.house import (
    exchange,
    fits_instead,
    fitting_cells,
    furnishable_cells,
    open_cells,
    put_token,
    scaffold_cells,
)
from domik.kernel.game import bit, lowest


def lay_out(numbers: vec[i64], sealed: i64) -> None:
    """Lay out the next round's five rooms and four resources (DH-10)."""
    now = numbers[at.ROUND]
    market = numbers[sealed + now]
    numbers[sealed + now] = 0
    numbers[at.ROUND] = now + 1
    numbers[at.COLUMNS_LEFT] = at.ALL_COLUMNS
    rooms: i64 = 0
    for column in range(at.COLUMNS):
        room = market & at.CARD
        market >>= at.CARD_BITS
        numbers[at.MARKET_ROOMS + column] = room + 1
        rooms |= bit(room)
    resources: i64 = 0
    for column in range(1, at.COLUMNS):
        resource = market & at.CARD
        market >>= at.CARD_BITS
        numbers[at.MARKET_RESOURCES + column] = resource + 1
        resources |= bit(resource)
    numbers[at.ROOM_DECK] &= ~rooms
    numbers[at.RESOURCE_DECK] &= ~resources


def take_room(numbers: vec[i64], column: i64) -> i64:
    """Remove the room of a column; returns room + 1."""
    room = numbers[at.MARKET_ROOMS + column]
    numbers[at.MARKET_ROOMS + column] = 0
    numbers[at.COLUMNS_LEFT] &= ~bit(column)
    return room


def clear_column(numbers: vec[i64], column: i64) -> None:
    """Discard the cards of a column (DH-14)."""
    room = numbers[at.MARKET_ROOMS + column]
    if room:
        numbers[at.ROOM_DISCARDS] |= bit(take_room(numbers, column) - 1)
    resource = numbers[at.MARKET_RESOURCES + column]
    if resource:
        numbers[at.RESOURCE_DISCARDS] |= bit(resource - 1)
        numbers[at.MARKET_RESOURCES + column] = 0


def pairs_of(columns: i64) -> i64:
    """Mask of the mixer's actions: pairs of columns that both have a room (DH-42, DH-43)."""
    mask: i64 = 0
    for pair in range(at.PAIRS):
        if columns >> at.PAIR_LEFT[pair] & columns >> at.PAIR_RIGHT[pair] & 1:
            mask |= bit(at.MIX + pair)
    return mask


def mix(numbers: vec[i64], pair: i64) -> None:
    """Swap two rooms of the market (DH-43)."""
    left = at.MARKET_ROOMS + at.PAIR_LEFT[pair]
    right = at.MARKET_ROOMS + at.PAIR_RIGHT[pair]
    room = numbers[left]
    numbers[left] = numbers[right]
    numbers[right] = room


def take_resource(numbers: vec[i64], base: i64, resource: i64, config: Config) -> None:
    """Keep roofs, tools and helpers (DH-30, DH-34); hold what needs a place, or discard it if it has none."""
    card = bit(resource)
    if card & config.indoors:
        kinds = config.goes_in[resource]
        may_fit = (kinds >> config.room_kind[numbers[at.ROOM] - 1]) & 1 == 1 or furnishable_cells(
            numbers, base, kinds
        ) != 0
    elif card & config.scaffolds:
        may_fit = scaffold_cells(numbers, base) != 0
    elif card & config.garden:
        numbers[base + at.GARDEN] |= card  # DH-33
        may_fit = False
    else:
        numbers[base + at.HELD] |= card
        return
    if may_fit:
        numbers[at.RESOURCE] = resource + 1
    else:
        numbers[at.RESOURCE_DISCARDS] |= card


def targets(numbers: vec[i64], base: i64, resource: i64, config: Config) -> i64:
    """Where a furnishing or scaffolding can be placed now (DH-31, DH-45)."""
    kinds = config.goes_in[resource]
    return furnishable_cells(numbers, base, kinds) if kinds else scaffold_cells(numbers, base)


def legal_lay(numbers: vec[i64], base: i64, config: Config) -> i64:
    """Cells for the room, face up and face down, and for the resource (DH-20 to DH-25, DH-31, DH-45)."""
    mask: i64 = 0
    room = numbers[at.ROOM]
    if room:
        cells = open_cells(numbers, base)
        mask = cells << at.DOWN | (cells & fitting_cells(numbers, base, config.room_kind[room - 1], config))
    resource = numbers[at.RESOURCE]
    if resource:
        cells = targets(numbers, base, resource - 1, config)
        mask |= cells << at.TARGET if cells else at.PUT_AWAY
    return mask


def lay_resource(numbers: vec[i64], base: i64, cell: i64, config: Config) -> None:
    """Place a furnishing's token or scaffolding; a cell of CELLS or more discards it (DH-31, DH-45)."""
    resource = numbers[at.RESOURCE] - 1
    card = bit(resource)
    numbers[at.RESOURCE] = 0
    if cell < at.CELLS and card & config.scaffolds:
        numbers[base + at.SCAFFOLD] |= bit(cell)
        numbers[base + at.HELD] |= card
        return
    if cell < at.CELLS:
        put_token(numbers, base, cell, resource)
    numbers[at.RESOURCE_DISCARDS] |= card


def legal_tools(numbers: vec[i64], base: i64, config: Config) -> i64:
    """Pairs of columns to mix and rooms to drill out, with the tools the seat has (DH-40, DH-42 to DH-44)."""
    held = numbers[base + at.HELD]
    mask: i64 = 0
    if held & config.mixers:
        mask = pairs_of(numbers[at.COLUMNS_LEFT])
    if held & config.drills:
        mask |= (numbers[base + at.FILLED] & ~numbers[base + at.EMPTY]) << at.DRILL_OUT
    return mask


def legal_drill(numbers: vec[i64], base: i64, config: Config) -> i64:
    """Any market room; face up if it obeys the placement rules without the drilled card (DH-40, DH-25)."""
    columns = numbers[at.COLUMNS_LEFT]
    mask = columns << at.DOWN_COLUMN
    place = bit(numbers[at.CHOSEN])
    while columns:
        column = columns & -columns
        columns &= columns - 1
        kind = config.room_kind[numbers[at.MARKET_ROOMS + lowest(column)] - 1]
        if fits_instead(numbers, base, kind, place, config):
            mask |= column
    return mask


def drill(numbers: vec[i64], base: i64, choice: i64, config: Config) -> i64:
    """Exchange a room of the house for one of the market (DH-40); returns the cell's bit if face up, else 0."""
    use_up(numbers, base, config.drills)
    cell = numbers[at.CHOSEN]
    numbers[at.CHOSEN] = 0
    column = choice if choice < at.DOWN_COLUMN else choice - at.DOWN_COLUMN
    room = numbers[at.MARKET_ROOMS + column] - 1
    down = choice >= at.DOWN_COLUMN
    numbers[at.MARKET_ROOMS + column] = exchange(numbers, base, cell, room, down, config) + 1
    return 0 if down else bit(cell)


def use_up(numbers: vec[i64], base: i64, tools: i64) -> None:
    """Discard one used tool."""
    card = numbers[base + at.HELD] & tools
    card &= -card
    numbers[base + at.HELD] &= ~card
    numbers[at.RESOURCE_DISCARDS] |= card


def asks_to_park(numbers: vec[i64], base: i64, place: i64, phase: i64, config: Config) -> bool:
    """Whether the card just laid completed a garage and the car is available; if so, switch to PARK (DH-65)."""
    if not config.car or numbers[at.CAR_GONE] or not place & at.BASEMENT:
        return False
    if numbers[base + at.SAME + config.garage] != at.BASEMENT or numbers[base + at.FURNISHED] & at.BASEMENT:
        return False
    numbers[at.THEN] = phase
    numbers[at.PHASE] = at.PARK
    return True


def park(numbers: vec[i64], base: i64, action: i64) -> i64:
    """Put the car on one of the two cards, or decline; returns the phase that the question interrupted."""
    if action != at.PASS:
        numbers[at.CAR_GONE] = 1
        put_token(numbers, base, lowest(action), at.CAR)
    then = numbers[at.THEN]
    numbers[at.THEN] = 0
    return then
