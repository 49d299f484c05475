"""The market: five columns of a room below a resource or, in the leftmost, the marker (DH-3, DH-10, DH-43)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.house import (
    fits_instead,
    fitting_cells,
    furnishable_cells,
    lay_down,
    lay_up,
    open_cells,
    put_token,
    scaffold_cells,
    take_away,
)
from domik.games.dream_home.rules.state import *
from domik.kernel.game import bit, lowest


def lay_out(numbers: vec[i64], sealed: i64) -> None:
    """Lay out the next round's five rooms and four resources (DH-10)."""
    now = numbers[ROUND]
    market = numbers[sealed + now]
    numbers[sealed + now] = 0
    numbers[ROUND] = now + 1
    numbers[COLUMNS_LEFT] = ALL_COLUMNS
    rooms: i64 = 0
    for column in range(COLUMNS):
        room = market & CARD
        market >>= CARD_BITS
        numbers[MARKET_ROOMS + column] = room + 1
        rooms |= bit(room)
    resources: i64 = 0
    for column in range(1, COLUMNS):
        resource = market & CARD
        market >>= CARD_BITS
        numbers[MARKET_RESOURCES + column] = resource + 1
        resources |= bit(resource)
    numbers[ROOM_DECK] &= ~rooms
    numbers[RESOURCE_DECK] &= ~resources


def take_room(numbers: vec[i64], column: i64) -> i64:
    """Remove the room of a column; returns room + 1."""
    room = numbers[MARKET_ROOMS + column]
    numbers[MARKET_ROOMS + column] = 0
    numbers[COLUMNS_LEFT] &= ~bit(column)
    return room


def clear_column(numbers: vec[i64], column: i64) -> None:
    """Discard the cards of a column (DH-14)."""
    room = numbers[MARKET_ROOMS + column]
    if room:
        numbers[ROOM_DISCARDS] |= bit(take_room(numbers, column) - 1)
    resource = numbers[MARKET_RESOURCES + column]
    if resource:
        numbers[RESOURCE_DISCARDS] |= bit(resource - 1)
        numbers[MARKET_RESOURCES + column] = 0


def pairs_of(columns: i64) -> i64:
    """Mask of the mixer's actions: pairs of columns that both have a room (DH-42, DH-43)."""
    mask: i64 = 0
    for pair in range(PAIRS):
        if columns >> PAIR_LEFT[pair] & columns >> PAIR_RIGHT[pair] & 1:
            mask |= bit(MIX + pair)
    return mask


def mix(numbers: vec[i64], pair: i64) -> None:
    """Swap two rooms of the market (DH-43)."""
    left = MARKET_ROOMS + PAIR_LEFT[pair]
    right = MARKET_ROOMS + PAIR_RIGHT[pair]
    room = numbers[left]
    numbers[left] = numbers[right]
    numbers[right] = room


def take_resource(numbers: vec[i64], at: i64, resource: i64, config: Config) -> None:
    """Keep roofs, tools and helpers (DH-30, DH-34); hold what needs a place, or discard it if it has none."""
    card = bit(resource)
    if card & config.indoors:
        kinds = config.goes_in[resource]
        may_fit = (kinds >> config.room_kind[numbers[ROOM] - 1]) & 1 == 1 or furnishable_cells(numbers, at, kinds) != 0
    elif card & config.scaffolds:
        may_fit = scaffold_cells(numbers, at) != 0
    elif card & config.garden:
        numbers[at + GARDEN] |= card  # DH-33
        may_fit = False
    else:
        numbers[at + HELD] |= card
        return
    if may_fit:
        numbers[RESOURCE] = resource + 1
    else:
        numbers[RESOURCE_DISCARDS] |= card


def targets(numbers: vec[i64], at: i64, resource: i64, config: Config) -> i64:
    """Where a furnishing or scaffolding can be placed now (DH-31, DH-45)."""
    kinds = config.goes_in[resource]
    return furnishable_cells(numbers, at, kinds) if kinds else scaffold_cells(numbers, at)


def legal_lay(numbers: vec[i64], at: i64, config: Config) -> i64:
    """Cells for the room, face up and face down, and for the resource (DH-20 to DH-25, DH-31, DH-45)."""
    mask: i64 = 0
    room = numbers[ROOM]
    if room:
        cells = open_cells(numbers, at)
        mask = cells << DOWN | (cells & fitting_cells(numbers, at, config.room_kind[room - 1], config))
    resource = numbers[RESOURCE]
    if resource:
        cells = targets(numbers, at, resource - 1, config)
        mask |= cells << TARGET if cells else PUT_AWAY
    return mask


def lay_resource(numbers: vec[i64], at: i64, cell: i64, config: Config) -> None:
    """Place a furnishing's token or scaffolding; a cell of CELLS or more discards it (DH-31, DH-45)."""
    resource = numbers[RESOURCE] - 1
    card = bit(resource)
    numbers[RESOURCE] = 0
    if cell < CELLS and card & config.scaffolds:
        numbers[at + SCAFFOLD] |= bit(cell)
        numbers[at + HELD] |= card
        return
    if cell < CELLS:
        put_token(numbers, at, cell, resource)
    numbers[RESOURCE_DISCARDS] |= card


def legal_tools(numbers: vec[i64], at: i64, config: Config) -> i64:
    """Pairs of columns to mix and rooms to drill out, with the tools the seat has (DH-40, DH-42 to DH-44)."""
    held = numbers[at + HELD]
    mask: i64 = 0
    if held & config.mixers:
        mask = pairs_of(numbers[COLUMNS_LEFT])
    if held & config.drills:
        mask |= (numbers[at + FILLED] & ~numbers[at + EMPTY]) << DRILL_OUT
    return mask


def legal_drill(numbers: vec[i64], at: i64, config: Config) -> i64:
    """Any market room; face up if it obeys the placement rules without the drilled card (DH-40, DH-25)."""
    columns = numbers[COLUMNS_LEFT]
    mask = columns << DOWN_COLUMN
    place = bit(numbers[CHOSEN])
    while columns:
        column = columns & -columns
        columns &= columns - 1
        kind = config.room_kind[numbers[MARKET_ROOMS + lowest(column)] - 1]
        if fits_instead(numbers, at, kind, place, config):
            mask |= column
    return mask


def drill(numbers: vec[i64], at: i64, choice: i64, config: Config) -> i64:
    """Exchange a room of the house for one of the market (DH-40); returns the cell's bit if face up, else 0."""
    use_up(numbers, at, config.drills)
    cell = numbers[CHOSEN]
    numbers[CHOSEN] = 0
    column = choice if choice < DOWN_COLUMN else choice - DOWN_COLUMN
    room = numbers[MARKET_ROOMS + column] - 1
    numbers[MARKET_ROOMS + column] = take_away(numbers, at, cell, config) + 1  # its furnishing is lost
    if choice >= DOWN_COLUMN:
        lay_down(numbers, at, room, cell, config)
        return 0
    lay_up(numbers, at, room, cell, config)
    return bit(cell)


def use_up(numbers: vec[i64], at: i64, tools: i64) -> None:
    """Discard one used tool."""
    card = numbers[at + HELD] & tools
    card &= -card
    numbers[at + HELD] &= ~card
    numbers[RESOURCE_DISCARDS] |= card


def asks_to_park(numbers: vec[i64], at: i64, place: i64, phase: i64, config: Config) -> bool:
    """Whether the card just laid completed a garage and the car is available; if so, switch to PARK (DH-65)."""
    if not config.car or numbers[CAR_GONE] or not place & BASEMENT:
        return False
    if numbers[at + SAME + config.garage] != BASEMENT or numbers[at + FURNISHED] & BASEMENT:
        return False
    numbers[THEN] = phase
    numbers[PHASE] = PARK
    return True


def park(numbers: vec[i64], at: i64, action: i64) -> i64:
    """Put the car on one of the two cards, or decline; returns the phase that the question interrupted."""
    if action != PASS:
        numbers[CAR_GONE] = 1
        put_token(numbers, at, lowest(action), CAR)
    then = numbers[THEN]
    numbers[THEN] = 0
    return then
