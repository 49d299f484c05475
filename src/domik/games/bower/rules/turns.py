"""Whose turn it is and how it begins and ends (BW-12, BW-20, BW-22, BW-37, BW-38, BW-50)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.kit import Box
from domik.games.bower.rules.nest import filled, fitting_turns
from domik.games.bower.rules.points import count_eggs
from domik.games.bower.rules.state import *
from domik.kernel.game import AWAITED, bit


def drawn_tile(numbers: vec[i64]) -> i64:
    """The top tile of the stack + 1, or 0 when the stack is empty (BW-40)."""
    left = numbers[NEST_LEFT]
    if not left:
        return 0
    left -= 1
    numbers[NEST_LEFT] = left
    at = SEALED + NEST_STACK + left
    tile = numbers[at]
    numbers[at] = 0
    return tile


def take_from_row(numbers: vec[i64], place: i64) -> i64:
    """Take a tile of the row and fill its place from the stack (BW-20)."""
    tile = numbers[ROW + place] - 1
    numbers[ROW + place] = drawn_tile(numbers)
    return tile


def to_hand(numbers: vec[i64], seat: i64, tile: i64) -> None:
    """A tile that everybody saw goes to a hand."""
    place = bit(tile)
    numbers[SEAT + SEAT_SIZE * seat + CAME] |= place
    numbers[OWN + OWN_SIZE * seat + HAND] |= place


def from_hand(numbers: vec[i64], seat: i64, tile: i64) -> None:
    """A tile leaves a hand, seen by everybody."""
    place = bit(tile)
    numbers[SEAT + SEAT_SIZE * seat + WENT] |= place
    numbers[OWN + OWN_SIZE * seat + HAND] &= ~place


def begin_turn(numbers: vec[i64], box: Box, seat: i64) -> None:
    """Take a tile of the row, unless a gift waits or the row is empty (BW-20, BW-37, BW-40)."""
    numbers[ACTOR] = seat
    numbers[AWAITED] = bit(seat)
    if numbers[SEAT + SEAT_SIZE * seat + GIVEN] or not numbers[ROW] | numbers[ROW + 1] | numbers[ROW + 2]:
        begin_placing(numbers, box, seat)
    else:
        numbers[PHASE] = TAKE


def begin_placing(numbers: vec[i64], box: Box, seat: i64) -> None:
    """Placing is compulsory where a tile fits; otherwise the turn ends and all tiles stay in hand (BW-22)."""
    at = SEAT + SEAT_SIZE * seat
    if (numbers[at + GIVEN] or numbers[OWN + OWN_SIZE * seat + HAND]) and fitting_turns(filled(numbers, at), box.grid):
        numbers[PHASE] = CHOOSE
        return
    given = numbers[at + GIVEN]
    if given:
        numbers[at + GIVEN] = 0
        to_hand(numbers, seat, given - 1)
    end_turn(numbers, box, seat)


def end_turn(numbers: vec[i64], box: Box, seat: i64) -> None:
    """The opponent is next, unless a double turn goes on or they have made all their turns (BW-38, BW-50)."""
    numbers[SEAT + SEAT_SIZE * seat + MADE] += 1
    next = 1 - seat
    if numbers[REPEAT] == seat + 1:
        numbers[REPEAT] = 0
        next = seat
    if numbers[SEAT + SEAT_SIZE * next + MADE] >= box.turns:
        next = 1 - next
        if numbers[SEAT + SEAT_SIZE * next + MADE] >= box.turns:
            end_game(numbers, box)
            return
    begin_turn(numbers, box, next)


def end_game(numbers: vec[i64], box: Box) -> None:
    """The goals are revealed and the eggs counted (BW-50)."""
    numbers[PHASE] = OVER
    numbers[AWAITED] = 0
    numbers[SHOWN_GOALS] = numbers[SEALED + GOALS_DEALT]
    count_eggs(numbers, box)
