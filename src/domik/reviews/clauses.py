"""By which clauses one move brings more points than another: both are played to the end and tallied."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import mean

from domik.judge.decision import DecisionAnalysis
from domik.judge.second_look import SecondLook
from domik.judge.thresholds import THOUSAND
from domik.judge.trials import MEASURING
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, View
from domik.reviews.report import ClausePoints

TALLY_WORLDS = 64  # for either move
LEAST_ROWS = 3  # shown at least; more while the rest is larger than the last of them

ClauseGroup = tuple[str, str]


def clause_points(match: Match, looked: DecisionAnalysis | SecondLook) -> tuple[ClausePoints, ...]:
    """The clauses by which the best candidate scores more or less than the move played; they sum to the difference."""
    trials, best, played = looked.trials, looked.best, looked.played
    worlds = min(trials.worlds(one, MEASURING) for one in (best, played))
    if isinstance(looked, DecisionAnalysis):
        worlds = min(TALLY_WORLDS, worlds)
    ends = [
        (trials.replay_to_end(best, MEASURING, number), trials.replay_to_end(played, MEASURING, number))
        for number in range(worlds)
    ]
    return clause_differences(match, ends, int(trials.view.seat))


def clause_differences(match: Match, ends: list[tuple[State, State]], seat: int) -> tuple[ClausePoints, ...]:
    """Mean differences by clause between the first and second state of each pair, for one seat."""
    differences: dict[ClauseGroup, list[int]] = {}
    labels: dict[ClauseGroup, ClausePoints] = {}
    for number, both in enumerate(ends):
        for ended, sign in zip(both, (1, -1), strict=True):
            for line in match.tally(ended.view()):
                if line.seat == seat:
                    label = tally_label(match, line.reason)
                    # The same thing may score under another clause, as where a card changes how it counts; it stays one
                    # group.
                    group = (line.clause, str(label)) if label in line.reason.args.values() else ("", label.key)
                    labels.setdefault(group, ClausePoints(line.clause, label, 0))
                    differences.setdefault(group, [0] * len(ends))[number] += sign * line.points
    per_point = 2 if match.package.halves else 1
    means = {group: mean(per_world) / per_point for group, per_world in differences.items()}
    rows = [replace(labels[group], points=round(THOUSAND * points)) for group, points in means.items()]
    return rounded_rows(rows, round(THOUSAND * sum(means.values())))


def rounded_rows(rows: list[ClausePoints], exact: int | None = None) -> tuple[ClausePoints, ...]:
    """The largest rows in tenths of a point, and the rest as one row: as printed they sum to the total as printed.

    `exact` is the total before rows were rounded: half a tenth may lie between it and their sum.
    """
    total = rounded_tenths(sum(one.points for one in rows) if exact is None else exact)
    ordered = sorted(rows, key=lambda one: -abs(one.points))
    tenths = [replace(one, points=rounded_tenths(one.points)) for one in ordered]
    shown, rest = largest_rows(tenths, total)
    if rest and len(shown) == sum(bool(one.points) for one in tenths):  # all are listed: what is left is rounding
        shown, rest = largest_rows(apportion_rows(ordered, total), total)
    told = told_apart(shown)
    return (*told, ClausePoints("", Phrase("review.rest"), rest)) if rest else told


def largest_rows(ordered: list[ClausePoints], total: int) -> tuple[list[ClausePoints], int]:
    """As many rows as it takes until they leave less of the total than the last of them; and what they leave."""
    shown: list[ClausePoints] = []
    rest = total
    for one in ordered:
        if not one.points or (len(shown) >= LEAST_ROWS and abs(rest) < abs(shown[-1].points)):
            break
        shown.append(one)
        rest -= one.points
    return shown, rest


def apportion_rows(rows: list[ClausePoints], total: int) -> list[ClausePoints]:
    """The rows in tenths that sum to the total: those that rounding changes most are rounded the other way."""
    tenth = THOUSAND // 10
    down = [one.points // tenth * tenth for one in rows]
    up = (total - sum(down)) // tenth
    most = sorted(range(len(rows)), key=lambda at: down[at] - rows[at].points)[: max(0, up)]
    found = [replace(one, points=down[at] + (tenth if at in most else 0)) for at, one in enumerate(rows)]
    return sorted(found, key=lambda one: -abs(one.points))


def told_apart(rows: list[ClausePoints]) -> tuple[ClausePoints, ...]:
    """Rows of the same name are told apart by what they score for."""
    named = Counter(str(one.what) for one in rows)
    return tuple(
        replace(one, what=Phrase("review.row", {"what": one.what, "by": Phrase(f"scored.{one.clause}")}))
        if named[str(one.what)] > 1
        else one
        for one in rows
    )


def score_rows(match: Match, view: View, seat: int) -> tuple[ClausePoints, ...]:
    """Where a seat's points came from, the most first, in thousandths; they sum to its score."""
    sums: dict[tuple[str, str], ClausePoints] = {}
    for line in match.tally(view):
        if line.seat == seat and line.points:
            label = tally_label(match, line.reason)
            points = THOUSAND * line.points // (2 if match.package.halves else 1)
            row = sums.get((line.clause, str(label)), ClausePoints(line.clause, label, 0))
            sums[line.clause, str(label)] = replace(row, points=row.points + points)
    return told_apart(sorted(sums.values(), key=lambda one: -one.points))


def rounded_tenths(thousandths: int) -> int:
    """As `phrases.signed_number` prints it."""
    return round(10 * round(thousandths / THOUSAND, 1)) * (THOUSAND // 10)


def tally_label(match: Match, reason: Phrase) -> Phrase:
    """What a tally line is about, without its counts: the one thing it names, else the game's label for it."""
    named = [value for value in reason.args.values() if isinstance(value, Phrase)]
    if len(named) == 1:
        return named[0]
    return match.package.words().label(reason)
