"""The stronger look at a decision: its contenders in fresh worlds, in which every seat plays on by a short search.

Rollouts are cheap and judge every move, but their players do not plan. What they find suspicious, and what a search
would have played instead, is judged again here, and only what this look confirms is called a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from domik.bots.search import LEVELS
from domik.judge.decision import POINT_WEIGHT, DecisionAnalysis, difference_spread
from domik.judge.thresholds import MILLION, SURE, THOUSAND, Scale
from domik.judge.trials import CHOOSING, MARGIN, MEASURING, POINTS, SHARE, WHOLE_WIN, Trials
from domik.judge.value import ROLLOUT_PLAYER, Value, group_of, position_luck, rollout_style
from domik.kernel.game import Game
from domik.kernel.record import number_of
from domik.kernel.search import TreeSearch
from domik.kernel.state import View

THINKING = 24  # iterations of a seat's search at a decision of an imagined game ...
GUIDED_THINKING = 8  # the same where rollouts have a guide that the master bot has not: it costs several times as much
HORIZON = 12  # ... for so many decisions of all seats, then rollout moves: more worlds tell more than more thinking
CONTENDERS = 3  # candidates that the rollouts lead with
CHOOSING_STAGES = 8, 16, 32  # worlds that choose among them; those that clearly trail are dropped between
MEASURING_STAGES = 32, 64, 128, 256  # worlds that measure; what is clear needs no more
REJECT_ERRORS = 2.0
CLEAR_ERRORS = 1.5, 2.0  # a loss so many standard errors below a mistake is none, and so many above a blunder is one
SEARCH_ITERATIONS = 600  # of the search that names one more contender, at most
SEARCH_ITERATIONS_A_WORLD = 4
SEARCH_SECONDS = 1.0  # reached only in the pure build


@dataclass(frozen=True)
class SearchedMove:
    """What the master bot's search would play."""

    number: int  # of the action
    lead: float  # over the move played, in wins; 0 where that is the same move


def search_decision(view: View, seed: str, played: int, iterations: int, seconds: float) -> SearchedMove:
    """What the master bot's search would play, and how far it sees the action number `played` behind it."""
    luck = position_luck(view, f"search {seed}")
    search = TreeSearch(view, LEVELS[ROLLOUT_PLAYER].config_for(view.game), luck)
    action = int(search.choose(view.legal(), iterations, seconds))
    lead = float(search.mean_of(action)) - float(search.mean_of(1 << played))
    return SearchedMove(number_of(action), max(0.0, lead))


def searched_move(view: View, seed: str, iterations: int = SEARCH_ITERATIONS, seconds: float = SEARCH_SECONDS) -> int:
    """The action number that the master bot's search would play."""
    first = number_of(int(view.legal()) & -int(view.legal()))
    return search_decision(view, seed, first, iterations, seconds).number


def thinking_of(game: Game) -> int:
    """The iterations of a seat's search in an imagined game; a look must be affordable in every game."""
    is_guided = rollout_style(game).guide > LEVELS[ROLLOUT_PLAYER].config_for(game).guide
    return min(THINKING, GUIDED_THINKING) if is_guided else THINKING


def stages_up_to(stages: tuple[int, ...], most: int) -> list[int]:
    return sorted({min(stage, most) for stage in stages})


class SecondLook:
    """Careful trials of the leading candidates of one decision; numbers of candidates are those of the decision."""

    def __init__(self, decision: DecisionAnalysis, seed: str, searched: int, most: int = MEASURING_STAGES[-1]) -> None:
        question = decision.question
        self.most = most  # worlds of either half
        actions = [1 << kind[0] for kind in question.move_groups]
        luck = position_luck(question.view, f"again {seed}")
        game = question.view.game
        self.trials = Trials(question.view, actions, rollout_style(game), luck, None, thinking_of(game), HORIZON)
        self.per_point = decision.per_point
        self.played = decision.played
        proposed = group_of(question.move_groups, searched) + 1
        self.alive = list(dict.fromkeys([*decision.contenders(CONTENDERS), proposed, self.played]))
        self.best = self.alive[0]
        self.is_done = False

    def advance(self, scale: Scale) -> Iterator[None]:
        """Measure the move played against the best other contender; yields between portions.

        The few worlds that choose must not acquit: a move that leads there by chance is measured like any other, unless
        all the others clearly trail it.
        """
        yield from self.choose()
        others = [one for one in self.alive if one != self.played]
        if others:
            self.best = max(others, key=self.merit)
            yield from self.measure(scale)
            if self.is_as_good():
                self.best = self.played
        self.is_done = True

    def measure(self, scale: Scale) -> Iterator[None]:
        """The best contender against the move played, in fresh worlds until it is clear."""
        for worlds in stages_up_to(MEASURING_STAGES, self.most):
            for number in range(self.trials.worlds(self.best, MEASURING), worlds):
                self.trials.extend(sorted({self.best, self.played}), MEASURING, number + 1)
                yield
            if self.is_clear(scale):
                return

    def is_as_good(self) -> bool:
        """Whether the move played does no worse than the best of the others."""
        ahead = [self.trials.mean_difference(self.best, self.played, MEASURING, what) for what in (SHARE, MARGIN)]
        return ahead[0] + POINT_WEIGHT * ahead[1] / self.per_point <= 0

    def is_clear(self, scale: Scale) -> bool:
        """Whether more worlds would hardly change that the loss is nothing grave, or that it is a blunder."""
        loss, error = self.loss().chance, self.spread().chance / SURE
        return loss + CLEAR_ERRORS[0] * error < scale.mistake or loss - CLEAR_ERRORS[1] * error > scale.blunder

    def choose(self) -> Iterator[None]:
        """Pick the best contender by the choosing half."""
        for worlds in stages_up_to(CHOOSING_STAGES, self.most):
            first = min(self.trials.worlds(one, CHOOSING) for one in self.alive)
            for number in range(first, worlds):
                self.trials.extend(sorted(self.alive), CHOOSING, number + 1)
                yield
            self.best = self.leader()
            self.alive = [one for one in self.alive if one == self.best or not self.trails(one)]
            if len(self.alive) == 1:
                return

    def leader(self) -> int:
        """The contender that does best so far; the first one while there is nothing to compare."""
        if not all(self.trials.worlds(one, CHOOSING) for one in self.alive):
            return self.best
        return max(self.alive, key=lambda one: (self.merit(one), one == self.played))

    def merit(self, candidate: int) -> float:
        worlds = self.trials.worlds(candidate, CHOOSING)
        share, margin = (self.trials.total(candidate, CHOOSING, what, worlds) for what in (SHARE, MARGIN))
        return (share + POINT_WEIGHT * margin / self.per_point) / worlds

    def trails(self, candidate: int) -> bool:
        """Whether a candidate is clearly worse than the best."""
        behind = self.trials.mean_difference(self.best, candidate, CHOOSING, SHARE)
        return behind > REJECT_ERRORS * self.trials.difference_error(self.best, candidate, CHOOSING, SHARE)

    # ---- results ----------------------------------------------------------------------------------------

    @property
    def worlds(self) -> int:
        return self.trials.worlds(self.best, MEASURING)

    def loss(self, candidate: int = 0) -> Value:
        """How much a candidate (by default the move played) is worth less than the best."""
        other, half = candidate or self.played, MEASURING
        if not self.trials.worlds(other, MEASURING):
            half = CHOOSING
        share, margin, points = (
            self.trials.mean_difference(self.best, other, half, what) for what in (SHARE, MARGIN, POINTS)
        )
        scale = THOUSAND / self.per_point
        return Value(round(share * MILLION / WHOLE_WIN), round(margin * scale), round(points * scale))

    def spread(self) -> Value:
        """Half of the 95 % interval of the loss."""
        return difference_spread(self.trials, self.best, self.played, MEASURING, self.per_point)
