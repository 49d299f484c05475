"""Scoring-change cards: who chooses first, which lie there to be taken, and where they may be laid."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules.kit import Kit
from domik.games.treehouse.rules.state import *
from domik.kernel.game import bit


def after(seat: i64, seats: i64) -> i64:
    """The left neighbour."""
    seat += 1
    if seat == seats:  # no conditional expression: one with a bare 0 would be boxed
        return 0
    return seat


def before(seat: i64, seats: i64) -> i64:
    """The right neighbour."""
    return seat - 1 if seat > 0 else seats - 1


def first_chooser(numbers: vec[i64], seats: i64, kit: Kit) -> i64:
    """Original: random, then the leader (TH-41); nk: the youngest, then whoever is last (TH-42, TH-43)."""
    if kit.nk:
        youngest = numbers[AGES] & 3
        worst = youngest
        for rank in range(1, seats):
            seat = (numbers[AGES] >> (2 * rank)) & 3
            if numbers[SEAT + SEAT_SIZE * seat + SCORE] < numbers[SEAT + SEAT_SIZE * worst + SCORE]:
                worst = seat
        return worst
    if numbers[ROUND] == 0:
        return numbers[OPEN_SIZE + OWN_SIZE * seats + FIRST_CHOOSER] - 1
    best = numbers[FIRST] - 1
    seat = after(best, seats)
    for _others in range(seats - 1):  # a bare `_` would be boxed
        if numbers[SEAT + SEAT_SIZE * seat + SCORE] > numbers[SEAT + SEAT_SIZE * best + SCORE]:
            best = seat
        seat = after(seat, seats)
    return best


def pool_kinds(pool: i64) -> i64:
    """The kinds of change card that can still be taken, as a mask of kinds."""
    kinds: i64 = 0
    for kind in range(NOTHING, MOST + 1):
        if (pool >> (KIND_BITS * kind)) & KIND:
            kinds |= bit(kind)
    return kinds


def free_colours(laid: i64) -> i64:
    """The colours with no change card on them (TH-44)."""
    colours: i64 = 0
    for colour in range(COLOURS):
        if not (laid >> (KIND_BITS * colour)) & KIND:
            colours |= bit(colour)
    return colours
