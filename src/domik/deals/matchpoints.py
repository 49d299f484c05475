"""Matchpoints: two for whoever one is better than, one for whoever is level; luck with the cards does not count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Versus:
    """One score against some others."""

    beaten: int
    level: int
    of: int

    @property
    def percent(self) -> int | None:
        """Of the matchpoints there were; None against nobody."""
        return None if not self.of else round(100 * (self.beaten + self.level / 2) / self.of)


def versus(score: int, others: Sequence[int]) -> Versus:
    """How a score stands against others."""
    return Versus(sum(score > one for one in others), sum(score == one for one in others), len(others))


def place(score: int, others: Sequence[int]) -> int:
    """First, second, third ...; level scores share a place."""
    return 1 + sum(one > score for one in others)


def shares(scores: Mapping[str, int]) -> dict[str, float]:
    """Everybody's matchpoints at one deal, in percent; nothing where nobody can be compared."""
    if len(scores) < 2:
        return {}
    found = {}
    for who, score in scores.items():
        others = [one for other, one in scores.items() if other != who]
        found[who] = 100 * sum((score > one) + (score == one) / 2 for one in others) / len(others)
    return found


@dataclass(frozen=True)
class Standing:
    """Somebody in a match over several deals."""

    who: str
    percents: tuple[float | None, ...]  # deal by deal; None where there is nothing to compare yet
    place: int

    @property
    def total(self) -> float | None:
        """The mean over the deals that can be compared."""
        known = [one for one in self.percents if one is not None]
        return sum(known) / len(known) if known else None


def standings(people: Sequence[str], deals: Sequence[Mapping[str, int]]) -> list[Standing]:
    """Everybody, the best first; deals are scores by player. Whoever has played nothing yet comes last."""
    by_deal = [shares(scores) for scores in deals]
    found = [Standing(who, tuple(one.get(who) for one in by_deal), 0) for who in people]
    found.sort(key=lambda one: (one.total is None, -(one.total or 0.0)))
    totals = [one.total for one in found]
    return [Standing(one.who, one.percents, 1 + totals.index(one.total)) for one in found]
