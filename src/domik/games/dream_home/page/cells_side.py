"""The area beside the house: running score, tools and helpers, the other players' houses, the discards."""

from __future__ import annotations

from functools import lru_cache

from domik.games.dream_home.page.cells_discards import draw_discards
from domik.games.dream_home.page.cells_house import draw_stack, garden
from domik.games.dream_home.page.context import BoardContext, Built, CachedParts, placed_cards
from domik.games.dream_home.page.picture_cell import small_cell
from domik.games.dream_home.page.picture_side import (
    aid,
    chips,
    enlarger,
    score_button,
    score_row,
    state,
    tally,
    ticks,
    who,
)
from domik.games.dream_home.page.skeleton import AIDS, SCORE_SHEET, small_id
from domik.games.dream_home.rules.parts import KIND_IDS
from domik.games.dream_home.rules.reading import (
    CELLS_OF,
    House,
    OpenHouse,
    first_seat,
    house_from,
    next_first_seat,
    seats_before_actor,
    seats_skipping,
)
from domik.games.dream_home.rules.scoring import comfort_lines, empty_lines, furnishing_lines, roof_lines, room_lines
from domik.games.dream_home.rules.state import DISCARD, DRILL_OUT, HAMMER, MIX, OVER, PAIRS, TURN
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo, say_cached
from domik.kernel.phrase import Phrase
from domik.kernel.tally import ScoreLine

FEW = 2  # up to this many aids are shown with their effect, more by name only


def draw_side(context: BoardContext, drawing: Drawing) -> None:
    sheets, pen, box, over = drawing.fragments, context.pen, context.cached_parts, context.phase == OVER
    for seat in range(context.seats):
        draw_seat(context, drawing, seat)
    sheets["score"] = score_sheet(pen, box, context.own, over)
    sheets["aids"] = draw_aids(context)
    draw_discards(context, drawing)


# ---- players ----------------------------------------------------------------------------------------


def draw_seat(context: BoardContext, drawing: Drawing, seat: int) -> None:
    """A player's name, points and state; for a rival also house and aids."""
    sheets, pen, box, own = drawing.fragments, context.pen, context.cached_parts, context.houses[seat]
    player, mine = context.players[seat], seat == context.me
    sheets[f"seat-{seat}"] = seat_panel(
        pen, seat, player, mine, points_of(context, seat), marker_of(context, seat), state_of(context, seat)
    )
    sheets[f"tally-{seat}"] = tally_of(pen, box, seat, own, context.phase == OVER, player.name)
    if mine:
        return
    sheets[f"aids-{seat}"] = aid_chips(pen, box, seat, own.held)
    sheets[f"stack-{seat}"] = draw_stack(context, seat, f"stack-{seat}", True)
    sheets[f"house-{seat}"] = small_house(pen, box, seat, context.built(seat), own.scaffold)
    sheets[f"garden-{seat}"] = garden(pen, box, own.garden, box.has(own.held, "designer"), f"-{seat}", True)


@lru_cache(maxsize=256)
def seat_panel(pen: Pen, seat: int, player: PlayerInfo, mine: bool, score: int, marker: str, doing: str) -> Fragment:
    """Name, points, marker and state of a player."""
    sheet = SCORE_SHEET if pen.phone and mine else f"tally-{seat}"
    name = who(pen, seat, player, 24 if pen.phone else 28, marker)
    cells = {
        f"points-{seat}": score_button(pen, sheet, score, player.name),
        f"state-{seat}": state(pen, doing),
        "plate" if mine else f"who-{seat}": name,
    }
    if not mine:
        cells[f"look-{seat}"] = enlarger(pen, seat, player.name)
    return Fragment(cells)


@lru_cache(maxsize=256)
def aid_chips(pen: Pen, box: CachedParts, seat: int, held: int) -> Fragment:
    """A rival's tools and helpers."""
    return Fragment({f"chips-{seat}": chips(pen, aids_of(box, held))})


def points_of(context: BoardContext, seat: int) -> int:
    """Points so far, without the roof until it is revealed."""
    return int(context.view.score(seat))


@lru_cache(maxsize=256)
def small_house(pen: Pen, box: CachedParts, seat: int, built: Built, scaffold: int) -> Fragment:
    """The cells of a rival's house."""
    laid = placed_cards(pen, box, built)
    cells = {}
    for place, cell in CELLS_OF.items():
        if place in laid:
            cells[small_id(seat, place)] = small_cell(pen, laid[place])
        elif scaffold >> cell & 1:
            cells[small_id(seat, place)] = small_cell(pen, None)
    return Fragment(cells)


def marker_of(context: BoardContext, seat: int) -> str:
    """`first` for the holder of the marker, `next_first` for the next holder (DH-13), or ""."""
    if context.phase == OVER:
        return ""
    if first_seat(context.view) == seat:
        return "first"
    return "next_first" if next_first_seat(context.view) == seat else ""


def state_of(context: BoardContext, seat: int) -> str:
    """Message key of what a seat is doing in this round, or ""."""
    if context.phase == OVER:
        return "won" if context.winners() >> seat & 1 else ""
    if seat == context.actor:
        return "" if seat == context.seat else "acting"
    skipping = seats_skipping(context.view)
    if skipping >> seat & 1:
        return "skips"
    early = context.phase in (DISCARD, HAMMER) or skipping >> context.actor & 1
    came = (seat - first_seat(context.view)) % context.seats < seats_before_actor(context.view)
    return "done" if came and not early else ""


@lru_cache(maxsize=256)
def aids_of(box: CachedParts, held: int) -> tuple[tuple[str, int], ...]:
    """Tools and helpers beside a house, and how many of each (DH-34)."""
    return tuple((id, n) for id in AIDS if (n := (held & box.masks.get(id, 0)).bit_count()))


def draw_aids(context: BoardContext) -> Fragment:
    """The viewer's own tools and helpers."""
    mixer = drill = False
    if context.is_awaited and context.phase == TURN:
        mixer, drill = bool(context.legal >> MIX & (1 << PAIRS) - 1), bool(context.legal >> DRILL_OUT)
    return aid_list(context.pen, context.cached_parts, context.own.held, mixer, drill)


@lru_cache(maxsize=256)
def aid_list(pen: Pen, box: CachedParts, held: int, mixer: bool, drill: bool) -> Fragment:
    """All tools and helpers; those that can be used now are buttons."""
    aids = aids_of(box, held)
    usable = {"mixer": mixer, "drill": drill}
    brief = len(aids) > FEW and not pen.phone  # a phone hides the effects anyway until they are asked for
    return Fragment({f"aid-{id}": aid(pen, id, count, "use" if usable.get(id) else "", brief) for id, count in aids})


# ---- points -----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def score_lines(box: CachedParts, own: OpenHouse, over: bool) -> dict[str, list[ScoreLine]]:
    """The points of a house by row of the score sheet."""
    house = house_from(box.parts, own)
    return {
        "rooms": room_lines(house, 0),
        "furnishings": furnishing_lines(house, 0),
        "comfort": comfort_lines(house, 0),
        "empty": empty_lines(house, 0),
        "roof": roof_lines(house, 0) if over else [],
    }


@lru_cache(maxsize=256)
def tally_of(pen: Pen, box: CachedParts, seat: int, own: OpenHouse, over: bool, name: str) -> Fragment:
    """All score lines of a player, for the detailed sheet."""
    lines = [line for row in score_lines(box, own, over).values() for line in row]
    heading = pen.say(Phrase("draw.tally", {"name": name}))
    told = tuple([(say_cached(pen, line.reason), line.clause, line.points) for line in lines])
    return Fragment({f"tally-{seat}": tally(pen, heading, told)})


@lru_cache(maxsize=256)
def score_sheet(pen: Pen, box: CachedParts, own: OpenHouse, over: bool) -> Fragment:
    """The viewer's running score by row, with reasons (DH-60 to DH-63)."""
    lines = score_lines(box, own, over)
    architect = box.has(own.held, "architect")
    comfort = "DH-55" if architect else "DH-62"
    floors = floors_by_kind(house_from(box.parts, own))
    trio = tuple((kind, kind in floors) for kind in ("bathroom", "kitchen", "bedroom"))
    both = tuple((f"draw.floor{floor}", floor in floors.get("bathroom", ())) for floor in (2, 3))
    baths = [line for line in lines["comfort"] if line.reason.key == "tally.bathrooms"]
    rest = [line for line in lines["comfort"] if line.reason.key != "tally.bathrooms"]
    roofs = (own.held & box.roofs).bit_count()
    roof = (
        reasons(pen, lines["roof"])
        if over
        else pen.say(Phrase("draw.roofs" if roofs <= 4 else "draw.roofs_more", {"n": roofs}))
    )
    empty = lines["empty"]
    emptiness = sheet_row(pen, "empty", "door-closed", empty[0].clause, "", empty) if empty else ""
    cells = {
        "score-rooms": sheet_row(pen, "rooms", "layout-grid", "DH-60", reasons(pen, lines["rooms"]), lines["rooms"]),
        "score-furnishings": sheet_row(
            pen, "furnishings", "armchair", "DH-61", reasons(pen, lines["furnishings"]), lines["furnishings"]
        ),
        "score-comfort": sheet_row(
            pen,
            "comfort",
            "heart",
            comfort,
            tick_words(pen, tuple((f"kind.{kind}", done) for kind, done in trio)),
            rest,
            shown=ticks(pen, trio),
        ),
        "score-bathrooms": sheet_row(
            pen,
            "bathrooms",
            "bath",
            comfort,
            tick_words(pen, both),
            baths,
            shown=ticks(pen, tuple((key[-1], done) for key, done in both)),
        ),
        "score-empty": emptiness,
        "score-roof": sheet_row(pen, "roof", "house", "DH-63", roof, lines["roof"], not over and roofs >= 4),
    }
    return Fragment(cells)


def sheet_row(
    pen: Pen,
    key: str,
    icon: str,
    clause: str,
    detail: str,
    lines: list[ScoreLine],
    later: bool = False,
    shown: str = "",
) -> str:
    name = say_cached(pen, Phrase(f"draw.score_{key}"))
    if key == "empty":
        detail = pen.say(lines[0].reason)
    return score_row(pen, icon, name, clause, detail, shown, sum(line.points for line in lines), later)


def reasons(pen: Pen, lines: list[ScoreLine]) -> str:
    """What the points are for, highest first."""
    ordered = sorted(lines, key=lambda line: -line.points)
    told = (f"{pen.say(short_reason(line))}:\u00a0{line.points}" for line in ordered)  # no line break before the number
    return ", ".join(told) or pen.say(Phrase("draw.nothing"))


def short_reason(line: ScoreLine) -> Phrase:
    """A line's reason without the word `furnishing`, which its row already says."""
    furnishing = line.reason.args.get("furnishing")
    return furnishing if line.reason.key == "tally.furnishing" and isinstance(furnishing, Phrase) else line.reason


def floors_by_kind(house: House) -> dict[str, set[int]]:
    """The floors on which there are face-up rooms of each kind."""
    found: dict[str, set[int]] = {}
    for place in house.cards:
        kind = house.kind_at(place)
        if kind is not None:
            found.setdefault(KIND_IDS[kind], set()).add(place[0])
    return found


def tick_words(pen: Pen, words: tuple[tuple[str, bool], ...]) -> str:
    """Each word with a tick or a dash."""
    return ", ".join(f"{say_cached(pen, Phrase(key))} {'✓' if done else '–'}" for key, done in words)
