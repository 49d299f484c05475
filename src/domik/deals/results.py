"""Duplicate scoring by matchpoints: two for each score beaten, one for each tie; also emoji summaries for sharing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domik.judge.thresholds import BLUNDER, FINE, INACCURACY, MISTAKE


@dataclass(frozen=True)
class MatchpointScore:
    """One score against the others."""

    beaten: int
    level: int
    of: int

    @property
    def percent(self) -> int | None:
        """Share of the possible matchpoints; None without others."""
        return None if not self.of else round(100 * (self.beaten + self.level / 2) / self.of)


def matchpoints_against(score: int, others: Sequence[int]) -> MatchpointScore:
    return MatchpointScore(sum(score > one for one in others), sum(score == one for one in others), len(others))


def rank_among(score: int, others: Sequence[int]) -> int:
    """The rank from 1; ties share a rank."""
    return 1 + sum(one > score for one in others)


def matchpoint_percents(scores: Mapping[str, int]) -> dict[str, float]:
    """Each player's matchpoints in one deal, in per cent; empty with fewer than two scores."""
    if len(scores) < 2:
        return {}
    found = {}
    for who, score in scores.items():
        others = [one for other, one in scores.items() if other != who]
        found[who] = 100 * sum((score > one) + (score == one) / 2 for one in others) / len(others)
    return found


@dataclass(frozen=True)
class MatchRanking:
    """A player's rank in a match over several deals."""

    who: str
    percents: tuple[float | None, ...]  # by deal; None while there is nothing to compare
    place: int

    @property
    def total(self) -> float | None:
        """The mean over the deals that can be compared; None if there are none."""
        known = [one for one in self.percents if one is not None]
        return sum(known) / len(known) if known else None


def leaderboard(people: Sequence[str], deals: Sequence[Mapping[str, int]]) -> list[MatchRanking]:
    """All players, best first; `deals` are scores by player. Those without a result come last."""
    by_deal = [matchpoint_percents(scores) for scores in deals]
    found = [MatchRanking(who, tuple(one.get(who) for one in by_deal), 0) for who in people]
    found.sort(key=lambda one: (one.total is None, -(one.total or 0.0)))
    totals = [one.total for one in found]
    return [MatchRanking(one.who, one.percents, 1 + totals.index(one.total)) for one in found]


PARTS = 6
SQUARES = {INACCURACY: "🟨", MISTAKE: "🟧", BLUNDER: "🟥"}
GOOD, UNKNOWN = "🟩", "⬜"
VERDICT_ORDER = (FINE, INACCURACY, MISTAKE, BLUNDER)  # best to worst; other verdicts count as good


def split_in_six(verdicts: Sequence[str]) -> list[Sequence[str]]:
    many = len(verdicts)
    return [verdicts[many * k // PARTS : many * (k + 1) // PARTS] for k in range(PARTS)]


def worst_verdict(verdicts: Sequence[str]) -> str:
    return max(verdicts, key=lambda one: VERDICT_ORDER.index(one) if one in VERDICT_ORDER else -1, default=FINE)


def share_colours(verdicts: Sequence[str] | None) -> list[str]:
    """Six names for a page: the worst verdict of each sixth, "good", or "unknown" if not reviewed."""
    if verdicts is None:
        return ["unknown"] * PARTS
    return [found if (found := worst_verdict(part)) in SQUARES else "good" for part in split_in_six(verdicts)]


def share_squares(verdicts: Sequence[str] | None) -> str:
    """Six emoji squares, from green for no loss to red for a blunder; white if not reviewed."""
    return "".join((SQUARES | {"good": GOOD, "unknown": UNKNOWN})[colour] for colour in share_colours(verdicts))
