"""The shelf at the bottom: the market, what lies in hand, what the helpers of the end offer, the final standing."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from domik.games.dream_home.page.cells_house import PASS_NUMBER
from domik.games.dream_home.page.moment import Box, Moment, kind_id
from domik.games.dream_home.page.picture_shelf import (
    column,
    column_words,
    deed,
    kind_offer,
    resource_in_hand,
    roof_offer,
    room_in_hand,
    room_offer,
)
from domik.games.dream_home.page.picture_side import about, standing
from domik.games.dream_home.page.preview import previews
from domik.games.dream_home.page.skeleton import ROOF_OFFERS
from domik.games.dream_home.rules.parts import COLOURS, KIND_IDS
from domik.games.dream_home.rules.reading import numbers_of
from domik.games.dream_home.rules.state import *
from domik.kernel.drawing import OTHER_WAY, Drawing, Pen, said

EMPTY_SHELF = (
    {f"col-{k + 1}": "" for k in range(COLUMNS)}
    | {f"offer-roof-{k}": "" for k in range(ROOF_OFFERS)}
    | {f"offer-{kind}": "" for kind in KIND_IDS}
    | dict.fromkeys(("hand-room", "hand-card", "deed-down", "deed-away", "deed-pass", "choices", "standing"), "")
)
ABOUT = {PARK: "car", ROOFER: "roofer", COURIER: "courier", DELIVER: "courier", HANDYMAN: "handyman", SWAP: "handyman"}
SIGNS = {DISCARD: ":trash-2", HAMMER: ":hammer"}  # what a click does to a column, where it does not take it
PASSES = {HAMMER: ("hammer", "draw.keep_hammer"), PARK: ("car", "draw.no_car")}


def draw_shelf(moment: Moment, drawing: Drawing) -> None:
    """The hand area."""
    drawing.cells |= EMPTY_SHELF
    if moment.phase == OVER:
        draw_standing(moment, drawing)
        return
    if moment.phase < ROOFER and int(moment.numbers[THEN]) != DELIVER:
        draw_columns(moment, drawing)
    elif moment.phase == ROOFER:
        draw_roofs(moment, drawing)
    elif moment.phase == COURIER:
        draw_rooms(moment, drawing)
    if moment.phase in ABOUT:
        drawing.cells["about"] = about(moment.pen, ABOUT[moment.phase])
    draw_hand(moment, drawing)
    if moment.acts and moment.legal & PASS:
        icon, key = PASSES.get(moment.phase, ("x", "draw.decline"))
        drawing.cells["deed-pass"] = deed(moment.pen, "pass", key, icon)
        drawing.paths[PASS_NUMBER] = ("pass",)


def draw_columns(moment: Moment, drawing: Drawing) -> None:
    """Five columns; what can be taken, discarded, mixed or drilled in (DH-12, DH-13, DH-40 to DH-43)."""
    choosing = moment.acts and moment.phase in (DISCARD, HAMMER, TURN, DRILL)
    if moment.acts and moment.phase == TURN:
        draw_pairs(moment, drawing)
    for k in range(COLUMNS):
        room, resource = moment.market[k] - 1, moment.market[COLUMNS + k] - 1
        state = coin = ""
        if choosing and room >= 0:
            state, coin = column_state(moment, drawing, k)
        words = words_of(moment.pen, moment.box, k + 1, room, resource) if room >= 0 else ""
        drawing.cells[f"col-{k + 1}"] = column(moment.pen, moment.box, k + 1, room, resource, state, coin, words)


def draw_pairs(moment: Moment, drawing: Drawing) -> None:
    """The mixer's two columns, in whichever order they are clicked (DH-42)."""
    for pair in range(PAIRS):
        if moment.legal >> MIX + pair & 1:
            left, right = f"column-{int(PAIR_LEFT[pair]) + 1}", f"column-{int(PAIR_RIGHT[pair]) + 1}"
            drawing.paths[MIX + pair] = ("tool-mixer", left, right)
            drawing.paths[MIX + pair + OTHER_WAY] = ("tool-mixer", right, left)


@lru_cache(maxsize=4096)
def words_of(pen: Pen, box: Box, number: int, room: int, resource: int) -> str:
    """A column in words."""
    return pen.say(column_words(box, number, room, resource))


def column_state(moment: Moment, drawing: Drawing, k: int) -> tuple[str, str]:
    """Whether a column can be chosen now or after something else, and what its room would bring where that is sure."""
    id = f"column-{k + 1}"
    if moment.phase != DRILL:
        if moment.legal >> k & 1:
            drawing.paths[k] = (id,)
            return "can", SIGNS.get(moment.phase, "")
        drawing.refusals[id] = moment.why_not(1 << k)
        later = any(id in path for path in drawing.paths.values())  # once the mixer is chosen
        return "later" if later else "no", ""
    preview = previews(moment)
    face_up = moment.legal & (1 << COLUMNS) - 1
    if face_up >> k & 1:
        drawing.paths[k] = (id,)
        drawing.paths[DOWN_COLUMN + k] = ("face-down", id)
        return "can", preview.text(preview.drilled(k, False))
    if face_up:
        drawing.refusals[id] = moment.why_not(1 << k)
        drawing.paths[DOWN_COLUMN + k] = ("face-down", id)
        return "later", ""
    drawing.paths[DOWN_COLUMN + k] = (id,)
    return "can", preview.text(preview.drilled(k, True))


def draw_hand(moment: Moment, drawing: Drawing) -> None:
    """The room and the resource that wait, and what else can be done with them (DH-25, DH-31)."""
    pen, cells = moment.pen, drawing.cells
    room = moment.chosen if moment.phase == DELIVER else moment.room - 1
    if room >= 0:
        cells["hand-room"] = room_in_hand(pen, moment.box, room)
    if moment.resource:
        both = moment.acts and bool(moment.room) and not moment.kit.goes_in[moment.resource - 1]
        can = both and bool(moment.legal >> TARGET & (1 << CELLS) - 1)
        cells["hand-card"] = resource_in_hand(pen, moment.box, moment.resource - 1, can)
    if not moment.acts:
        return
    if any(path[0] == "face-down" for path in drawing.paths.values()):
        cells["deed-down"] = deed(pen, "face-down", "draw.face_down", "door-closed")
    if moment.phase == LAY and moment.legal & PUT_AWAY:
        cells["deed-away"] = deed(pen, "put-away", "draw.put_away", "archive")


def draw_roofs(moment: Moment, drawing: Drawing) -> None:
    """The roofs of the discards, one of every look (DH-52)."""
    looks = roofs_by_look(moment.box, int(moment.numbers[RESOURCE_DISCARDS]))
    for k, (number, colour, window, copies) in enumerate(looks):
        id = f"roof-{colour}{'-window' if window else ''}"
        drawing.cells[f"offer-roof-{k}"] = roof_offer(moment.pen, id, colour, window, copies, moment.acts)
        if moment.acts:
            drawing.paths[number] = (id,)


@lru_cache(maxsize=1024)
def roofs_by_look(box: Box, mask: int) -> tuple[tuple[int, str, bool, int], ...]:
    """The first discarded roof of every look: its number, colour, window, and how many there are."""
    found: dict[tuple[str, bool], list[int]] = {}
    for number in numbers_of(mask & box.roofs):
        card = box.parts.resources[number]
        found.setdefault((card.id, card.window), []).append(number)
    order = sorted(found, key=lambda look: (COLOURS.index(look[0]), look[1]))
    return tuple((min(found[look]), *look, len(found[look])) for look in order)


def draw_rooms(moment: Moment, drawing: Drawing) -> None:
    """The discarded rooms: the kind first, then the card where there are several (DH-53)."""
    rooms = numbers_of(int(moment.numbers[ROOM_DISCARDS]))
    kinds = Counter(kind_id(moment.box, room) for room in rooms)
    for kind, copies in kinds.items():
        drawing.cells[f"offer-{kind}"] = kind_offer(moment.pen, kind, copies, moment.acts)
    if not moment.acts:
        return
    choices = []
    for room in rooms:
        kind = kind_id(moment.box, room)
        if kinds[kind] == 1:
            drawing.paths[room] = (f"kind-{kind}",)
        else:
            choices.append(room_offer(moment.pen, moment.box, room))
            drawing.paths[room] = (f"kind-{kind}", f"discarded-{moment.box.parts.rooms[room].id}")
    drawing.cells["choices"] = "".join(choices)


def draw_standing(moment: Moment, drawing: Drawing) -> None:
    """The end of the game (DH-64)."""
    scores = tuple(int(block[SCORE]) for block in moment.blocks)
    reason = said(moment.pen, moment.match.outcome(moment.view).reason)
    drawing.cells["standing"] = standing(moment.pen, scores, int(moment.numbers[WINNERS]), moment.players, reason)
