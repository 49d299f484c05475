"""Analysis of one decision: one half of the imagined worlds chooses the best candidate, the other half measures it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from domik.judge.thresholds import CHANCE, LEAST_WORLDS, MILLION, SURE, THOUSAND
from domik.judge.trials import CHOOSING, MARGIN, MEASURING, POINTS, SHARE, USUAL, WHOLE_WIN, Trials
from domik.judge.value import DecisionPoint, Value, position_luck, rollout_style

PORTION = 2  # worlds per step: the caller may stop after each
REJECT_ERRORS = 3.0  # a candidate that trails the best by more standard errors is dropped
POINT_WEIGHT = 0.004 * WHOLE_WIN  # weight of a point of margin against a win when the best is chosen
SETTLED_WORLDS = 64  # worlds after which a clear case needs no more
NEGLIGIBLE_LOSS = CHANCE.inaccuracy / 2 / MILLION * WHOLE_WIN  # a loss surely smaller than this needs no more worlds
HOPEFUL_ERRORS, HOPEFUL_LOSS = 2.0, 0.03 * WHOLE_WIN  # a rival may be so much better still: few worlds acquit nobody


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
            self.is_settled = clearly_best or (
                not self.alone and lost + REJECT_ERRORS * doubt < NEGLIGIBLE_LOSS and not self.has_hopeful_rival()
            )

    def merit(self, candidate: int, worlds: int) -> float:
        """Ranking value in the choosing half: win share plus a little for the margin; in a solo game points."""
        trials = self.trials
        margin = trials.total(candidate, CHOOSING, MARGIN, worlds) / self.per_point
        return margin if self.alone else trials.total(candidate, CHOOSING, SHARE, worlds) + POINT_WEIGHT * margin

    def has_hopeful_rival(self) -> bool:
        """Whether the move played leads, and another that is still tried might be better in more worlds."""
        rivals = [self.deficit(one) for one in self.alive if one != self.played] if self.best == self.played else []
        return any(HOPEFUL_ERRORS * doubt - lost > HOPEFUL_LOSS for lost, doubt in rivals)

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

    def contenders(self, most: int) -> list[int]:
        """The candidates that lead in the choosing half, best first."""
        worlds = {one: self.trials.worlds(one, CHOOSING) for one in range(1, len(self.question.move_groups) + 1)}
        return sorted(worlds, key=lambda one: (one != self.best, -self.merit(one, worlds[one]) / max(1, worlds[one])))[
            :most
        ]

    # ---- results ----------------------------------------------------------------------------------------

    def measured_loss(self) -> MeasuredLoss | None:
        """The loss in the measuring half; None while it has too few worlds."""
        trials = self.trials
        worlds = min(trials.worlds(one, MEASURING) for one in (USUAL, self.best, self.played))
        if worlds < LEAST_WORLDS:
            return None
        usual, best, played = (self.value(one, MEASURING, worlds) for one in (USUAL, self.best, self.played))
        spread = self.loss_spread() if self.best != self.played else Value()
        return MeasuredLoss(worlds, usual, best, played, best - played - spread, best - played + spread)

    def loss_spread(self) -> Value:
        """Half of the 95 % interval of the measured loss."""
        return difference_spread(self.trials, self.best, self.played, MEASURING, self.per_point)

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


def difference_spread(trials: Trials, one: int, other: int, half: int, per_point: int) -> Value:
    """Half of the 95 % interval of the difference of two candidates."""
    share, margin, points = (trials.difference_error(one, other, half, what) for what in (SHARE, MARGIN, POINTS))
    scale = SURE * THOUSAND / per_point
    return Value(round(SURE * share * MILLION / WHOLE_WIN), round(margin * scale), round(points * scale))


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
