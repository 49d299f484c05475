"""The review's sentences as phrases, translated when they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from domik.judge.thresholds import MILLION, THOUSAND
from domik.judge.value import Value
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.tally import format_halves
from domik.reviews.report import ClausePoints, Hindsight, Judgement, Report

TELLING_POINTS = 4 * THOUSAND  # a row of so many points, if it is half of all, says more than a fact about the move
LEAST_POINTS = THOUSAND // 2  # a smaller loss of points says nothing, only the chance does


def verdict_phrase(verdict: str) -> Phrase:
    return Phrase(f"review.verdict.{verdict}")


def percent_phrase(chance: int) -> Phrase:
    """A chance, given in millionths, in whole per cent."""
    return Phrase("review.percent", {"number": hundredths(chance)})


def signed_number(number: float) -> Phrase:
    """A number with its sign, to one decimal place."""
    rounded = round(abs(number), 1)
    if not rounded:
        return Phrase("review.zero")
    return Phrase("review.minus" if number < 0 else "review.plus", {"number": float(rounded)})


def signed_points(points: int) -> Phrase:
    return signed_number(points / THOUSAND)


def points_said(points: int, said: Phrase | str | None = None) -> Phrase:
    """Points with their unit and, unless said otherwise, a sign."""
    number = abs(round(points / THOUSAND, 1))
    return Phrase("review.lost_points", {"points": said or signed_points(points), "n": number})


def join_phrases(phrases: Iterable[Phrase], key: str = "review.and") -> Phrase:
    """Join phrases pairwise with the phrase `key`, left to right."""
    return reduce(lambda first, second: Phrase(key, {"first": first, "second": second}), phrases)


# ---- the whole game -------------------------------------------------------------------------------------


def scores_text(points: Iterable[int]) -> str:
    """Scores separated by colons, rounded to half points."""
    halves = (round(2 * one / THOUSAND) for one in points)
    return " : ".join(format_halves(one) for one in halves)


def seats_by_rank(report: Report) -> list[int]:
    """The seats from the first place to the last, as people name a result."""
    return sorted(range(report.seats), key=lambda seat: (seat not in report.winners, -report.scores[seat]))


def result_phrase(report: Report) -> Phrase:
    names = [player_name(report, seat) for seat in report.winners]
    scores = scores_text(report.scores[seat] for seat in seats_by_rank(report))
    if report.is_solo:
        return Phrase("review.alone", {"name": player_name(report, 0), "n": report.scores[0] / THOUSAND})
    if len(names) == 1:
        return Phrase("review.won", {"name": names[0], "scores": scores})
    return Phrase("review.shared", {"names": ", ".join(names), "scores": scores})


def adjusted_phrase(report: Report) -> Phrase | None:
    """The luck-adjusted result in the order of the real one; None unless every seat was reviewed."""
    if len(report.reviewed) < report.seats:
        return None
    points = [average_points(report, seat) for seat in seats_by_rank(report)]
    return Phrase("review.adjusted", {"scores": scores_text(points)})


def whole_luck(report: Report, seat: int) -> int:
    """A seat's luck in thousandths of a point, rounded to whole points: it is not known better than that."""
    return round(report.seat_review(seat).ledger.cards.points / THOUSAND) * THOUSAND


def average_points(report: Report, seat: int) -> int:
    """The points with average cards, in thousandths: as printed, points minus luck."""
    return report.scores[seat] - whole_luck(report, seat)


def basis_phrase(report: Report) -> Phrase:
    """How many rollouts or solver plans the verdicts rest on."""
    return Phrase("review.basis" if report.course is None else "review.basis_plans", {"n": report.rollouts})


def hinted_phrases(report: Report) -> list[Phrase]:
    """The hints that were followed and that the review sees otherwise: when, and whose."""
    return [
        Phrase("review.hinted", {"name": player_name(report, one.seat), "when": one.when})
        for one in report.second_thoughts()
    ]


def player_name(report: Report, seat: int) -> str:
    """The player's name, or the seat number if there is none."""
    return (report.players[seat] if seat < len(report.players) else "") or str(seat + 1)


# ---- one decision ---------------------------------------------------------------------------------------


def more_phrase(judgement: Judgement, most: int | None = None) -> Phrase:
    """How many points the better move brings, and by which clauses (at most `most`)."""
    return more_points_phrase(judgement.loss.points, judgement.clauses, most)


def more_points_phrase(thousandths: int, by: Sequence[ClausePoints], most: int | None = None) -> Phrase:
    """The points and where they come from; what is listed adds up to what all of it brings, as printed."""
    points = round(thousandths / THOUSAND, 1)
    more = counted_phrase("review.more", points) if points > 0 else Phrase("review.less")
    listed = [one for one in by if one.clause][:most]
    if not listed:
        return more
    parts = [
        Phrase("review.clause", {"what": one.what, "clause": one.clause, "points": signed_points(one.points)})
        for one in listed
    ]
    rest = sum(one.points for one in by) - sum(one.points for one in listed)
    if rest:
        parts.append(Phrase("review.part", {"what": Phrase("review.rest"), "points": signed_points(rest)}))
    return Phrase("review.more_by", {"more": more, "clauses": join_phrases(parts)})


def counted_phrase(key: str, points: float, **named: Argument) -> Phrase:
    """A phrase with a number of points; half a point has its own, as nobody says "½ points"."""
    return Phrase(f"{key}_half", named) if points == 0.5 else Phrase(key, {"n": points, **named})


def fact_phrase(judgement: Judgement) -> Phrase | None:
    """The fact that speaks for the better move, unless the points of one row say much more: None then."""
    first = judgement.clauses[0].points if judgement.clauses else 0
    is_small = first >= TELLING_POINTS and 2 * first >= judgement.loss.points
    return None if is_small or not judgement.why else judgement.why[0]


def sentence_phrase(judgement: Judgement) -> Phrase | None:
    """One sentence for the better move, from a fact that does not hold for the move played; None without one."""
    fact = fact_phrase(judgement)
    if fact is not None:
        return Phrase("hint.because", {"what": judgement.best_candidate.what, "why": fact})
    first = next((one for one in judgement.clauses if one.clause), None)
    if first is None or judgement.loss.points <= 0:
        return held_back_phrase(judgement)
    most = max((one for one in judgement.clauses if one.clause), key=lambda one: one.points)
    if most.points < LEAST_POINTS:
        return None
    key = "review.brings" if most is first else "review.brings_most"
    return counted_phrase(key, round(most.points / THOUSAND, 1), what=most.what)


def held_back_phrase(judgement: Judgement) -> Phrase | None:
    """For a better move that scores no more itself: by how much it holds the strongest of the others back."""
    denied = judgement.loss.margin - judgement.loss.points  # margins are against the best of the others
    if judgement.loss.points > 0 or denied < LEAST_POINTS:
        return None
    return counted_phrase("review.holds_back", round(denied / THOUSAND, 1))


def loss_phrases(judgement: Judgement, alone: bool) -> list[Phrase]:
    """What a move lost: points, unless that is no measure of a mark, and games won of a hundred, where they are."""
    lost = []
    if judgement.loss.points >= THOUSAND or judgement.by_points or alone:
        lost.append(points_said(-judgement.loss.points))
    if not judgement.by_points and not alone:
        moves = (judgement.best_candidate, judgement.played_candidate)
        best, played = (hundredths(one.value.chance) for one in moves)
        lost.append(Phrase("review.lost_chance", {"best": best, "played": played}))
    return lost


def moment_phrases(judgement: Judgement, alone: bool) -> list[Phrase]:
    """Everything to say about one decision, one sentence each."""
    lines = [Phrase("review.played", {"what": judgement.played_candidate.what})]
    if judgement.best != judgement.played:
        lines.append(Phrase("review.better", {"what": judgement.best_candidate.what}))
        fact = fact_phrase(judgement)
        said = sentence_phrase(judgement) if fact is None else Phrase("review.because", {"why": fact})
        lines += [said] if said else []
        lines.append(Phrase("review.why", {"why": more_phrase(judgement)}))
        lines.append(comparison_phrase(judgement, alone))
        if judgement.by_points and not alone:
            lines.append(Phrase("review.by_points"))
    if judgement.hindsight is not None:
        lines.append(hindsight_phrase(judgement.hindsight, alone or judgement.by_points))
    return lines


def comparison_phrase(judgement: Judgement, alone: bool) -> Phrase:
    """Both moves by the judged number: games won of a hundred, or points."""
    best, played = judgement.best_candidate.value, judgement.played_candidate.value
    if alone or judgement.by_points:
        return Phrase("review.points", {"best": judged_number(best, True), "played": judged_number(played, True)})
    spread = hundredths((judgement.high.chance - judgement.low.chance) // 2)
    numbers: dict[str, Argument] = {"best": hundredths(best.chance), "played": hundredths(played.chance)}
    if not spread:  # a solver's numbers have no width
        return Phrase("review.chance_exact", numbers)
    return Phrase("review.chance", numbers | {"spread": spread})


def hundredths(chance: int) -> int:
    """A chance in whole hundredths, never below 0 or above 100."""
    return min(100, max(0, round(100 * chance / MILLION)))


def hindsight_phrase(hindsight: Hindsight, alone: bool) -> Phrase:
    """The same comparison with all cards open."""
    return Phrase(
        "review.hindsight" if alone else "review.hindsight_chance",
        {"best": judged_number(hindsight.best, alone), "played": judged_number(hindsight.played, alone)},
    )


def value_phrase(value: Value, in_points: bool) -> Phrase:
    """A move's value in a list of moves."""
    if in_points:
        return counted_phrase("review.n_points", round(value.points / THOUSAND, 1))
    return Phrase("review.of_hundred", {"n": hundredths(value.chance)})


def judged_number(value: Value, alone: bool) -> float:
    return round(value.points / THOUSAND, 1) if alone else hundredths(value.chance)
