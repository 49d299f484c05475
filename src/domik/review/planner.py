"""A game's own solver, asked about positions: the best plan known, its bound, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domik.kernel.state import State
from domik.kernel.title import Match
from domik.review import trials
from domik.review.story import numbers_of
from domik.review.thresholds import THOUSAND

LEAST_DOUBT = THOUSAND  # about a plan that is not proven
LIKELY = 1.5  # times what the solver last gained by thinking longer: so much more may still be in it
SOLVER = "mind.solver.plan"  # the module of a game that is asked here


def has_solver(match: Match) -> bool:
    """Whether plans can be made here: alone, a settled deck, and the compiled build (the solver is slow without)."""
    if match.seats > 1 or str(trials.__file__).endswith(".py"):
        return False
    return match.title.has(SOLVER) and not match.options.get("neighbour") and not match.options.get("draft")


@dataclass
class Plan:
    """The best plan known for a position, after so many milliseconds of the solver."""

    score: int  # thousandths of points
    bound: int
    proven: bool
    moves: tuple[int, ...]  # action numbers to the end
    spent: int
    doubt: int  # by how much it got better when the solver last thought longer

    @property
    def first(self) -> int:
        """The action number it begins with, -1 at the end."""
        return self.moves[0] if self.moves else -1

    def or_better(self, score: int, moves: tuple[int, ...]) -> Plan:
        """What is known, or the way to a better score."""
        if score <= self.score:
            return self
        return Plan(score, max(self.bound, score), self.proven, moves, self.spent, self.doubt)


class Planner:
    """The solver, asked about positions; it never thinks twice about the same one."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.module: Any = match.title.module(SOLVER)
        self.per_point = 2 if match.title.halves else 1
        self.known: dict[tuple[int, ...], Plan] = {}
        self.solved = 0

    def plan(self, state: State, milliseconds: int) -> Plan:
        """The best plan from here on."""
        if state.is_over():
            score = self.points(int(state.score(0)))
            return Plan(score, score, True, (), milliseconds, 0)
        key = tuple(numbers_of(state.view(0)) + [int(number) for number in state.numbers])
        before = self.known.get(key)
        if before is not None and (before.proven or before.spent >= milliseconds):
            return before
        answer = self.module.solve(self.match, state.copy(), 0, milliseconds / 1000)
        self.solved += 1
        score, moves = self.points(answer.score), tuple(answer.moves)
        doubt = 0 if answer.proven else max(LEAST_DOUBT, round(LIKELY * (score - before.score)) if before else 0)
        found = Plan(score, self.points(answer.bound), answer.proven, moves, milliseconds, doubt)
        self.known[key] = found.or_better(before.score, before.moves) if before else found
        return self.known[key]

    def points(self, kept: int) -> int:
        """Thousandths of points, as people count them."""
        return kept * THOUSAND // self.per_point
