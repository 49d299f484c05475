"""Both nests: tiles, tokens and the branch, and the legal targets in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from domik.games.bower.page.context import BoardContext, CachedParts, Key, Tokens, tile_words
from domik.games.bower.page.picture_layout import LARGE, BoardLayout, Place
from domik.games.bower.page.picture_target import branch, lay, refused_cell, slot, target, way
from domik.games.bower.page.picture_tile import Half, domino, lone_half_picture
from domik.games.bower.page.preview import joined_groups, previews
from domik.games.bower.rules import state as at
from domik.games.bower.rules.nest import fitting_cells
from domik.games.bower.rules.phrases import cell_id, cell_phrase, cells_phrase
from domik.games.bower.rules.reading import bit_numbers, cell_at, marked_cell
from domik.games.bower.words.prompts import describe
from domik.kernel.drawing import Drawing, Fragment, Pen, say_cached
from domik.kernel.phrase import Phrase

PLACES = [cell_at(number) for number in range(at.CELLS)]
NOWHERE: Key = (0, 0, 0)


def at_id(side: str, place: Place) -> str:
    """The cell id of a place; sides are `my`, `their`, and `large` for the enlarged nest of the opponent."""
    return f"{side}-{place[0]}-{place[1]}"


def aim_id(side: str, place: Place) -> str:
    """The cell id of a target at a place."""
    return f"aim-{side}-{place[0]}-{place[1]}"


AT_IDS = {side: [at_id(side, place) for place in PLACES] for side in ("my", "their", "large")}
AIM_IDS = {side: [aim_id(side, place) for place in PLACES] for side in ("my", "their")}


def draw_nests(context: BoardContext, drawing: Drawing) -> None:
    pen, box, sheets = context.pen, context.cached_parts, drawing.fragments
    for side, seat in (("my", context.me), ("their", context.foe)):
        faces = context.faces[seat]
        tokens = tuple([token for token in context.tokens if token.nest == seat and not token.covered])
        sheets[f"{side}-nest"] = laid_tiles(pen, box, context.layout, side, faces, tokens)
        if side == "their":
            sheets["large-nest"] = laid_tiles(pen, box, LARGE[context.rows], "large", faces, tokens)
            sheets["their-free"] = free_slots(context.layout, "their", free_cells(faces), 0, 0, 0)
    free = free_cells(context.faces[context.me])
    reached = NOWHERE
    if context.is_awaited and context.phase in AIMS:
        aims = Fragment({}, {}, {})
        reached = AIMS[context.phase](context, aims, free)
        sheets["aims"] = aims
    sheets["my-free"] = free_slots(context.layout, "my", free, *reached)


def free_cells(faces: Key) -> int:
    mask = 0
    for number, face in enumerate(faces):
        if not face:
            mask |= 1 << number
    return mask


@lru_cache(maxsize=256)
def free_slots(stage: BoardLayout, side: str, free: int, lying: int, standing: int, opened: int) -> Fragment:
    """The free cells of a nest; the viewer's own are highlighted by the turns that reach them, or when a tile fits."""
    w, h = stage.cell(side == "my")
    cells = {}
    for number in bit_numbers(free):
        kind = " far" if side == "their" else " open" if opened >> number & 1 else ""
        kind += (" lies" if lying >> number & 1 else "") + (" stands" if standing >> number & 1 else "")
        cells[AT_IDS[side][number]] = slot(w, h, kind)
    return Fragment(cells)


@lru_cache(maxsize=256)
def laid_tiles(pen: Pen, box: CachedParts, stage: BoardLayout, side: str, faces: Key, tokens: Tokens) -> Fragment:
    """The tiles in a nest; a whole tile is drawn in the cell of its half a."""
    mine, ids = side == "my", AT_IDS[side]
    cells = {}
    for number, face in enumerate(faces):
        if not face:
            continue
        turn = partner(faces, number)
        if turn < 0:
            cells[ids[number]] = lone_half(pen, box, stage, mine, face - 1, number, tokens_on(tokens, number))
        elif face & 1:  # half a has an even face number; `face` is that number + 1
            on = tokens_on(tokens, number) + tokens_on(tokens, number + int(at.STEPS[turn]))
            cells[ids[number]] = whole_tile(pen, box, stage, mine, face // 2, turn, number, on)
    for token in tokens:
        if token.name == "branch":
            cells[f"{side}-branch"] = laid_branch(pen, stage, mine, token.cell, cell_at(token.more))
    return Fragment(cells)


@lru_cache(maxsize=256)
def tokens_on(tokens: Tokens, number: int) -> Tokens:
    """The tokens that lie on one cell, without the branch."""
    return tuple([token for token in tokens if token.cell == PLACES[number] and token.name != "branch"])


def partner(faces: Key, number: int) -> int:
    """The turn that leads from a face to the other half of its tile; -1 when that half is covered."""
    face = faces[number]
    wanted = (face - 1 ^ 1) + 1
    column = number % at.WIDTH
    for turn in range(at.TURNS):
        other = number + int(at.STEPS[turn])
        beyond = (turn == at.RIGHTWARDS and column == at.WIDTH - 1) or (turn == at.LEFTWARDS and column == 0)
        if 0 <= other < len(faces) and not beyond and faces[other] == wanted:
            return turn
    return -1


def static_copy(picture: str) -> str:
    """A second copy of a picture on the same page, without its animation key."""
    return re.sub(r' data-key="[^"]*"', "", picture)


@lru_cache(maxsize=256)
def whole_tile(
    pen: Pen, box: CachedParts, stage: BoardLayout, mine: bool, tile: int, turn: int, number: int, on: Tokens
) -> str:
    w, h = stage.cell(mine)
    dx, dy = stage.step(mine, turn)
    other = number + int(at.STEPS[turn])
    words = pen.say(Phrase("draw.laid", {"cells": cells_phrase(PLACES[number], PLACES[other])}))
    a, b = box.half(2 * tile, tokens_on(on, number)), box.half(2 * tile + 1, tokens_on(on, other))
    picture = domino(a, b, w, h, dx, dy)
    if stage.is_closer:
        return f'<g class="piece">{static_copy(picture)}</g>'
    return (
        f'<g class="piece" role="img" data-key="tile-{box.tile(tile).id}" aria-label="{words}'
        f' {tile_words(pen, box, tile)}">{picture}</g>'
    )


@lru_cache(maxsize=256)
def lone_half(pen: Pen, box: CachedParts, stage: BoardLayout, mine: bool, face: int, number: int, on: Tokens) -> str:
    """The visible half of a half-covered tile (BW-36)."""
    words = pen.say(Phrase("draw.half", {"cell": cell_phrase(PLACES[number])}))
    picture = lone_half_picture(box.half(face, on), *stage.cell(mine))
    if stage.is_closer:
        return f'<g class="piece">{static_copy(picture)}</g>'
    return f'<g class="piece" role="img" aria-label="{words}">{picture}</g>'


@lru_cache(maxsize=256)
def laid_branch(pen: Pen, stage: BoardLayout, mine: bool, first: Place, last: Place) -> str:
    (x0, y0), (x1, y1) = stage.corner(mine, first), stage.corner(mine, last)
    words = pen.say(Phrase("draw.branch", {"first": cell_phrase(first), "last": cell_phrase(last)}))
    picture = branch(*stage.cell(mine), x1 - x0, y1 - y0)
    said = "" if stage.is_closer else f' role="img" data-key="token-branch" aria-label="{words}"'
    return f'<g transform="translate({x0} {y0})"{said}>{picture}</g>'


# ---- targets; each function returns the free cells reachable lying, standing, or open to the tile ------------------


def words_for(context: BoardContext, number: int) -> str:
    return say_cached(context.pen, describe(context.match, context.view, 1 << number))


def draw_fits(context: BoardContext, aims: Fragment, free: int) -> Key:
    """While a tile is chosen: free cells, highlighted by the turns that reach them (see look.css)."""
    kit = context.config
    taken = (1 << at.WIDTH * context.rows) - 1 & ~free
    lying, standing = int(fitting_cells(taken, kit.grid, at.RIGHTWARDS)), int(fitting_cells(taken, kit.grid, at.AWAY))
    return (lying | lying << 1) & free, (standing | standing << at.WIDTH) & free, 0


def draw_lays(context: BoardContext, aims: Fragment, free: int) -> Key:
    """Every seam where the tile fits or covers (BW-21, BW-36), with a preview of the changes."""
    assert context.chosen is not None
    tile, turn = context.chosen
    pen, stage, legal = context.pen, context.layout, context.legal
    a, b = context.cached_parts.halves(tile)
    aims.cells["ghost-of"] = ghost(stage, a, b, turn)
    numbers = context.legal_numbers()
    step = int(at.STEPS[turn])
    foretell = previews(context, tile, turn, numbers)
    reached = 0
    for number in numbers:
        before, after = number - step, number + step
        reached |= 1 << number | 1 << after
        ends = (before < 0 or not legal >> before & 1, after < 0 or not legal >> after & 1)
        place = PLACES[number]
        words = words_for(context, number)
        aims.cells[AIM_IDS["my"][number]] = lay(pen, stage, place, words, turn, ends, foretell[number])
        aims.paths[number] = (f"lay-{place[0]}-{place[1]}",)
    refuse(context, aims, bit_numbers(free & ~reached), context.me)
    return 0, 0, 0 if context.phase == at.COVER_PLACE else reached & free


@lru_cache(maxsize=256)
def ghost(stage: BoardLayout, a: Half, b: Half, turn: int) -> str:
    """The tile shown over a seam on hover."""
    return f'<g id="ghost">{domino(a, b, stage.size, stage.size, *stage.step(True, turn))}</g>'


def refuse(context: BoardContext, aims: Fragment, numbers: list[int], seat: int) -> None:
    """Cells of a nest that are refused, with the reasons from the rules."""
    mine = seat == context.me
    w, h = context.layout.cell(mine)
    shift = at.CELLS * seat if context.phase == at.MARK else 0
    asked = context.refusals([number + shift for number in numbers])
    for number in numbers:
        refusal = asked.get(number + shift)
        if refusal:
            id = cell_id(seat, PLACES[number])
            words = say_cached(context.pen, refused_words(number))  # the script appends the reason
            aims.cells[AIM_IDS["my" if mine else "their"][number]] = refused_cell(context.pen, id, words, w, h)
            aims.refusals[id] = refusal


@lru_cache(maxsize=64)
def refused_words(number: int) -> Phrase:
    return Phrase("draw.refused", {"cell": cell_phrase(PLACES[number])})


def draw_marks(context: BoardContext, aims: Fragment, free: int) -> Key:
    """The cells of both nests with a flower or feather (BW-35)."""
    for number in context.legal_numbers():
        seat, cell = divmod(number, at.CELLS)
        draw_target(context, aims, number, seat, cell)
    for seat in (0, 1):
        legal = context.legal >> at.CELLS * seat
        barren = [number for number, face in enumerate(context.faces[seat]) if face and not legal >> number & 1]
        refuse(context, aims, barren, seat)
    return NOWHERE


def draw_target(context: BoardContext, aims: Fragment, number: int, seat: int, cell: int) -> None:
    mine = seat == context.me
    id = cell_id(seat, PLACES[cell])
    aims.cells[AIM_IDS["my" if mine else "their"][cell]] = target(
        id, words_for(context, number), *context.layout.cell(mine)
    )
    aims.paths[number] = (id,)


def draw_marked(context: BoardContext, aims: Fragment, free: int) -> Key:
    """The cell whose ornament is being chosen for the X."""
    seat, cell = marked_cell(context.view)
    side = "my" if seat == context.me else "their"
    w, h = context.layout.cell(seat == context.me)
    aims.cells[AIM_IDS[side][cell]] = f'<rect class="aim" x="-1" y="-1" width="{w + 2}" height="{h + 2}" rx="10"/>'
    return NOWHERE


def draw_sets(context: BoardContext, aims: Fragment, free: int) -> Key:
    """The viewer's cells that can hold a token (BW-35)."""
    for number in context.legal_numbers():
        draw_target(context, aims, number, context.me, number)
    refuse(context, aims, bit_numbers(free), context.me)
    return NOWHERE


def draw_ways(context: BoardContext, aims: Fragment, free: int) -> Key:
    """Every possible branch; one that joins a group shows the resulting size (BW-35)."""
    reach = int(context.config.reach)
    for number, (surface, size) in joined_groups(context, context.legal_numbers()).items():
        stands = number >= at.STANDING_BRANCH
        place = PLACES[number % at.CELLS]
        id = f"{'stand' if stands else 'lie'}-{place[0]}-{place[1]}"
        aims.paths[number] = (id,)
        key = AIM_IDS["my"][number % at.CELLS]
        drawn = way(context.pen, context.layout, id, words_for(context, number), reach, stands, surface, size)
        aims.cells[key] = aims.cells.get(key, "") + drawn
    return NOWHERE


AIMS: dict[int, Callable[[BoardContext, Fragment, int], Key]] = {
    at.CHOOSE: draw_fits,
    at.PLACE: draw_lays,
    at.COVER_PLACE: draw_lays,
    at.MARK: draw_marks,
    at.MARK_KIND: draw_marked,
    at.SET: draw_sets,
    at.JOIN: draw_ways,
}
