"""Beside the nests: both players with their bonus tiles, and how it stands."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.moment import Box, Moment
from domik.games.bower.page.picture_bonus import kept, short_name
from domik.games.bower.page.picture_ornament import picture
from domik.games.bower.page.picture_shelf import tile_lying
from domik.games.bower.page.picture_side import aside, duel, head, small_log, swatch, total
from domik.games.bower.page.standing import Pair, Standing, facing
from domik.games.bower.rules.parts import SURFACE_NAMES
from domik.games.bower.rules.reading import bits
from domik.games.bower.rules.state import *
from domik.kernel.drawing import Drawing, Pen, Player, Sheet, said
from domik.kernel.phrase import Phrase

ORNAMENT_PICTURES = ("yellow_flower", "purple_flower", "red_flower", "shell")
LASTING, SPENT, UNUSED = "lasting", "spent", "unused"


def draw_side(moment: Moment, drawing: Drawing, standing: Standing) -> None:
    """The side area."""
    for side, seat in (("my", moment.me), ("their", moment.foe)):
        draw_player(moment, drawing, standing, side, seat)
    draw_standing(moment, drawing, standing)


def draw_player(moment: Moment, drawing: Drawing, standing: Standing, side: str, seat: int) -> None:
    """A player, what they hold, and the bonus tiles beside them."""
    pen, block = moment.pen, moment.blocks[seat]
    note = said(pen, Phrase("draw.held", {"n": moment.held(seat)}))
    state = ""
    if moment.phase == OVER:
        state = "won" if moment.open[WINNERS] >> seat & 1 else ""
    elif moment.open[0] >> seat & 1:
        state = "acting"
    given = block[GIVEN] if side == "their" else 0
    drawing.sheets[f"{side}-head"] = who_plays(pen, moment.box, side, seat, moment.players[seat], note, state, given)
    if not block[KEPT]:
        return
    counts = tuple([(tile, facing(n, seat)) for tile, n, _ in standing.ornaments if block[KEPT] >> tile & 1])
    faces = frozenset([face for face in block[CELL:] if face > 2 * NEST_BONUS])
    drawing.sheets[f"{side}-kept"] = kept_tiles(
        pen,
        moment.box,
        side,
        block[KEPT],
        block[DECLINED],
        block[WENT] >> NEST_BONUS,
        faces,
        counts,
        moment.tokens,
        moment.open[USING] * (moment.actor == seat),
    )


@lru_cache(maxsize=1024)
def who_plays(pen: Pen, box: Box, side: str, seat: int, player: Player, note: str, state: str, given: int) -> Sheet:
    """A player, and the gift that waits for them (BW-37)."""
    cells = {f"{side}-head": head(pen, seat, player, note, state, side == "their")}
    if given:
        cells[f"{side}-gift"] = tile_lying(pen, box, given - 1, 24, 0, "gift")
    return Sheet(cells)


@lru_cache(maxsize=1024)
def kept_tiles(
    pen: Pen,
    box: Box,
    side: str,
    mask: int,
    declined: int,
    gone: int,
    faces: frozenset[int],
    counts: tuple[tuple[int, Pair], ...],
    tokens: tuple[int, ...],
    using: int,
) -> Sheet:
    """All bonus tiles of a player with what became of them; many of them get small."""
    tiles = [tile for tile in bits(mask) if tile != using - 1]  # the one in question lies before its owner
    found = [kept_tile(pen, box, tile, declined, gone, faces, dict(counts), tokens) for tile in tiles]
    markup = f'<div class="keep{" many" if len(found) > 3 else ""}">{"".join(found)}</div>' if found else ""
    return Sheet({f"{side}-kept": markup})


def kept_tile(
    pen: Pen,
    box: Box,
    tile: int,
    declined: int,
    gone: int,
    faces: frozenset[int],
    counts: dict[int, Pair],
    tokens: tuple[int, ...],
) -> str:
    """One bonus tile: in hand, laid, lost; counting; used or declined (BW-24, BW-30, BW-32)."""
    if tile in counts:
        mine, theirs = counts[tile]
        return kept(pen, box, tile, f"{mine} : {theirs}", LASTING)
    if tile <= COLOURED_SHELLS:
        laid = any((face - 1) // 2 == NEST_BONUS + tile for face in faces)
        note = "laid_down" if laid else "lost" if gone >> tile & 1 else "in_hand"
        return kept(pen, box, tile, pen.say(Phrase(f"draw.{note}")), LASTING if note == "in_hand" else SPENT)
    if declined >> tile & 1:
        return kept(pen, box, tile, pen.say(Phrase("draw.declined")), UNUSED)
    note = "used"
    if TOKEN_X <= tile <= TOKEN_BRANCH:
        note = "covered" if tokens[tile - TOKEN_X] & TOKEN_COVERED else "laid_down"
    return kept(pen, box, tile, pen.say(Phrase(f"draw.{note}")), SPENT)


def draw_standing(moment: Moment, drawing: Drawing, standing: Standing) -> None:
    """Every contest as it stands; at the end as it ended (BW-51 to BW-55)."""
    pen, me, sheets, over = moment.pen, moment.me, drawing.sheets, moment.phase == OVER
    you = said(pen, Phrase("draw.you")) if moment.seat >= 0 else moment.names[me]
    sheets["total"] = eggs_now(pen, you, facing(standing.eggs, me), moment.names[moment.foe], standing.hidden, over)
    for surface in range(SURFACES):
        groups, eggs = standing.groups[surface], standing.group_eggs[surface]
        sheets[f"duel-{surface}"] = surface_duel(pen, me, surface, groups, eggs)
    first = sum([column.eggs[0] for column in standing.columns])
    second = sum([column.eggs[1] for column in standing.columns])
    sheets["duels"] = other_duels(pen, me, (first, second), standing.ornaments, standing.shells)
    known = moment.known
    sheets["aside"] = goals_aside(pen, known >> GOAL_BITS * ASIDE & GOAL, known >> GOAL_BITS * (ASIDE + 1) & GOAL, over)


@lru_cache(maxsize=1024)
def eggs_now(pen: Pen, you: str, eggs: Pair, other: str, hidden: tuple[int, ...], over: bool) -> Sheet:
    """The sum of all contests, and what it is worth."""
    return Sheet({"total": total(pen, you, eggs, other), "total-note": total_note(pen, hidden, over)})


@lru_cache(maxsize=1024)
def surface_duel(pen: Pen, me: int, surface: int, groups: Pair, eggs: Pair) -> Sheet:
    """Whose group of a surface is larger."""
    name = SURFACE_NAMES[surface]
    words = Phrase(f"draw.group_{name}")
    drawn = duel(pen, swatch(name), words, *facing(groups, me), facing(eggs, me), (me, 1 - me))
    return Sheet({f"duel-{name}": drawn})


@lru_cache(maxsize=512)
def other_duels(pen: Pen, me: int, columns: Pair, ornaments: tuple[tuple[int, Pair, Pair], ...], shells: Pair) -> Sheet:
    """Columns, ornament tiles, shells."""
    seats, eggs = (me, 1 - me), facing(columns, me)
    kept = [
        duel(
            pen,
            picture(ORNAMENT_PICTURES[tile - ORNAMENT_YELLOW], 24, "sw"),
            short_name(tile),
            *facing(n, me),
            facing(paid, me),
            seats,
        )
        for tile, n, paid in ornaments
    ]
    shell = picture("shell", 24, "sw")
    cells = {
        "duel-columns": duel(pen, small_log(), Phrase("draw.columns"), *eggs, eggs, seats),
        "duel-ornaments": "".join(kept),
        "duel-shells": duel(pen, shell, Phrase("draw.shells"), *facing(shells, me), (0, 0), seats),
    }
    return Sheet(cells)


@lru_cache(maxsize=256)
def goals_aside(pen: Pen, one: int, other: int, over: bool) -> Sheet:
    """The two goals that nobody has."""
    return Sheet({"aside": aside(pen, (one, other), over)})


@lru_cache(maxsize=256)
def total_note(pen: Pen, hidden: tuple[int, ...], over: bool) -> str:
    """What the eggs are: those of the end, or if it ended now, without the columns that one cannot know."""
    if over:
        return pen.say(Phrase("draw.final"))
    if not hidden:
        return pen.say(Phrase("draw.if_now"))
    return pen.say(Phrase("draw.if_now_hidden", {"columns": ", ".join(map(str, hidden))}))
