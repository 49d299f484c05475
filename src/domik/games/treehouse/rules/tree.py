"""One player's tree as bit masks: support, colour groups, balance and patterns (TH-30 to TH-33, TH-62)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules.state import BALANCE, BIRDHOUSE, BOARD, COLOURS, LEFT, RIGHT, ROOMS, STRIDE, TRUNK

# Slots outside the triangle count as filled: the end of a level rests on one card only (TH-31).
OUTSIDE: Final = ((1 << 42) - 1) & ~(BOARD | TRUNK)
FOOT: Final = 1 << STRIDE  # stands for bit -1, the lower left neighbour of level 2's first slot


def adjacent_slots(rooms: i64) -> i64:
    """All slots beside, above and below the given rooms (TH-32)."""
    return rooms << 1 | rooms >> 1 | rooms << 6 | rooms >> 6 | rooms << 7 | rooms >> 7


def filled_slots(numbers: vec[i64], at: i64) -> i64:
    """All filled slots of the tree whose block begins at `at`, including the trunk."""
    return (
        TRUNK
        | numbers[at + ROOMS]
        | numbers[at + ROOMS + 1]
        | numbers[at + ROOMS + 2]
        | numbers[at + ROOMS + 3]
        | numbers[at + ROOMS + 4]
        | numbers[at + ROOMS + 5]
        | numbers[at + BIRDHOUSE]
    )


def supported_slots(built: i64) -> i64:
    """The free slots whose cards below are all built (TH-31)."""
    solid = built | OUTSIDE
    return (solid << 6) & (solid << 7 | FOOT) & BOARD & ~built


def balanced_slots(slots: i64, lean: i64) -> i64:
    """The slots that keep the marker on its three spots (TH-33)."""
    if lean < 0:
        return slots & ~LEFT
    if lean > 0:
        return slots & ~RIGHT
    return slots


def slots_for(numbers: vec[i64], at: i64, colour: i64) -> i64:
    """Where a room of this colour may be built (TH-31 to TH-33)."""
    slots = balanced_slots(supported_slots(filled_slots(numbers, at)), numbers[at + BALANCE])
    same = numbers[at + ROOMS + colour]
    if same:
        slots &= adjacent_slots(same)
    return slots


def slots_ignoring_balance(numbers: vec[i64], at: i64, colour: i64) -> i64:
    """Where a room of this colour would fit if balance did not matter (TH-61)."""
    slots = supported_slots(filled_slots(numbers, at))
    same = numbers[at + ROOMS + colour]
    if same:
        slots &= adjacent_slots(same)
    return slots


def side_of(slot: i64) -> i64:
    """-1 left of the trunk, 0 on its centre line, 1 right of it (TH-33)."""
    if slot & LEFT:
        return -1
    if slot & RIGHT:
        return 1
    return 0


def has_row(numbers: vec[i64], at: i64, left: i64, middle: i64, right: i64) -> bool:
    """Whether three neighbours on one level show these colours, left to right (TH-62)."""
    first = numbers[at + ROOMS + left]
    return (first << 1 & numbers[at + ROOMS + middle]) << 1 & numbers[at + ROOMS + right] != 0


def has_triangle(numbers: vec[i64], at: i64, top: i64, left: i64, right: i64) -> bool:
    """Whether a room rests on two others with these colours (TH-62)."""
    return numbers[at + ROOMS + top] & (numbers[at + ROOMS + left] << 7) & (numbers[at + ROOMS + right] << 6) != 0


def most_of_a_colour(numbers: vec[i64], at: i64) -> i64:
    """Size of the biggest colour group (TH-51)."""
    most: i64 = 0
    for colour in range(COLOURS):
        n: i64 = 0
        rest = numbers[at + ROOMS + colour]
        while rest:
            rest &= rest - 1
            n += 1
        if n > most:
            most = n
    return most
