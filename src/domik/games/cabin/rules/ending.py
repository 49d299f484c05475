"""How a life ends, and the game with the last one: points, copies that count, who won (CC-30, CC-31, CC-42)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.points import at_home, worth_of
from domik.games.cabin.rules.state import *
from domik.kernel.game import AWAITED, bit


def finish(numbers: vec[i64], seat: i64, at: i64, kit: Kit) -> None:
    """The seat's points are known (CC-30); the last one to finish ends the game."""
    numbers[at + STAGE] = DONE
    numbers[at + POINTS] = worth_of(numbers[at + DICE], numbers[at + LEFT], kit.worth)
    numbers[AWAITED] &= ~bit(seat)
    at = SEAT
    copied = False
    for _again in range(kit.seats):
        if numbers[at + STAGE] != DONE:
            return
        if numbers[at + COPY] == COPIED:
            copied = True
        at += SEAT_SIZE
    only_copies = kit.template and copied  # or everybody when there is none (CC-42)
    if only_copies:
        at = SEAT
        for _again in range(kit.seats):
            if numbers[at + COPY] != COPIED:
                numbers[at + POINTS] = 0
            at += SEAT_SIZE
    numbers[PHASE] = OVER
    numbers[WINNERS] = best_of(numbers, kit.seats, only_copies)


def best_of(numbers: vec[i64], seats: i64, only_copies: bool) -> i64:
    """Most points, then most domestic resources, then shared (CC-31)."""
    winners: i64 = 0
    most: i64 = 0
    at: i64 = SEAT
    for seat in range(seats):
        if not only_copies or numbers[at + COPY] == COPIED:
            value = 100 * numbers[at + POINTS] + at_home(numbers[at + DICE])
            if not winners or value > most:
                winners = bit(seat)
                most = value
            elif value == most:
                winners |= bit(seat)
        at += SEAT_SIZE
    return winners
