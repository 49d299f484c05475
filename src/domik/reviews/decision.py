"""Analysis of one decision: one half of the imagined worlds chooses the best candidate, the other half measures it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt
from statistics import mean, stdev

from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import State
from domik.reviews.report import ClausePoints, Value
from domik.reviews.seat_history import DecisionPoint, position_luck, rollout_style
from domik.reviews.thresholds import CHANCE, LEAST_WORLDS, MILLION, SURE, THOUSAND
from domik.reviews.trials import CHOOSING, MARGIN, MEASURING, POINTS, SHARE, USUAL, WHOLE_WIN, Trials

PORTION = 2  # worlds per step: the caller may stop after each
REJECT_ERRORS = 3.0  # a candidate that trails the best by more standard errors is dropped
POINT_WEIGHT = 0.004 * WHOLE_WIN  # weight of a point of margin against a win when the best is chosen
SETTLED_WORLDS = 64  # worlds after which a clear case needs no more
NEGLIGIBLE_LOSS = CHANCE.inaccuracy / 2 / MILLION * WHOLE_WIN  # a loss surely smaller than this needs no more worlds


@dataclass(frozen=True)
class MeasuredLoss:
    """The best candidate against the move played, in the measuring half."""

    worlds: int
    usual: Value
    best: Value
    played: Value
    low: Value  # 95 % interval of the loss
    high: Value


class DecisionAnalysis:
    """The trials of one decision.

    What is tried next depends on the choosing half alone, so the measuring half stays unbiased.
    """

    def __init__(self, question: DecisionPoint, seed: str, halves: bool, alone: bool) -> None:
        self.question = question
        self.per_point = 2 if halves else 1  # score units in one point
        self.alone = alone
        actions = [1 << kind[0] for kind in question.move_groups]
        view = question.view
        self.trials = Trials(view, actions, rollout_style(view.game), position_luck(view, seed))
        self.alive = list(range(1, len(actions) + 1))  # candidate numbers as in Trials, from 1
        self.played = question.played + 1
        self.best = self.played
        self.is_settled = False
        self.second_opinion = 0, 0  # the best candidate and the worlds when the search was last asked
        self.is_confirmed = False  # whether the search chose the move played

    def advance(self, worlds: int) -> Iterator[None]:
        """Play up to `worlds` worlds of each half; yields after every portion, so that the caller may stop."""
        if self.is_settled:
            return
        for until in portion_ends(worlds):
            wanted = sorted({*self.alive, self.played})
            if min(self.trials.worlds(one, CHOOSING) for one in wanted) < until:
                self.trials.extend(wanted, CHOOSING, until)
                yield
        self.choose()
        for until in portion_ends(worlds):
            wanted = sorted({USUAL, self.best, self.played})
            if min(self.trials.worlds(one, MEASURING) for one in wanted) < until:
                self.trials.extend(wanted, MEASURING, until)
                yield

    def choose(self) -> None:
        """Pick the best by the choosing half and drop candidates that clearly trail."""
        trials = self.trials
        worlds = min(trials.worlds(one, CHOOSING) for one in self.alive)
        self.best = max(self.alive, key=lambda one: (self.merit(one, worlds), one == self.played))
        self.alive = [one for one in self.alive if not self.is_clearly_worse(one)]
        if worlds >= SETTLED_WORLDS:
            lost, doubt = self.deficit(self.played)
            clearly_best = self.alive == [self.played]
            self.is_settled = clearly_best or (not self.alone and lost + REJECT_ERRORS * doubt < NEGLIGIBLE_LOSS)

    def merit(self, candidate: int, worlds: int) -> float:
        """Ranking value in the choosing half: win share plus a little for the margin; in a solo game points."""
        trials = self.trials
        margin = trials.total(candidate, CHOOSING, MARGIN, worlds) / self.per_point
        return margin if self.alone else trials.total(candidate, CHOOSING, SHARE, worlds) + POINT_WEIGHT * margin

    def is_clearly_worse(self, candidate: int) -> bool:
        lost, doubt = self.deficit(candidate)
        return candidate != self.best and lost > REJECT_ERRORS * doubt

    def deficit(self, candidate: int) -> tuple[float, float]:
        """A candidate's mean deficit to the best, and its standard error."""
        what = MARGIN if self.alone else SHARE
        ahead = self.trials.mean_difference(self.best, candidate, CHOOSING, what)
        return ahead, self.trials.difference_error(self.best, candidate, CHOOSING, what)

    def apparent_loss(self) -> float:
        """The loss by the choosing half; decisions are refined in this order."""
        return self.deficit(self.played)[0] if self.best != self.played else 0.0

    # ---- results ----------------------------------------------------------------------------------------

    def measured_loss(self) -> MeasuredLoss | None:
        """The loss in the measuring half; None while it has too few worlds."""
        trials = self.trials
        worlds = min(trials.worlds(one, MEASURING) for one in (USUAL, self.best, self.played))
        if worlds < LEAST_WORLDS:
            return None
        usual, best, played = (self.value(one, MEASURING, worlds) for one in (USUAL, self.best, self.played))
        loss = best - played
        if self.best == self.played:
            return MeasuredLoss(worlds, usual, best, played, loss, loss)
        spread = Value(*(round(SURE * error) for error in self.standard_errors()))
        return MeasuredLoss(worlds, usual, best, played, loss - spread, loss + spread)

    def standard_errors(self) -> tuple[float, float, float]:
        """Standard errors of the measured loss, in the units of a Value."""
        trials = self.trials
        share, margin, points = (
            trials.difference_error(self.best, self.played, MEASURING, what) for what in (SHARE, MARGIN, POINTS)
        )
        per_point = THOUSAND / self.per_point
        return share * MILLION / WHOLE_WIN, margin * per_point, points * per_point

    def value(self, candidate: int, half: int, worlds: int) -> Value:
        return mean_value(self.trials, candidate, half, worlds, self.per_point)

    def displayed_value(self, candidate: int) -> tuple[Value, Value, int]:
        """A candidate's value, half of its 95 % interval, and its number of worlds, for lists.

        From the measuring half for the best and the played candidate, else from the choosing half.
        """
        trials = self.trials
        half = MEASURING if candidate in (self.best, self.played) else CHOOSING
        worlds = trials.worlds(candidate, half)
        if not worlds:
            return Value(), Value(), 0
        share, margin, points = (trials.standard_error(candidate, half, what) for what in (SHARE, MARGIN, POINTS))
        per_point = THOUSAND / self.per_point
        doubt = Value(
            min(MILLION, round(SURE * share * MILLION / WHOLE_WIN)),
            round(SURE * margin * per_point),
            round(SURE * points * per_point),
        )
        return self.value(candidate, half, worlds), doubt, worlds


def portion_ends(worlds: int) -> list[int]:
    """World counts after which `advance` yields."""
    return [*range(PORTION, worlds, PORTION), worlds]


def mean_value(trials: Trials, candidate: int, half: int, worlds: int, per_point: int) -> Value:
    """A candidate's means over the first `worlds` worlds of a half, in a Value's integer units."""
    share, margin, points = (trials.total(candidate, half, what, worlds) for what in (SHARE, MARGIN, POINTS))
    return Value(
        round(share * MILLION / (WHOLE_WIN * worlds)),
        round(margin * THOUSAND / (per_point * worlds)),
        round(points * THOUSAND / (per_point * worlds)),
    )


def seat_chances(trials: Trials, candidate: int, half: int, seats: int) -> tuple[int, ...]:
    """Every seat's win chance, in millionths, in the worlds imagined by the deciding seat."""
    worlds = trials.worlds(candidate, half)
    return tuple(
        round(trials.sum_of(candidate, half, seat, SHARE) * MILLION / (WHOLE_WIN * worlds)) for seat in range(seats)
    )


def seat_value(trials: Trials, candidate: int, seat: int, per_point: int) -> Value:
    """What a candidate means for another seat; the margin is left at 0."""
    worlds = trials.worlds(candidate, MEASURING)
    share, points = (trials.sum_of(candidate, MEASURING, seat, what) for what in (SHARE, POINTS))
    return Value(round(share * MILLION / (WHOLE_WIN * worlds)), 0, round(points * THOUSAND / (per_point * worlds)))


TALLY_WORLDS = 64  # for either move
MOST_CLAUSES = 4  # shown at most
LEAST_CLAUSE_POINTS = 250  # thousandths of a point; less is not shown
CLEAR_ERRORS = 1.5  # standard errors by which a difference must exceed zero

ClauseGroup = tuple[str, str]


def clause_points(match: Match, decision: DecisionAnalysis) -> tuple[ClausePoints, ...]:
    """The clauses by which the best candidate scores more or less than the move played, largest first."""
    best, played = decision.best, decision.played
    worlds = min(TALLY_WORLDS, *(decision.trials.worlds(one, MEASURING) for one in (best, played)))
    ends = [
        (
            decision.trials.replay_to_end(best, MEASURING, number),
            decision.trials.replay_to_end(played, MEASURING, number),
        )
        for number in range(worlds)
    ]
    return clause_differences(match, ends, int(decision.question.view.seat))


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
    found = [
        replace(labels[group], points=round(mean(per_world) * THOUSAND / per_point))
        for group, per_world in differences.items()
        if is_significant(per_world)
    ]
    telling = [one for one in found if abs(one.points) >= LEAST_CLAUSE_POINTS]
    return tuple(sorted(telling, key=lambda one: -abs(one.points))[:MOST_CLAUSES])


def is_significant(per_world: list[int]) -> bool:
    """Whether the mean clearly differs from zero; a single world is taken as it is."""
    return len(per_world) == 1 or abs(mean(per_world)) > CLEAR_ERRORS * stdev(per_world) / sqrt(len(per_world))


def tally_label(match: Match, reason: Phrase) -> Phrase:
    """What a tally line is about, without its counts: the one thing it names, else the game's label for it."""
    named = [value for value in reason.args.values() if isinstance(value, Phrase)]
    if len(named) == 1:
        return named[0]
    return match.package.words().label(reason)
