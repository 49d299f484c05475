"""The nasty neighbour: whom it may hit, and what it does to them (CC-44 to CC-47)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.life import raised
from domik.games.cabin.rules.state import *
from domik.kernel.game import bit


def victims(numbers: vec[i64], seat: i64, seats: i64) -> i64:
    """Everybody else who is still planning, but never the last victim again (CC-45)."""
    found: i64 = 0
    at: i64 = SEAT
    for other in range(seats):
        if other != seat and numbers[at + STAGE] < LIVES and other + 1 != numbers[LAST_VICTIM]:
            found |= bit(other)
        at += SEAT_SIZE
    return found


def neighbour_moves(numbers: vec[i64], seat: i64, seats: i64, moves: i64, shot: i64) -> i64:
    """Hit a victim, leave the game for a strong effect, or turn the card; with nobody to hit, just put it aside."""
    found = moves & ~GAIN
    targets = victims(numbers, seat, seats)
    if not targets:
        return found | GAIN
    for victim in range(seats):
        if (targets >> victim) & 1:
            found |= bit(HIT + 4 * victim) * DIE
            if not (numbers[SHOT_AT] >> victim) & 1:
                found |= shots_at(numbers, victim, shot)
    return found


def shots_at(numbers: vec[i64], victim: i64, shot: i64) -> i64:
    """The ways to aim one strong effect at one victim (CC-46)."""
    first = bit(SHOT + 4 * victim)
    if shot == FENCE:
        built = EVERY_PLACE & ~numbers[SEAT + SEAT_SIZE * victim + FREE]
        return first if built & (built - 1) else 0  # two locations to swap
    if shot == LONG_VISIT:
        return first
    return first * DIE  # which resource


def fence_moves(placed: i64) -> i64:
    """The pairs of built locations that a fence can swap."""
    found: i64 = 0
    for pair in range(FENCE_PAIRS):
        if (placed >> (FACE_BITS * FENCE_FIRST[pair])) & FACE and (placed >> (FACE_BITS * FENCE_SECOND[pair])) & FACE:
            found |= bit(pair)
    return found


def swapped(placed: i64, pair: i64) -> i64:
    """The places with two locations swapped."""
    first = FACE_BITS * FENCE_FIRST[pair]
    second = FACE_BITS * FENCE_SECOND[pair]
    differing = ((placed >> first) ^ (placed >> second)) & FACE
    return placed ^ differing << first ^ differing << second


def transfer(numbers: vec[i64], giver: i64, taker: i64, resource: i64, most: i64) -> None:
    """Never more than the giver has; what is over 6 is lost (CC-44)."""
    shift = DIE_BITS * resource
    gives = SEAT + SEAT_SIZE * giver + DICE
    takes = SEAT + SEAT_SIZE * taker + DICE
    amount = (numbers[gives] >> shift) & DIE
    if amount > most:
        amount = most
    numbers[gives] -= amount << shift
    numbers[takes] = raised(numbers[takes], shift, amount)


def next_to_play(numbers: vec[i64], seats: i64) -> i64:
    """Whose neighbour is played first: seat order, starting with the last victim (CC-47)."""
    seat = numbers[LAST_VICTIM] - 1
    if seat < 0:
        seat = 0
    while not (numbers[UP] >> seat) & 1:
        seat += 1
        if seat == seats:
            seat = 0
    return seat
