"""Bonus tiles: drawing and choosing them, and their effects (BW-24, BW-34 to BW-39)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.config import Config
from domik.games.bower.rules.nest import (
    branch_end,
    branch_places,
    clear_cell,
    filled_cells,
    lay_face,
    ornaments_on,
    token_worth,
)
from domik.games.bower.rules.state import *
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

MARKS: Final = (1 << KIND_BITS * MARKABLE) - 1  # the kinds that an X can lie on


def can_use(numbers: vec[i64], config: Config, seat: i64, tile: i64) -> bool:
    """Whether the effect would change anything (BW-37 to BW-40)."""
    foe = SEAT + SEAT_SIZE * (1 - seat)
    if tile == TOKEN_X:
        return markable_cells(numbers, config) != 0
    if tile == TOKEN_BRANCH:
        return branch_places(filled_cells(numbers, SEAT + SEAT_SIZE * seat), config.reach) != 0
    if tile == COVER:
        return numbers[NEST_LEFT] > 0
    if tile == GIFT:
        return numbers[foe + MADE] < config.turns and row_places(numbers) != 0
    if tile == DOUBLE_TURN:
        return numbers[foe + MADE] < config.turns - 1
    if tile == LOSS:
        return numbers[foe + CAME] & ~numbers[foe + WENT] != 0
    return True


def use(numbers: vec[i64], config: Config, seat: i64) -> None:
    """Start using the effect; most ask for a target next."""
    tile = numbers[USING] - 1
    if tile == SCOUT_GOAL:
        numbers[PHASE] = SCOUT
    elif tile == SCOUT_ASIDE:
        numbers[OWN + OWN_SIZE * seat + KNOWN] |= numbers[SEALED + GOALS_DEALT] & ASIDE_GOALS
        end_effect(numbers, config)
    elif tile == TOKEN_X:
        numbers[PHASE] = MARK
    elif tile < TOKEN_BRANCH:
        numbers[PHASE] = SET
    elif tile == TOKEN_BRANCH:
        numbers[PHASE] = JOIN
    elif tile == COVER:
        numbers[COVERING] = draw_nest_tile(numbers)
        numbers[PHASE] = COVER_TURN
    elif tile == GIFT:
        numbers[PHASE] = GIVE
    elif tile == DOUBLE_TURN:
        numbers[REPEAT] = 2 - seat  # the opponent gets an extra turn after their next one (BW-38)
        end_effect(numbers, config)
    else:
        numbers[PHASE] = LOSE
        numbers[AWAITED] = bit(1 - seat)


def decline(numbers: vec[i64], config: Config, seat: i64) -> None:
    """Keep the tile unused; its effect is lost for good (BW-24)."""
    numbers[SEAT + SEAT_SIZE * seat + DECLINED] |= bit(numbers[USING] - 1)
    end_effect(numbers, config)


def end_effect(numbers: vec[i64], config: Config) -> None:
    """End the effect and the turn of the seat that used it."""
    numbers[USING] = 0
    end_turn(numbers, config, numbers[ACTOR])


# ---- scouting (BW-34) -----------------------------------------------------------------------------------


def foe_columns(seat: i64) -> i64:
    """The opponent's columns as a mask of actions (BW-10)."""
    return 0b010101 if seat == 1 else 0b101010


def scout(numbers: vec[i64], config: Config, seat: i64, column: i64) -> None:
    """Look at one of the opponent's goals; only this seat learns it."""
    place: i64 = GOAL
    numbers[OWN + OWN_SIZE * seat + KNOWN] |= numbers[SEALED + GOALS_DEALT] & place << (GOAL_BITS * column)
    numbers[SCOUTED] = column + 1
    end_effect(numbers, config)


# ---- tokens (BW-35) -------------------------------------------------------------------------------------


def markable_cells(numbers: vec[i64], config: Config) -> i64:
    """The cells of both nests with a flower or feather, 30 bits per nest."""
    cells: i64 = 0
    for nest in range(2):
        for cell in range(config.cells):
            if ornaments_on(numbers, nest, config, cell) & MARKS:
                cells |= bit(CELLS * nest + cell)
    return cells


def markable_kinds(numbers: vec[i64], config: Config, marked: i64) -> i64:
    """Mask of the kinds of flower and feather on one cell."""
    ornaments = ornaments_on(numbers, marked // CELLS, config, marked % CELLS)
    kinds: i64 = 0
    for kind in range(MARKABLE):
        if (ornaments >> (KIND_BITS * kind)) & KIND:
            kinds |= bit(kind)
    return kinds


def mark(numbers: vec[i64], config: Config, marked: i64) -> None:
    """Choose the cell for the X; if it has only one kind of ornament, place the X at once."""
    numbers[MARKED_CELL] = marked + 1
    kinds = markable_kinds(numbers, config, marked)
    if kinds & (kinds - 1):
        numbers[PHASE] = MARK_KIND
    else:
        mark_kind(numbers, config, lowest(kinds))


def mark_kind(numbers: vec[i64], config: Config, kind: i64) -> None:
    """Lay the X on one flower or feather, which no longer counts."""
    marked = numbers[MARKED_CELL] - 1
    nest = marked // CELLS
    cell = marked % CELLS
    numbers[MARKED_CELL] = 0
    numbers[TOKEN] = 1 | nest << 1 | cell << 8 | kind << 16
    numbers[SEAT + SEAT_SIZE * nest + COLUMN + cell % WIDTH] -= bit(KIND_BITS * kind)
    end_effect(numbers, config)


def set_token(numbers: vec[i64], config: Config, seat: i64, cell: i64) -> None:
    """Put a white flower, a white feather or the shells on an own cell with a tile."""
    token = numbers[USING] - 1 - TOKEN_X
    numbers[TOKEN + token] = 1 | seat << 1 | cell << 8
    numbers[SEAT + SEAT_SIZE * seat + COLUMN + cell % WIDTH] += token_worth(config, token)
    end_effect(numbers, config)


def join(numbers: vec[i64], config: Config, seat: i64, number: i64) -> None:
    """Lay the branch from one cell to another with one cell between them."""
    first = number % STANDING_BRANCH
    last = branch_end(number, config.reach)
    numbers[TOKEN + TOKENS - 1] = 1 | seat << 1 | first << 8 | last << 16
    numbers[SEAT + SEAT_SIZE * seat + BRANCH] = bit(first) | bit(last)
    end_effect(numbers, config)


# ---- interaction (BW-36 to BW-39) -----------------------------------------------------------------------


def cover(numbers: vec[i64], config: Config, seat: i64, cell: i64) -> None:
    """Lay the drawn tile over two cells; what lay there no longer counts. This earns no second bonus (BW-36)."""
    own = OWN + OWN_SIZE * seat
    at = SEAT + SEAT_SIZE * seat
    turn = (numbers[own + CHOSEN] - 1) & 3
    tile = numbers[COVERING] - 1
    other = cell + STEPS[turn]
    clear_cell(numbers, seat, config, cell)
    clear_cell(numbers, seat, config, other)
    lay_face(numbers, at, config, 2 * tile, cell)
    lay_face(numbers, at, config, 2 * tile + 1, other)
    numbers[own + CHOSEN] = 0
    numbers[COVERING] = 0
    numbers[at + WENT] |= bit(tile)
    covered: i64 = 1
    numbers[LAST] = (tile + 1) | turn << 8 | cell << 12 | seat << 20 | covered << 24
    end_effect(numbers, config)


def row_places(numbers: vec[i64]) -> i64:
    """Mask of the row's places that hold a tile."""
    places: i64 = 0
    for place in range(ROW_SIZE):
        if numbers[ROW + place]:
            places |= bit(place)
    return places


def give(numbers: vec[i64], config: Config, seat: i64, place: i64) -> None:
    """Give a tile that the opponent must place in their next turn instead of taking one (BW-37)."""
    numbers[SEAT + SEAT_SIZE * (1 - seat) + GIVEN] = take_from_row(numbers, place) + 1
    end_effect(numbers, config)


def lose(numbers: vec[i64], config: Config, seat: i64, tile: i64) -> None:
    """Remove the tile of the opponent's choice from their hand for good (BW-39)."""
    remove_from_hand(numbers, seat, tile)
    numbers[LOST] = tile + 1
    end_effect(numbers, config)


def begin_bonus(numbers: vec[i64], config: Config, seat: i64) -> None:
    """Offer the open bonus tiles (`hard`) or three drawn ones; without any, the turn ends."""
    if config.hard:
        if numbers[OFFER]:
            numbers[PHASE] = BONUS
            return
    elif draw_tiles(numbers, seat):
        numbers[PHASE] = BONUS
        return
    end_turn(numbers, config, seat)


def draw_tiles(numbers: vec[i64], seat: i64) -> i64:
    """Draw the top three, reshuffling if needed; return how many there were (BW-24)."""
    left = numbers[BONUS_LEFT]
    drawn: i64 = 0
    n: i64 = 0
    while n < DRAW:
        if not left:
            left = reshuffle(numbers, seat, n)
            if not left:
                break
        left -= 1
        drawn |= bit(take_top(numbers, SEALED + BONUS_STACK, left) - 1)
        n += 1
    numbers[BONUS_LEFT] = left
    numbers[DRAWN_NOW] = n
    numbers[OWN + OWN_SIZE * seat + DRAWN] = drawn
    return n


def reshuffle(numbers: vec[i64], seat: i64, drawn: i64) -> i64:
    """Shuffle the discards into a new stack with the sealed luck; return its size (BW-24)."""
    own = OWN + OWN_SIZE * seat
    foe = OWN + OWN_SIZE * (1 - seat)
    former = numbers[foe + DISCARDS]
    discards = numbers[own + DISCARDS] | former
    if not discards:
        return 0
    remember_reshuffle(numbers, seat, drawn, former)
    numbers[own + DISCARDS] = 0
    numbers[foe + DISCARDS] = 0
    numbers[SEAT + DISCARDED] = 0
    numbers[SEAT + SEAT_SIZE + DISCARDED] = 0
    at = SEALED + LUCK
    luck = unseal_luck(numbers, at)
    n = fill_stack(numbers, SEALED + BONUS_STACK, discards, luck)
    seal_luck(luck, numbers, at)
    return n


def remember_reshuffle(numbers: vec[i64], seat: i64, drawn: i64, former: i64) -> None:
    """Record what a reshuffle tells the seat that does not draw (see imagine.py).

    Earlier reshuffles remain informative as long as the same seat reshuffles in the middle of a draw every time.
    Otherwise both seats know the new stack: the drawer always does, and so does the opponent when nothing was drawn
    before it.
    """
    in_a_row = drawn > 0 and (numbers[RESHUFFLED] >> 1) & 1 == seat and (numbers[RESHUFFLED] >> 4) & 0xF > 0
    for k in range(RESHUFFLES - 1, 0, -1):
        numbers[RESHUFFLED + k] = numbers[RESHUFFLED + k - 1] if in_a_row else 0
        for at in range(OWN + FORMER + k, SEALED, OWN_SIZE):
            numbers[at] = numbers[at - 1] if in_a_row else 0
    kept = numbers[SEAT + KEPT] | numbers[SEAT + SEAT_SIZE + KEPT]
    numbers[RESHUFFLED] = 1 | seat << 1 | drawn << 4 | kept << KEPT_EARLIER
    numbers[OWN + FORMER] = former
    numbers[OWN + OWN_SIZE + FORMER] = former


def keep_tile(numbers: vec[i64], config: Config, seat: i64, tile: i64) -> None:
    """Reveal and keep one tile, discard the others hidden (BW-24); nest and ornament tiles have no further step."""
    at = SEAT + SEAT_SIZE * seat
    own = OWN + OWN_SIZE * seat
    if config.hard:
        numbers[OFFER] &= ~bit(tile)
    else:
        discarded = numbers[own + DRAWN] & ~bit(tile)
        numbers[own + DRAWN] = 0
        numbers[own + DISCARDS] |= discarded
        numbers[at + DISCARDED] += count(discarded)
        numbers[DRAWN_NOW] = 0
        if numbers[RESHUFFLED] and not (numbers[RESHUFFLED] >> 8) & KEPT_THEN:
            numbers[RESHUFFLED] |= (tile + 1) << 8
    numbers[at + KEPT] |= bit(tile)
    if tile <= COLOURED_SHELLS:
        add_to_hand(numbers, seat, NEST_BONUS + tile)
        end_turn(numbers, config, seat)
    elif tile <= ORNAMENT_SHELLS:
        end_turn(numbers, config, seat)
    else:
        numbers[USING] = tile + 1
        numbers[PHASE] = USE


def legal_use(numbers: vec[i64], config: Config, seat: i64) -> i64:
    """Mask of USE actions; an effect that would change nothing can only be declined (BW-39)."""
    if can_use(numbers, config, seat, numbers[USING] - 1):
        return USE_IT | DECLINE
    return DECLINE
