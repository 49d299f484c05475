"""What is probably good: a cheap judgement of one action, by trying it out and looking at the house."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.mind.prospects import kept_worth, prospects
from domik.games.dream_home.rules.house import (
    fits_instead,
    fitting,
    lay_down,
    lay_up,
    open_cells,
    partners,
    put_token,
    swap,
    take_away,
)
from domik.games.dream_home.rules.kit import Cards
from domik.games.dream_home.rules.market import mix
from domik.games.dream_home.rules.points import house_points, roof_points
from domik.games.dream_home.rules.resources import targets
from domik.games.dream_home.rules.state import *
from domik.kernel.game import bit, lowest


def judgement(view: vec[i64], seat: i64, seats: i64, cards: Cards, action: i64) -> float:
    """Higher is better; only actions of one decision compare."""
    phase = view[PHASE]
    at = SEAT + SEAT_SIZE * seat
    if phase == LAY:
        return lay_value(view, at, lowest(action), cards)
    if phase == TURN:
        return turn_value(view, at, lowest(action), cards)
    if phase == DISCARD:
        return discard_value(view, seat, seats, lowest(action), cards)
    if phase == DRILL:
        return drill_value(view, at, view[CHOSEN], lowest(action), cards)
    if action == PASS:
        return 0.0
    if phase == HAMMER:
        left = float(ROUNDS - view[ROUND])
        return room_value(view, at, view[MARKET_ROOMS + lowest(action)] - 1, cards) - 2.0 - 0.2 * left
    if phase == PARK:
        return 1.0
    if phase == ROOFER:
        held = view[at + HELD]
        return float(roof_points(held | action, cards) - roof_points(held, cards)) - 0.1
    if phase == COURIER:
        return courier_value(view, at, lowest(action), cards)
    if phase == DELIVER:
        return delivered(view, at, view[CHOSEN], lowest(action), cards)
    if phase == HANDYMAN:
        return handyman_value(view, at, lowest(action), cards)
    return swapped(view, at, view[CHOSEN], lowest(action), cards)


def worth(view: vec[i64], at: i64, cards: Cards) -> float:
    """A house now and what may come of it."""
    return float(house_points(view, at, cards)) + prospects(view, at, cards)


# ---- rooms and resources ------------------------------------------------------------------------------


def room_value(view: vec[i64], at: i64, room: i64, cards: Cards) -> float:
    """What the best cell for a room adds."""
    return best_lay(view, at, room, cards) - worth(view, at, cards)


def best_lay(view: vec[i64], at: i64, room: i64, cards: Cards) -> float:
    """The house's worth with the room on its best cell."""
    cells = open_cells(view, at)
    up = cells & fitting(view, at, cards.room_kind[room], cards)
    best = -1000.0
    while cells:
        place = cells & -cells
        cells &= cells - 1
        tried = view[:]
        if up & place:
            lay_up(tried, at, room, lowest(place), cards)
        else:
            lay_down(tried, at, room, lowest(place), cards)
        value = worth(tried, at, cards)
        if value > best:
            best = value
    return best


def best_target(view: vec[i64], at: i64, resource: i64, cards: Cards) -> float:
    """The house's worth with the furnishing on its best card, or as it is when it finds none."""
    cells = targets(view, at, resource, cards)
    if not cells or not cards.goes_in[resource]:
        return worth(view, at, cards) + (0.3 if cells else 0.0)
    best = -1000.0
    while cells:
        tried = view[:]
        put_token(tried, at, lowest(cells), resource)
        cells &= cells - 1
        value = worth(tried, at, cards)
        if value > best:
            best = value
    return best


def lay_value(view: vec[i64], at: i64, choice: i64, cards: Cards) -> float:
    """The house after this step, and after the best of what is still in hand."""
    tried = view[:]
    room = view[ROOM] - 1
    resource = view[RESOURCE] - 1
    if choice >= TARGET:
        cell = choice - TARGET
        if cell < CELLS and cards.goes_in[resource]:
            put_token(tried, at, cell, resource)
        elif cell < CELLS:
            tried[at + SCAFFOLD] |= bit(cell)
        return best_lay(tried, at, room, cards) if room >= 0 else worth(tried, at, cards)
    if choice < DOWN:
        lay_up(tried, at, room, choice, cards)
    else:
        lay_down(tried, at, room, choice - DOWN, cards)
    return best_target(tried, at, resource, cards) if resource >= 0 else worth(tried, at, cards)


# ---- the market ---------------------------------------------------------------------------------------


def column_value(view: vec[i64], at: i64, column: i64, cards: Cards) -> float:
    """A column's room on its best cell, and its resource."""
    room = view[MARKET_ROOMS + column] - 1
    value = room_value(view, at, room, cards)
    resource = view[MARKET_RESOURCES + column] - 1
    if resource < 0:
        return value + 0.4  # the marker
    kinds = cards.goes_in[resource]
    if not kinds:
        return value + kept_worth(view, at, resource, cards)
    if targets(view, at, resource, cards):
        return value + best_target(view, at, resource, cards) - worth(view, at, cards)
    if (kinds >> cards.room_kind[room]) & 1:
        return value + 0.8 * float(cards.token_points[resource])
    return value


def best_column(view: vec[i64], at: i64, cards: Cards) -> float:
    """The value of the best column."""
    best = -1000.0
    columns = view[COLUMNS_LEFT]
    while columns:
        value = column_value(view, at, lowest(columns), cards)
        columns &= columns - 1
        if value > best:
            best = value
    return best


def turn_value(view: vec[i64], at: i64, choice: i64, cards: Cards) -> float:
    """A column; or the best column after mixing, or what drilling adds to it, less what the tool is worth later."""
    patience = 0.15 * float(ROUNDS - view[ROUND])
    if choice < MIX:
        return column_value(view, at, choice, cards)
    if choice < DRILL_OUT:
        tried = view[:]
        mix(tried, choice - MIX)
        return best_column(tried, at, cards) - 0.5 - patience
    best = -1000.0
    columns = view[COLUMNS_LEFT]
    while columns:
        value = drill_value(view, at, choice - DRILL_OUT, lowest(columns), cards)
        columns &= columns - 1
        if value > best:
            best = value
    return best_column(view, at, cards) + best - 0.8 - patience


def drill_value(view: vec[i64], at: i64, cell: i64, choice: i64, cards: Cards) -> float:
    """What the exchange adds to the house."""
    column = choice if choice < DOWN_COLUMN else choice - DOWN_COLUMN
    room = view[MARKET_ROOMS + column] - 1
    up = choice < DOWN_COLUMN and fits_instead(view, at, cards.room_kind[room], bit(cell), cards)
    tried = view[:]
    take_away(tried, at, cell, cards)
    if up:
        lay_up(tried, at, room, cell, cards)
    else:
        lay_down(tried, at, room, cell, cards)
    return worth(tried, at, cards) - worth(view, at, cards)


def discard_value(view: vec[i64], seat: i64, seats: i64, column: i64, cards: Cards) -> float:
    """Discard what the others want and this seat does not."""
    mine = column_value(view, SEAT + SEAT_SIZE * seat, column, cards)
    others = 0.0
    for other in range(seats):
        if other != seat:
            others += column_value(view, SEAT + SEAT_SIZE * other, column, cards)
    return others / float(seats - 1) - mine


# ---- helpers: only points count now -------------------------------------------------------------------


def delivered(view: vec[i64], at: i64, room: i64, choice: i64, cards: Cards) -> float:
    """What the courier's exchange adds."""
    cell = choice if choice < DOWN else choice - DOWN
    tried = view[:]
    take_away(tried, at, cell, cards)
    if choice < DOWN:
        lay_up(tried, at, room, cell, cards)
    else:
        lay_down(tried, at, room, cell, cards)
    return float(house_points(tried, at, cards) - house_points(view, at, cards))


def courier_value(view: vec[i64], at: i64, room: i64, cards: Cards) -> float:
    """The best face-up exchange for a room."""
    kind = cards.room_kind[room]
    cells = view[at + FILLED] & cards.zone[kind]
    best = -1.0
    while cells:
        place = cells & -cells
        cells &= cells - 1
        if fits_instead(view, at, kind, place, cards):
            value = delivered(view, at, room, lowest(place), cards)
            if value > best:
                best = value
    return best


def swapped(view: vec[i64], at: i64, one: i64, other: i64, cards: Cards) -> float:
    """What a swap adds."""
    tried = view[:]
    swap(tried, at, one, other, cards)
    return float(house_points(tried, at, cards) - house_points(view, at, cards))


def handyman_value(view: vec[i64], at: i64, cell: i64, cards: Cards) -> float:
    """The best swap of a card, if it gains anything."""
    best = -1.0
    others = partners(view, at, cell, cards)
    while others:
        value = swapped(view, at, cell, lowest(others), cards)
        others &= others - 1
        if value > best:
            best = value
    return best - 0.1
