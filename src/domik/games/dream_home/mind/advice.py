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
from domik.games.dream_home.rules.kit import Kit
from domik.games.dream_home.rules.market import mix
from domik.games.dream_home.rules.points import house_points, roof_points
from domik.games.dream_home.rules.resources import targets
from domik.games.dream_home.rules.state import *
from domik.kernel.game import bit, lowest


def judgement(view: vec[i64], seat: i64, seats: i64, kit: Kit, action: i64) -> float:
    """Higher is better; only actions of one decision compare."""
    phase = view[PHASE]
    at = SEAT + SEAT_SIZE * seat
    if phase == LAY:
        return lay_value(view, at, lowest(action), kit)
    if phase == TURN:
        return turn_value(view, at, lowest(action), kit)
    if phase == DISCARD:
        return discard_value(view, seat, seats, lowest(action), kit)
    if phase == DRILL:
        return drill_value(view, at, view[CHOSEN], lowest(action), kit)
    if action == PASS:
        return 0.0
    if phase == HAMMER:
        left = float(ROUNDS - view[ROUND])
        return room_value(view, at, view[MARKET_ROOMS + lowest(action)] - 1, kit) - 2.0 - 0.2 * left
    if phase == PARK:
        return 1.0
    if phase == ROOFER:
        held = view[at + HELD]
        return float(roof_points(held | action, kit) - roof_points(held, kit)) - 0.1
    if phase == COURIER:
        return courier_value(view, at, lowest(action), kit)
    if phase == DELIVER:
        return delivered(view, at, view[CHOSEN], lowest(action), kit)
    if phase == HANDYMAN:
        return handyman_value(view, at, lowest(action), kit)
    return swapped(view, at, view[CHOSEN], lowest(action), kit)


def worth(view: vec[i64], at: i64, kit: Kit) -> float:
    """A house now and what may come of it."""
    return float(house_points(view, at, kit)) + prospects(view, at, kit)


# ---- rooms and resources ------------------------------------------------------------------------------


def room_value(view: vec[i64], at: i64, room: i64, kit: Kit) -> float:
    """What the best cell for a room adds."""
    return best_lay(view, at, room, kit) - worth(view, at, kit)


def best_lay(view: vec[i64], at: i64, room: i64, kit: Kit) -> float:
    """The house's worth with the room on its best cell."""
    cells = open_cells(view, at)
    up = cells & fitting(view, at, kit.room_kind[room], kit)
    best = -1000.0
    while cells:
        place = cells & -cells
        cells &= cells - 1
        tried = view[:]
        if up & place:
            lay_up(tried, at, room, lowest(place), kit)
        else:
            lay_down(tried, at, room, lowest(place), kit)
        value = worth(tried, at, kit)
        if value > best:
            best = value
    return best


def best_target(view: vec[i64], at: i64, resource: i64, kit: Kit) -> float:
    """The house's worth with the furnishing on its best card, or as it is when it finds none."""
    cells = targets(view, at, resource, kit)
    if not cells or not kit.goes_in[resource]:
        return worth(view, at, kit) + (0.3 if cells else 0.0)
    best = -1000.0
    while cells:
        tried = view[:]
        put_token(tried, at, lowest(cells), resource)
        cells &= cells - 1
        value = worth(tried, at, kit)
        if value > best:
            best = value
    return best


def lay_value(view: vec[i64], at: i64, choice: i64, kit: Kit) -> float:
    """The house after this step, and after the best of what is still in hand."""
    tried = view[:]
    room = view[ROOM] - 1
    resource = view[RESOURCE] - 1
    if choice >= TARGET:
        cell = choice - TARGET
        if cell < CELLS and kit.goes_in[resource]:
            put_token(tried, at, cell, resource)
        elif cell < CELLS:
            tried[at + SCAFFOLD] |= bit(cell)
        return best_lay(tried, at, room, kit) if room >= 0 else worth(tried, at, kit)
    if choice < DOWN:
        lay_up(tried, at, room, choice, kit)
    else:
        lay_down(tried, at, room, choice - DOWN, kit)
    return best_target(tried, at, resource, kit) if resource >= 0 else worth(tried, at, kit)


# ---- the market ---------------------------------------------------------------------------------------


def column_value(view: vec[i64], at: i64, column: i64, kit: Kit) -> float:
    """A column's room on its best cell, and its resource."""
    room = view[MARKET_ROOMS + column] - 1
    value = room_value(view, at, room, kit)
    resource = view[MARKET_RESOURCES + column] - 1
    if resource < 0:
        return value + 0.4  # the marker
    kinds = kit.goes_in[resource]
    if not kinds:
        return value + kept_worth(view, at, resource, kit)
    if targets(view, at, resource, kit):
        return value + best_target(view, at, resource, kit) - worth(view, at, kit)
    if (kinds >> kit.room_kind[room]) & 1:
        return value + 0.8 * float(kit.token_points[resource])
    return value


def best_column(view: vec[i64], at: i64, kit: Kit) -> float:
    """The value of the best column."""
    best = -1000.0
    columns = view[COLUMNS_LEFT]
    while columns:
        value = column_value(view, at, lowest(columns), kit)
        columns &= columns - 1
        if value > best:
            best = value
    return best


def turn_value(view: vec[i64], at: i64, choice: i64, kit: Kit) -> float:
    """A column; or the best column after mixing, or what drilling adds to it, less what the tool is worth later."""
    patience = 0.15 * float(ROUNDS - view[ROUND])
    if choice < MIX:
        return column_value(view, at, choice, kit)
    if choice < DRILL_OUT:
        tried = view[:]
        mix(tried, choice - MIX)
        return best_column(tried, at, kit) - 0.5 - patience
    best = -1000.0
    columns = view[COLUMNS_LEFT]
    while columns:
        value = drill_value(view, at, choice - DRILL_OUT, lowest(columns), kit)
        columns &= columns - 1
        if value > best:
            best = value
    return best_column(view, at, kit) + best - 0.8 - patience


def drill_value(view: vec[i64], at: i64, cell: i64, choice: i64, kit: Kit) -> float:
    """What the exchange adds to the house."""
    column = choice if choice < DOWN_COLUMN else choice - DOWN_COLUMN
    room = view[MARKET_ROOMS + column] - 1
    up = choice < DOWN_COLUMN and fits_instead(view, at, kit.room_kind[room], bit(cell), kit)
    tried = view[:]
    take_away(tried, at, cell, kit)
    if up:
        lay_up(tried, at, room, cell, kit)
    else:
        lay_down(tried, at, room, cell, kit)
    return worth(tried, at, kit) - worth(view, at, kit)


def discard_value(view: vec[i64], seat: i64, seats: i64, column: i64, kit: Kit) -> float:
    """Discard what the others want and this seat does not."""
    mine = column_value(view, SEAT + SEAT_SIZE * seat, column, kit)
    others = 0.0
    for other in range(seats):
        if other != seat:
            others += column_value(view, SEAT + SEAT_SIZE * other, column, kit)
    return others / float(seats - 1) - mine


# ---- helpers: only points count now -------------------------------------------------------------------


def delivered(view: vec[i64], at: i64, room: i64, choice: i64, kit: Kit) -> float:
    """What the courier's exchange adds."""
    cell = choice if choice < DOWN else choice - DOWN
    tried = view[:]
    take_away(tried, at, cell, kit)
    if choice < DOWN:
        lay_up(tried, at, room, cell, kit)
    else:
        lay_down(tried, at, room, cell, kit)
    return float(house_points(tried, at, kit) - house_points(view, at, kit))


def courier_value(view: vec[i64], at: i64, room: i64, kit: Kit) -> float:
    """The best face-up exchange for a room."""
    kind = kit.room_kind[room]
    cells = view[at + FILLED] & kit.zone[kind]
    best = -1.0
    while cells:
        place = cells & -cells
        cells &= cells - 1
        if fits_instead(view, at, kind, place, kit):
            value = delivered(view, at, room, lowest(place), kit)
            if value > best:
                best = value
    return best


def swapped(view: vec[i64], at: i64, one: i64, other: i64, kit: Kit) -> float:
    """What a swap adds."""
    tried = view[:]
    swap(tried, at, one, other, kit)
    return float(house_points(tried, at, kit) - house_points(view, at, kit))


def handyman_value(view: vec[i64], at: i64, cell: i64, kit: Kit) -> float:
    """The best swap of a card, if it gains anything."""
    best = -1.0
    others = partners(view, at, cell, kit)
    while others:
        value = swapped(view, at, cell, lowest(others), kit)
        others &= others - 1
        if value > best:
            best = value
    return best - 0.1
