"""The face-down stacks of nest tiles and bonus tiles: the top one is the last (BW-11, BW-24, BW-40)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.state import *
from domik.kernel.game import lowest
from domik.kernel.luck import Luck


def stack_up(numbers: vec[i64], stack: i64, tiles: i64, luck: Luck) -> i64:
    """Shuffle the tiles of a mask into a stack; how many there are."""
    n: i64 = 0
    while tiles:
        numbers[stack + n] = lowest(tiles) + 1
        tiles &= tiles - 1
        n += 1
    luck.shuffle(numbers, stack, stack + n)
    return n


def drawn_tile(numbers: vec[i64]) -> i64:
    """The top nest tile + 1, or 0 when the stack is empty (BW-40)."""
    left = numbers[NEST_LEFT]
    if not left:
        return 0
    left -= 1
    numbers[NEST_LEFT] = left
    at = SEALED + NEST_STACK + left
    tile = numbers[at]
    numbers[at] = 0
    return tile
