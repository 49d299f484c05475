"""Two tables of one deal side by side: the decisions of the same seat, where they part, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from domik.kernel.phrase import Phrase
from domik.kernel.record import Move, action_of
from domik.table.course import Course


@dataclass(frozen=True)
class Decision:
    """One choice of a seat."""

    step: int  # how many moves were made before
    action: int
    what: Phrase
    stage: Phrase | None
    at: int  # which stage of the game, from 1 on; 0 where a game has none
    score: int  # of the seat, before it
    known: tuple[int, ...]  # all that the seat knew


@dataclass(frozen=True)
class Pair:
    """The same decision at both tables; one may have had fewer."""

    number: int
    left: Decision | None
    right: Decision | None
    alike: bool  # the same was known and the same was done


@dataclass(frozen=True)
class Mark:
    """The points at both tables when a stage of the game was over."""

    what: Phrase | None
    left: int
    right: int


@dataclass(frozen=True)
class Parting:
    """Everything there is to say about two tables."""

    pairs: tuple[Pair, ...]
    parted: int  # the place of the first pair that differs; -1: they never did
    by_others: bool  # it was not the seat's own doing: somebody else had played differently before
    marks: tuple[Mark, ...]
    left: int  # the result
    right: int


def decisions_of(course: Course, seat: int) -> list[Decision]:
    """Whatever a seat chose where there was a choice, by playing the game again."""
    again = Course(course.match)
    again.start(list(course.deal))
    found = []
    for step, move in enumerate(course.moves):
        legal = again.legal(move.seat)
        if move.seat == seat and legal & (legal - 1):
            found.append(decision_at(again, move, step))
        again.happen(Move(move.seat, move.action), auto=False)
    return found


def decision_at(course: Course, move: Move, step: int) -> Decision:
    """The decision that a seat is about to make."""
    view = course.view(move.seat)
    stage = course.match.stage(view)
    return Decision(
        step,
        move.action,
        course.match.spoken(view, action_of(move.action)),
        stage.what if stage else None,
        stage.at if stage else 0,
        course.scores()[move.seat],
        tuple(int(number) for number in view.numbers),
    )


def marks_of(left: list[Decision], right: list[Decision]) -> tuple[Mark, ...]:
    """The points when a stage was over: those before the first decision of the next one."""
    places = sorted({one.at for one in left} & {one.at for one in right})
    firsts = [{one.at: one for one in reversed(some)} for some in (left, right)]
    pairs = pairwise(places)
    return tuple(Mark(firsts[0][at].stage, firsts[0][then].score, firsts[1][then].score) for at, then in pairs)


def parting(left: Course, right: Course, seat: int) -> Parting:
    """How two games of one deal compare from one seat."""
    ours, theirs = decisions_of(left, seat), decisions_of(right, seat)
    pairs = []
    together = True
    for number in range(max(len(ours), len(theirs))):
        one = ours[number] if number < len(ours) else None
        other = theirs[number] if number < len(theirs) else None
        alike = one is not None and other is not None and one.known == other.known and one.action == other.action
        together = together and alike
        pairs.append(Pair(number + 1, one, other, together))
    parted = next((k for k, pair in enumerate(pairs) if not pair.alike), -1)
    first = pairs[parted] if parted >= 0 else None
    others = first is not None and (first.left is None or first.right is None or first.left.known != first.right.known)
    ends = left.scores()[seat], right.scores()[seat]
    return Parting(tuple(pairs), parted, others, marks_of(ours, theirs), *ends)
