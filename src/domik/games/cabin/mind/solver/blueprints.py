"""Blueprints: which cards to build and on which side, and what their life may bring.

All blueprints of a deck are numbered. They are looked at in a scattered order, so that any part of them is a fair
sample: where time is short, the solver makes do with a part.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.beam_state import (
    BALANCE,
    BALANCE_BITS,
    CARD_LIFT,
    IMPOSSIBLE,
    LIFT,
    STATUS,
    STATUS_BITS,
    ResourceBalance,
)
from domik.games.cabin.mind.solver.life_search import LifeSearch
from domik.games.cabin.mind.solver.problem import PlanningProblem
from domik.games.cabin.rules.state import *

CODE_BITS: Final = 24  # a blueprint: two bits a card, 0 left out, 1 natural, 2 home
CODE: Final = 0xFFFFFF
CEILING_BITS: Final = 10
CEILING: Final = 0x3FF
FULL_DICE: Final = 0x6666
TYPICAL_DICE: Final = 0x3333
ROWS: Final = PLACES + 1
LAST_EDGES: Final = vec[i64]([UPGRADED, HOME])  # the better natural side, and the home


@final
class Blueprints:
    """All blueprints of a deck with what their life can be worth."""

    def __init__(
        self, kinds: vec[i64], allowed: vec[i64], built: vec[i64], forest: LifeSearch, spoils: bool = False
    ) -> None:
        self.kinds: vec[i64] = kinds
        self.allowed: vec[i64] = allowed
        self.life_search: LifeSearch = forest
        self.fixed: i64 = len(built)
        self.spoils: bool = spoils  # whether the last location may be anything (CC-42)
        self.size: i64 = PLACES - 1 if spoils else PLACES  # locations that are chosen
        self.eight: vec[i64] = vec[i64]([0] * PLACES)
        for k in range(len(built)):
            self.eight[k] = built[k]
        self.known: dict[i64, i64] = {}  # homes and natural gains -> hope << CEILING_BITS | ceiling
        self.ways: vec[i64] = vec[i64]([0] * (ROWS * (len(kinds) + 1)))  # from a card on, with so many chosen
        self.count_ways()
        self.total: i64 = self.ways[self.fixed]
        self.stride: i64 = coprime_stride(self.total)
        self.seen: i64 = 0

    def count_ways(self) -> None:
        """In how many ways it can go on from every card, with every number of locations chosen."""
        self.ways[ROWS * len(self.kinds) + self.size] = 1
        card = len(self.kinds) - 1
        while card >= 0:
            allowed = self.allowed[card]
            for chosen in range(ROWS):
                ways: i64 = 0
                if allowed & LEFT_OUT:
                    ways = self.ways[ROWS * (card + 1) + chosen]
                if chosen < self.size:
                    more = self.ways[ROWS * (card + 1) + chosen + 1]
                    if allowed & AS_NATURAL:
                        ways += more
                    if allowed & AS_HOME:
                        ways += more
                self.ways[ROWS * card + chosen] = ways
            card -= 1

    def is_done(self) -> bool:
        """Whether all have been looked at."""
        return self.seen == self.total

    def next(self) -> i64:
        """The next blueprint: what may be hoped for << CEILING_BITS + CODE_BITS | ceiling << CODE_BITS | code."""
        number = self.seen * self.stride % self.total
        self.seen += 1
        code: i64 = 0
        key: i64 = 0  # what the life depends on: the homes and the natural gains
        chosen = self.fixed
        one: i64 = 1
        two: i64 = 2
        for card in range(len(self.kinds)):
            allowed = self.allowed[card]
            if allowed & LEFT_OUT:
                ways = self.ways[ROWS * (card + 1) + chosen]
                if number < ways:
                    continue
                number -= ways
            face = self.kinds[card] << KIND_SHIFT
            if allowed & AS_NATURAL:
                ways = self.ways[ROWS * (card + 1) + chosen + 1]
                if number < ways:
                    self.eight[chosen] = face | UPGRADED
                    chosen += 1
                    code |= one << (2 * card)
                    key += one << (12 + self.life_search.faces[FACE_SIZE * face + GAIN_SHIFT])
                    continue
                number -= ways
            self.eight[chosen] = face | HOME
            chosen += 1
            code |= two << (2 * card)
            key |= one << card
        return self.estimate(key) << CODE_BITS | code

    def estimate(self, key: i64) -> i64:
        """The bound of a life with these eight and usual dice, remembered; the ceiling is the same with full dice."""
        if key not in self.known:
            hope = self.upper_bound(TYPICAL_DICE)
            ceiling = (
                self.upper_bound(FULL_DICE)
                if self.life_search.life_bound.is_plain
                else self.life_search.life_bound.most
            )
            self.known[key] = (hope if hope > 0 else 0) << CEILING_BITS | (ceiling if ceiling > 0 else 0)
        return self.known[key]

    def upper_bound(self, dice: i64) -> i64:
        """More than the eight can bring; where the last one may be anything, with whatever is best."""
        if not self.spoils:
            return self.life_search.life_bound.upper_bound(self.eight, dice)
        best: i64 = 0
        for kind in self.kinds:
            for edge in LAST_EDGES:
                self.eight[PLACES - 1] = kind << KIND_SHIFT | edge
                bound = self.life_search.life_bound.upper_bound(self.eight, dice)
                if bound > best:
                    best = bound
        return best


def coprime_stride(total: i64) -> i64:
    """A stride that meets every number below the total once before it comes round."""
    stride = total * 61803399 // 100000000  # the golden ratio: no few strides come near where they began
    while stride > 1:
        a = total
        b = stride
        while b:
            rest = a % b
            a = b
            b = rest
        if a == 1:
            return stride
        stride -= 1
    return 1


def wanted_side(code: i64, card: i64) -> i64:
    """What a blueprint wants of a card: -1 nothing, 0 its natural side, HOME its home."""
    part = (code >> (2 * card)) & 3
    return part * 2 - 2 if part else -1


WISHES: Final = 4  # two bits of a blueprint
TOO_SELDOM: Final = -0x400000000000000  # outweighs everything else that is added up


@final
class FinishMonths:
    """Supply minus need of every card, for every last month and every wish: rows to add up."""

    def __init__(self, problem: PlanningProblem) -> None:
        self.problem: PlanningProblem = problem
        self.cards: i64 = len(problem.kinds)
        months = problem.last_month - problem.month + 1
        self.numbers: vec[i64] = vec[i64]([0] * (WISHES * len(problem.kinds) * months))
        self.lifted: i64 = 0  # what there is at the start
        for resource in range(RESOURCES):
            self.lifted += (LIFT + ((problem.dice >> (DIE_BITS * resource)) & DIE)) << (BALANCE_BITS * resource)
        supply = ResourceBalance(problem.kinds, problem.config.faces)
        start = problem.start_position()
        at: i64 = 0
        for month in range(problem.month, problem.last_month + 1):
            for card in range(self.cards):
                status = (start >> (STATUS_BITS * card)) & STATUS
                passes = month - problem.month + (1 if card >= problem.slot else 0)  # the first month runs forwards
                for wish in range(WISHES - 1):
                    supply.wanted[card] = wanted_side(wish, 0)
                    found = supply.balance_of(card, status, passes)
                    self.numbers[at + wish] = found - CARD_LIFT if found != IMPOSSIBLE else TOO_SELDOM
                at += WISHES

    def first_month(self, code: i64) -> i64:
        """The first month at whose end a blueprint might stand; one after the last when there is none.

        Later months bring more supply and no more need.
        """
        problem = self.problem
        numbers = self.numbers
        cards = self.cards
        month = problem.last_month
        while month >= problem.month:
            at = WISHES * cards * (month - problem.month)
            balance = self.lifted
            rest = code
            for _again in range(cards):
                balance += numbers[at + (rest & 3)]
                rest >>= 2
                at += WISHES
            if balance < 0:
                return month + 1
            for resource in range(RESOURCES):
                if (balance >> (BALANCE_BITS * resource)) & BALANCE < LIFT:
                    return month + 1
            month -= 1
        return problem.month


# An entry, the highest part first: hope, ceiling, month, code of the blueprint
MONTH_BITS: Final = 4
MONTH: Final = 0xF
ENTRY_BITS: Final = 28
ENTRY: Final = 0xFFFFFFF  # month and code


@final
class BlueprintQueue:
    """The entries of one problem; few or all blueprints may have been judged."""

    def __init__(self, problem: PlanningProblem, built: vec[i64], forest: LifeSearch) -> None:
        self.problem: PlanningProblem = problem
        self.worth: vec[i64] = forest.worth
        self.blueprints: Blueprints = Blueprints(problem.kinds, problem.allowed, built, forest, problem.spoils)
        self.finish_months: FinishMonths = FinishMonths(problem)
        self.evaluated: list[i64] = []  # as blueprints come, with the first month below
        self.highest: i64 = 0  # ceiling of them all
        self.entries: list[i64] = []

    def is_complete(self) -> bool:
        """Whether all blueprints were judged."""
        return self.blueprints.is_done()

    def evaluate(self, portion: i64) -> None:
        """Judge so many more blueprints, or all that are left."""
        blueprints = self.blueprints
        while portion and not blueprints.is_done():
            portion -= 1
            judged = blueprints.next()
            month = self.finish_months.first_month(judged & CODE)
            if month > self.problem.last_month:
                continue
            self.evaluated.append(judged << MONTH_BITS | month)
            ceiling = ((judged >> CODE_BITS) & CEILING) + self.months_left_points(month)
            if ceiling > self.highest:
                self.highest = ceiling

    def months_left_points(self, month: i64) -> i64:
        """The points for months left."""
        return self.worth[0] * (MONTHS + 1 - month)

    def sort(self) -> None:
        """Make the entries of all that was judged; each month's come in order, so that only months are mixed."""
        self.evaluated.sort()
        self.entries = []
        for month in range(self.problem.month, self.problem.last_month + 1):
            left = self.months_left_points(month)
            more = (left << CEILING_BITS | left) << ENTRY_BITS | month << CODE_BITS
            for judged in self.evaluated:
                if judged & MONTH <= month:
                    judged >>= MONTH_BITS
                    self.entries.append(((judged >> CODE_BITS) << ENTRY_BITS | judged & CODE) + more)
        self.entries.sort()
        self.entries.reverse()

    def upper_bound(self) -> i64:
        """Doubled points that no finished cabin can beat: the highest ceiling; without all of them, full dice."""
        if self.is_complete():
            return self.highest
        bound = self.months_left_points(self.problem.month)
        for die in range(2 * RESOURCES):
            bound += DIE_MOST * self.worth[1 + die]
        return bound
