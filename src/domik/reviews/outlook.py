"""Chances to win where everybody plans alone: from what each seat can still reach and what it will yet give away."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

from domik.judge.thresholds import MILLION, THOUSAND

LOST_A_MONTH = 600  # thousandths of a point that a seat falls short of its best plan, per month that is left
SPREAD_A_MONTH = 1900  # standard deviation of that, growing with the root of the months
NODES = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)  # standard deviations at which a seat's own result is taken
WEIGHTS = (0.0668, 0.1210, 0.1752, 0.2740, 0.1752, 0.1210, 0.0668)


@dataclass(frozen=True)
class SeatOutlook:
    """The best score that a seat can still reach, in thousandths of a point, and the months in which it plans."""

    score: int
    months: int

    @property
    def expectation(self) -> float:
        return self.score - LOST_A_MONTH * self.months

    @property
    def spread(self) -> float:
        return SPREAD_A_MONTH * sqrt(self.months)


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
            share *= normal_share((points - other.expectation) / max(other.spread, THOUSAND / 20))
        total += weight * share
    return total / sum(WEIGHTS)


def normal_share(deviations: float) -> float:
    """The share of a normal distribution below so many standard deviations."""
    return (1.0 + erf(deviations / sqrt(2.0))) / 2.0
