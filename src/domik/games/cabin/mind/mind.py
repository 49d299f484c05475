"""How bots play Cozy Cabin: solve sampled decks that agree with the view, and vote on the first action of the plans."""

from __future__ import annotations

import time
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.move_scores import move_score
from domik.games.cabin.mind.solver.beam_search import DID_BUILD, DID_FLIP, DID_GAIN
from domik.games.cabin.mind.solver.life_search import LifeSearch
from domik.games.cabin.mind.solver.problem import PlanningProblem
from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.game import Cabin
from domik.kernel.game import bit
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind, SearchConfig, best_moves

# Limits by effort: beam runs per deck, and how many orders of the month 1 deck to sample (CC-3, CC-5)
STEPS: Final = vec[i64]([0, 60, 300])
PATIENCE: Final = 10  # factor on the step limit while no plan has been found
ORDERS: Final = vec[i64]([0, 1, 2])


def deck_orders_to_try(view: vec[i64], base: i64, effort: i64) -> i64:
    """Deck orders to sample: 1 when the rest of the deck is known, more while month 1 hides some of it."""
    for index in range(view[base + at.TOP], view[base + at.PILE]):
        if not view[base + at.CARDS + index]:
            return ORDERS[effort]
    return 1


def first_planned_action(solver: Solver, effort: i64, until: float, numbers: vec[i64], base: i64) -> i64:
    """Run the solver up to its step limit or `until`; return the best plan's first action, 0 without a plan."""
    while solver.steps < (STEPS[effort] if solver.best >= 0 else STEPS[effort] * PATIENCE):
        if (until > 0.0 and time.thread_time() > until) or not solver.step():
            break
    if solver.best < 0:
        return 0
    for step in solver.best_steps:
        if step == DID_BUILD:
            face = numbers[base + at.CARDS + numbers[base + at.TOP]] & at.FACE
            return place_for(numbers[base + at.FREE], solver.best_placed, face)
        if step:
            return at.GAIN if step == DID_GAIN else at.FLIP if step == DID_FLIP else at.UPGRADE
    return 0


def place_for(free: i64, placed: i64, face: i64) -> i64:
    """Return the action that builds on the free place where the finished cabin shows this face, 0 if there is none."""
    for place in range(at.PLACES):
        if (free >> place) & 1 and (placed >> (at.FACE_BITS * place)) & at.FACE == face:
            return bit(place)
    return 0


def most_voted(actions: list[i64], scores: list[i64]) -> i64:
    """Return the action that most plans begin with; ties go to the plans with the higher scores."""
    best: i64 = 0
    most: i64 = -1
    for action in actions:
        votes: i64 = 0
        for k in range(len(actions)):
            if actions[k] == action:
                votes += 1000 + scores[k]
        if votes > most:
            best = action
            most = votes
    return best


@final
class CabinMind(Mind):
    def __init__(self, game: Cabin) -> None:
        super().__init__(game)
        self.rules: Cabin = game
        self.config: Config = game.config
        self.life_search: LifeSearch = LifeSearch(game.config)

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        return move_score(view, seat, self.config, self.life_search, action)

    def configure(self, style: SearchConfig, effort: i64) -> None:
        """Guide rollouts by the move heuristic: random planners almost never finish a cabin."""
        style.guide = 4 if effort == 1 else 6
        style.bias = 4.0

    def solve(self, view: vec[i64], seat: i64, effort: i64, seconds: float, luck: Luck) -> i64:
        """Vote among plans for sampled decks; 0 where the solver does not apply.

        Scenarios, drafts and neighbours are left to the kernel's search, and so is everything in the pure build, where
        the solver is about sixty times slower.
        """
        base = at.SEAT + at.SEAT_SIZE * seat
        if view[at.PHASE] != at.PLAYING or self.config.neighbour or len(self.config.deck):
            return 0
        if __file__.endswith((".py", ".pyc")):
            return 0
        if view[base + at.STAGE] == at.LIVES:
            best = best_moves(self.rules, view, seat, self.rules.legal(view, seat))  # this move heuristic is exact
            return best & -best
        if view[base + at.STAGE] != at.PLANS:
            return 0
        actions: list[i64] = []
        scores: list[i64] = []
        begun = time.thread_time()
        orders = deck_orders_to_try(view, base, effort)
        for order in range(orders):
            until = begun + seconds * float(order + 1) / float(orders) if seconds > 0.0 else 0.0
            numbers = self.rules.imagine(view, seat, luck)
            solver = Solver(PlanningProblem(numbers, seat, self.config))
            action = first_planned_action(solver, effort, until, numbers, base)
            if action:
                actions.append(action)
                scores.append(solver.best)
        return most_voted(actions, scores)
