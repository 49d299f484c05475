"""How a player of Cabin thinks, as bots and searches ask for it."""

from __future__ import annotations

import time
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.advice import judgement
from domik.games.cabin.mind.pondering import most_voted, orders_to_try, planned
from domik.games.cabin.mind.solver.circle import Forest
from domik.games.cabin.mind.solver.problem import Problem
from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules.game import Cabin
from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.state import *
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind, advised
from domik.kernel.style import Style


@final
class CabinMind(Mind):
    """What a player of Cabin thinks."""

    def __init__(self, game: Cabin) -> None:
        super().__init__(game)
        self.rules: Cabin = game
        self.kit: Kit = game.kit
        self.forest: Forest = Forest(game.kit)

    def advise(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        return judgement(view, seat, self.kit, self.forest, action)

    def tune(self, style: Style, effort: i64) -> None:
        """Where the solver has no say: random planners never finish a cabin, so players in rollouts follow advice."""
        style.guide = 4 if effort == 1 else 6
        style.bias = 4.0

    def ponder(self, view: vec[i64], seat: i64, effort: i64, seconds: float, luck: Luck) -> i64:
        """What most plans begin with, for decks as this seat must hold them possible; 0 where there is no plan to make.

        Scenarios, drafts and neighbours are left to the kernel's search, and so is everything in the pure build: there
        the solver needs sixty times as long.
        """
        at = SEAT + SEAT_SIZE * seat
        if view[PHASE] != PLAYING or self.kit.neighbour or len(self.kit.deck) or __file__.endswith(".py"):
            return 0
        if view[at + STAGE] == LIVES:
            best = advised(self.rules, view, seat, self.rules.legal(view, seat))  # advice on a life is exact
            return best & -best
        if view[at + STAGE] != PLANS:
            return 0
        actions: list[i64] = []
        scores: list[i64] = []
        begun = time.thread_time()
        orders = orders_to_try(view, at, effort)
        for order in range(orders):
            until = begun + seconds * float(order + 1) / float(orders) if seconds > 0.0 else 0.0
            numbers = self.rules.imagine(view, seat, luck)
            solver = Solver(Problem(numbers, seat, self.kit))
            action = planned(solver, effort, until, numbers, at)
            if action:
                actions.append(action)
                scores.append(solver.best)
        return most_voted(actions, scores)
