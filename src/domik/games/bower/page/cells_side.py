"""The side area: both players with their bonus tiles, and the current standings."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.context import BoardContext, CachedParts, CurrentScore, Pair, as_viewer_sees
from domik.games.bower.page.picture_hand import idle_tile, owned_tile, short_name
from domik.games.bower.page.picture_ornament import picture
from domik.games.bower.page.picture_side import aside, duel, head, small_log, swatch, total
from domik.games.bower.rules import state as at
from domik.games.bower.rules.parts import BONUS_NAMES, SURFACE_NAMES
from domik.games.bower.rules.reading import hand_size, has_left_hand, waiting_gift
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo, say_cached
from domik.kernel.phrase import Phrase

ORNAMENT_PICTURES = ("yellow_flower", "purple_flower", "red_flower", "shell")
LASTING, SPENT, UNUSED = "lasting", "spent", "unused"
TileStatus = tuple[int, str, str]  # a bonus tile, what is said of it, and its style


def draw_side(context: BoardContext, drawing: Drawing, standing: CurrentScore) -> None:
    for side, seat in (("my", context.me), ("their", context.foe)):
        draw_player(context, drawing, standing, side, seat)
    draw_contests(context, drawing, standing)


def draw_player(context: BoardContext, drawing: Drawing, standing: CurrentScore, side: str, seat: int) -> None:
    pen, view = context.pen, context.view
    note = say_cached(pen, Phrase("draw.held", {"n": hand_size(view, seat)}))
    state = ""
    if context.phase == at.OVER:
        state = "won" if context.winners >> seat & 1 else ""
    elif context.awaited >> seat & 1:
        state = "acting"
    given = waiting_gift(view, seat) if side == "their" else None
    drawing.fragments[f"{side}-head"] = player_panel(
        pen, context.cached_parts, side, seat, context.players[seat], note, state, given
    )
    if context.kept[seat]:
        using = context.using if context.actor == seat else None  # it is shown in the hand area
        shown = tuple([tile_status(context, standing, seat, *kept) for kept in context.kept[seat] if kept[0] != using])
        drawing.fragments[f"{side}-kept"] = kept_tiles(pen, context.cached_parts, side, shown)


def tile_status(context: BoardContext, standing: CurrentScore, seat: int, tile: int, declined: bool) -> TileStatus:
    """A bonus tile by status: in hand, laid, lost; counting; used or declined (BW-24, BW-30, BW-32)."""
    for owned, counts, _ in standing.ornaments:
        if owned == tile:
            mine, theirs = as_viewer_sees(counts, seat)
            return tile, f"{mine} : {theirs}", LASTING
    if tile <= at.COLOURED_SHELLS:
        laid = any((face - 1) // 2 == at.NEST_BONUS + tile for face in context.faces[seat])
        gone = has_left_hand(context.view, seat, at.NEST_BONUS + tile)
        note, how = ("laid_down", SPENT) if laid else ("lost", SPENT) if gone else ("in_hand", LASTING)
    elif declined:
        note, how = "declined", UNUSED
    elif at.TOKEN_X <= tile <= at.TOKEN_BRANCH:
        covered = any(token.covered and BONUS_NAMES[tile] == f"token_{token.name}" for token in context.tokens)
        note, how = "covered" if covered else "laid_down", SPENT
    else:
        note, how = "used", SPENT
    return tile, note_text(context.pen, note), how


@lru_cache(maxsize=128)
def note_text(pen: Pen, note: str) -> str:
    return pen.say(Phrase(f"draw.{note}"))


@lru_cache(maxsize=256)
def player_panel(
    pen: Pen, box: CachedParts, side: str, seat: int, player: PlayerInfo, note: str, state: str, given: int | None
) -> Fragment:
    """A player, and the gift waiting for them (BW-37)."""
    cells = {f"{side}-head": head(pen, seat, player, note, state, side == "their")}
    if given is not None:
        cells[f"{side}-gift"] = idle_tile(pen, box, given, 24, 0, "gift")
    return Fragment(cells)


@lru_cache(maxsize=256)
def kept_tiles(pen: Pen, box: CachedParts, side: str, shown: tuple[TileStatus, ...]) -> Fragment:
    """A player's bonus tiles and their status; many of them are drawn small."""
    found = [owned_tile(pen, box, *status) for status in shown]
    markup = f'<div class="keep{" many" if len(found) > 3 else ""}">{"".join(found)}</div>' if found else ""
    return Fragment({f"{side}-kept": markup})


def draw_contests(context: BoardContext, drawing: Drawing, standing: CurrentScore) -> None:
    """Every contest with its current or final result (BW-51 to BW-55)."""
    pen, me, sheets, over = context.pen, context.me, drawing.fragments, context.phase == at.OVER
    you = say_cached(pen, Phrase("draw.you")) if context.seat >= 0 else context.names[me]
    sheets["total"] = eggs_now(
        pen, you, as_viewer_sees(standing.eggs, me), context.names[context.foe], standing.hidden, over
    )
    for surface in range(at.SURFACES):
        groups, eggs = standing.groups[surface], standing.group_eggs[surface]
        sheets[f"duel-{surface}"] = surface_duel(pen, me, surface, groups, eggs)
    first = sum([column.eggs[0] for column in standing.columns])
    second = sum([column.eggs[1] for column in standing.columns])
    sheets["duels"] = other_duels(pen, me, (first, second), standing.ornaments, standing.shells)
    sheets["aside"] = goals_aside(pen, context.goals[at.ASIDE], context.goals[at.ASIDE + 1], over)


@lru_cache(maxsize=256)
def eggs_now(pen: Pen, you: str, eggs: Pair, other: str, hidden: tuple[int, ...], over: bool) -> Fragment:
    """The sum of all contests so far."""
    return Fragment({"total": total(pen, you, eggs, other), "total-note": total_note(pen, hidden, over)})


@lru_cache(maxsize=256)
def surface_duel(pen: Pen, me: int, surface: int, groups: Pair, eggs: Pair) -> Fragment:
    """The contest for the larger group of a surface."""
    name = SURFACE_NAMES[surface]
    words = Phrase(f"draw.group_{name}")
    drawn = duel(pen, swatch(name), words, *as_viewer_sees(groups, me), as_viewer_sees(eggs, me), (me, 1 - me))
    return Fragment({f"duel-{name}": drawn})


@lru_cache(maxsize=256)
def other_duels(
    pen: Pen, me: int, columns: Pair, ornaments: tuple[tuple[int, Pair, Pair], ...], shells: Pair
) -> Fragment:
    """The contests of columns, ornament tiles and shells."""
    seats, eggs = (me, 1 - me), as_viewer_sees(columns, me)
    kept = [
        duel(
            pen,
            picture(ORNAMENT_PICTURES[tile - at.ORNAMENT_YELLOW], 24, "sw"),
            short_name(tile),
            *as_viewer_sees(n, me),
            as_viewer_sees(paid, me),
            seats,
        )
        for tile, n, paid in ornaments
    ]
    shell = picture("shell", 24, "sw")
    cells = {
        "duel-columns": duel(pen, small_log(), Phrase("draw.columns"), *eggs, eggs, seats),
        "duel-ornaments": "".join(kept),
        "duel-shells": duel(pen, shell, Phrase("draw.shells"), *as_viewer_sees(shells, me), (0, 0), seats),
    }
    return Fragment(cells)


@lru_cache(maxsize=256)
def goals_aside(pen: Pen, one: int, other: int, over: bool) -> Fragment:
    """The two goals set aside."""
    return Fragment({"aside": aside(pen, (one, other), over)})


@lru_cache(maxsize=256)
def total_note(pen: Pen, hidden: tuple[int, ...], over: bool) -> str:
    """Caption of the eggs: final, or provisional without the columns whose goals are unknown."""
    if over:
        return pen.say(Phrase("draw.final"))
    if not hidden:
        return pen.say(Phrase("draw.if_now"))
    return pen.say(Phrase("draw.if_now_hidden", {"columns": ", ".join(map(str, hidden))}))
