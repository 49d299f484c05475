"""Both nests: tiles, tokens and the branch as they lie, and what can be aimed at in them now."""

from __future__ import annotations

import re
from functools import lru_cache

from domik.games.bower.page.moment import Box, Key, Moment, tile_words
from domik.games.bower.page.picture_stage import LARGE, Place, Stage
from domik.games.bower.page.picture_target import branch, lay, refused, slot, target, way
from domik.games.bower.page.picture_tile import Half, domino, single
from domik.games.bower.page.preview import joined, previews
from domik.games.bower.rules.naming import cell_id, cell_phrase, cells_phrase
from domik.games.bower.rules.nest import places
from domik.games.bower.rules.reading import cell_at
from domik.games.bower.rules.state import *
from domik.games.bower.words.telling import describe
from domik.kernel.drawing import Drawing, Pen, said
from domik.kernel.phrase import Phrase

PLACES = [cell_at(number) for number in range(CELLS)]


def at_id(side: str, place: Place) -> str:
    """The cell of what lies somewhere; sides are `my`, `their`, whoever that is, and `large` for theirs looked at."""
    return f"{side}-{place[0]}-{place[1]}"


def aim_id(side: str, place: Place) -> str:
    """The cell of what can be aimed at there."""
    return f"aim-{side}-{place[0]}-{place[1]}"


def draw_nests(moment: Moment, drawing: Drawing) -> None:
    """Everything in both nests."""
    cells = drawing.cells
    size = WIDTH * moment.rows
    for mine, seat in ((True, moment.me), (False, moment.foe)):
        faces = moment.blocks[seat][CELL : CELL + size]
        tokens = tuple(packed if packed and packed & 0xFF == 1 | seat << 1 else 0 for packed in moment.tokens)
        cells |= nest_cells(moment.pen, moment.box, moment.stage, "my" if mine else "their", faces, tokens)
        if not mine:
            cells |= nest_cells(moment.pen, moment.box, LARGE[moment.rows], "large", faces, tokens)
    cells |= EMPTY_AIMS[moment.rows]
    cells["ghost-of"] = ""
    if moment.acts:
        draw_aims(moment, drawing)


EMPTY_AIMS = {
    rows: {aim_id(side, place): "" for side in ("my", "their") for place in PLACES[: WIDTH * rows]} for rows in (4, 5)
}


@lru_cache(maxsize=2048)
def nest_cells(pen: Pen, box: Box, stage: Stage, side: str, faces: Key, tokens: Key) -> dict[str, str]:
    """Every cell of a nest with what lies on it; a whole tile is drawn in the cell of its half a."""
    mine = side == "my"
    w, h = stage.cell(mine)
    free = "" if side == "large" else slot(w, h, "" if mine else " far")
    cells = {}
    for number, face in enumerate(faces):
        on = tuple(packed if packed and packed >> 8 & 0xFF == number else 0 for packed in tokens)
        if not face:
            cells[at_id(side, PLACES[number])] = free
            continue
        turn = partner(faces, number)
        if turn < 0:
            cells[at_id(side, PLACES[number])] = lone_half(pen, box, stage, mine, face - 1, number, on)
        elif face & 1:  # half a has an even number, and face is that number + 1
            other = number + int(STEPS[turn])
            there = tuple(packed if packed and packed >> 8 & 0xFF == other else 0 for packed in tokens)
            cells[at_id(side, PLACES[number])] = whole_tile(pen, box, stage, mine, face // 2, turn, number, on, there)
        else:
            cells[at_id(side, PLACES[number])] = ""
    packed = tokens[TOKENS - 1]
    cells[f"{side}-branch"] = laid_branch(pen, stage, mine, packed >> 8 & 0xFF, packed >> 16) if packed else ""
    return cells


def partner(faces: Key, number: int) -> int:
    """The turn that leads from a face to the other half of its tile; -1 when that lies under another tile."""
    face = faces[number]
    wanted = (face - 1 ^ 1) + 1
    column = number % WIDTH
    for turn in range(TURNS):
        other = number + int(STEPS[turn])
        beyond = (turn == RIGHTWARDS and column == WIDTH - 1) or (turn == LEFTWARDS and column == 0)
        if 0 <= other < len(faces) and not beyond and faces[other] == wanted:
            return turn
    return -1


def copy(picture: str) -> str:
    """The same picture a second time on the page: it flies nowhere."""
    return re.sub(r' data-key="[^"]*"', "", picture)


@lru_cache(maxsize=8192)
def whole_tile(
    pen: Pen, box: Box, stage: Stage, mine: bool, tile: int, turn: int, number: int, on: Key, there: Key
) -> str:
    """A tile in a nest."""
    w, h = stage.cell(mine)
    dx, dy = stage.step(mine, turn)
    other = PLACES[number + int(STEPS[turn])]
    words = pen.say(Phrase("draw.laid", {"cells": cells_phrase(PLACES[number], other)}))
    picture = domino(box.half(2 * tile, on[:-1]), box.half(2 * tile + 1, there[:-1]), w, h, dx, dy)
    if stage.is_closer:
        return f'<g class="piece">{copy(picture)}</g>'
    return (
        f'<g class="piece" role="img" data-key="tile-{box.tile(tile).id}" aria-label="{words}'
        f' {tile_words(pen, box, tile)}">{picture}</g>'
    )


@lru_cache(maxsize=2048)
def lone_half(pen: Pen, box: Box, stage: Stage, mine: bool, face: int, number: int, on: Key) -> str:
    """What is left to see of a tile that is half covered (BW-36)."""
    words = pen.say(Phrase("draw.half", {"cell": cell_phrase(PLACES[number])}))
    picture = single(box.half(face, on[:-1]), *stage.cell(mine))
    if stage.is_closer:
        return f'<g class="piece">{copy(picture)}</g>'
    return f'<g class="piece" role="img" aria-label="{words}">{picture}</g>'


@lru_cache(maxsize=512)
def laid_branch(pen: Pen, stage: Stage, mine: bool, first: int, last: int) -> str:
    """The branch where it lies."""
    (x0, y0), (x1, y1) = stage.corner(mine, PLACES[first]), stage.corner(mine, PLACES[last])
    words = pen.say(Phrase("draw.branch", {"first": cell_phrase(PLACES[first]), "last": cell_phrase(PLACES[last])}))
    picture = branch(*stage.cell(mine), x1 - x0, y1 - y0)
    said = "" if stage.is_closer else f' role="img" data-key="token-branch" aria-label="{words}"'
    return f'<g transform="translate({x0} {y0})"{said}>{picture}</g>'


# ---- what can be aimed at ---------------------------------------------------------------------------------


def draw_aims(moment: Moment, drawing: Drawing) -> None:
    """Targets of this phase in the nests, and why others are refused."""
    phase = moment.phase
    if phase == CHOOSE:
        draw_fits(moment, drawing)
    elif phase in (PLACE, COVER_PLACE):
        draw_lays(moment, drawing)
    elif phase == MARK:
        draw_marks(moment, drawing)
    elif phase == MARK_KIND:
        draw_marked(moment, drawing)
    elif phase == SET:
        draw_sets(moment, drawing)
    elif phase == JOIN:
        draw_ways(moment, drawing)


def words_for(moment: Moment, number: int) -> str:
    """A legal action in words."""
    return said(moment.pen, describe(moment.match, moment.view, 1 << number))


def free_cells(moment: Moment) -> list[int]:
    """The own cells that hold no tile."""
    faces = moment.blocks[moment.me][CELL : CELL + WIDTH * moment.rows]
    return [number for number, face in enumerate(faces) if not face]


def draw_fits(moment: Moment, drawing: Drawing) -> None:
    """While a tile is chosen: the free cells light up by the turns that reach them (see look.css)."""
    kit = moment.kit
    faces = moment.blocks[moment.me][CELL : CELL + WIDTH * moment.rows]
    taken = sum(1 << number for number, face in enumerate(faces) if face)
    lying, standing = int(places(taken, kit.grid, RIGHTWARDS)), int(places(taken, kit.grid, AWAY))
    lying |= lying << 1
    standing |= standing << WIDTH
    size = moment.stage.size
    for number in free_cells(moment):
        kind = (" lies" if lying >> number & 1 else "") + (" stands" if standing >> number & 1 else "")
        drawing.cells[at_id("my", PLACES[number])] = slot(size, size, kind)


def draw_lays(moment: Moment, drawing: Drawing) -> None:
    """Every seam where the tile fits or covers (BW-21, BW-36), with what it would change there."""
    chosen = moment.chosen()
    assert chosen is not None
    tile, turn = chosen
    pen, stage, cells = moment.pen, moment.stage, drawing.cells
    a, b = moment.box.halves(tile)
    cells["ghost-of"] = ghost(stage, a, b, turn)
    numbers = moment.legal_numbers()
    step = int(STEPS[turn])
    foretell = previews(moment, tile, turn, numbers)
    reached = set(numbers) | {number + step for number in numbers}
    for number in numbers:
        ends = (number - step not in numbers, number + step not in numbers)
        place = PLACES[number]
        cells[aim_id("my", place)] = lay(pen, stage, place, words_for(moment, number), turn, ends, foretell[number])
        drawing.paths[number] = (f"lay-{place[0]}-{place[1]}",)
    covering = moment.phase == COVER_PLACE
    size = moment.stage.size
    for number in free_cells(moment):
        if number in reached and not covering:
            cells[at_id("my", PLACES[number])] = slot(size, size, " open")
    refuse(moment, drawing, [number for number in free_cells(moment) if number not in reached], moment.me)


@lru_cache(maxsize=1024)
def ghost(stage: Stage, a: Half, b: Half, turn: int) -> str:
    """The tile that hangs over a seam while one points at it."""
    return f'<g id="ghost">{domino(a, b, stage.size, stage.size, *stage.step(True, turn))}</g>'


def refuse(moment: Moment, drawing: Drawing, numbers: list[int], seat: int) -> None:
    """Cells of a nest that are refused, with the rules' own reasons."""
    mine = seat == moment.me
    w, h = moment.stage.cell(mine)
    shift = CELLS * seat if moment.phase == MARK else 0
    asked = moment.refusals([number + shift for number in numbers])
    for number in numbers:
        refusal = asked.get(number + shift)
        if refusal:
            id = cell_id(seat, PLACES[number])
            words = f"{said(moment.pen, refused_words(number))} {said(moment.pen, refusal.reason)} {refusal.clause}"
            drawing.cells[aim_id("my" if mine else "their", PLACES[number])] = refused(moment.pen, id, words, w, h)
            drawing.refusals[id] = refusal


@lru_cache(maxsize=64)
def refused_words(number: int) -> Phrase:
    """That a cell is refused."""
    return Phrase("draw.refused", {"cell": cell_phrase(PLACES[number])})


def draw_marks(moment: Moment, drawing: Drawing) -> None:
    """The cells of both nests with a flower or feather (BW-35)."""
    for number in moment.legal_numbers():
        seat, cell = divmod(number, CELLS)
        draw_target(moment, drawing, number, seat, cell)
    for seat in (0, 1):
        cells = moment.blocks[seat][CELL : CELL + WIDTH * moment.rows]
        barren = [number for number, face in enumerate(cells) if face and not moment.legal >> CELLS * seat + number & 1]
        refuse(moment, drawing, barren, seat)


def draw_target(moment: Moment, drawing: Drawing, number: int, seat: int, cell: int) -> None:
    """One cell that can be chosen."""
    mine = seat == moment.me
    id = cell_id(seat, PLACES[cell])
    drawing.cells[aim_id("my" if mine else "their", PLACES[cell])] = target(
        id, words_for(moment, number), *moment.stage.cell(mine)
    )
    drawing.paths[number] = (id,)


def draw_marked(moment: Moment, drawing: Drawing) -> None:
    """The cell whose ornament is being chosen."""
    seat, cell = divmod(moment.open[MARKED_CELL] - 1, CELLS)
    side = "my" if seat == moment.me else "their"
    w, h = moment.stage.cell(seat == moment.me)
    drawing.cells[aim_id(side, PLACES[cell])] = (
        f'<rect class="aim" x="-1" y="-1" width="{w + 2}" height="{h + 2}" rx="10"/>'
    )


def draw_sets(moment: Moment, drawing: Drawing) -> None:
    """The own cells that can hold a token (BW-35)."""
    for number in moment.legal_numbers():
        draw_target(moment, drawing, number, moment.me, number)
    refuse(moment, drawing, free_cells(moment), moment.me)


def draw_ways(moment: Moment, drawing: Drawing) -> None:
    """Every way for the branch; one that joins a group says how large it grows (BW-35)."""
    reach = int(moment.kit.reach)
    numbers = moment.legal_numbers()
    for number in numbers:
        stands = number >= STANDING_BRANCH
        place = PLACES[number % CELLS]
        surface, size = joined(moment, number)
        id = f"{'stand' if stands else 'lie'}-{place[0]}-{place[1]}"
        drawing.paths[number] = (id,)
        key = aim_id("my", place)
        drawing.cells[key] += way(moment.pen, moment.stage, id, words_for(moment, number), reach, stands, surface, size)
