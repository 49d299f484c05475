"""How a player of Cabin thinks, as bots and searches ask for it."""

from __future__ import annotations

import time
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.advice import judgement
from domik.games.cabin.mind.pondering import most_voted, orders_to_try, planned, problem_with
from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules.game import Cabin
from domik.games.cabin.rules.state import *
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind
from domik.kernel.playout import advised
from domik.kernel.style import Style


@final
class CabinMind(Mind):
    """What a player of Cabin thinks."""

    def __init__(self, game: Cabin) -> None:
        super().__init__(game)
        self.rules: Cabin = game

    def advise(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        model = view[MODEL] | self.rules.scene
        return judgement(
            view, seat, self.rules.seats, self.rules.faces, self.rules.edges, self.rules.forest, model, action
        )

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
        if view[PHASE] != PLAYING or self.rules.neighbour or len(self.rules.deck) or __file__.endswith(".py"):
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
            problem = problem_with(numbers, at, self.whole_deck(numbers, seat), view[MODEL] | self.rules.scene)
            solver = Solver(problem, self.rules.faces, self.rules.worth, self.rules.reverses, self.rules.still_ends)
            action = planned(solver, effort, until, numbers, at)
            if action:
                actions.append(action)
                scores.append(solver.best)
        return most_voted(actions, scores)

    def whole_deck(self, numbers: vec[i64], seat: i64) -> vec[i64]:
        """Next month's cards so far, then this month's, those that are not shown yet among them."""
        at = SEAT + SEAT_SIZE * seat
        cards: list[i64] = []
        for k in range(numbers[at + LAID]):
            cards.append(numbers[at + CARDS + k])
        for index in range(numbers[at + TOP], numbers[at + PILE]):
            card = numbers[at + CARDS + index]
            if not card:
                if self.rules.draft:
                    card = self.rules.drafted(numbers, seat, index)
                else:
                    card = numbers[self.rules.sealed_at() + DRAWN_EACH * seat + index]
            cards.append(card)
        return vec[i64](cards)
