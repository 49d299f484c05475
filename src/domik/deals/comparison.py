"""Compare two games of one deal: the same seat's decisions side by side, where they diverge, and the scores."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from domik.kernel.phrase import Phrase
from domik.kernel.record import RecordedMove, action_of
from domik.table.running_game import RunningGame


@dataclass(frozen=True)
class DealDecision:
    step: int  # moves made before it
    action: int
    what: Phrase
    stage: Phrase | None
    at: int  # stage of the game, from 1; 0 if the game has none
    score: int  # of the seat, before the move
    known: tuple[int, ...]  # the seat's whole view


@dataclass(frozen=True)
class DecisionPair:
    """The decision with the same number at both tables; None where one table had fewer."""

    number: int
    left: DealDecision | None
    right: DealDecision | None
    is_same: bool  # equal view and action, here and in all pairs before


@dataclass(frozen=True)
class StageScores:
    """Both scores at the end of a stage."""

    what: Phrase | None
    left: int
    right: int


@dataclass(frozen=True)
class DealComparison:
    pairs: tuple[DecisionPair, ...]
    first_difference: int  # index of the first pair that differs; -1: none
    by_others: bool  # the views already differed, so another seat played differently
    stages: tuple[StageScores, ...]
    left: int  # final score
    right: int


def seat_decisions(running_game: RunningGame, seat: int) -> list[DealDecision]:
    """A seat's unforced decisions, found by replaying the game."""
    again = RunningGame(running_game.match)
    again.start(list(running_game.deal))
    found = []
    for step, move in enumerate(running_game.moves):
        legal = again.legal(move.seat)
        if move.seat == seat and legal & (legal - 1):
            found.append(decision_at(again, move, step))
        again.apply_move(RecordedMove(move.seat, move.action), auto=False)
    return found


def decision_at(running_game: RunningGame, move: RecordedMove, step: int) -> DealDecision:
    view = running_game.view(move.seat)
    stage = running_game.match.progress(view)
    return DealDecision(
        step,
        move.action,
        running_game.match.spoken_phrase(view, action_of(move.action)),
        stage.what if stage else None,
        stage.at if stage else 0,
        running_game.scores()[move.seat],
        tuple(int(number) for number in view.numbers),
    )


def stage_scores(left: list[DealDecision], right: list[DealDecision]) -> tuple[StageScores, ...]:
    """Scores at the end of each stage, taken before the first decision of the next."""
    places = sorted({one.at for one in left} & {one.at for one in right})
    firsts = [{one.at: one for one in reversed(some)} for some in (left, right)]
    pairs = pairwise(places)
    return tuple(StageScores(firsts[0][at].stage, firsts[0][then].score, firsts[1][then].score) for at, then in pairs)


def compare_games(left: RunningGame, right: RunningGame, seat: int) -> DealComparison:
    """Compare two games of one deal from one seat."""
    ours, theirs = seat_decisions(left, seat), seat_decisions(right, seat)
    pairs = []
    together = True
    for number in range(max(len(ours), len(theirs))):
        one = ours[number] if number < len(ours) else None
        other = theirs[number] if number < len(theirs) else None
        alike = one is not None and other is not None and one.known == other.known and one.action == other.action
        together = together and alike
        pairs.append(DecisionPair(number + 1, one, other, together))
    parted = next((k for k, pair in enumerate(pairs) if not pair.is_same), -1)
    first = pairs[parted] if parted >= 0 else None
    others = first is not None and (first.left is None or first.right is None or first.left.known != first.right.known)
    ends = left.scores()[seat], right.scores()[seat]
    return DealComparison(tuple(pairs), parted, others, stage_scores(ours, theirs), *ends)
