"""How a lesson ended: what its stars are for, and where the points of a whole game came from."""

from __future__ import annotations

from dataclasses import dataclass

from domik.kernel.phrase import Phrase
from domik.learn.lesson import LEARNER
from domik.learn.practice import Practice


@dataclass(frozen=True)
class PointsRow:
    """One reason for points, and what it gave each seat, as players write it."""

    what: Phrase
    points: tuple[str, ...]


def points_rows(practice: Practice) -> list[PointsRow]:
    """Where the points of every seat came from, and their sums; empty while the game is not over."""
    match, view = practice.lesson.match, practice.view
    if not practice.is_game_over:
        return []
    rows: dict[Phrase, list[int]] = {}
    for line in match.tally(view):
        rows.setdefault(match.score_cell(line).row, [0] * match.seats)[line.seat] += line.points
    sums = [sum(row[seat] for row in rows.values()) for seat in range(match.seats)]
    found = [*rows.items(), (Phrase("learn.together"), sums)]
    return [PointsRow(what, tuple(match.format_points(one) for one in row)) for what, row in found]


def result_phrase(practice: Practice) -> Phrase | None:
    """The result of a whole game, the learner's points first; None while it is not over."""
    rows = points_rows(practice)
    if not rows:
        return None
    sums = rows[-1].points
    if len(sums) == 1:
        return Phrase("learn.result_alone", {"points": sums[0]})
    scores = " : ".join((sums[LEARNER], *sums[1:]))
    return Phrase("learn.result_won" if practice.has_won else "learn.result_lost", {"scores": scores})


def stars_phrase(practice: Practice) -> Phrase:
    """How many stars, and what for."""
    return Phrase(f"learn.stars_{practice.stars}", {"why": stars_reason(practice)})


def stars_reason(practice: Practice) -> Phrase:
    if practice.has_lost:
        return Phrase("learn.for_lost")
    if practice.was_shown:
        return Phrase("learn.for_shown")
    won = "_won" if practice.has_won else ""
    if not practice.misses:
        return Phrase(f"learn.for_clean{won}")
    return Phrase(f"learn.for_misses{won}", {"n": practice.misses})
