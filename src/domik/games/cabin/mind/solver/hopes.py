"""What may be hoped for: every blueprint with every month by whose end it might stand, the highest hopes first."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.blueprints import CEILING, CEILING_BITS, CODE, CODE_BITS, Blueprints
from domik.games.cabin.mind.solver.circle import Forest
from domik.games.cabin.mind.solver.problem import Problem
from domik.games.cabin.mind.solver.prospects import Prospects
from domik.games.cabin.rules.state import *

# An entry, the highest part first: hope, ceiling, month, code of the blueprint
MONTH_BITS: Final = 4
MONTH: Final = 0xF
ENTRY_BITS: Final = 28
ENTRY: Final = 0xFFFFFFF  # month and code


@final
class Hopes:
    """The entries of one problem; few or all blueprints may have been judged."""

    def __init__(self, problem: Problem, built: vec[i64], forest: Forest) -> None:
        self.problem: Problem = problem
        self.worth: vec[i64] = forest.worth
        self.blueprints: Blueprints = Blueprints(problem.kinds, problem.allowed, built, forest, problem.spoils)
        self.prospects: Prospects = Prospects(problem)
        self.judged: list[i64] = []  # as blueprints come, with the first month below
        self.highest: i64 = 0  # ceiling of them all
        self.entries: list[i64] = []

    def is_whole(self) -> bool:
        """Whether all blueprints were judged."""
        return self.blueprints.is_done()

    def judge(self, portion: i64) -> None:
        """Judge so many more blueprints, or all that are left."""
        blueprints = self.blueprints
        while portion and not blueprints.is_done():
            portion -= 1
            judged = blueprints.next()
            month = self.prospects.first_month(judged & CODE)
            if month > self.problem.last_month:
                continue
            self.judged.append(judged << MONTH_BITS | month)
            ceiling = ((judged >> CODE_BITS) & CEILING) + self.left(month)
            if ceiling > self.highest:
                self.highest = ceiling

    def left(self, month: i64) -> i64:
        """The points for months left."""
        return self.worth[0] * (MONTHS + 1 - month)

    def sort(self) -> None:
        """Make the entries of all that was judged; each month's come in order, so that only months are mixed."""
        self.judged.sort()
        self.entries = []
        for month in range(self.problem.month, self.problem.last_month + 1):
            left = self.left(month)
            more = (left << CEILING_BITS | left) << ENTRY_BITS | month << CODE_BITS
            for judged in self.judged:
                if judged & MONTH <= month:
                    judged >>= MONTH_BITS
                    self.entries.append(((judged >> CODE_BITS) << ENTRY_BITS | judged & CODE) + more)
        self.entries.sort()
        self.entries.reverse()

    def bound(self) -> i64:
        """Doubled points that no finished cabin can beat: the highest ceiling; without all of them, full dice."""
        if self.is_whole():
            return self.highest
        bound = self.left(self.problem.month)
        for die in range(2 * RESOURCES):
            bound += DIE_MOST * self.worth[1 + die]
        return bound
