"""Reasons for a hint: facts about a move that the seat can check on the table."""

from __future__ import annotations

from functools import partial

from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.house import lay_down, lay_up, put_token
from domik.games.dream_home.rules.phrases import kind_phrase, resource_phrase
from domik.games.dream_home.rules.points import house_gain
from domik.games.dream_home.rules.reading import (
    cards_in_hand,
    cells_for,
    config_of,
    free_cells,
    market_resources,
    market_rooms,
    phase_name,
)
from domik.games.dream_home.rules.state import CELLS, DOWN, MIX, PASS, PUT_AWAY, TARGET
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

HELPING = ("hammer", "drill", "park", "roofer", "courier", "deliver", "handyman", "swap")


def reasons(match: DreamHomeMatch, view: View, action: int) -> list[Phrase]:
    """The reasons for a legal action, strongest first."""
    phase = phase_name(view)
    number = action.bit_length() - 1
    if action == PASS:
        return [Phrase("reason.pass")]
    if phase == "discard":
        return [Phrase("reason.discard")]
    if phase == "turn":
        return column_reasons(match, view, number) if number < MIX else [Phrase("reason.tool")]
    if phase == "lay":
        return lay_reasons(match, view, number)
    gained = round(float(view.score_move(action)))
    return [Phrase("reason.points", {"n": gained})] if phase in HELPING and gained > 0 else []


def points_gained(match: DreamHomeMatch, view: View, room: int, cell: int, up: bool) -> int:
    """The points a room adds to the house on a cell."""
    config, lay = config_of(match), lay_up if up else lay_down
    return int(house_gain(view, view.seat, config, lambda numbers, base: lay(numbers, base, room, cell, config)))


def column_reasons(match: DreamHomeMatch, view: View, column: int) -> list[Phrase]:
    """The room's points in its best cell, and the use of the resource."""
    parts = match.parts
    room, resource = market_rooms(view)[column], market_resources(view)[column]
    assert room is not None
    kind = parts.kind_of(room)
    cells = free_cells(view, view.seat) & cells_for(view, view.seat, parts.rooms[room].kind, config_of(match))
    best = max((points_gained(match, view, room, cell, True) for cell in range(CELLS) if cells >> cell & 1), default=0)
    found = []
    if best > 0:
        found.append(Phrase("reason.room", {"kind": kind_phrase(kind.id), "n": best}))
    elif cells and len([points for points in kind.points if points]) > 1:
        found.append(Phrase("reason.grows", {"kind": kind_phrase(kind.id)}))
    if resource is None:
        return [*found, Phrase("reason.first")]
    return [*found, Phrase(f"reason.{use_of(match, resource)}", {"resource": resource_phrase(parts, resource)})]


def use_of(match: DreamHomeMatch, resource: int) -> str:
    """Phrase key: `furnishes`, `roof`, or `kept` for later."""
    sort = match.parts.resources[resource].sort
    return "roof" if sort == "roof" else "kept" if sort in ("tool", "helper") else "furnishes"


def lay_reasons(match: DreamHomeMatch, view: View, number: int) -> list[Phrase]:
    """The points the house gains at once."""
    room, resource = cards_in_hand(view)
    if number >= TARGET:
        assert resource is not None
        if (1 << number) == PUT_AWAY:
            return [Phrase("reason.no_place")]
        if match.parts.resources[resource].sort == "tool":
            return [Phrase("reason.scaffold")]
        furnish = partial(put_token, cell=number - TARGET, token=resource)
        gained = int(house_gain(view, view.seat, config_of(match), furnish))
    else:
        assert room is not None
        up = number < DOWN
        gained = points_gained(match, view, room, number if up else number - DOWN, up)
        if not up and gained <= 0:
            return [Phrase("reason.empty")]
    return [Phrase("reason.points", {"n": gained})] if gained > 0 else [Phrase("reason.later")]
