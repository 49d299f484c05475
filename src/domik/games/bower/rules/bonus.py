"""Bonus tiles: drawing and choosing them, and their effects (BW-24, BW-34 to BW-39)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules import state as at
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.nest import (
    branch_end,
    branch_places,
    clear_cell,
    filled_cells,
    lay_tile,
    ornaments_on,
    token_worth,
)
from domik.games.bower.rules.turns import (
    add_to_hand,
    draw_nest_tile,
    end_turn,
    fill_stack,
    remove_from_hand,
    take_from_row,
    take_top,
)
from domik.kernel.game import AWAITED, bit, count, lowest
from domik.kernel.luck import seal_luck, unseal_luck

MARKS: Final = (1 << at.KIND_BITS * at.MARKABLE) - 1  # the kinds that an X can lie on


def can_use(numbers: vec[i64], config: Config, seat: i64, tile: i64) -> bool:
    """Whether the effect would change anything (BW-37 to BW-40)."""
    foe = at.SEAT + at.SEAT_SIZE * (1 - seat)
    if tile == at.TOKEN_X:
        return markable_cells(numbers, config) != 0
    if tile == at.TOKEN_BRANCH:
        return branch_places(filled_cells(numbers, at.SEAT + at.SEAT_SIZE * seat), config.reach) != 0
    if tile == at.COVER:
        return numbers[at.NEST_LEFT] > 0
    if tile == at.GIFT:
        return numbers[foe + at.MADE] < config.turns and row_places(numbers) != 0
    if tile == at.DOUBLE_TURN:
        return numbers[foe + at.MADE] < config.turns - 1
    if tile == at.LOSS:
        return numbers[foe + at.CAME] & ~numbers[foe + at.WENT] != 0
    return True


def use(numbers: vec[i64], config: Config, seat: i64) -> None:
    """Start using the effect; most ask for a target next."""
    tile = numbers[at.USING] - 1
    if tile == at.SCOUT_GOAL:
        numbers[at.PHASE] = at.SCOUT
    elif tile == at.SCOUT_ASIDE:
        numbers[at.OWN + at.OWN_SIZE * seat + at.KNOWN] |= numbers[at.SEALED + at.GOALS_DEALT] & at.ASIDE_GOALS
        end_effect(numbers, config)
    elif tile == at.TOKEN_X:
        numbers[at.PHASE] = at.MARK
    elif tile < at.TOKEN_BRANCH:
        numbers[at.PHASE] = at.SET
    elif tile == at.TOKEN_BRANCH:
        numbers[at.PHASE] = at.JOIN
    elif tile == at.COVER:
        numbers[at.COVERING] = draw_nest_tile(numbers)
        numbers[at.PHASE] = at.COVER_TURN
    elif tile == at.GIFT:
        numbers[at.PHASE] = at.GIVE
    elif tile == at.DOUBLE_TURN:
        numbers[at.REPEAT] = 2 - seat  # the opponent gets an extra turn after their next one (BW-38)
        end_effect(numbers, config)
    else:
        numbers[at.PHASE] = at.LOSE
        numbers[AWAITED] = bit(1 - seat)


def decline(numbers: vec[i64], config: Config, seat: i64) -> None:
    """Keep the tile unused; its effect is lost for good (BW-24)."""
    numbers[at.SEAT + at.SEAT_SIZE * seat + at.DECLINED] |= bit(numbers[at.USING] - 1)
    end_effect(numbers, config)


def end_effect(numbers: vec[i64], config: Config) -> None:
    """End the effect and the turn of the seat that used it."""
    numbers[at.USING] = 0
    end_turn(numbers, config, numbers[at.ACTOR])


# ---- scouting (BW-34) -----------------------------------------------------------------------------------


def foe_columns(seat: i64) -> i64:
    """The opponent's columns as a mask of actions (BW-10)."""
    return 0b010101 if seat == 1 else 0b101010


def scout(numbers: vec[i64], config: Config, seat: i64, column: i64) -> None:
    """Look at one of the opponent's goals; only this seat learns it."""
    goal: i64 = at.GOAL
    goal = numbers[at.SEALED + at.GOALS_DEALT] & goal << (at.GOAL_BITS * column)
    numbers[at.OWN + at.OWN_SIZE * seat + at.KNOWN] |= goal
    numbers[at.SCOUTED] = column + 1
    end_effect(numbers, config)


# ---- tokens (BW-35) -------------------------------------------------------------------------------------


def markable_cells(numbers: vec[i64], config: Config) -> i64:
    """The cells of both nests with a flower or feather, 30 bits per nest."""
    cells: i64 = 0
    for nest in range(2):
        for cell in range(config.cells):
            if ornaments_on(numbers, nest, config, cell) & MARKS:
                cells |= bit(at.CELLS * nest + cell)
    return cells


def markable_kinds(numbers: vec[i64], config: Config, marked: i64) -> i64:
    """Mask of the kinds of flower and feather on one cell."""
    ornaments = ornaments_on(numbers, marked // at.CELLS, config, marked % at.CELLS)
    kinds: i64 = 0
    for kind in range(at.MARKABLE):
        if (ornaments >> (at.KIND_BITS * kind)) & at.KIND:
            kinds |= bit(kind)
    return kinds


def mark(numbers: vec[i64], config: Config, marked: i64) -> None:
    """Choose the cell for the X; if it has only one kind of ornament, place the X at once."""
    numbers[at.MARKED_CELL] = marked + 1
    kinds = markable_kinds(numbers, config, marked)
    if kinds & (kinds - 1):
        numbers[at.PHASE] = at.MARK_KIND
    else:
        mark_kind(numbers, config, lowest(kinds))


def mark_kind(numbers: vec[i64], config: Config, kind: i64) -> None:
    """Lay the X on one flower or feather, which no longer counts."""
    marked = numbers[at.MARKED_CELL] - 1
    nest = marked // at.CELLS
    cell = marked % at.CELLS
    numbers[at.MARKED_CELL] = 0
    numbers[at.TOKEN] = 1 | nest << 1 | cell << 8 | kind << 16
    numbers[at.SEAT + at.SEAT_SIZE * nest + at.COLUMN + cell % at.WIDTH] -= bit(at.KIND_BITS * kind)
    end_effect(numbers, config)


def set_token(numbers: vec[i64], config: Config, seat: i64, cell: i64) -> None:
    """Put a white flower, a white feather or the shells on an own cell with a tile."""
    token = numbers[at.USING] - 1 - at.TOKEN_X
    numbers[at.TOKEN + token] = 1 | seat << 1 | cell << 8
    numbers[at.SEAT + at.SEAT_SIZE * seat + at.COLUMN + cell % at.WIDTH] += token_worth(config, token)
    end_effect(numbers, config)


def join(numbers: vec[i64], config: Config, seat: i64, number: i64) -> None:
    """Lay the branch from one cell to another with one cell between them."""
    first = number % at.STANDING_BRANCH
    last = branch_end(number, config.reach)
    numbers[at.TOKEN + at.TOKENS - 1] = 1 | seat << 1 | first << 8 | last << 16
    numbers[at.SEAT + at.SEAT_SIZE * seat + at.BRANCH] = bit(first) | bit(last)
    end_effect(numbers, config)


# ---- interaction (BW-36 to BW-39) -----------------------------------------------------------------------


def cover(numbers: vec[i64], config: Config, seat: i64, cell: i64) -> None:
    """Lay the drawn tile over two cells; what lay there no longer counts. This earns no second bonus (BW-36)."""
    own = at.OWN + at.OWN_SIZE * seat
    turn = (numbers[own + at.CHOSEN] - 1) & 3
    tile = numbers[at.COVERING] - 1
    other = cell + at.STEPS[turn]
    clear_cell(numbers, seat, config, cell)
    clear_cell(numbers, seat, config, other)
    lay_tile(numbers, seat, config, tile, cell, other)
    numbers[own + at.CHOSEN] = 0
    numbers[at.COVERING] = 0
    numbers[at.SEAT + at.SEAT_SIZE * seat + at.WENT] |= bit(tile)
    covered: i64 = 1
    numbers[at.LAST] = (tile + 1) | turn << 8 | cell << 12 | seat << 20 | covered << 24
    end_effect(numbers, config)


def row_places(numbers: vec[i64]) -> i64:
    """Mask of the row's places that hold a tile."""
    places: i64 = 0
    for place in range(at.ROW_SIZE):
        if numbers[at.ROW + place]:
            places |= bit(place)
    return places


def give(numbers: vec[i64], config: Config, seat: i64, place: i64) -> None:
    """Give a tile that the opponent must place in their next turn instead of taking one (BW-37)."""
    numbers[at.SEAT + at.SEAT_SIZE * (1 - seat) + at.GIVEN] = take_from_row(numbers, place) + 1
    end_effect(numbers, config)


def lose(numbers: vec[i64], config: Config, seat: i64, tile: i64) -> None:
    """Remove the tile of the opponent's choice from their hand for good (BW-39)."""
    remove_from_hand(numbers, seat, tile)
    numbers[at.LOST] = tile + 1
    end_effect(numbers, config)


def begin_bonus(numbers: vec[i64], config: Config, seat: i64) -> None:
    """Offer the open bonus tiles (`hard`) or three drawn ones; without any, the turn ends."""
    if config.hard:
        if numbers[at.OFFER]:
            numbers[at.PHASE] = at.BONUS
            return
    elif draw_tiles(numbers, seat):
        numbers[at.PHASE] = at.BONUS
        return
    end_turn(numbers, config, seat)


def draw_tiles(numbers: vec[i64], seat: i64) -> i64:
    """Draw the top three, reshuffling if needed; return how many there were (BW-24)."""
    left = numbers[at.BONUS_LEFT]
    drawn: i64 = 0
    n: i64 = 0
    while n < at.DRAW:
        if not left:
            left = reshuffle(numbers, seat, n)
            if not left:
                break
        left -= 1
        drawn |= bit(take_top(numbers, at.SEALED + at.BONUS_STACK, left) - 1)
        n += 1
    numbers[at.BONUS_LEFT] = left
    numbers[at.DRAWN_NOW] = n
    numbers[at.OWN + at.OWN_SIZE * seat + at.DRAWN] = drawn
    return n


def reshuffle(numbers: vec[i64], seat: i64, drawn: i64) -> i64:
    """Shuffle the discards into a new stack with the sealed luck; return its size (BW-24)."""
    own = at.OWN + at.OWN_SIZE * seat
    foe = at.OWN + at.OWN_SIZE * (1 - seat)
    former = numbers[foe + at.DISCARDS]
    discards = numbers[own + at.DISCARDS] | former
    if not discards:
        return 0
    remember_reshuffle(numbers, seat, drawn, former)
    numbers[own + at.DISCARDS] = 0
    numbers[foe + at.DISCARDS] = 0
    numbers[at.SEAT + at.DISCARDED] = 0
    numbers[at.SEAT + at.SEAT_SIZE + at.DISCARDED] = 0
    place = at.SEALED + at.LUCK
    luck = unseal_luck(numbers, place)
    n = fill_stack(numbers, at.SEALED + at.BONUS_STACK, discards, luck)
    seal_luck(luck, numbers, place)
    return n


def remember_reshuffle(numbers: vec[i64], seat: i64, drawn: i64, former: i64) -> None:
    """Record what a reshuffle tells the seat that does not draw (see imagine.py).

    Earlier reshuffles remain informative as long as the same seat reshuffles in the middle of a draw every time.
    Otherwise both seats know the new stack: the drawer always does, and so does the opponent when nothing was drawn
    before it.
    """
    in_a_row = drawn > 0 and (numbers[at.RESHUFFLED] >> 1) & 1 == seat and (numbers[at.RESHUFFLED] >> 4) & 0xF > 0
    for k in range(at.RESHUFFLES - 1, 0, -1):
        numbers[at.RESHUFFLED + k] = numbers[at.RESHUFFLED + k - 1] if in_a_row else 0
        for place in range(at.OWN + at.FORMER + k, at.SEALED, at.OWN_SIZE):
            numbers[place] = numbers[place - 1] if in_a_row else 0
    kept = numbers[at.SEAT + at.KEPT] | numbers[at.SEAT + at.SEAT_SIZE + at.KEPT]
    numbers[at.RESHUFFLED] = 1 | seat << 1 | drawn << 4 | kept << at.KEPT_EARLIER
    numbers[at.OWN + at.FORMER] = former
    numbers[at.OWN + at.OWN_SIZE + at.FORMER] = former


def keep_tile(numbers: vec[i64], config: Config, seat: i64, tile: i64) -> None:
    """Reveal and keep one tile, discard the others hidden (BW-24); nest and ornament tiles have no further step."""
    base = at.SEAT + at.SEAT_SIZE * seat
    own = at.OWN + at.OWN_SIZE * seat
    if config.hard:
        numbers[at.OFFER] &= ~bit(tile)
    else:
        discarded = numbers[own + at.DRAWN] & ~bit(tile)
        numbers[own + at.DRAWN] = 0
        numbers[own + at.DISCARDS] |= discarded
        numbers[base + at.DISCARDED] += count(discarded)
        numbers[at.DRAWN_NOW] = 0
        if numbers[at.RESHUFFLED] and not (numbers[at.RESHUFFLED] >> 8) & at.KEPT_THEN:
            numbers[at.RESHUFFLED] |= (tile + 1) << 8
    numbers[base + at.KEPT] |= bit(tile)
    if tile <= at.COLOURED_SHELLS:
        add_to_hand(numbers, seat, at.NEST_BONUS + tile)
        end_turn(numbers, config, seat)
    elif tile <= at.ORNAMENT_SHELLS:
        end_turn(numbers, config, seat)
    else:
        numbers[at.USING] = tile + 1
        numbers[at.PHASE] = at.USE


def legal_use(numbers: vec[i64], config: Config, seat: i64) -> i64:
    """Mask of USE actions; an effect that would change nothing can only be declined (BW-39)."""
    if can_use(numbers, config, seat, numbers[at.USING] - 1):
        return at.USE_IT | at.DECLINE
    return at.DECLINE
