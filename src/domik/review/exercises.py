"""Learn from your mistakes: every mistake as an exercise, the position as the seat saw it, "find better"."""

from __future__ import annotations

from dataclasses import dataclass

from domik.kernel.phrase import Phrase
from domik.review.report import Judgement, Report
from domik.review.telling import joined, more_phrase
from domik.review.thresholds import scale_of

FOUND = "found"  # the best move
ALSO = "also"  # as good as the best
NOT_YET = "not_yet"
SAID = 1  # clauses: an exercise speaks in one line


@dataclass(frozen=True)
class Exercise:
    """One position to find a better move in; nothing in it says what the seat could not see."""

    step: int
    seat: int
    played: tuple[int, ...]  # action numbers that come to the move played
    best: tuple[int, ...]
    accepted: tuple[int, ...]  # every action number that counts as found, the best ones first
    prompt: Phrase
    hints: tuple[Phrase, ...]  # what to look at, then what speaks for it
    solution: Phrase
    more: Phrase

    def answer(self, action: int) -> str:
        """What to say to an action number: FOUND, ALSO or NOT_YET."""
        if action in self.best:
            return FOUND
        return ALSO if action in self.accepted else NOT_YET

    def reply(self, action: int) -> Phrase:
        """The same in words."""
        said = self.answer(action)
        return Phrase(f"review.exercise.{said}", {"more": self.more} if said == FOUND else None)


def exercises_of(report: Report, seat: int | None = None) -> list[Exercise]:
    """The marked moments of a seat, or of all, in the order of the game."""
    return [exercise_of(one, report.seats) for one in report.moments(seat)]


def exercise_of(judgement: Judgement, seats: int) -> Exercise:
    """One moment as an exercise; any move within a trifle of the best counts."""
    scale, alone = scale_of(seats), seats == 1
    best = judgement.better
    enough = best.value.graded(alone) - scale.as_good
    accepted = [
        number
        for one in judgement.candidates
        if one is best or (one.worlds and one is not judgement.chosen and one.value.graded(alone) >= enough)
        for number in one.actions
    ]
    hints = []
    if judgement.clauses:
        first = judgement.clauses[0]
        hints.append(Phrase("review.exercise.look", {"what": first.what, "clause": first.clause}))
    if judgement.why:
        hints.append(Phrase("review.exercise.think", {"why": joined(judgement.why, "hint.and")}))
    return Exercise(
        judgement.step,
        judgement.seat,
        judgement.chosen.actions,
        best.actions,
        tuple(accepted),
        Phrase("review.exercise.prompt", {"what": judgement.chosen.what}),
        tuple(hints),
        best.what,
        more_phrase(judgement, SAID),
    )
