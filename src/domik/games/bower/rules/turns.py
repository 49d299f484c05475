"""The course of a turn, and the face-down stacks of nest tiles and bonus tiles (BW-11, BW-20 to BW-24, BW-40)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules import state as at
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.nest import filled_cells, fitting_turns
from domik.games.bower.rules.points import count_eggs
from domik.kernel.game import AWAITED, bit, lowest
from domik.kernel.luck import Luck


def fill_stack(numbers: vec[i64], stack: i64, tiles: i64, luck: Luck) -> i64:
    """Shuffle the tiles of a mask into an empty stack; return their number."""
    row = at.EMPTY[: at.MOST_NEST_TILES]
    n: i64 = 0
    while tiles:
        row[n] = lowest(tiles)
        tiles &= tiles - 1
        n += 1
    luck.shuffle(row, 0, n)
    build_stack(numbers, stack, row, 0, 1, n)
    return n


def build_stack(numbers: vec[i64], stack: i64, row: vec[i64], start: i64, step: i64, n: i64) -> None:
    """Stack n tiles of `row`, starting at `start` and advancing by `step`; the first lies at the bottom."""
    packed: i64 = 0
    shift: i64 = 0
    for _tile in range(n):
        packed |= (row[start] + 1) << shift
        start += step
        shift += at.STACK_BITS
        if shift == 8 * at.STACK_BITS:
            numbers[stack] = packed
            stack += 1
            packed = 0
            shift = 0
    if shift:
        numbers[stack] = packed


def take_top(numbers: vec[i64], stack: i64, place: i64) -> i64:
    """Remove and return the tile + 1 at `place`, which must be the top of the stack."""
    holder = stack + (place >> 3)
    shift = at.STACK_BITS * (place & 7)
    packed = numbers[holder]
    tile = packed >> shift
    numbers[holder] = packed ^ tile << shift
    return tile


def draw_nest_tile(numbers: vec[i64]) -> i64:
    """Draw the top nest tile + 1, or 0 when the stack is empty (BW-40)."""
    left = numbers[at.NEST_LEFT]
    if not left:
        return 0
    left -= 1
    numbers[at.NEST_LEFT] = left
    return take_top(numbers, at.SEALED + at.NEST_STACK, left)


def take_from_row(numbers: vec[i64], place: i64) -> i64:
    """Take a tile of the row and refill its place from the stack (BW-20)."""
    tile = numbers[at.ROW + place] - 1
    numbers[at.ROW + place] = draw_nest_tile(numbers)
    return tile


def add_to_hand(numbers: vec[i64], seat: i64, tile: i64) -> None:
    """Add a tile to a hand, publicly."""
    place = bit(tile)
    numbers[at.SEAT + at.SEAT_SIZE * seat + at.CAME] |= place
    numbers[at.OWN + at.OWN_SIZE * seat + at.HAND] |= place


def remove_from_hand(numbers: vec[i64], seat: i64, tile: i64) -> None:
    """Remove a tile from a hand, publicly."""
    place = bit(tile)
    numbers[at.SEAT + at.SEAT_SIZE * seat + at.WENT] |= place
    numbers[at.OWN + at.OWN_SIZE * seat + at.HAND] &= ~place


def tile_at(hand: i64, place: i64) -> i64:
    """The tile at a place of a hand, lowest tile number first."""
    for _again in range(place):
        hand &= hand - 1
    return lowest(hand)


def choosable_tile(numbers: vec[i64], seat: i64, place: i64) -> i64:
    """The waiting gift, or the tile at a place of the hand (BW-21, BW-37)."""
    given = numbers[at.SEAT + at.SEAT_SIZE * seat + at.GIVEN]
    return given - 1 if given else tile_at(numbers[at.OWN + at.OWN_SIZE * seat + at.HAND], place)


def begin_turn(numbers: vec[i64], config: Config, seat: i64) -> None:
    """Start with taking a tile of the row, unless a gift waits or the row is empty (BW-20, BW-37, BW-40)."""
    numbers[at.ACTOR] = seat
    numbers[AWAITED] = bit(seat)
    row = numbers[at.ROW] | numbers[at.ROW + 1] | numbers[at.ROW + 2]
    if numbers[at.SEAT + at.SEAT_SIZE * seat + at.GIVEN] or not row:
        begin_placing(numbers, config, seat)
    else:
        numbers[at.PHASE] = at.TAKE


def begin_placing(numbers: vec[i64], config: Config, seat: i64) -> None:
    """Placing is compulsory if a tile fits; otherwise the turn ends and all tiles stay in hand (BW-22)."""
    base = at.SEAT + at.SEAT_SIZE * seat
    given = numbers[base + at.GIVEN]
    holds = given or numbers[at.OWN + at.OWN_SIZE * seat + at.HAND]
    if holds and fitting_turns(filled_cells(numbers, base), config.grid):
        numbers[at.PHASE] = at.CHOOSE
        return
    if given:
        numbers[base + at.GIVEN] = 0
        add_to_hand(numbers, seat, given - 1)
    end_turn(numbers, config, seat)


def end_turn(numbers: vec[i64], config: Config, seat: i64) -> None:
    """Pass to the opponent, unless a double turn continues or they have made all their turns (BW-38, BW-50)."""
    numbers[at.SEAT + at.SEAT_SIZE * seat + at.MADE] += 1
    next = 1 - seat
    if numbers[at.REPEAT] == seat + 1:
        numbers[at.REPEAT] = 0
        next = seat
    if numbers[at.SEAT + at.SEAT_SIZE * next + at.MADE] >= config.turns:
        next = 1 - next
        if numbers[at.SEAT + at.SEAT_SIZE * next + at.MADE] >= config.turns:
            end_game(numbers, config)
            return
    begin_turn(numbers, config, next)


def end_game(numbers: vec[i64], config: Config) -> None:
    """Reveal the goals and count the eggs (BW-50)."""
    numbers[at.PHASE] = at.OVER
    numbers[AWAITED] = 0
    numbers[at.SHOWN_GOALS] = numbers[at.SEALED + at.GOALS_DEALT]
    count_eggs(numbers, config)
