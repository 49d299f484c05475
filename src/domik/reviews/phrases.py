"""The review in words: phrases that are said in a reader's language where somebody reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from domik.kernel.phrase import Phrase
from domik.reviews.report import ClausePoints, Hindsight, Judgement, Report, Value
from domik.reviews.thresholds import MILLION, THOUSAND


def verdict_phrase(verdict: str) -> Phrase:
    """What a verdict is called."""
    return Phrase(f"review.verdict.{verdict}")


def percent_phrase(chance: int) -> Phrase:
    """A chance in whole per cent."""
    return Phrase("review.percent", {"number": round(100 * chance / MILLION)})


def signed_number(number: float) -> Phrase:
    """A number with its sign, to one place."""
    rounded = round(abs(number), 1)
    return Phrase("review.minus" if number < 0 and rounded else "review.plus", {"number": float(rounded)})


def signed_points(points: int) -> Phrase:
    """Points with their sign."""
    return signed_number(points / THOUSAND)


def signed_percent(chance: int) -> Phrase:
    """A change of a chance, in percentage points."""
    return Phrase("review.percent", {"number": signed_number(100 * chance / MILLION)})


def join_phrases(phrases: Iterable[Phrase], key: str = "review.and") -> Phrase:
    """Several phrases in a row."""
    return reduce(lambda first, second: Phrase(key, {"first": first, "second": second}), phrases)


# ---- the game -------------------------------------------------------------------------------------------


def scores_text(points: Iterable[int]) -> str:
    """Scores side by side, in whole points or halves."""
    return " : ".join(f"{round(2 * one / THOUSAND) / 2:g}".replace(".5", "½") for one in points)


def result_phrase(report: Report) -> Phrase:
    """Who won, in one sentence."""
    names = [player_name(report, seat) for seat in report.winners]
    scores = scores_text(report.scores)
    if report.is_solo:
        return Phrase("review.alone", {"name": player_name(report, 0), "n": report.scores[0] / THOUSAND})
    if len(names) == 1:
        return Phrase("review.won", {"name": names[0], "scores": scores})
    return Phrase("review.shared", {"names": ", ".join(names), "scores": scores})


def adjusted_phrase(report: Report) -> Phrase | None:
    """What average cards would have given; None unless every seat was reviewed."""
    if len(report.reviewed) < report.seats:
        return None
    points = [report.seat_review(seat).ledger.luck_adjusted.points for seat in range(report.seats)]
    return Phrase("review.adjusted", {"scores": scores_text(round(one / THOUSAND) * THOUSAND for one in points)})


def basis_phrase(report: Report) -> Phrase:
    """On what the verdicts rest: games in thought, or plans."""
    return Phrase("review.basis" if report.course is None else "review.basis_plans", {"n": report.rollouts})


def player_name(report: Report, seat: int) -> str:
    """A player's name, or the number of the seat."""
    return (report.players[seat] if seat < len(report.players) else "") or str(seat + 1)


# ---- one decision ---------------------------------------------------------------------------------------


def more_phrase(judgement: Judgement, most: int | None = None) -> Phrase:
    """How many points the better move brings, and by which clauses, the largest ones if not all are wanted."""
    return more_points_phrase(judgement.loss.points, judgement.clauses[:most])


def more_points_phrase(thousandths: int, by: Sequence[ClausePoints]) -> Phrase:
    """So many points more, and by which clauses."""
    points = round(thousandths / THOUSAND)
    more = Phrase("review.more", {"n": points}) if points > 0 else Phrase("review.less")
    if not by:
        return more
    clauses = join_phrases(
        Phrase("review.clause", {"what": one.what, "clause": one.clause, "points": signed_points(one.points)})
        for one in by
    )
    return Phrase("review.more_by", {"more": more, "clauses": clauses})


def moment_phrases(judgement: Judgement, alone: bool) -> list[Phrase]:
    """Everything about one moment, a sentence each."""
    lines = [Phrase("review.played", {"what": judgement.played_candidate.what})]
    if judgement.best != judgement.played:
        lines.append(Phrase("review.better", {"what": judgement.best_candidate.what}))
        lines.append(Phrase("review.why", {"why": more_phrase(judgement)}))
        if judgement.why:
            lines.append(Phrase("review.for_better", {"why": join_phrases(judgement.why, "hint.and")}))
        if judgement.for_played:
            lines.append(Phrase("review.for_played", {"why": join_phrases(judgement.for_played, "hint.and")}))
        lines.append(comparison_phrase(judgement, alone))
    if judgement.hindsight is not None:
        lines.append(hindsight_phrase(judgement.hindsight, alone))
    return lines


def comparison_phrase(judgement: Judgement, alone: bool) -> Phrase:
    """Both moves by the number that is judged."""
    best, played = judgement.best_candidate.value, judgement.played_candidate.value
    if alone:
        return Phrase("review.points", {"best": judged_number(best, True), "played": judged_number(played, True)})
    return Phrase(
        "review.chance",
        {
            "best": percent_phrase(best.chance),
            "played": percent_phrase(played.chance),
            "low": percent_phrase(max(judgement.low.chance, -MILLION)),
            "high": percent_phrase(min(judgement.high.chance, MILLION)),
        },
    )


def hindsight_phrase(hindsight: Hindsight, alone: bool) -> Phrase:
    """The same with all cards open."""
    return Phrase(
        "review.hindsight",
        {"best": judged_number(hindsight.best, alone), "played": judged_number(hindsight.played, alone)},
    )


def judged_number(value: Value, alone: bool) -> Phrase | float:
    """The number that is judged, as people read it."""
    return round(value.points / THOUSAND, 1) if alone else percent_phrase(value.chance)
