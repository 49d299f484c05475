"""The effects of bonus tiles: scouting, tokens, interaction (BW-34 to BW-39)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.kit import Kit
from domik.games.bower.rules.nest import (
    branch_end,
    branch_places,
    clear_cell,
    filled,
    lay_face,
    ornaments_on,
    token_worth,
)
from domik.games.bower.rules.stacks import drawn_tile
from domik.games.bower.rules.state import *
from domik.games.bower.rules.turns import end_turn, from_hand, take_from_row
from domik.kernel.game import AWAITED, bit, lowest

MARKS: Final = (1 << KIND_BITS * MARKABLE) - 1  # the kinds that an X can lie on


def can_use(numbers: vec[i64], kit: Kit, seat: i64, tile: i64) -> bool:
    """Whether the effect would do anything (BW-37 to BW-40)."""
    foe = SEAT + SEAT_SIZE * (1 - seat)
    if tile == TOKEN_X:
        return markable_cells(numbers, kit) != 0
    if tile == TOKEN_BRANCH:
        return branch_places(filled(numbers, SEAT + SEAT_SIZE * seat), kit.reach) != 0
    if tile == COVER:
        return numbers[NEST_LEFT] > 0
    if tile == GIFT:
        return numbers[foe + MADE] < kit.turns and row_places(numbers) != 0
    if tile == DOUBLE_TURN:
        return numbers[foe + MADE] < kit.turns - 1
    if tile == LOSS:
        return numbers[foe + CAME] & ~numbers[foe + WENT] != 0
    return True


def use(numbers: vec[i64], kit: Kit, seat: i64) -> None:
    """Use the effect: most want a target first."""
    tile = numbers[USING] - 1
    if tile == SCOUT_GOAL:
        numbers[PHASE] = SCOUT
    elif tile == SCOUT_ASIDE:
        numbers[OWN + OWN_SIZE * seat + KNOWN] |= numbers[SEALED + GOALS_DEALT] & ASIDE_GOALS
        end_effect(numbers, kit)
    elif tile == TOKEN_X:
        numbers[PHASE] = MARK
    elif tile < TOKEN_BRANCH:
        numbers[PHASE] = SET
    elif tile == TOKEN_BRANCH:
        numbers[PHASE] = JOIN
    elif tile == COVER:
        numbers[COVERING] = drawn_tile(numbers)
        numbers[PHASE] = COVER_TURN
    elif tile == GIFT:
        numbers[PHASE] = GIVE
    elif tile == DOUBLE_TURN:
        numbers[REPEAT] = 2 - seat  # the opponent, after the turn that comes next (BW-38)
        end_effect(numbers, kit)
    else:
        numbers[PHASE] = LOSE
        numbers[AWAITED] = bit(1 - seat)


def decline(numbers: vec[i64], kit: Kit, seat: i64) -> None:
    """Into the hand, where it can never be used (BW-24)."""
    numbers[SEAT + SEAT_SIZE * seat + DECLINED] |= bit(numbers[USING] - 1)
    end_effect(numbers, kit)


def end_effect(numbers: vec[i64], kit: Kit) -> None:
    """The effect is over and so is the turn of the seat that used it."""
    numbers[USING] = 0
    end_turn(numbers, kit, numbers[ACTOR])


# ---- scouting (BW-34) -----------------------------------------------------------------------------------


def foe_columns(seat: i64) -> i64:
    """The opponent's columns as actions (BW-10)."""
    return 0b010101 if seat == 1 else 0b101010


def scout(numbers: vec[i64], kit: Kit, seat: i64, column: i64) -> None:
    """Look at one goal of the opponent; what was seen stays known to this seat alone."""
    place: i64 = GOAL
    numbers[OWN + OWN_SIZE * seat + KNOWN] |= numbers[SEALED + GOALS_DEALT] & place << (GOAL_BITS * column)
    numbers[SCOUTED] = column + 1
    end_effect(numbers, kit)


# ---- tokens (BW-35) -------------------------------------------------------------------------------------


def markable_cells(numbers: vec[i64], kit: Kit) -> i64:
    """The cells of both nests with a flower or feather, 30 bits a nest."""
    cells: i64 = 0
    for nest in range(2):
        for cell in range(kit.cells):
            if ornaments_on(numbers, nest, kit, cell) & MARKS:
                cells |= bit(CELLS * nest + cell)
    return cells


def markable_kinds(numbers: vec[i64], kit: Kit, marked: i64) -> i64:
    """The kinds of flower and feather on one cell."""
    ornaments = ornaments_on(numbers, marked // CELLS, kit, marked % CELLS)
    kinds: i64 = 0
    for kind in range(MARKABLE):
        if (ornaments >> (KIND_BITS * kind)) & KIND:
            kinds |= bit(kind)
    return kinds


def mark(numbers: vec[i64], kit: Kit, marked: i64) -> None:
    """Choose the cell for the X; with one kind of ornament on it nothing is left to choose."""
    numbers[MARKED_CELL] = marked + 1
    kinds = markable_kinds(numbers, kit, marked)
    if kinds & (kinds - 1):
        numbers[PHASE] = MARK_KIND
    else:
        mark_kind(numbers, kit, lowest(kinds))


def mark_kind(numbers: vec[i64], kit: Kit, kind: i64) -> None:
    """The X lies on one flower or feather: it no longer counts."""
    marked = numbers[MARKED_CELL] - 1
    nest = marked // CELLS
    cell = marked % CELLS
    numbers[MARKED_CELL] = 0
    numbers[TOKEN] = 1 | nest << 1 | cell << 8 | kind << 16
    numbers[SEAT + SEAT_SIZE * nest + COLUMN + cell % WIDTH] -= bit(KIND_BITS * kind)
    end_effect(numbers, kit)


def set_token(numbers: vec[i64], kit: Kit, seat: i64, cell: i64) -> None:
    """A white flower, a white feather or the shells on an own cell with a tile."""
    token = numbers[USING] - 1 - TOKEN_X
    numbers[TOKEN + token] = 1 | seat << 1 | cell << 8
    numbers[SEAT + SEAT_SIZE * seat + COLUMN + cell % WIDTH] += token_worth(kit, token)
    end_effect(numbers, kit)


def join(numbers: vec[i64], kit: Kit, seat: i64, number: i64) -> None:
    """The branch from one cell to another with one cell between them."""
    first = number % STANDING_BRANCH
    last = branch_end(number, kit.reach)
    numbers[TOKEN + TOKENS - 1] = 1 | seat << 1 | first << 8 | last << 16
    numbers[SEAT + SEAT_SIZE * seat + BRANCH] = bit(first) | bit(last)
    end_effect(numbers, kit)


# ---- interaction (BW-36 to BW-39) -----------------------------------------------------------------------


def cover(numbers: vec[i64], kit: Kit, seat: i64, cell: i64) -> None:
    """Lay the drawn tile over two cells; what lay there no longer counts. No second bonus (BW-36)."""
    own = OWN + OWN_SIZE * seat
    at = SEAT + SEAT_SIZE * seat
    turn = (numbers[own + CHOSEN] - 1) & 3
    tile = numbers[COVERING] - 1
    other = cell + STEPS[turn]
    clear_cell(numbers, seat, kit, cell)
    clear_cell(numbers, seat, kit, other)
    lay_face(numbers, at, kit, 2 * tile, cell)
    lay_face(numbers, at, kit, 2 * tile + 1, other)
    numbers[own + CHOSEN] = 0
    numbers[COVERING] = 0
    numbers[at + WENT] |= bit(tile)
    covered: i64 = 1
    numbers[LAST] = (tile + 1) | turn << 8 | cell << 12 | seat << 20 | covered << 24
    end_effect(numbers, kit)


def row_places(numbers: vec[i64]) -> i64:
    """The places of the row that hold a tile."""
    places: i64 = 0
    for place in range(ROW_SIZE):
        if numbers[ROW + place]:
            places |= bit(place)
    return places


def give(numbers: vec[i64], kit: Kit, seat: i64, place: i64) -> None:
    """The opponent must place this tile in their next turn and takes none (BW-37)."""
    numbers[SEAT + SEAT_SIZE * (1 - seat) + GIVEN] = take_from_row(numbers, place) + 1
    end_effect(numbers, kit)


def lose(numbers: vec[i64], kit: Kit, seat: i64, tile: i64) -> None:
    """The opponent's choice leaves their hand for good (BW-39)."""
    from_hand(numbers, seat, tile)
    numbers[LOST] = tile + 1
    end_effect(numbers, kit)
