"""Chances to win where everybody plans alone: from what each seat can still reach and what it will yet give away."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

from domik.judge.calibration import SEARCHING, UNKNOWN
from domik.judge.thresholds import MILLION, THOUSAND

WHOLE_PLAN = 36  # moves of a whole game
# By level: how many points a seat falls short of its best plan in a whole game, and the standard deviation of that.
# It grows with the moves that are left, its doubt with their root. Fitted to played games, tried on others
# (docs/figures/reviews.md); a person may be anything from `normal` to one who misses nothing.
SHORTFALL = {"random": (27, 8.5), "easy": (24, 7.5), "normal": (14, 7), SEARCHING: (1, 1.5), UNKNOWN: (9, 10)}
LEAST_DOUBT = THOUSAND / 20
NODES = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)  # standard deviations at which a seat's own result is taken
WEIGHTS = (0.0668, 0.1210, 0.1752, 0.2740, 0.1752, 0.1210, 0.0668)


@dataclass(frozen=True)
class SeatOutlook:
    """The best score that a seat can still reach, in thousandths of a point, in how many moves, and who plays there."""

    score: int
    moves: int
    level: str = UNKNOWN

    @property
    def share(self) -> float:
        """The share of a whole game that is left; 0 once the seat is finished."""
        return min(1.0, self.moves / WHOLE_PLAN)

    @property
    def expectation(self) -> float:
        return self.score - THOUSAND * SHORTFALL[self.level][0] * self.share

    @property
    def spread(self) -> float:
        return THOUSAND * SHORTFALL[self.level][1] * sqrt(self.share)


def win_chances(seats: dict[int, SeatOutlook]) -> dict[int, int]:
    """Every seat's chance to win, in millionths."""
    shares = {
        seat: chance_above(one, [other for who, other in seats.items() if who != seat]) for seat, one in seats.items()
    }
    whole = sum(shares.values()) or 1.0
    return {seat: round(MILLION * share / whole) for seat, share in shares.items()}


def chance_above(one: SeatOutlook, rivals: list[SeatOutlook]) -> float:
    """The chance that a seat ends above all its rivals; a tie counts half."""
    total = 0.0
    for node, weight in zip(NODES, WEIGHTS, strict=True):
        points, share = one.expectation + node * one.spread, 1.0
        for other in rivals:
            share *= normal_share((points - other.expectation) / max(other.spread, LEAST_DOUBT))
        total += weight * share
    return total / sum(WEIGHTS)


def normal_share(deviations: float) -> float:
    """The share of a normal distribution below so many standard deviations."""
    return (1.0 + erf(deviations / sqrt(2.0))) / 2.0
