"""The hand area below the board: the market, the cards to be laid, the helpers' offers at the end, the result."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from domik.games.dream_home.page.cells_house import PASS_NUMBER
from domik.games.dream_home.page.context import BoardContext, CachedParts, Market, kind_id
from domik.games.dream_home.page.picture_hand import (
    action_button,
    column,
    column_words,
    kind_offer,
    resource_in_hand,
    roof_offer,
    room_in_hand,
    room_offer,
)
from domik.games.dream_home.page.picture_side import final_standings, question_picture
from domik.games.dream_home.page.preview import previews
from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.parts import COLOURS
from domik.games.dream_home.rules.reading import PAIRS, bit_numbers, is_ending
from domik.kernel.drawing import ALTERNATIVE_PATH, Drawing, Fragment, Paths, Pen, Refusals, say_cached

ABOUT = {
    at.PARK: "car",
    at.ROOFER: "roofer",
    at.COURIER: "courier",
    at.DELIVER: "courier",
    at.HANDYMAN: "handyman",
    at.SWAP: "handyman",
}
SIGNS = {at.DISCARD: ":trash-2", at.HAMMER: ":hammer"}  # what a click on a column does where it does not take it
NO_COINS = ("",) * at.COLUMNS
PASSES = {at.HAMMER: ("hammer", "draw.keep_hammer"), at.PARK: ("car", "draw.no_car")}


def draw_hand_area(context: BoardContext, drawing: Drawing) -> None:
    sheets = drawing.fragments
    if context.phase == at.OVER:
        sheets["standing"] = draw_final_standings(context)
        return
    if not is_ending(context.view):
        sheets["market"] = draw_columns(context)
    elif context.phase == at.ROOFER:
        sheets["market"] = draw_roofs(context)
    elif context.phase == at.COURIER:
        sheets["market"] = draw_rooms(context)
    if context.phase in ABOUT:
        sheets["about"] = helper_note(context.pen, ABOUT[context.phase])
    down = any(
        path[0] == "face-down"
        for name in ("offers", "market")
        if name in sheets
        for path in sheets[name].paths.values()
    )
    sheets["hand"] = draw_hand(context, down)
    if context.is_awaited and context.legal & at.PASS:
        sheets["pass"] = pass_button(context.pen, *PASSES.get(context.phase, ("x", "draw.decline")))


@lru_cache(maxsize=64)
def helper_note(pen: Pen, key: str) -> Fragment:
    """A picture of the helper, or of the car, that the decision is about."""
    return Fragment({"about": question_picture(pen, key)})


@lru_cache(maxsize=64)
def pass_button(pen: Pen, icon: str, key: str) -> Fragment:
    return Fragment({"deed-pass": action_button(pen, "pass", key, icon)}, {PASS_NUMBER: ("pass",)})


def draw_columns(context: BoardContext) -> Fragment:
    """Five columns to take, discard, mix or drill from (DH-12, DH-13, DH-40 to DH-43)."""
    if not (context.is_awaited and context.phase in (at.DISCARD, at.HAMMER, at.TURN, at.DRILL)):
        return market_columns(context.pen, context.cached_parts, context.market, NO_COINS)
    paths: Paths = {}
    refusals: Refusals = {}
    if context.phase == at.TURN:
        draw_pairs(context, paths)
    rooms = enumerate(context.market[0])
    coins = tuple(["" if room is None else column_coin(context, paths, refusals, k, room) for k, room in rooms])
    return Fragment(market_columns(context.pen, context.cached_parts, context.market, coins).cells, paths, refusals)


@lru_cache(maxsize=256)
def market_columns(pen: Pen, box: CachedParts, market: Market, coins: tuple[str, ...]) -> Fragment:
    """The market's cells, the same for every viewer."""
    cells = {}
    for k, (room, resource) in enumerate(zip(*market, strict=True)):
        words = "" if room is None else column_text(pen, box, k + 1, room, resource)
        cells[f"col-{k + 1}"] = column(pen, box, k + 1, room, resource, coins[k], words)
    return Fragment(cells)


def draw_pairs(context: BoardContext, paths: Paths) -> None:
    """The mixer's two columns, which may be clicked in either order (DH-42)."""
    for pair, (one, other) in enumerate(PAIRS):
        if context.legal >> at.MIX + pair & 1:
            left, right = f"column-{one + 1}", f"column-{other + 1}"
            paths[at.MIX + pair] = ("tool-mixer", left, right)
            paths[at.MIX + pair + ALTERNATIVE_PATH] = ("tool-mixer", right, left)


@lru_cache(maxsize=256)
def column_text(pen: Pen, box: CachedParts, number: int, room: int, resource: int | None) -> str:
    return pen.say(column_words(box, number, room, resource))


def column_coin(context: BoardContext, paths: Paths, refusals: Refusals, k: int, room: int) -> str:
    """Register a column's paths or refusal; returns its coin: an icon, a gain where it is certain, or ""."""
    id = f"column-{k + 1}"
    if context.phase != at.DRILL:
        if context.legal >> k & 1:
            paths[k] = (id,)
            return SIGNS.get(context.phase, "")
        refusals[id] = context.why_not(1 << k)
        return ""
    preview = previews(context)
    face_up = context.legal & (1 << at.COLUMNS) - 1
    if face_up >> k & 1:
        paths[k] = (id,)
        paths[at.DOWN_COLUMN + k] = ("face-down", id)
        return preview.text(preview.drill_gain(k, room, False))
    if face_up:
        refusals[id] = context.why_not(1 << k)
        paths[at.DOWN_COLUMN + k] = ("face-down", id)
        return ""
    paths[at.DOWN_COLUMN + k] = (id,)
    return preview.text(preview.drill_gain(k, room, True))


def draw_hand(context: BoardContext, down: bool) -> Fragment:
    """The room and the resource to be laid, and the buttons for them (DH-25, DH-31)."""
    room = context.chosen if context.phase == at.DELIVER else context.room
    both = context.is_awaited and context.room is not None and context.is_scaffolding()
    can = both and bool(context.legal >> at.TARGET & (1 << at.CELLS) - 1)
    away = context.is_awaited and context.phase == at.LAY and bool(context.legal & at.PUT_AWAY)
    return hand_cells(context.pen, context.cached_parts, room, context.resource, can, context.is_awaited and down, away)


@lru_cache(maxsize=256)
def hand_cells(
    pen: Pen, box: CachedParts, room: int | None, resource: int | None, can: bool, down: bool, away: bool
) -> Fragment:
    cells = {}
    if room is not None:
        cells["hand-room"] = room_in_hand(pen, box, room)
    if resource is not None:
        cells["hand-card"] = resource_in_hand(pen, box, resource, can)
    if down:
        cells["deed-down"] = action_button(pen, "face-down", "draw.face_down", "door-closed")
    if away:
        cells["deed-away"] = action_button(pen, "put-away", "draw.put_away", "archive")
    return Fragment(cells)


def draw_roofs(context: BoardContext) -> Fragment:
    """The discarded roofs, one of each look (DH-52)."""
    sheet = Fragment({}, {})
    looks = roofs_by_look(context.cached_parts, context.discards[1])
    for k, (number, colour, window, copies) in enumerate(looks):
        id = f"roof-{colour}{'-window' if window else ''}"
        sheet.cells[f"offer-roof-{k}"] = roof_offer(context.pen, id, colour, window, copies, context.is_awaited)
        if context.is_awaited:
            sheet.paths[number] = (id,)
    return sheet


@lru_cache(maxsize=256)
def roofs_by_look(box: CachedParts, mask: int) -> tuple[tuple[int, str, bool, int], ...]:
    """The first discarded roof of each look: its number, colour, window, and the number of copies."""
    found: dict[tuple[str, bool], list[int]] = {}
    for number in bit_numbers(mask & box.roofs):
        card = box.parts.resources[number]
        found.setdefault((card.id, card.window), []).append(number)
    order = sorted(found, key=lambda look: (COLOURS.index(look[0]), look[1]))
    return tuple((min(found[look]), *look, len(found[look])) for look in order)


def draw_rooms(context: BoardContext) -> Fragment:
    """The discarded rooms: first the kind, then the card where there are several (DH-53)."""
    sheet = Fragment({}, {})
    rooms = bit_numbers(context.discards[0])
    kinds = Counter(kind_id(context.cached_parts, room) for room in rooms)
    for kind, copies in kinds.items():
        sheet.cells[f"offer-{kind}"] = kind_offer(context.pen, kind, copies, context.is_awaited)
    if not context.is_awaited:
        return sheet
    choices = []
    for room in rooms:
        kind = kind_id(context.cached_parts, room)
        if kinds[kind] == 1:
            sheet.paths[room] = (f"kind-{kind}",)
        else:
            choices.append(room_offer(context.pen, context.cached_parts, room))
            sheet.paths[room] = (f"kind-{kind}", f"discarded-{context.cached_parts.parts.rooms[room].id}")
    sheet.cells["choices"] = "".join(choices)
    return sheet


def draw_final_standings(context: BoardContext) -> Fragment:
    """The result of the game (DH-64)."""
    scores = tuple(int(context.view.score(seat)) for seat in range(context.seats))
    reason = say_cached(context.pen, context.match.outcome(context.view).reason)
    return Fragment({"standing": final_standings(context.pen, scores, context.winners(), context.players, reason)})
