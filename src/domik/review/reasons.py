"""Why a move was better, in points by clause: both moves are played out in the same worlds and tallied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from statistics import mean, stdev

from domik.kernel.phrase import Phrase
from domik.kernel.state import State
from domik.kernel.title import Match
from domik.review.decision import Decision
from domik.review.report import ClausePoints
from domik.review.thresholds import THOUSAND
from domik.review.trials import MEASURING

TALLIED = 64  # worlds of either move
MOST = 4  # clauses worth telling
LEAST = 250  # thousandths of a point worth telling
SURE = 1.5  # standard errors that a difference must be away from nothing

Group = tuple[str, str]


def clause_points(match: Match, decision: Decision) -> tuple[ClausePoints, ...]:
    """The clauses by which the better move brings more or less, the largest differences first."""
    best, played = decision.best, decision.played
    worlds = min(TALLIED, *(decision.trials.worlds(one, MEASURING) for one in (best, played)))
    ends = [
        (decision.trials.ended(best, MEASURING, number), decision.trials.ended(played, MEASURING, number))
        for number in range(worlds)
    ]
    return points_apart(match, ends, int(decision.question.view.seat))


def points_apart(match: Match, ends: list[tuple[State, State]], seat: int) -> tuple[ClausePoints, ...]:
    """By which clauses the first of every two ends brings a seat more or less than the second."""
    differences: dict[Group, list[int]] = {}
    labels: dict[Group, ClausePoints] = {}
    for number, both in enumerate(ends):
        for ended, sign in zip(both, (1, -1), strict=True):
            for line in match.tally(ended.view()):
                if line.seat == seat:
                    label = label_of(match, line.reason)
                    # the same line by another clause, as where a card changes how it counts, is one thing
                    group = (line.clause, str(label)) if label in line.reason.args.values() else ("", label.key)
                    labels.setdefault(group, ClausePoints(line.clause, label, 0))
                    differences.setdefault(group, [0] * len(ends))[number] += sign * line.points
    per_point = 2 if match.title.halves else 1
    found = [
        replace(labels[group], points=round(mean(per_world) * THOUSAND / per_point))
        for group, per_world in differences.items()
        if is_clear(per_world)
    ]
    telling = [one for one in found if abs(one.points) >= LEAST]
    return tuple(sorted(telling, key=lambda one: -abs(one.points))[:MOST])


def is_clear(per_world: list[int]) -> bool:
    """Whether a mean is clearly not nothing; one world alone is what it is."""
    return len(per_world) == 1 or abs(mean(per_world)) > SURE * stdev(per_world) / sqrt(len(per_world))


def label_of(match: Match, reason: Phrase) -> Phrase:
    """What a line of a tally is about, without its counts: the one thing it names, else the game's word for it."""
    named = [value for value in reason.args.values() if isinstance(value, Phrase)]
    if len(named) == 1:
        return named[0]
    say: Callable[[Phrase], Phrase] | None = getattr(match.title.module("words.telling"), "label", None)
    return say(reason) if say else reason
