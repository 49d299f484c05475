"""Fast integer scoring: months left and dice, doubled (CC-30), and the tie-break (CC-31)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.kernel.game import AWAITED, bit


def doubled_points(dice: i64, left: i64, worth: vec[i64]) -> i64:
    """Doubled points of months left and dice (CC-30); `worth` is that of a month, then of each die in order."""
    points = left * worth[0]
    for die in range(2 * at.RESOURCES):
        points += (dice & at.DIE) * worth[1 + die]
        dice >>= at.DIE_BITS
    return points


def domestic_total(dice: i64) -> i64:
    """Sum of the domestic dice: the tie-break (CC-31)."""
    dice >>= at.DIE_BITS * at.RESOURCES
    total: i64 = 0
    while dice:
        total += dice & at.DIE
        dice >>= at.DIE_BITS
    return total


def finish_seat(numbers: vec[i64], seat: i64, base: i64, config: Config) -> None:
    """Fix the seat's points (CC-30); the last seat to finish ends the game."""
    numbers[base + at.STAGE] = at.DONE
    numbers[base + at.POINTS] = doubled_points(numbers[base + at.DICE], numbers[base + at.LEFT], config.worth)
    numbers[AWAITED] &= ~bit(seat)
    base = at.SEAT
    copied = False
    for _again in range(config.seats):
        if numbers[base + at.STAGE] != at.DONE:
            return
        if numbers[base + at.COPY] == at.COPIED:
            copied = True
        base += at.SEAT_SIZE
    only_copies = config.template and copied  # all cabins count when nobody has copied the model (CC-42)
    if only_copies:
        base = at.SEAT
        for _again in range(config.seats):
            if numbers[base + at.COPY] != at.COPIED:
                numbers[base + at.POINTS] = 0
            base += at.SEAT_SIZE
    numbers[at.PHASE] = at.OVER
    numbers[at.WINNERS] = best_seats(numbers, config.seats, only_copies)


def best_seats(numbers: vec[i64], seats: i64, only_copies: bool) -> i64:
    """Mask of the seats with most points, then most domestic resources; ties are shared (CC-31)."""
    winners: i64 = 0
    most: i64 = 0
    base: i64 = at.SEAT
    for seat in range(seats):
        if not only_copies or numbers[base + at.COPY] == at.COPIED:
            value = 100 * numbers[base + at.POINTS] + domestic_total(numbers[base + at.DICE])
            if not winners or value > most:
                winners = bit(seat)
                most = value
            elif value == most:
                winners |= bit(seat)
        base += at.SEAT_SIZE
    return winners
