"""What a puzzle is about: what decides between the answer and the move that tempts."""

from __future__ import annotations

from domik.kernel.record import action_of
from domik.kernel.state import State, imagined
from domik.kernel.title import Match
from domik.puzzles.proof import Proof
from domik.review.decision import Decision, seat_value
from domik.review.reasons import clause_points
from domik.review.story import luck_for
from domik.review.thresholds import THOUSAND

DENYING = "denying"  # it takes from the others rather than gives
PATIENCE = "patience"  # fewer points now, more at the end
FORESIGHT = "foresight"  # nothing to be seen in the points yet
SUPPORT = {"reason.balance": "balance", "reason.opens": "room", "reason.month": "timing", "reason.needed": "timing"}
MUCH = THOUSAND  # a point


def theme_of(match: Match, proof: Proof) -> str:
    """One word, or the clause that decides; of what the seat knows and nothing else."""
    decision = proof.decision
    view = decision.question.view
    state = imagined(view, luck_for(view, "theme"))
    if taken_from_rivals(decision, match.seats) >= MUCH:
        return DENYING
    best, tempting = (decision.question.kinds[one - 1][0] for one in (decision.best, decision.played))
    if points_after(state, decision, best) < points_after(state, decision, tempting):
        return PATIENCE
    reasons = [{one.key for one in match.reasons(view, action_of(move))} for move in (best, tempting)]
    for key in reasons[0] - reasons[1]:
        if key in SUPPORT:
            return SUPPORT[key]
    clauses = [one for one in clause_points(match, decision) if one.points > 0]
    return clauses[0].clause if clauses else FORESIGHT


def taken_from_rivals(decision: Decision, seats: int) -> int:
    """By how many thousandths of points the rivals lose more than the seat itself gains."""
    own = seat_difference(decision, int(decision.question.view.seat))
    rivals = [-seat_difference(decision, seat) for seat in range(seats) if seat != decision.question.view.seat]
    return max(rivals, default=0) - max(0, own)


def seat_difference(decision: Decision, seat: int) -> int:
    """What the answer gives a seat more than the tempting move, in thousandths of points."""
    best, tempting = (
        seat_value(decision.trials, one, seat, decision.per_point) for one in (decision.best, decision.played)
    )
    return best.points - tempting.points


def points_after(state: State, decision: Decision, action: int) -> int:
    """The points on the table right after a move."""
    after = state.copy()
    after.play(decision.question.view.seat, action_of(action))
    return int(after.score(decision.question.view.seat))
