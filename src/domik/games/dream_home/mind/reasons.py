"""Reasons for a hint: facts about a move that the seat can check on the table."""

from __future__ import annotations

from functools import partial

from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.house import expand_to_rooms, fitting_cells, lay_down, lay_up, put_token
from domik.games.dream_home.rules.market import targets
from domik.games.dream_home.rules.phrases import kind_phrase, resource_phrase
from domik.games.dream_home.rules.points import house_gain, house_points
from domik.games.dream_home.rules.reading import (
    cards_in_hand,
    cells_for,
    config_of,
    free_cells,
    market_resources,
    market_rooms,
    phase_name,
    round_of,
)
from domik.games.dream_home.rules.state import (
    BOARD,
    CAR,
    CELLS,
    DOWN,
    FILLED,
    HELD,
    LEVEL,
    MIX,
    PASS,
    PUT_AWAY,
    ROUNDS,
    SAME,
    SEAT,
    SEAT_SIZE,
    TARGET,
)
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

EXACT = ("deliver", "swap")  # phases in which the move's score is the points that it brings at once
LAST = ("handyman",)  # phases at the end in which passing is right if nothing scores at once


def reasons(match: DreamHomeMatch, view: View, action: int) -> list[Phrase]:
    """The reasons for a legal action, strongest first; only facts, so that some actions have none."""
    phase = phase_name(view)
    number = action.bit_length() - 1
    if action == PASS:
        return [Phrase("reason.pass")] if phase in LAST and not scoring_actions(view) else []
    if phase == "turn":
        return column_reasons(match, view, number) if number < MIX else []
    if phase == "lay":
        return lay_reasons(match, view, number)
    if phase == "park":  # the car follows the rules of furnishings, the designer's point too (DH-50, DH-65)
        gained = int(house_gain(view, view.seat, config_of(match), partial(put_token, cell=number, token=CAR)))
        return [Phrase("reason.points", {"n": gained})] if gained > 0 else []
    gained = round(float(view.score_move(action)))
    return [Phrase("reason.points", {"n": gained})] if phase in EXACT and gained > 0 else []


def scoring_actions(view: View) -> list[int]:
    """The legal actions, one bit each, that bring points at once."""
    legal = int(view.legal()) & ~PASS
    actions = [1 << number for number in range(legal.bit_length()) if legal >> number & 1]
    return [action for action in actions if round(float(view.score_move(action))) > 0]


def points_gained(match: DreamHomeMatch, view: View, room: int, cell: int, up: bool, helper: int | None = None) -> int:
    """The points a room adds to the house on a cell, with a helper that comes along and counts from then on (DH-55)."""
    config, lay = config_of(match), lay_up if up else lay_down
    numbers, base = view.numbers[:], SEAT + SEAT_SIZE * view.seat
    if helper is not None:
        numbers[base + HELD] |= 1 << helper
    before = int(house_points(numbers, base, config))
    lay(numbers, base, room, cell, config)
    return int(house_points(numbers, base, config)) - before


def can_grow(match: DreamHomeMatch, view: View, room: int, cell: int) -> bool:
    """Whether a room that begins or goes on in this cell has a free cell beside it for one more card (DH-23)."""
    config, kind = config_of(match), match.parts.rooms[room].kind
    numbers, base = view.numbers[:], SEAT + SEAT_SIZE * view.seat
    lay_up(numbers, base, room, cell, config)
    same = int(numbers[base + SAME + kind])
    own = int(expand_to_rooms(1 << cell, same))
    beside = (own << 1 | own >> 1) & BOARD & ~int(numbers[base + FILLED])
    return bool(int(fitting_cells(numbers, base, kind, config)) & beside)


def column_reasons(match: DreamHomeMatch, view: View, column: int) -> list[Phrase]:
    """The room's points in its best cell, and the use of the resource."""
    parts = match.parts
    room, resource = market_rooms(view)[column], market_resources(view)[column]
    assert room is not None
    kind = parts.kind_of(room)
    cells = free_cells(view, view.seat) & cells_for(view, view.seat, parts.rooms[room].kind, config_of(match))
    places = [cell for cell in range(CELLS) if cells >> cell & 1]
    helper = resource if resource is not None and parts.resources[resource].sort == "helper" else None
    best = max((points_gained(match, view, room, cell, True, helper) for cell in places), default=0)
    found = []
    if best > 0:
        found.append(Phrase("reason.room", {"kind": kind_phrase(kind.id), "n": best}))
    elif any(can_grow(match, view, room, cell) for cell in places):
        found.append(Phrase("reason.grows", {"kind": kind_phrase(kind.id)}))
    if resource is None:
        return [*found, Phrase("reason.first")] if round_of(view) < ROUNDS else found
    use = use_of(match, view, room, resource)
    return [*found, Phrase(f"reason.{use}", {"resource": resource_phrase(parts, resource)})] if use else found


def use_of(match: DreamHomeMatch, view: View, room: int, resource: int) -> str:
    """Phrase key: `furnishes`, `roof`, or `kept` for later; "" for what is of no use, or laid at once (DH-45)."""
    card = match.parts.resources[resource]
    if card.sort == "roof":
        return "roof"
    config, base = config_of(match), SEAT + SEAT_SIZE * view.seat
    if card.sort == "tool":
        return "kept" if round_of(view) < ROUNDS and card.id != "scaffolding" else ""
    if card.sort == "helper":
        alike = {"designer": config.designers, "architect": config.architects}.get(card.id, 0)
        return "" if int(view.numbers[base + HELD]) & int(alike) else "kept"  # a second one adds nothing (DH-34)
    kinds = int(config.goes_in[resource])
    fits = not kinds or int(targets(view.numbers, base, resource, config))
    return "furnishes" if fits or kinds >> match.parts.rooms[room].kind & 1 else ""


def lay_reasons(match: DreamHomeMatch, view: View, number: int) -> list[Phrase]:
    """The points the house gains at once, or what the cell allows later."""
    room, resource = cards_in_hand(view)
    if number >= TARGET:
        assert resource is not None
        return resource_reasons(match, view, resource, number)
    assert room is not None
    up = number < DOWN
    cell = number if up else number - DOWN
    gained = points_gained(match, view, room, cell, up)
    if gained > 0:
        return [Phrase("reason.points", {"n": gained})]
    if not up:
        is_forced = not int(view.legal()) & ((1 << DOWN) - 1)
        return [Phrase("reason.empty")] if is_forced else []
    return [Phrase("reason.later")] if gained == 0 and can_grow(match, view, room, cell) else []


def resource_reasons(match: DreamHomeMatch, view: View, resource: int, number: int) -> list[Phrase]:
    """Why a furnishing or scaffolding goes there."""
    is_tool = match.parts.resources[resource].sort == "tool"
    if (1 << number) == PUT_AWAY:
        return [] if is_tool else [Phrase("reason.no_place")]
    cell = number - TARGET
    if is_tool:
        above = 1 << cell << LEVEL & BOARD
        return [Phrase("reason.scaffold")] if above and not free_cells(view, view.seat) & above else []
    furnish = partial(put_token, cell=cell, token=resource)
    gained = int(house_gain(view, view.seat, config_of(match), furnish))
    return [Phrase("reason.points", {"n": gained})] if gained > 0 else []
