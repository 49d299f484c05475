"""The hand area: the row, the viewer's hand, and the decisions of bonus tiles."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.context import BoardContext, CachedParts, Key
from domik.games.bower.page.picture_hand import (
    answers,
    choice,
    final_result,
    gap,
    idle_tile,
    kind_button,
    open_tile,
    question,
    refused_tile,
    stacks,
    tile_in_row,
    title,
    turned_tiles,
)
from domik.games.bower.rules import state as at
from domik.games.bower.rules.parts import BONUS_NAMES, KIND_NAMES
from domik.games.bower.rules.reading import bonus_choice, covering_tile, row_tiles, stack_sizes, waiting_gift
from domik.games.bower.rules.scoring import outcome
from domik.kernel.drawing import EMPTY_FRAGMENT, Drawing, Fragment, Pen, Refusal, say_cached

MOST_HELD = 16
EFFECTS = (at.SCOUT, at.MARK, at.SET, at.JOIN, at.GIVE, at.LOSE, at.COVER_TURN, at.COVER_PLACE, at.MARK_KIND)
ASKING = (*EFFECTS, at.BONUS, at.USE, at.OVER)
DESK_TURNED, PHONE_TURNED = (38, 27, 21), (32, 20)  # possible cell sizes of tiles shown in four turns


def draw_hand_area(context: BoardContext, drawing: Drawing) -> None:
    drawing.fragments["row"] = draw_row(context)
    drawing.fragments["hand"] = draw_hand(context)
    drawing.fragments["deeds"] = draw_actions(context)


# ---- the row (BW-12, BW-20, BW-37) ------------------------------------------------------------------------


def draw_row(context: BoardContext) -> Fragment:
    """The three open tiles, and in `hard` the open bonus tiles (BW-60)."""
    taking = context.is_awaited and context.phase in (at.DRAFT, at.TAKE, at.GIVE)
    row = tuple(row_tiles(context.view))
    refused: tuple[Refusal | None, ...] = ()
    if taking and None in row:
        refused = tuple([context.refusal(1 << k) if tile is None else None for k, tile in enumerate(row)])
    nest, bonus = stack_sizes(context.view)
    offered: Key | None = None
    if context.hard:
        choosing = context.is_awaited and context.phase == at.BONUS
        bonus, offered = -1, () if choosing else tuple(bonus_choice(context.match, context.view))
    return row_of_tiles(context.pen, context.cached_parts, row, taking, refused, (nest, bonus), offered)


@lru_cache(maxsize=256)
def row_of_tiles(
    pen: Pen,
    box: CachedParts,
    row: tuple[int | None, ...],
    taking: bool,
    refused: tuple[Refusal | None, ...],
    left: tuple[int, int],
    offered: Key | None,
) -> Fragment:
    sheet, size = Fragment({}, {}, {}), 40 if pen.phone else 45
    for k, tile in enumerate(row):
        id, base = f"row-{k + 1}", f"row-at-{k + 1}"
        if tile is None:
            refusal = refused[k] if refused else None
            sheet.cells[base] = gap(pen, id, refusal)
            if refusal is not None:
                sheet.refusals[id] = refusal
        else:
            sheet.cells[base] = tile_in_row(pen, box, id, tile, size)
            if taking:
                sheet.paths[k] = (id,)
    sheet.cells["stacks"] = stacks(pen, *left)
    if offered is not None:
        sheet.cells["open-bonus"] = "".join([open_tile(pen, box, tile) for tile in offered])
    return sheet


# ---- the hand (BW-20, BW-21, BW-37, BW-39) ----------------------------------------------------------------


def hand_sizes(context: BoardContext, n: int) -> tuple[int, int]:
    """Cell sizes for a hand of n tiles: as plain tiles, and shown in four turns."""
    if context.pen.phone:
        return (40 if n <= 3 else 28, PHONE_TURNED[0 if n <= 2 else 1])
    return (62 if n <= 2 else 45 if n <= 6 else 32, DESK_TURNED[0 if n <= 2 else 1 if n <= 4 else 2])


@lru_cache(maxsize=64)
def spectator_hand(pen: Pen) -> Fragment:
    """A spectator sees no hand."""
    return Fragment({"hand-head": title(pen, "draw.hands", "eye")})


def draw_hand(context: BoardContext) -> Fragment:
    """The viewer's tiles: to choose and turn, to discard, or idle."""
    pen, box = context.pen, context.cached_parts
    if context.seat < 0:
        return spectator_hand(pen)
    sheet = Fragment({}, {}, {})
    cells = sheet.cells
    given = waiting_gift(context.view, context.me)
    choosing = context.is_awaited and context.phase == at.CHOOSE
    key = "draw.hand" if not choosing else "draw.choose_hand" if given is None else "draw.choose_gift"
    cells["hand-head"] = title(pen, key, "" if given is None else "gift")
    chosen = context.chosen
    hand = [tile for tile in context.hand if chosen is None or tile != chosen[0]]
    lying, turned = hand_sizes(context, len(hand))
    if chosen is not None:
        big = 46 if pen.phone else 62
        cells["chosen"] = idle_tile(pen, box, chosen[0], big if chosen[1] % 2 == 0 else big * 3 // 4, chosen[1], "on")
        lying = min(lying, 28 if pen.phone else 34)
    refused: dict[int, Refusal] = {}
    if given is not None and choosing:
        cells["chosen"] = turns_of(context, sheet, 1, given, turned)
        refused = context.refusals([at.TURNS * (k + 1) for k in range(len(hand))])
    elif given is not None:
        cells["chosen"] = cells.get("chosen") or idle_tile(pen, box, given, lying, 0, "gift")
    for k, tile in enumerate(hand):
        place = f"hand-at-{k + 1}"
        if refused:
            refusal = refused[at.TURNS * (k + 1)]
            cells[place] = refused_tile(pen, box, f"hand-{k + 1}", tile, min(lying, 40), refusal)
            sheet.refusals[f"hand-{k + 1}"] = refusal
        elif choosing:
            cells[place] = turns_of(context, sheet, k + 1, tile, turned)
        elif context.is_awaited and context.phase == at.LOSE:
            cells[place] = tile_in_row(pen, box, f"hand-{k + 1}", tile, lying)
            sheet.paths[k] = (f"hand-{k + 1}",)
        else:
            cells[place] = idle_tile(pen, box, tile, lying)
    return sheet


def turns_of(context: BoardContext, sheet: Fragment, place: int, tile: int, size: int) -> str:
    """A tile in its four turns, with click paths or refusals."""
    first = at.TURNS * (place - 1)
    refused: list[Refusal | None] = [None] * at.TURNS
    for turn in range(at.TURNS):
        id = f"turn-{place}-{turn}"
        if context.legal >> first + turn & 1:
            sheet.paths[first + turn] = (id,)
        else:
            refused[turn] = sheet.refusals[id] = context.why_not(1 << first + turn)
    return turned_tiles(context.pen, context.cached_parts, place, tile, size, tuple(refused))


# ---- bonus tiles and the end (BW-24, BW-34 to BW-39, BW-56, BW-60) ----------------------------------------


def draw_actions(context: BoardContext) -> Fragment:
    """The controls of the current phase other than tiles."""
    pen, box, phase = context.pen, context.cached_parts, context.phase
    if phase not in ASKING:
        return EMPTY_FRAGMENT
    sheet = Fragment({}, {}, {})
    cells = sheet.cells
    if phase == at.OVER:
        found = outcome(context.match, context.view)
        eggs = (int(context.view.score(0)), int(context.view.score(1)))
        cells["deeds"] = final_result(
            pen, eggs, context.winners, context.players, say_cached(pen, found.reason), found.clause
        )
    elif phase == at.BONUS and context.is_awaited:
        for k, tile in enumerate(context.legal_numbers()):
            cells[f"deed-{k + 1}"] = choice(pen, box, tile)
            sheet.paths[tile] = (f"bonus-{BONUS_NAMES[tile]}",)
    elif phase != at.BONUS and context.using is not None:
        cells["deed-1"] = question(pen, box, context.using)
        if phase != at.USE:
            draw_effect(context, sheet)
        elif context.is_awaited:
            draw_use(context, sheet)
    return sheet


def draw_use(context: BoardContext, sheet: Fragment) -> None:
    """Use the bonus tile now, or decline it for good (BW-24)."""
    refusal = None if context.legal & at.USE_IT else context.why_not(at.USE_IT)
    sheet.cells["deeds"] = answers(context.pen, refusal)
    if refusal is None:
        sheet.paths[0] = ("use",)
    else:
        sheet.refusals["use"] = refusal
    sheet.paths[1] = ("decline",)


def draw_effect(context: BoardContext, sheet: Fragment) -> None:
    """Choices of an effect outside the nests: an ornament, or a turn of the covering tile."""
    covering = covering_tile(context.view)
    if context.is_awaited and context.phase == at.MARK_KIND:
        sheet.cells["deeds"] = "".join(kind_button(context.pen, kind) for kind in context.legal_numbers())
        sheet.paths.update({kind: (f"kind-{KIND_NAMES[kind]}",) for kind in context.legal_numbers()})
    elif covering is not None and context.is_awaited and context.phase == at.COVER_TURN:
        sheet.cells["deeds"] = turns_of(context, sheet, 1, covering, 32 if context.pen.phone else 38)
    elif covering is not None and context.chosen is None:
        sheet.cells["deeds"] = idle_tile(context.pen, context.cached_parts, covering, 34)
