"""One decision under review: candidates are chosen by one half of the worlds and measured by the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from domik.review.report import Value
from domik.review.story import Question, luck_for, style_of
from domik.review.thresholds import CHANCE, LEAST_WORLDS, MILLION, SURE, THOUSAND
from domik.review.trials import CHOOSING, MARGIN, MEASURING, POINTS, SHARE, USUAL, WHOLE, Trials

PORTION = 2  # worlds played at a time: somebody may want to stop
UNLIKELY = 3.0  # standard errors by which a candidate must lag to be given up
POINT = 0.004 * WHOLE  # what a point of margin counts beside a win when the best is chosen
SETTLED = 64  # worlds after which a clear case is left alone
TRIFLE = CHANCE.inaccuracy / 2 / MILLION * WHOLE  # what is surely lost by less is settled


@dataclass(frozen=True)
class Measured:
    """The best candidate against the played one in the measuring half."""

    worlds: int
    usual: Value
    best: Value
    played: Value
    low: Value  # of the loss
    high: Value


class Decision:
    """The trials of one question. What is tried next depends on the choosing half alone, so the other stays fair."""

    def __init__(self, question: Question, seed: str, halves: bool, alone: bool) -> None:
        self.question = question
        self.per_point = 2 if halves else 1  # kept points a point
        self.alone = alone
        actions = [1 << kind[0] for kind in question.kinds]
        view = question.view
        self.trials = Trials(view, actions, style_of(view.game), luck_for(view, seed))
        self.alive = list(range(1, len(actions) + 1))  # candidates as the trials number them: from 1 on
        self.played = question.played + 1
        self.best = self.played
        self.is_settled = False
        self.asked = 0, 0  # the best candidate, and the worlds, when a second opinion was asked for
        self.is_backed = False  # whether that opinion was for the move played

    def advance(self, worlds: int) -> Iterator[None]:
        """Play up to so many worlds of either half, a portion at a time."""
        if self.is_settled:
            return
        for until in portions(worlds):
            wanted = sorted({*self.alive, self.played})
            if min(self.trials.worlds(one, CHOOSING) for one in wanted) < until:
                self.trials.extend(wanted, CHOOSING, until)
                yield
        self.choose()
        for until in portions(worlds):
            wanted = sorted({USUAL, self.best, self.played})
            if min(self.trials.worlds(one, MEASURING) for one in wanted) < until:
                self.trials.extend(wanted, MEASURING, until)
                yield

    def choose(self) -> None:
        """The best by the choosing half; those that lag for sure are given up."""
        trials = self.trials
        worlds = min(trials.worlds(one, CHOOSING) for one in self.alive)
        self.best = max(self.alive, key=lambda one: (self.merit(one, worlds), one == self.played))
        self.alive = [one for one in self.alive if not self.lags(one)]
        if worlds >= SETTLED:
            lost, doubt = self.behind(self.played)
            clearly_best = self.alive == [self.played]
            self.is_settled = clearly_best or (not self.alone and lost + UNLIKELY * doubt < TRIFLE)

    def merit(self, candidate: int, worlds: int) -> float:
        """What a candidate promises: winning, and a little for the margin."""
        trials = self.trials
        margin = trials.total(candidate, CHOOSING, MARGIN, worlds) / self.per_point
        return margin if self.alone else trials.total(candidate, CHOOSING, SHARE, worlds) + POINT * margin

    def lags(self, candidate: int) -> bool:
        """Whether the best is better beyond doubt."""
        lost, doubt = self.behind(candidate)
        return candidate != self.best and lost > UNLIKELY * doubt

    def behind(self, candidate: int) -> tuple[float, float]:
        """By how much a candidate is behind the best, and the doubt of it."""
        what = MARGIN if self.alone else SHARE
        ahead = self.trials.ahead(self.best, candidate, CHOOSING, what)
        return ahead, self.trials.doubt(self.best, candidate, CHOOSING, what)

    def suspicion(self) -> float:
        """How much seems lost: what to look at first."""
        return self.behind(self.played)[0] if self.best != self.played else 0.0

    # ---- what was found ---------------------------------------------------------------------------------

    def measured(self) -> Measured | None:
        """The loss in the measuring half; None as long as too little was played."""
        trials = self.trials
        worlds = min(trials.worlds(one, MEASURING) for one in (USUAL, self.best, self.played))
        if worlds < LEAST_WORLDS:
            return None
        usual, best, played = (self.value(one, MEASURING, worlds) for one in (USUAL, self.best, self.played))
        loss = best - played
        if self.best == self.played:
            return Measured(worlds, usual, best, played, loss, loss)
        spread = Value(*(round(SURE * error) for error in self.errors()))
        return Measured(worlds, usual, best, played, loss - spread, loss + spread)

    def errors(self) -> tuple[float, float, float]:
        """The standard errors of the loss, in the units of a Value."""
        trials = self.trials
        share, margin, points = (
            trials.doubt(self.best, self.played, MEASURING, what) for what in (SHARE, MARGIN, POINTS)
        )
        per_point = THOUSAND / self.per_point
        return share * MILLION / WHOLE, margin * per_point, points * per_point

    def value(self, candidate: int, half: int, worlds: int) -> Value:
        """A candidate's means over the first worlds of a half."""
        return value_of(self.trials, candidate, half, worlds, self.per_point)

    def shown(self, candidate: int) -> tuple[Value, Value, int]:
        """What a list of candidates shows: value, half its interval, worlds; measured where it was measured."""
        trials = self.trials
        half = MEASURING if candidate in (self.best, self.played) else CHOOSING
        worlds = trials.worlds(candidate, half)
        if not worlds:
            return Value(), Value(), 0
        share, margin, points = (trials.noise(candidate, half, what) for what in (SHARE, MARGIN, POINTS))
        per_point = THOUSAND / self.per_point
        doubt = Value(
            min(MILLION, round(SURE * share * MILLION / WHOLE)),
            round(SURE * margin * per_point),
            round(SURE * points * per_point),
        )
        return self.value(candidate, half, worlds), doubt, worlds


def portions(worlds: int) -> list[int]:
    """Where to stop for a moment on the way to so many worlds."""
    return [*range(PORTION, worlds, PORTION), worlds]


def value_of(trials: Trials, candidate: int, half: int, worlds: int, per_point: int) -> Value:
    """A candidate's means over the first worlds of a half, in whole numbers."""
    share, margin, points = (trials.total(candidate, half, what, worlds) for what in (SHARE, MARGIN, POINTS))
    return Value(
        round(share * MILLION / (WHOLE * worlds)),
        round(margin * THOUSAND / (per_point * worlds)),
        round(points * THOUSAND / (per_point * worlds)),
    )


def chances_of(trials: Trials, candidate: int, half: int, seats: int) -> tuple[int, ...]:
    """Every seat's chance, as the deciding seat must see it."""
    worlds = trials.worlds(candidate, half)
    return tuple(
        round(trials.sum_of(candidate, half, seat, SHARE) * MILLION / (WHOLE * worlds)) for seat in range(seats)
    )


def seat_value(trials: Trials, candidate: int, seat: int, per_point: int) -> Value:
    """What a candidate of one seat means for another: its chance and its points."""
    worlds = trials.worlds(candidate, MEASURING)
    share, points = (trials.sum_of(candidate, MEASURING, seat, what) for what in (SHARE, POINTS))
    return Value(round(share * MILLION / (WHOLE * worlds)), 0, round(points * THOUSAND / (per_point * worlds)))
