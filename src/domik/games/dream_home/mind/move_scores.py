"""Heuristic scores of single actions: apply the action to a copy and evaluate the house."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.mind.value import kept_card_value, likely_points
from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.house import (
    fits_instead,
    fitting_cells,
    joined_size,
    lay_down,
    lay_up,
    open_cells,
    put_token,
    swap,
    swap_partners,
    take_away,
)
from domik.games.dream_home.rules.market import mix, targets
from domik.games.dream_home.rules.points import house_points, roof_points
from domik.kernel.game import bit, lowest
from domik.kernel.luck import Luck


def move_score(view: vec[i64], seat: i64, seats: i64, config: Config, action: i64) -> float:
    """Higher is better; comparable only within one decision."""
    phase = view[at.PHASE]
    base = at.SEAT + at.SEAT_SIZE * seat
    if phase == at.LAY:
        return lay_value(view, base, lowest(action), config)
    if phase == at.TURN:
        return turn_value(view, base, lowest(action), config)
    if phase == at.DISCARD:
        return discard_value(view, seat, seats, lowest(action), config)
    if phase == at.DRILL:
        return drill_value(view, base, view[at.CHOSEN], lowest(action), config)
    if action == at.PASS:
        return 0.0
    if phase == at.HAMMER:
        left = float(at.ROUNDS - view[at.ROUND])
        return room_value(view, base, view[at.MARKET_ROOMS + lowest(action)] - 1, config) - 2.0 - 0.2 * left
    if phase == at.PARK:
        return 1.0
    if phase == at.ROOFER:
        held = view[base + at.HELD]
        return float(roof_points(held | action, config) - roof_points(held, config)) - 0.1
    if phase == at.COURIER:
        return courier_value(view, base, lowest(action), config)
    if phase == at.DELIVER:
        return delivery_value(view, base, view[at.CHOSEN], lowest(action), config)
    if phase == at.HANDYMAN:
        return handyman_value(view, base, lowest(action), config)
    return swap_value(view, base, view[at.CHOSEN], lowest(action), config)


def house_value(view: vec[i64], base: i64, config: Config) -> float:
    """Points of a house plus the points likely to come."""
    return float(house_points(view, base, config)) + likely_points(view, base, config)


# ---- rooms and resources ------------------------------------------------------------------------------


def room_value(view: vec[i64], base: i64, room: i64, config: Config) -> float:
    """What a room adds on its best cell."""
    return best_lay(view, base, room, config) - house_value(view, base, config)


def best_lay(view: vec[i64], base: i64, room: i64, config: Config) -> float:
    """Value of the house with the room on its best cell."""
    cells = open_cells(view, base)
    up = cells & fitting_cells(view, base, config.room_kind[room], config)
    best = -1000.0
    while cells:
        place = cells & -cells
        cells &= cells - 1
        tried = view[:]
        if up & place:
            lay_up(tried, base, room, lowest(place), config)
        else:
            lay_down(tried, base, room, lowest(place), config)
        value = house_value(tried, base, config)
        if value > best:
            best = value
    return best


def best_target(view: vec[i64], base: i64, resource: i64, config: Config) -> float:
    """Value of the house with the furnishing on its best card, or unchanged if it fits nowhere."""
    cells = targets(view, base, resource, config)
    if not cells or not config.goes_in[resource]:
        return house_value(view, base, config) + (0.3 if cells else 0.0)
    best = -1000.0
    while cells:
        tried = view[:]
        put_token(tried, base, lowest(cells), resource)
        cells &= cells - 1
        value = house_value(tried, base, config)
        if value > best:
            best = value
    return best


def lay_value(view: vec[i64], base: i64, choice: i64, config: Config) -> float:
    """Value of the house after this step and the best placement of the other card."""
    tried = view[:]
    room = view[at.ROOM] - 1
    resource = view[at.RESOURCE] - 1
    if choice >= at.TARGET:
        cell = choice - at.TARGET
        if cell < at.CELLS and config.goes_in[resource]:
            put_token(tried, base, cell, resource)
        elif cell < at.CELLS:
            tried[base + at.SCAFFOLD] |= bit(cell)
        return best_lay(tried, base, room, config) if room >= 0 else house_value(tried, base, config)
    if choice < at.DOWN:
        lay_up(tried, base, room, choice, config)
    else:
        lay_down(tried, base, room, choice - at.DOWN, config)
    return best_target(tried, base, resource, config) if resource >= 0 else house_value(tried, base, config)


# ---- the market ---------------------------------------------------------------------------------------


def column_value(view: vec[i64], base: i64, column: i64, config: Config) -> float:
    """A column's room on its best cell, plus its resource."""
    room = view[at.MARKET_ROOMS + column] - 1
    value = room_value(view, base, room, config)
    resource = view[at.MARKET_RESOURCES + column] - 1
    if resource < 0:
        return value + 0.4  # the marker
    kinds = config.goes_in[resource]
    if not kinds:
        return value + kept_card_value(view, base, resource, config)
    if targets(view, base, resource, config):
        return value + best_target(view, base, resource, config) - house_value(view, base, config)
    if (kinds >> config.room_kind[room]) & 1:
        return value + 0.8 * float(config.token_points[resource])
    return value


def best_column(view: vec[i64], base: i64, config: Config) -> float:
    best = -1000.0
    columns = view[at.COLUMNS_LEFT]
    while columns:
        value = column_value(view, base, lowest(columns), config)
        columns &= columns - 1
        if value > best:
            best = value
    return best


def turn_value(view: vec[i64], base: i64, choice: i64, config: Config) -> float:
    """A column, or the best column with a tool's effect, minus what the tool would be worth later."""
    patience = 0.15 * float(at.ROUNDS - view[at.ROUND])
    if choice < at.MIX:
        return column_value(view, base, choice, config)
    if choice < at.DRILL_OUT:
        tried = view[:]
        mix(tried, choice - at.MIX)
        return best_column(tried, base, config) - 0.5 - patience
    best = -1000.0
    columns = view[at.COLUMNS_LEFT]
    while columns:
        value = drill_value(view, base, choice - at.DRILL_OUT, lowest(columns), config)
        columns &= columns - 1
        if value > best:
            best = value
    return best_column(view, base, config) + best - 0.8 - patience


def drill_value(view: vec[i64], base: i64, cell: i64, choice: i64, config: Config) -> float:
    """What the exchange adds to the house."""
    column = choice if choice < at.DOWN_COLUMN else choice - at.DOWN_COLUMN
    room = view[at.MARKET_ROOMS + column] - 1
    up = choice < at.DOWN_COLUMN and fits_instead(view, base, config.room_kind[room], bit(cell), config)
    tried = view[:]
    take_away(tried, base, cell, config)
    if up:
        lay_up(tried, base, room, cell, config)
    else:
        lay_down(tried, base, room, cell, config)
    return house_value(tried, base, config) - house_value(view, base, config)


def discard_value(view: vec[i64], seat: i64, seats: i64, column: i64, config: Config) -> float:
    """The others' mean value of a column minus this seat's."""
    mine = column_value(view, at.SEAT + at.SEAT_SIZE * seat, column, config)
    others = 0.0
    for other in range(seats):
        if other != seat:
            others += column_value(view, at.SEAT + at.SEAT_SIZE * other, column, config)
    return others / float(seats - 1) - mine


# ---- helpers at the end: only points count -------------------------------------------------------------


def delivery_value(view: vec[i64], base: i64, room: i64, choice: i64, config: Config) -> float:
    """Points that the courier's exchange adds."""
    cell = choice if choice < at.DOWN else choice - at.DOWN
    tried = view[:]
    take_away(tried, base, cell, config)
    if choice < at.DOWN:
        lay_up(tried, base, room, cell, config)
    else:
        lay_down(tried, base, room, cell, config)
    return float(house_points(tried, base, config) - house_points(view, base, config))


def courier_value(view: vec[i64], base: i64, room: i64, config: Config) -> float:
    """Points of the best face-up exchange for a room; -1 if there is none."""
    kind = config.room_kind[room]
    cells = view[base + at.FILLED] & config.zone[kind]
    best = -1.0
    while cells:
        place = cells & -cells
        cells &= cells - 1
        if fits_instead(view, base, kind, place, config):
            value = delivery_value(view, base, room, lowest(place), config)
            if value > best:
                best = value
    return best


def swap_value(view: vec[i64], base: i64, one: i64, other: i64, config: Config) -> float:
    tried = view[:]
    swap(tried, base, one, other, config)
    return float(house_points(tried, base, config) - house_points(view, base, config))


def handyman_value(view: vec[i64], base: i64, cell: i64, config: Config) -> float:
    """Points of a card's best swap, minus a little so that a useless swap loses to passing."""
    best = -1.0
    others = swap_partners(view, base, cell, config)
    while others:
        value = swap_value(view, base, cell, lowest(others), config)
        others &= others - 1
        if value > best:
            best = value
    return best - 0.1


FACE_DOWN_COST: Final = -1.5
TOOL_SCORE: Final = 0.2  # using a tool now, comparable to an average column


def rollout_score(view: vec[i64], seat: i64, seats: i64, config: Config, action: i64) -> float:
    """A cheaper move_score: whether the room fits or extends one, and whether the resource has a place."""
    phase = view[at.PHASE]
    base = at.SEAT + at.SEAT_SIZE * seat
    choice = lowest(action)
    if phase == at.TURN:
        if choice >= at.MIX:
            return TOOL_SCORE
        return column_rollout_score(view, base, choice, config)
    if phase == at.LAY:
        if choice >= at.TARGET:
            return 3.0 if action != at.PUT_AWAY else -1.0
        if choice >= at.DOWN:
            return FACE_DOWN_COST
        return cell_rollout_score(view, base, config.room_kind[view[at.ROOM] - 1], bit(choice), config)
    if phase == at.DISCARD:
        return -column_rollout_score(view, base, choice, config)
    return move_score(view, seat, seats, config, action)


def cell_rollout_score(view: vec[i64], base: i64, kind: i64, place: i64, config: Config) -> float:
    """The points that one more card adds to the room it joins or starts."""
    size = joined_size(view[base + at.SAME + kind], place)
    if size > 2:
        size = 2
    points = config.points[3 * kind + size]
    if size:
        points -= config.points[3 * kind + size - 1]
    return float(points) + (0.5 if size else 0.0)


def column_rollout_score(view: vec[i64], base: i64, column: i64, config: Config) -> float:
    """The room on its best face-up cell, plus its resource."""
    kind = config.room_kind[view[at.MARKET_ROOMS + column] - 1]
    cells = open_cells(view, base) & fitting_cells(view, base, kind, config)
    best = FACE_DOWN_COST
    while cells:
        value = cell_rollout_score(view, base, kind, cells & -cells, config)
        cells &= cells - 1
        if value > best:
            best = value
    resource = view[at.MARKET_RESOURCES + column] - 1
    if resource < 0:
        return best + 0.4
    kinds = config.goes_in[resource]
    if not kinds:
        return best + kept_card_value(view, base, resource, config)
    if (kinds >> kind) & 1 or targets(view, base, resource, config):
        return best + 0.8 * float(config.token_points[resource])
    return best


def partial_view(view: vec[i64], luck: Luck) -> vec[i64]:
    """A view that overlooks half of the resources in the market, as a hasty player would."""
    seen = view[:]
    for column in range(at.COLUMNS):
        if luck.below(2):
            seen[at.MARKET_RESOURCES + column] = 0
    return seen
