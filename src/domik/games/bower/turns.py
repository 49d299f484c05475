"""Whose turn it is and how it begins and ends (BW-12, BW-20, BW-22, BW-37, BW-38, BW-50)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.box import Box
from domik.games.bower.eggs import count_eggs
from domik.games.bower.nest import filled, fitting_turns
from domik.games.bower.state import *
from domik.kernel.game import AWAITED, bit


def drawn_tile(table: vec[i64]) -> i64:
    """The top tile of the stack + 1, or 0 when the stack is empty (BW-40)."""
    left = table[NEST_LEFT]
    if not left:
        return 0
    left -= 1
    table[NEST_LEFT] = left
    at = SEALED + NEST_STACK + left
    tile = table[at]
    table[at] = 0
    return tile


def take_from_row(table: vec[i64], place: i64) -> i64:
    """Take a tile of the row and fill its place from the stack (BW-20)."""
    tile = table[ROW + place] - 1
    table[ROW + place] = drawn_tile(table)
    return tile


def to_hand(table: vec[i64], seat: i64, tile: i64) -> None:
    """A tile that everybody saw goes to a hand."""
    place = bit(tile)
    table[SEAT + SEAT_SIZE * seat + CAME] |= place
    table[OWN + OWN_SIZE * seat + HAND] |= place


def from_hand(table: vec[i64], seat: i64, tile: i64) -> None:
    """A tile leaves a hand, seen by everybody."""
    place = bit(tile)
    table[SEAT + SEAT_SIZE * seat + WENT] |= place
    table[OWN + OWN_SIZE * seat + HAND] &= ~place


def begin_turn(table: vec[i64], box: Box, seat: i64) -> None:
    """Take a tile of the row, unless a gift waits or the row is empty (BW-20, BW-37, BW-40)."""
    table[ACTOR] = seat
    table[AWAITED] = bit(seat)
    if table[SEAT + SEAT_SIZE * seat + GIVEN] or not table[ROW] | table[ROW + 1] | table[ROW + 2]:
        begin_placing(table, box, seat)
    else:
        table[PHASE] = TAKE


def begin_placing(table: vec[i64], box: Box, seat: i64) -> None:
    """Placing is compulsory where a tile fits; otherwise the turn ends and all tiles stay in hand (BW-22)."""
    at = SEAT + SEAT_SIZE * seat
    if (table[at + GIVEN] or table[OWN + OWN_SIZE * seat + HAND]) and fitting_turns(filled(table, at), box.grid):
        table[PHASE] = CHOOSE
        return
    given = table[at + GIVEN]
    if given:
        table[at + GIVEN] = 0
        to_hand(table, seat, given - 1)
    end_turn(table, box, seat)


def end_turn(table: vec[i64], box: Box, seat: i64) -> None:
    """The opponent is next, unless a double turn goes on or they have made all their turns (BW-38, BW-50)."""
    table[SEAT + SEAT_SIZE * seat + MADE] += 1
    next = 1 - seat
    if table[REPEAT] == seat + 1:
        table[REPEAT] = 0
        next = seat
    if table[SEAT + SEAT_SIZE * next + MADE] >= box.turns:
        next = 1 - next
        if table[SEAT + SEAT_SIZE * next + MADE] >= box.turns:
            end_game(table, box)
            return
    begin_turn(table, box, next)


def end_game(table: vec[i64], box: Box) -> None:
    """The goals are revealed and the eggs counted (BW-50)."""
    table[PHASE] = OVER
    table[AWAITED] = 0
    table[SHOWN_GOALS] = table[SEALED + GOALS_DEALT]
    count_eggs(table, box)
