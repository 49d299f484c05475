"""The hint: the judge's evaluation of a decision, on a small budget."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from domik.judge.decision import DecisionAnalysis
from domik.judge.plans import Planner, has_solver, is_compiled, state_after
from domik.judge.second_look import SecondLook, searched_move
from domik.judge.value import DecisionPoint, equivalent_moves, group_of, position_luck
from domik.kernel.package import Match
from domik.kernel.record import action_of
from domik.kernel.state import State, View, imagine_state


@dataclass(frozen=True)
class HintBudget:
    iterations: int = 1500  # of the search that proposes
    worlds: int = 128  # of rollouts for every candidate; half as many of the second look choose at most
    milliseconds: int = 1500  # CPU time in all
    plan_milliseconds: int = 400  # of the solver, for each order of the deck, where the game has one

    def limited_to(self, worlds: int) -> HintBudget:
        """This budget, or a part of it that is in proportion to so many worlds."""
        if worlds >= self.worlds:
            return self
        return replace(self, iterations=self.iterations * worlds // self.worlds, worlds=worlds)


# Twice what the largest table needs, so that a slower machine gives the same hint; nobody should wait so long where
# it is cut off anyway, in the pure build
HINT_BUDGET = HintBudget(milliseconds=5000) if is_compiled() else HintBudget()
HINT_SEED = "hint"  # the same everywhere, so that a review can ask what the hint would have been
SEARCH_SHARE, ROLLOUT_SHARE = 0.3, 0.55  # of the time: after the search, and after the rollouts
HIDDEN_ORDERS = 2  # orders of a hidden deck


def advise(match: Match, view: View, seed: str = HINT_SEED, budget: HintBudget = HINT_BUDGET) -> int:
    """The action (one bit) that the judge finds best, from what the view's seat knows."""
    legal = int(view.legal())
    groups = equivalent_moves(view)
    if len(groups) < 2:
        return legal & -legal
    planned = advise_plan(match, view, seed, budget) if has_solver(match) else 0
    return planned or action_of(groups[best_group(match, view, groups, seed, budget)][0])


def best_group(match: Match, view: View, groups: list[list[int]], seed: str, budget: HintBudget) -> int:
    """The group of moves that does best in the second look; what time cuts off is judged by what there is."""
    began, seconds = time.thread_time(), budget.milliseconds / 1000
    searched = searched_move(view, seed, budget.iterations, SEARCH_SHARE * seconds)
    state = imagine_state(view, position_luck(view, seed))
    question = DecisionPoint(0, view, state, groups, group_of(groups, searched))
    decision = DecisionAnalysis(question, seed, match.package.halves, match.seats == 1)
    for _ in decision.advance(budget.worlds):
        if time.thread_time() - began > ROLLOUT_SHARE * seconds:
            break
    if match.seats == 1:
        return decision.best - 1
    look = SecondLook(decision, seed, searched, budget.worlds)
    for _ in look.choose():
        if time.thread_time() - began > seconds:
            break
    return look.leader() - 1


def advise_plan(match: Match, view: View, seed: str, budget: HintBudget) -> int:
    """The first action (one bit) of the best plan; while the deck is hidden, the one that does best on average."""
    seat, luck = int(view.seat), position_luck(view, seed)
    planner, spend = Planner(match, seat), budget.plan_milliseconds
    orders = 1 if planner.solver.is_fully_known(view, seat) else HIDDEN_ORDERS
    worlds: list[State] = [imagine_state(view, luck.stream(number)) for number in range(orders)]
    first = {planner.plan(world, spend).first for world in worlds}
    legal = [number for number in first if number >= 0 and int(view.legal()) >> number & 1]
    if not legal:
        return 0

    def reach(number: int) -> int:
        return sum(planner.plan(state_after(world, number, seat), spend).score for world in worlds)

    return action_of(legal[0] if len(legal) == 1 else max(legal, key=reach))
