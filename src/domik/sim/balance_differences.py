"""What differs between two sets of games: wins by seat, points, length and clauses, each with its 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from domik.sim.balance import Balance
from domik.sim.results import Z_95

SEAT = "seat"
POINTS = "points"
MOVES = "moves"
CLAUSE = "clause"


@dataclass(frozen=True)
class Difference:
    """One figure before and after; the interval is of the difference, as if the two sets shared no luck."""

    what: str  # SEAT, POINTS, MOVES or CLAUSE
    which: str  # the seat, counted from 1, or the clause
    before: float
    after: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low > 0 or self.high < 0

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Sample:
    """A mean over games, and its squared standard error."""

    mean: float
    error: float


def differences(one: Balance, other: Balance) -> list[Difference]:
    """All figures that both sets of games have, the seats first, then points, length and clauses."""
    found = [
        difference(SEAT, str(seat + 1), seat_sample(one, seat), seat_sample(other, seat))
        for seat in range(min(one.match.seats, other.match.seats))
    ]
    found.append(difference(POINTS, "", points_sample(one), points_sample(other)))
    found.append(difference(MOVES, "", moves_sample(one), moves_sample(other)))
    clauses = dict.fromkeys([*dict(one.clauses.most_common()), *dict(other.clauses.most_common())])
    return found + [difference(CLAUSE, name, clause_sample(one, name), clause_sample(other, name)) for name in clauses]


def difference(what: str, which: str, before: Sample, after: Sample) -> Difference:
    reach = Z_95 * math.sqrt(before.error + after.error)
    gap = after.mean - before.mean
    return Difference(what, which, before.mean, after.mean, gap - reach, gap + reach)


def seat_sample(balance: Balance, seat: int) -> Sample:
    """A seat's share of wins; a shared win counts as one that varies no less than a whole one."""
    share = balance.seat_share[seat] / balance.games
    return Sample(share, share * (1 - share) / balance.games)


def points_sample(balance: Balance) -> Sample:
    """Mean points of a player; the players of one game are not independent, so games are counted."""
    match = balance.match
    return sample_of(
        float(match.points(sum(scores))) / match.seats for scores in zip(*balance.seat_points, strict=True)
    )


def moves_sample(balance: Balance) -> Sample:
    return sample_of(float(length) for length, many in balance.lengths.items() for _ in range(many))


def clause_sample(balance: Balance, clause: str) -> Sample:
    """Mean points of a player by one clause."""
    unit = float(balance.match.points(1)) / balance.match.seats
    games = balance.games
    mean = balance.clauses[clause] / games
    spread = max(balance.clause_squares[clause] / games - mean**2, 0.0)
    return Sample(unit * mean, unit**2 * spread / games)


def sample_of(values: Iterable[float]) -> Sample:
    listed = list(values)
    mean = sum(listed) / len(listed)
    spread = sum((value - mean) ** 2 for value in listed) / max(len(listed) - 1, 1)
    return Sample(mean, spread / len(listed))
