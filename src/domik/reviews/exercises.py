"""Exercises from mistakes: the position as the seat saw it, and the task to find a better move."""

from __future__ import annotations

from dataclasses import dataclass

from domik.judge.thresholds import ALONE, THOUSAND, scale_of
from domik.kernel.phrase import Argument, Phrase
from domik.reviews.phrases import fact_phrase, hundredths, join_phrases, more_phrase
from domik.reviews.report import Judgement, Report

FOUND = "found"  # the best move
ALSO = "also"  # as good as the best
NOT_YET = "not_yet"


@dataclass(frozen=True)
class MistakeExercise:
    """A position in which to find a better move. It contains nothing that the seat could not see."""

    step: int
    seat: int
    played: tuple[int, ...]  # numbers of the equivalent actions
    best: tuple[int, ...]
    accepted: tuple[int, ...]  # all action numbers that count as solved, the best first
    prompt: Phrase
    hints: tuple[Phrase, ...]  # what to look at, then what speaks for the move
    solution: Phrase
    more: Phrase

    def grade_answer(self, action: int) -> str:
        """Grade an action number: FOUND, ALSO or NOT_YET."""
        if action in self.best:
            return FOUND
        return ALSO if action in self.accepted else NOT_YET

    def answer_phrase(self, action: int) -> Phrase:
        said = self.grade_answer(action)
        return Phrase(f"review.exercise.{said}", {"more": self.more} if said == FOUND else None)


def find_exercises(report: Report, seat: int | None = None) -> list[MistakeExercise]:
    """Exercises from the marked decisions of one seat, or of all seats, in game order."""
    return [build_exercise(one, report.seats) for one in report.marked_judgements(seat)]


def build_exercise(judgement: Judgement, seats: int) -> MistakeExercise:
    """An exercise that accepts every move within the scale's `as_good` of the best."""
    alone = seats == 1 or judgement.by_points
    scale = ALONE if alone else scale_of(seats)
    best = judgement.best_candidate
    enough = best.value.judged_value(alone) - scale.as_good
    accepted = [
        number
        for one in judgement.candidates
        if one is best
        or (one.worlds and one is not judgement.played_candidate and one.value.judged_value(alone) >= enough)
        for number in one.actions
    ]
    hints = []
    if judgement.clauses:
        first = judgement.clauses[0]
        hints.append(Phrase("review.exercise.look", {"what": first.what, "clause": first.clause}))
    if judgement.why:
        hints.append(Phrase("review.exercise.think", {"why": join_phrases(judgement.why, "hint.and")}))
    return MistakeExercise(
        judgement.step,
        judgement.seat,
        judgement.played_candidate.actions,
        best.actions,
        tuple(accepted),
        Phrase("review.exercise.prompt", {"what": judgement.played_candidate.what}),
        tuple(hints),
        best.what,
        reason_phrase(judgement, alone),
    )


def reason_phrase(judgement: Judgement, in_points: bool) -> Phrase:
    """One fact that speaks for the better move, if any, and the points, or games won where points say little."""
    fact = fact_phrase(judgement)
    if judgement.loss.points < THOUSAND and not in_points:
        moves = (judgement.best_candidate, judgement.played_candidate)
        best, played = (hundredths(one.value.chance) for one in moves)
        named: dict[str, Argument] = {"best": best, "played": played}
        if fact is None:
            return Phrase("review.exercise.chance", named)
        return Phrase("review.exercise.why_chance", {"why": fact, **named})
    more = more_phrase(judgement, 0)
    return more if fact is None else Phrase("review.exercise.why", {"why": fact, "more": more})
