"""The review's sentences as phrases, translated when they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from domik.kernel.phrase import Phrase
from domik.reviews.report import ClausePoints, Hindsight, Judgement, Report, Value
from domik.reviews.thresholds import MILLION, THOUSAND


def verdict_phrase(verdict: str) -> Phrase:
    return Phrase(f"review.verdict.{verdict}")


def percent_phrase(chance: int) -> Phrase:
    """A chance, given in millionths, in whole per cent."""
    return Phrase("review.percent", {"number": round(100 * chance / MILLION)})


def signed_number(number: float) -> Phrase:
    """A number with its sign, to one decimal place."""
    rounded = round(abs(number), 1)
    return Phrase("review.minus" if number < 0 and rounded else "review.plus", {"number": float(rounded)})


def signed_points(points: int) -> Phrase:
    return signed_number(points / THOUSAND)


def signed_percent(chance: int) -> Phrase:
    """A change of a chance, in percentage points."""
    return Phrase("review.percent", {"number": signed_number(100 * chance / MILLION)})


def join_phrases(phrases: Iterable[Phrase], key: str = "review.and") -> Phrase:
    """Join phrases pairwise with the phrase `key`, left to right."""
    return reduce(lambda first, second: Phrase(key, {"first": first, "second": second}), phrases)


# ---- the whole game -------------------------------------------------------------------------------------


def scores_text(points: Iterable[int]) -> str:
    """Scores separated by colons, rounded to half points."""
    return " : ".join(f"{round(2 * one / THOUSAND) / 2:g}".replace(".5", "½") for one in points)


def result_phrase(report: Report) -> Phrase:
    names = [player_name(report, seat) for seat in report.winners]
    scores = scores_text(report.scores)
    if report.is_solo:
        return Phrase("review.alone", {"name": player_name(report, 0), "n": report.scores[0] / THOUSAND})
    if len(names) == 1:
        return Phrase("review.won", {"name": names[0], "scores": scores})
    return Phrase("review.shared", {"names": ", ".join(names), "scores": scores})


def adjusted_phrase(report: Report) -> Phrase | None:
    """The luck-adjusted result; None unless every seat was reviewed."""
    if len(report.reviewed) < report.seats:
        return None
    points = [report.seat_review(seat).ledger.luck_adjusted.points for seat in range(report.seats)]
    return Phrase("review.adjusted", {"scores": scores_text(round(one / THOUSAND) * THOUSAND for one in points)})


def basis_phrase(report: Report) -> Phrase:
    """How many rollouts or solver plans the verdicts rest on."""
    return Phrase("review.basis" if report.course is None else "review.basis_plans", {"n": report.rollouts})


def player_name(report: Report, seat: int) -> str:
    """The player's name, or the seat number if there is none."""
    return (report.players[seat] if seat < len(report.players) else "") or str(seat + 1)


# ---- one decision ---------------------------------------------------------------------------------------


def more_phrase(judgement: Judgement, most: int | None = None) -> Phrase:
    """How many points the better move brings, and by which clauses (at most `most`)."""
    return more_points_phrase(judgement.loss.points, judgement.clauses[:most])


def more_points_phrase(thousandths: int, by: Sequence[ClausePoints]) -> Phrase:
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
    """Everything to say about one decision, one sentence each."""
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
    """Both moves by the judged number: win chance, or points in a solo game."""
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
    """The same comparison with all cards open."""
    return Phrase(
        "review.hindsight",
        {"best": judged_number(hindsight.best, alone), "played": judged_number(hindsight.played, alone)},
    )


def judged_number(value: Value, alone: bool) -> Phrase | float:
    return round(value.points / THOUSAND, 1) if alone else percent_phrase(value.chance)
