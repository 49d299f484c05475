"""The stronger look at a decision: its contenders in fresh worlds, in which every seat plays on by a short search.

Rollouts are cheap and judge every move, but their players do not plan. What they find suspicious, and what a search
would have played instead, is judged again here, and only what this look confirms is called a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from domik.bots.search import LEVELS
from domik.judge.decision import POINT_WEIGHT, DecisionAnalysis, difference_spread
from domik.judge.thresholds import MILLION, THOUSAND, Scale
from domik.judge.trials import CHOOSING, MARGIN, MEASURING, POINTS, SHARE, WHOLE_WIN, Trials
from domik.judge.value import ROLLOUT_PLAYER, Value, group_of, position_luck, rollout_style
from domik.kernel.luck import Luck
from domik.kernel.record import number_of
from domik.kernel.search import TreeSearch
from domik.kernel.state import View, imagine_state

THINKING, MOST_THINKING = 8, 24  # iterations of a seat's search in an imagined game; more where few decisions are left
HORIZON_A_SEAT = 6  # decisions of every seat that are searched, or all to the end if that is near; then rollout moves
CONTENDERS = 3  # candidates that the rollouts lead with
CHOOSING_STAGES = 8, 16, 32, 64  # worlds that choose among them; those that clearly trail are dropped between
MEASURING_STAGES = 64, 128, 256  # worlds that measure; what is clear needs no more
SETTLING_STAGES = 256, 512  # worlds that measure again what is grave, or nearly: a name that other worlds repeat
REJECT_ERRORS = 2.0
CLEAR_ERRORS = 1.5, 2.0  # a loss so many standard errors below a mistake is none, and so many above a blunder is one
PLAYERS_ERROR = 0.04 * WHOLE_WIN  # what other players of imagined games would find otherwise, in the mean square
DEEP_THINKING, DEEP_WORLDS = 16, 24  # times as many iterations, and worlds, where two looks contradict each other
SETTLED_ERRORS = 2.5  # a loss so many standard errors above a mistake stays one in other worlds
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


def thinking_of(view: View, luck: Luck) -> tuple[int, int]:
    """Iterations of every seat's search, and for how many decisions; 0 of these: all, where not many more are left.

    Where the seats stop to plan just before the end, what they fail to do there decides who wins.
    """
    horizon, left = HORIZON_A_SEAT * int(view.game.seats), decisions_left(view, luck)
    if left > 2 * horizon:
        return THINKING, horizon
    return min(MOST_THINKING, THINKING * 2 * horizon // max(1, left)), 0


def decisions_left(view: View, luck: Luck) -> int:
    """How many decisions of all seats are left, about: those of a game that is played on by first moves."""
    state, found = imagine_state(view, luck), 0
    while not state.is_over():
        awaited = int(state.awaited_seats())
        seat = (awaited & -awaited).bit_length() - 1
        legal = int(state.legal(seat))
        found += legal & (legal - 1) > 0
        state.play(seat, legal & -legal)
    return found


def stages_up_to(stages: tuple[int, ...], most: int) -> list[int]:
    return sorted({min(stage, most) for stage in stages})


class SecondLook:
    """Careful trials of the leading candidates of one decision; numbers of candidates are those of the decision."""

    def __init__(self, decision: DecisionAnalysis, seed: str, searched: int, most: int = SETTLING_STAGES[-1]) -> None:
        question = decision.question
        self.question = question
        self.most = most  # worlds of either half
        actions = [1 << kind[0] for kind in question.move_groups]
        luck = position_luck(question.view, f"again {seed}")
        game, (thinking, horizon) = question.view.game, thinking_of(question.view, luck.copy())
        self.trials = Trials(question.view, actions, rollout_style(game), luck, None, thinking, horizon)
        self.per_point = decision.per_point
        self.played = decision.played
        proposed = group_of(question.move_groups, searched) + 1
        self.alive = list(dict.fromkeys([*decision.contenders(CONTENDERS), proposed, self.played]))
        self.best = self.rival = self.alive[0]  # the best of all, and of those that were not played
        self.is_done = False
        self.is_settled = False  # more worlds would hardly change the name
        self.is_contradicted = False  # seats that think much longer see no loss

    def advance(self, scale: Scale) -> Iterator[None]:
        """Measure the move played against the best other contender; yields between portions.

        The few worlds that choose must not acquit: a move that leads there by chance is measured like any other, unless
        all the others clearly trail it.
        """
        yield from self.choose()
        others = [one for one in self.alive if one != self.played]
        if others:
            self.rival = max(others, key=self.merit)
            self.trials.keeps_ends = True
            for worlds in stages_up_to(MEASURING_STAGES, self.most):
                yield from self.measure_until(worlds)
                if self.is_acquitted(scale) or self.surely_lost(CLEAR_ERRORS[1]) > scale.blunder:
                    break
            self.best = self.better_one()
        self.is_settled = not others or self.is_acquitted(scale)
        self.is_done = True

    def settle(self, scale: Scale) -> Iterator[None]:
        """Measure on what is grave, or nearly, so that its name and its number would be the same in other worlds."""
        for worlds in stages_up_to(SETTLING_STAGES, self.most):
            if self.is_settled:
                return
            yield from self.measure_until(worlds)
            self.best = self.better_one()
            self.is_settled = self.is_acquitted(scale) or self.surely_lost(SETTLED_ERRORS) > scale.mistake
        self.is_settled = True

    def think_longer(self, scale: Scale) -> Iterator[None]:
        """Few worlds in which all seats think much longer: a loss that they do not see hangs on how the others play."""
        look, groups = self.trials, self.question.move_groups
        actions = [1 << groups[one - 1][0] for one in (self.best, self.played)]
        thinking = DEEP_THINKING * int(look.thinking)
        deep = Trials(self.question.view, actions, look.style, look.luck, None, thinking, int(look.horizon))
        for number in range(min(DEEP_WORLDS, self.most)):
            deep.extend([1, 2], MEASURING, number + 1)
            yield
        lost = deep.mean_difference(1, 2, MEASURING, SHARE) * MILLION / WHOLE_WIN
        self.is_contradicted = lost < scale.inaccuracy

    def measure_until(self, worlds: int) -> Iterator[None]:
        """The move played and its rival in fresh worlds up to number `worlds`."""
        for number in range(self.trials.worlds(self.rival, MEASURING), worlds):
            self.trials.extend(sorted({self.rival, self.played}), MEASURING, number + 1)
            yield

    def better_one(self) -> int:
        """The move played if it does no worse than its rival."""
        ahead = [self.trials.mean_difference(self.rival, self.played, MEASURING, what) for what in (SHARE, MARGIN)]
        return self.played if ahead[0] + POINT_WEIGHT * ahead[1] / self.per_point <= 0 else self.rival

    def lost_in(self, *halves: int) -> tuple[float, float]:
        """The chance lost against the rival in these halves together, in millionths, and its standard error."""
        trials, worlds, lost, variance = self.trials, 0, 0.0, 0.0
        for half in halves:
            both = int(trials.common_worlds(self.rival, self.played, half))
            if both > 1:
                worlds += both
                lost += both * trials.mean_difference(self.rival, self.played, half, SHARE)
                variance += (both * trials.difference_error(self.rival, self.played, half, SHARE)) ** 2
        scale = MILLION / WHOLE_WIN / max(1, worlds)
        return lost * scale, sqrt(variance) * scale

    def surely_lost(self, errors: float) -> float:
        """The chance lost, in millionths, less so many standard errors."""
        lost, error = self.lost_in(MEASURING)
        return lost - errors * error

    def is_acquitted(self, scale: Scale) -> bool:
        """Whether more worlds would hardly change that the loss is nothing grave.

        The worlds that chose the rival cannot convict, as they chose it; but where they speak against the move played,
        the others must say the more clearly that it is none.
        """
        lost, error = self.lost_in(CHOOSING, MEASURING)
        return max(lost + CLEAR_ERRORS[0] * error, self.surely_lost(-CLEAR_ERRORS[0])) < scale.mistake

    def choose(self) -> Iterator[None]:
        """Pick the best contender by the choosing half."""
        for worlds in stages_up_to(CHOOSING_STAGES, max(1, self.most // 2)):
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
        if half == MEASURING:
            share = shrunk_share(share, self.trials.difference_error(self.best, other, half, SHARE))
        scale = THOUSAND / self.per_point
        return Value(round(share * MILLION / WHOLE_WIN), round(margin * scale), round(points * scale))

    def spread(self) -> Value:
        """Half of the 95 % interval of the loss."""
        return difference_spread(self.trials, self.best, self.played, MEASURING, self.per_point)


def shrunk_share(share: float, error: float) -> float:
    """A win share as far from nothing as may be expected of it: what is found because it is large is luck in part."""
    doubt = error * error + PLAYERS_ERROR * PLAYERS_ERROR
    return share - doubt / share if share * share > doubt else 0.0
