"""What a player's own choices lost, in points: at marked moments, and where only points were left to lose."""

from __future__ import annotations

from domik.judge.thresholds import CLOSE, LOST, THOUSAND, WON
from domik.kernel.phrase import Phrase
from domik.reviews.clauses import rounded_tenths
from domik.reviews.phrases import player_name, points_said
from domik.reviews.report import Judgement, Report


def is_decided(judgement: Judgement) -> bool:
    """Whether the chance to win says nothing: with either move below 5 of 100, or with either above 95."""
    chances = [one.value.chance for one in (judgement.best_candidate, judgement.played_candidate)]
    return max(chances) < LOST or min(chances) > WON


def lost_points_of(report: Report, judgement: Judgement) -> int:
    """The points that a choice lost, in thousandths as they are printed; 0 where that is not sure.

    Where a game is decided no chance can be lost, so that there is no mark: there a loss counts that is sure in points.
    """
    if judgement.verdict != CLOSE or judgement.by_points or report.is_solo:
        return max(0, rounded_tenths(judgement.counted_loss().points))
    low = judgement.low
    is_sure = min(low.points, low.margin) > 0 and judgement.loss.points >= THOUSAND
    return rounded_tenths(judgement.loss.points) if is_sure and is_decided(judgement) else 0


def losing_choices(report: Report, seat: int) -> list[Judgement]:
    """The choices of a seat that lost points."""
    return [one for one in report.judgements if one.seat == seat and lost_points_of(report, one)]


def lost_points(report: Report, seat: int) -> int:
    """The points that a seat's own choices lost, in thousandths: the sum of what is shown of each."""
    return sum(lost_points_of(report, one) for one in losing_choices(report, seat))


def unmarked_phrases(report: Report, seat: int | None = None) -> list[tuple[int, Phrase]]:
    """By seat, what choices without a mark cost together, where it is a point or more: hardly a chance went with it."""
    found: list[tuple[int, Phrase]] = []
    for who in [] if report.is_solo else report.reviewed if seat is None else [seat]:  # alone there is no chance
        small = [one for one in losing_choices(report, who) if not one.is_marked]
        lost = sum(lost_points_of(report, one) for one in small)
        if lost >= THOUSAND:
            is_over = 2 * sum(map(is_decided, small)) > len(small)
            key = "review.unmarked_decided" if is_over else "review.unmarked"
            said = points_said(-lost)
            found.append((who, Phrase(key, {"name": player_name(report, who), "n": len(small), "points": said})))
    return found
