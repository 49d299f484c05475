"""Beside the house: the running score, tools and helpers, the other players and their houses, the discards."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from domik.games.dream_home.page.cells_house import draw_stack, garden_cells
from domik.games.dream_home.page.laid import laid_in
from domik.games.dream_home.page.moment import CELLS_OF, Box, Key, Moment, kind_id
from domik.games.dream_home.page.picture_cell import small_cell
from domik.games.dream_home.page.picture_side import (
    aid,
    chips,
    discards,
    enlarger,
    pile,
    score_button,
    score_row,
    state,
    tally,
    ticks,
    who,
)
from domik.games.dream_home.page.skeleton import AIDS, SCORE_SHEET, small_id
from domik.games.dream_home.rules.parts import KIND_IDS
from domik.games.dream_home.rules.reading import Card, House, Place, numbers_of, places_of
from domik.games.dream_home.rules.scoring import comfort_lines, empty_lines, furnishing_lines, roof_lines, room_lines
from domik.games.dream_home.rules.state import *
from domik.kernel.drawing import Drawing, Pen, said
from domik.kernel.phrase import Phrase
from domik.kernel.tally import Line

FEW = 2  # aids that are shown with what they do; more are shown by name only


def draw_side(moment: Moment, drawing: Drawing) -> None:
    """Everything around the house and the market."""
    cells, pen = drawing.cells, moment.pen
    for seat in range(moment.seats):
        draw_seat(moment, drawing, seat)
    own = moment.own
    cells |= score_cells(pen, moment.box, own, moment.phase == OVER)
    draw_aids(moment, drawing)
    rooms, resources = int(moment.numbers[ROOM_DISCARDS]), int(moment.numbers[RESOURCE_DISCARDS])
    cells["pile"] = pile(pen, rooms.bit_count(), resources.bit_count())
    cells["discards"] = discarded(pen, moment.box, rooms, resources)


# ---- players ----------------------------------------------------------------------------------------


def draw_seat(moment: Moment, drawing: Drawing, seat: int) -> None:
    """A player's name, points and state; another's house and aids."""
    pen, cells, block = moment.pen, drawing.cells, moment.blocks[seat]
    player = moment.players[seat]
    score = points_of(moment, seat)
    sheet = SCORE_SHEET if pen.phone and seat == moment.me else f"tally-{seat}"
    face = 24 if pen.phone else 28
    name = who(pen, seat, player, face, marker_of(moment, seat))
    cells[f"points-{seat}"] = score_button(pen, sheet, score, player.name)
    cells[f"state-{seat}"] = state(pen, state_of(moment, seat))
    cells[f"tally-{seat}"] = tally_of(pen, moment.box, block, moment.phase == OVER, player.name)
    if seat == moment.me:
        cells["plate"] = name
        return
    cells[f"who-{seat}"] = name
    cells[f"chips-{seat}"] = chips(pen, aids_of(moment.box, block[HELD]))
    cells[f"look-{seat}"] = enlarger(pen, seat, player.name)
    cells[f"stack-{seat}"] = draw_stack(moment, seat, True)
    cells |= small_house(pen, moment.box, seat, block)


def points_of(moment: Moment, seat: int) -> int:
    """Points so far, without the roof until it is revealed."""
    return int(moment.view.score(seat))


@lru_cache(maxsize=4096)
def small_house(pen: Pen, box: Box, seat: int, block: Key) -> dict[str, str]:
    """Every cell of another's house, and what hangs beside it."""
    laid = laid_in(pen, box, block)
    cells = garden_cells(pen, box, block, f"-{seat}", True).copy()
    for place, cell in CELLS_OF.items():
        inside = ""
        if place in laid:
            inside = small_cell(pen, laid[place])
        elif block[SCAFFOLD] >> cell & 1:
            inside = small_cell(pen, None)
        cells[small_id(seat, place)] = inside
    return cells


def marker_of(moment: Moment, seat: int) -> str:
    """Who has the first-player marker, and who will have it (DH-13)."""
    if moment.phase == OVER:
        return ""
    if moment.numbers[FIRST] == seat:
        return "first"
    return "next_first" if moment.numbers[NEXT_FIRST] == seat else ""


def state_of(moment: Moment, seat: int) -> str:
    """What a seat is doing in this round."""
    if moment.phase == OVER:
        return "won" if int(moment.numbers[WINNERS]) >> seat & 1 else ""
    if seat == moment.actor:
        return "" if seat == moment.seat else "acting"
    skipping = int(moment.numbers[SKIPPING])
    if skipping >> seat & 1:
        return "skips"
    early = moment.phase in (DISCARD, HAMMER) or skipping >> moment.actor & 1
    came = (seat - int(moment.numbers[FIRST])) % moment.seats < int(moment.numbers[STEP])
    return "done" if came and not early else ""


@lru_cache(maxsize=4096)
def aids_of(box: Box, held: int) -> tuple[tuple[str, int], ...]:
    """Tools and helpers beside a house, and how many of each (DH-34)."""
    return tuple((id, n) for id in AIDS if (n := (held & box.masks.get(id, 0)).bit_count()))


def draw_aids(moment: Moment, drawing: Drawing) -> None:
    """One's own tools and helpers; those that can be used now are buttons."""
    aids = dict(aids_of(moment.box, moment.own[HELD]))
    usable = {"mixer": moment.legal >> MIX & (1 << PAIRS) - 1, "drill": moment.legal >> DRILL_OUT}
    on_turn = moment.acts and moment.phase == TURN
    brief = len(aids) > FEW and not moment.pen.phone  # a phone hides the words anyway, until they are asked for
    for id in AIDS:
        count = aids.get(id, 0)
        mode = "use" if on_turn and usable.get(id) else ""
        drawing.cells[f"aid-{id}"] = aid(moment.pen, id, count, mode, brief) if count else ""


# ---- points -----------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def house_in(box: Box, block: Key) -> House:
    """A seat's house as scoring reads it."""
    cards: dict[Place, Card] = {}
    for place, cell in CELLS_OF.items():
        number = block[HOUSE + cell]
        if number:
            token = (number >> TOKEN_SHIFT) - 1
            cards[place] = Card((number & CARD) - 1, bool(number & FACE_DOWN), token if token >= 0 else None)
    return House(box.parts, cards, places_of(block[SCAFFOLD]), numbers_of(block[HELD]), numbers_of(block[GARDEN]))


@lru_cache(maxsize=2048)
def lines_of(box: Box, block: Key, over: bool) -> dict[str, list[Line]]:
    """The points of a house, row by row of the score sheet."""
    house = house_in(box, block)
    return {
        "rooms": room_lines(house, 0),
        "furnishings": furnishing_lines(house, 0),
        "comfort": comfort_lines(house, 0),
        "empty": empty_lines(house, 0),
        "roof": roof_lines(house, 0) if over else [],
    }


@lru_cache(maxsize=2048)
def tally_of(pen: Pen, box: Box, block: Key, over: bool, name: str) -> str:
    """Every line of a player's points, for those who look closer."""
    lines = [line for row in lines_of(box, block, over).values() for line in row]
    heading = pen.say(Phrase("draw.tally", {"name": name}))
    return tally(pen, heading, tuple((pen.say(line.reason), line.clause, line.points) for line in lines))


@lru_cache(maxsize=2048)
def score_cells(pen: Pen, box: Box, block: Key, over: bool) -> dict[str, str]:
    """One's own running score, row by row with its reasons (DH-60 to DH-63)."""
    lines = lines_of(box, block, over)
    architect = box.has(block, "architect")
    comfort = "DH-55" if architect else "DH-62"
    there = rooms_there(box, block)
    trio = tuple((kind, kind in there) for kind in ("bathroom", "kitchen", "bedroom"))
    floors = there.get("bathroom", 0)
    both = (("draw.floor2", bool(floors & SECOND)), ("draw.floor3", bool(floors & THIRD)))
    baths = [line for line in lines["comfort"] if line.reason.key == "tally.bathrooms"]
    rest = [line for line in lines["comfort"] if line.reason.key != "tally.bathrooms"]
    roofs = (block[HELD] & box.roofs).bit_count()
    roof = reasons(pen, lines["roof"]) if over else pen.say(Phrase("draw.roofs" if roofs <= 4 else "draw.roofs_more", {"n": roofs}))
    empty = lines["empty"]
    emptiness = row(pen, "empty", "door-closed", empty[0].clause, "", empty) if empty else ""
    return {
        "score-rooms": row(pen, "rooms", "layout-grid", "DH-60", reasons(pen, lines["rooms"]), lines["rooms"]),
        "score-furnishings": row(
            pen, "furnishings", "armchair", "DH-61", reasons(pen, lines["furnishings"]), lines["furnishings"]
        ),
        "score-comfort": row(
            pen,
            "comfort",
            "heart",
            comfort,
            ticked(pen, tuple((f"kind.{kind}", done) for kind, done in trio)),
            rest,
            shown=ticks(pen, trio),
        ),
        "score-bathrooms": row(
            pen,
            "bathrooms",
            "bath",
            comfort,
            ticked(pen, both),
            baths,
            shown=ticks(pen, tuple((key[-1], done) for key, done in both)),
        ),
        "score-empty": emptiness,
        "score-roof": row(pen, "roof", "house", "DH-63", roof, lines["roof"], not over and roofs >= 4),
    }


def row(
    pen: Pen,
    key: str,
    icon: str,
    clause: str,
    detail: str,
    lines: list[Line],
    later: bool = False,
    shown: str = "",
) -> str:
    """One row of the score."""
    name = said(pen, Phrase(f"draw.score_{key}"))
    if key == "empty":
        detail = pen.say(lines[0].reason)
    return score_row(pen, icon, name, clause, detail, shown, sum(line.points for line in lines), later)


def reasons(pen: Pen, lines: list[Line]) -> str:
    """What the points are for, the most first."""
    ordered = sorted(lines, key=lambda line: -line.points)
    told = (f"{pen.say(plain(line))}:\u00a0{line.points}" for line in ordered)  # no line ends before the number
    return ", ".join(told) or pen.say(Phrase("draw.nothing"))


def plain(line: Line) -> Phrase:
    """What a line is for, without saying `furnishing` once more than its row does."""
    furnishing = line.reason.args.get("furnishing")
    return furnishing if line.reason.key == "tally.furnishing" and isinstance(furnishing, Phrase) else line.reason


@lru_cache(maxsize=2048)
def rooms_there(box: Box, block: Key) -> dict[str, int]:
    """The face-up cells of each kind, as masks."""
    return {kind: block[SAME + k] for k, kind in enumerate(KIND_IDS) if block[SAME + k]}


def ticked(pen: Pen, words: tuple[tuple[str, bool], ...]) -> str:
    """Words with a tick or a dash."""
    return ", ".join(f"{said(pen, Phrase(key))} {'✓' if done else '–'}" for key, done in words)


# ---- discards ---------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def discarded(pen: Pen, box: Box, rooms: int, resources: int) -> str:
    """Both piles, counted by kind (DH-14)."""
    kinds = Counter(kind_id(box, room) for room in numbers_of(rooms))
    cards = Counter(box.parts.resources[number] for number in numbers_of(resources))
    ordered = tuple((kind, kinds[kind]) for kind in KIND_IDS if kind in kinds)
    return discards(pen, box, ordered, tuple(cards.items()))
