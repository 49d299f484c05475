"""First thoughts: the cheapest judgement of an action, for searches, and the glance of somebody in a hurry."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.mind.advice import judgement
from domik.games.dream_home.mind.prospects import kept_worth
from domik.games.dream_home.rules.house import fitting, joined_size, open_cells
from domik.games.dream_home.rules.kit import Kit
from domik.games.dream_home.rules.resources import targets
from domik.games.dream_home.rules.state import *
from domik.kernel.game import bit, lowest
from domik.kernel.luck import Luck

FACE_DOWN_COST: Final = -1.5
TOOL: Final = 0.2  # using a tool now, against a middling column


def first_thought(view: vec[i64], seat: i64, seats: i64, kit: Kit, action: i64) -> float:
    """Does the room fit, does it make one bigger, does the resource find a place?"""
    phase = view[PHASE]
    at = SEAT + SEAT_SIZE * seat
    choice = lowest(action)
    if phase == TURN:
        if choice >= MIX:
            return TOOL
        return column_thought(view, at, choice, kit)
    if phase == LAY:
        if choice >= TARGET:
            return 3.0 if action != PUT_AWAY else -1.0
        if choice >= DOWN:
            return FACE_DOWN_COST
        return cell_thought(view, at, kit.room_kind[view[ROOM] - 1], bit(choice), kit)
    if phase == DISCARD:
        return -column_thought(view, at, choice, kit)
    return judgement(view, seat, seats, kit, action)


def cell_thought(view: vec[i64], at: i64, kind: i64, place: i64, kit: Kit) -> float:
    """The points that one more card adds to the room it joins, or begins."""
    size = joined_size(view[at + SAME + kind], place)
    if size > 2:
        size = 2
    points = kit.points[3 * kind + size]
    if size:
        points -= kit.points[3 * kind + size - 1]
    return float(points) + (0.5 if size else 0.0)


def column_thought(view: vec[i64], at: i64, column: i64, kit: Kit) -> float:
    """The room on the best cell where it fits face up, and its resource."""
    kind = kit.room_kind[view[MARKET_ROOMS + column] - 1]
    cells = open_cells(view, at) & fitting(view, at, kind, kit)
    best = FACE_DOWN_COST
    while cells:
        value = cell_thought(view, at, kind, cells & -cells, kit)
        cells &= cells - 1
        if value > best:
            best = value
    resource = view[MARKET_RESOURCES + column] - 1
    if resource < 0:
        return best + 0.4
    kinds = kit.goes_in[resource]
    if not kinds:
        return best + kept_worth(view, at, resource, kit)
    if (kinds >> kind) & 1 or targets(view, at, resource, kit):
        return best + 0.8 * float(kit.token_points[resource])
    return best


def hasty_view(view: vec[i64], luck: Luck) -> vec[i64]:
    """Half of the resources in the market are not looked at."""
    seen = view[:]
    for column in range(COLUMNS):
        if luck.below(2):
            seen[MARKET_RESOURCES + column] = 0
    return seen
