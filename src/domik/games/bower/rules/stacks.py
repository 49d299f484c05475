"""The face-down stacks of nest tiles and bonus tiles: the top one is the last (BW-11, BW-24, BW-40)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.state import *
from domik.kernel.game import lowest
from domik.kernel.luck import Luck


def stack_up(numbers: vec[i64], stack: i64, tiles: i64, luck: Luck) -> i64:
    """Shuffle the tiles of a mask into a stack that is empty; how many there are."""
    row = EMPTY[:MOST_NEST_TILES]
    n: i64 = 0
    while tiles:
        row[n] = lowest(tiles)
        tiles &= tiles - 1
        n += 1
    luck.shuffle(row, 0, n)
    pile(numbers, stack, row, 0, 1, n)
    return n


def pile(numbers: vec[i64], stack: i64, row: vec[i64], at: i64, step: i64, n: i64) -> None:
    """So many tiles of a row make a stack, from `at` on and so many steps on each time; the first lies lowest."""
    packed: i64 = 0
    shift: i64 = 0
    for _tile in range(n):
        packed |= (row[at] + 1) << shift
        at += step
        shift += STACK_BITS
        if shift == 8 * STACK_BITS:
            numbers[stack] = packed
            stack += 1
            packed = 0
            shift = 0
    if shift:
        numbers[stack] = packed


def top_of(numbers: vec[i64], stack: i64, place: i64) -> i64:
    """Take the tile + 1 at this place off a stack: above it there is none."""
    at = stack + (place >> 3)
    shift = STACK_BITS * (place & 7)
    packed = numbers[at]
    tile = packed >> shift
    numbers[at] = packed ^ tile << shift
    return tile


def drawn_tile(numbers: vec[i64]) -> i64:
    """The top nest tile + 1, or 0 when the stack is empty (BW-40)."""
    left = numbers[NEST_LEFT]
    if not left:
        return 0
    left -= 1
    numbers[NEST_LEFT] = left
    return top_of(numbers, SEALED + NEST_STACK, left)
