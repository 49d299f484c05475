"""Blueprints: which cards to build on which side, with bounds on the points of the life that follows.

All blueprints of a deck are numbered and enumerated in a scattered order, so that any prefix is a fair sample: when
time is short, the solver makes do with a part of them.
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
from domik.games.cabin.rules import state as at

CODE_BITS: Final = 24  # a blueprint: two bits per card, 0 left out, 1 natural, 2 home
CODE: Final = 0xFFFFFF
CEILING_BITS: Final = 10
CEILING: Final = 0x3FF
FULL_DICE: Final = 0x6666
TYPICAL_DICE: Final = 0x3333
ROWS: Final = at.PLACES + 1
NOT_KNOWN: Final = -1
MOST_KNOWN: Final = 100000  # estimates; a deck has 31,000
LAST_EDGES: Final = vec[i64]([at.UPGRADED, at.HOME])  # the better natural side, and the home side


@final
class Blueprints:
    """Enumeration of all blueprints of a deck, with estimates of their lives."""

    def __init__(
        self, kinds: vec[i64], allowed: vec[i64], built: vec[i64], forest: LifeSearch, spoils: bool = False
    ) -> None:
        self.kinds: vec[i64] = kinds
        self.allowed: vec[i64] = allowed
        self.life_search: LifeSearch = forest
        self.fixed: i64 = len(built)
        self.spoils: bool = spoils  # whether the last location may be any card (CC-42)
        self.size: i64 = at.PLACES - 1 if spoils else at.PLACES  # number of chosen locations
        self.eight: vec[i64] = vec[i64]([0] * at.PLACES)
        for k in range(len(built)):
            self.eight[k] = built[k]
        # Cache: homes and natural gains -> hope << CEILING_BITS | ceiling; one for all decks where nothing else counts
        is_shared = forest.life_bound.is_plain and not spoils
        self.known: dict[i64, i64] = forest.life_bound.known if is_shared else {}
        self.key_built: i64 = 0
        for k in range(len(built)):
            self.key_built += forest.life_bound.key_of(built[k])
        self.ways: vec[i64] = vec[i64]([0] * (ROWS * (len(kinds) + 1)))  # completions, by card and number chosen
        self.count_ways()
        self.total: i64 = self.ways[self.fixed]
        self.stride: i64 = coprime_stride(self.total)
        self.seen: i64 = 0

    def count_ways(self) -> None:
        """Count the completions from every card for every number of chosen locations, by dynamic programming."""
        self.ways[ROWS * len(self.kinds) + self.size] = 1
        card = len(self.kinds) - 1
        while card >= 0:
            allowed = self.allowed[card]
            for chosen in range(ROWS):
                ways: i64 = 0
                if allowed & at.LEFT_OUT:
                    ways = self.ways[ROWS * (card + 1) + chosen]
                if chosen < self.size:
                    more = self.ways[ROWS * (card + 1) + chosen + 1]
                    if allowed & at.AS_NATURAL:
                        ways += more
                    if allowed & at.AS_HOME:
                        ways += more
                self.ways[ROWS * card + chosen] = ways
            card -= 1

    def is_done(self) -> bool:
        return self.seen == self.total

    def next(self) -> i64:
        """The next blueprint: hope << CEILING_BITS + CODE_BITS | ceiling << CODE_BITS | code."""
        number = self.seen * self.stride % self.total
        self.seen += 1
        code: i64 = 0
        key = self.key_built
        chosen = self.fixed
        one: i64 = 1
        two: i64 = 2
        bound = self.life_search.life_bound
        for card in range(len(self.kinds)):
            allowed = self.allowed[card]
            if allowed & at.LEFT_OUT:
                ways = self.ways[ROWS * (card + 1) + chosen]
                if number < ways:
                    continue
                number -= ways
            face = self.kinds[card] << at.KIND_SHIFT
            if allowed & at.AS_NATURAL:
                ways = self.ways[ROWS * (card + 1) + chosen + 1]
                if number < ways:
                    self.eight[chosen] = face | at.UPGRADED
                    chosen += 1
                    code |= one << (2 * card)
                    key += bound.key_of(face | at.UPGRADED)
                    continue
                number -= ways
            self.eight[chosen] = face | at.HOME
            chosen += 1
            code |= two << (2 * card)
            key += bound.key_of(face | at.HOME)
        return self.estimate(key) << CODE_BITS | code

    def estimate(self, key: i64) -> i64:
        """Cached bounds on the life of these eight: hope assumes typical dice, ceiling full dice."""
        known = self.known.get(key, NOT_KNOWN)
        if known == NOT_KNOWN:
            hope = self.upper_bound(TYPICAL_DICE)
            ceiling = (
                self.upper_bound(FULL_DICE)
                if self.life_search.life_bound.is_plain
                else self.life_search.life_bound.most
            )
            found = (hope if hope > 0 else 0) << CEILING_BITS | (ceiling if ceiling > 0 else 0)
            if len(self.known) == MOST_KNOWN:
                self.known.clear()
            self.known[key] = found
            return found
        return known

    def upper_bound(self, dice: i64) -> i64:
        """Upper bound on the life of these eight, over every choice of the last one where it may be any card."""
        if not self.spoils:
            return self.life_search.life_bound.upper_bound(self.eight, dice)
        best: i64 = 0
        for kind in self.kinds:
            for edge in LAST_EDGES:
                self.eight[at.PLACES - 1] = kind << at.KIND_SHIFT | edge
                bound = self.life_search.life_bound.upper_bound(self.eight, dice)
                if bound > best:
                    best = bound
        return best


def coprime_stride(total: i64) -> i64:
    """A stride coprime to the total, so that multiples of it visit every number below the total once."""
    stride = total * 61803399 // 100000000  # the golden ratio: multiples of it spread evenly
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
    """The side a blueprint wants of a card: -1 none, 0 natural, HOME home."""
    part = (code >> (2 * card)) & 3
    return part * 2 - 2 if part else -1


LIKELY_MONTHS: Final = 4  # most cabins can be finished after so many more months
WISHES: Final = 4  # values of the two bits that a blueprint has per card
TOO_SELDOM: Final = -0x400000000000000  # dominates every sum it is part of


@final
class FinishMonths:
    """Table of supply minus need per card, last month and wanted side, to be summed over a blueprint's cards."""

    def __init__(self, problem: PlanningProblem) -> None:
        self.problem: PlanningProblem = problem
        self.cards: i64 = len(problem.kinds)
        months = problem.last_month - problem.month + 1
        self.numbers: vec[i64] = vec[i64]([0] * (WISHES * len(problem.kinds) * months))
        likely = problem.month + LIKELY_MONTHS
        self.likely: i64 = likely if likely < problem.last_month else problem.last_month  # a month to begin with
        self.lifted: i64 = 0  # balance of the dice at the start
        for resource in range(at.RESOURCES):
            self.lifted += (LIFT + ((problem.dice >> (at.DIE_BITS * resource)) & at.DIE)) << (BALANCE_BITS * resource)
        supply = ResourceBalance(problem.kinds, problem.config.faces)
        start = problem.start_position()
        first: i64 = 0
        for month in range(problem.month, problem.last_month + 1):
            for card in range(self.cards):
                status = (start >> (STATUS_BITS * card)) & STATUS
                passes = month - problem.month + (1 if card >= problem.slot else 0)  # the first month runs forwards
                for wish in range(WISHES - 1):
                    supply.wanted[card] = wanted_side(wish, 0)
                    found = supply.balance_of(card, status, passes)
                    self.numbers[first + wish] = found - CARD_LIFT if found != IMPOSSIBLE else TOO_SELDOM
                first += WISHES

    def first_month(self, code: i64) -> i64:
        """First month by whose end a blueprint might be complete; one past the last month when it never can be.

        A month more adds supply and no need, so the search starts in a likely month and goes one way only.
        """
        month = self.likely
        while month > self.problem.month and self.suffices(code, month - 1):
            month -= 1
        while month <= self.problem.last_month and not self.suffices(code, month):
            month += 1
        return month

    def suffices(self, code: i64, month: i64) -> bool:
        """Whether no card has too few turns, and no resource too little supply, by the end of a month."""
        numbers = self.numbers
        first = WISHES * self.cards * (month - self.problem.month)
        balance = self.lifted
        rest = code
        for _again in range(self.cards):
            balance += numbers[first + (rest & 3)]
            rest >>= 2
            first += WISHES
        for resource in range(at.RESOURCES):
            if (balance >> (BALANCE_BITS * resource)) & BALANCE < LIFT:
                return False
        return balance >= 0


# An entry, most significant part first: hope, ceiling, month, code of the blueprint
MONTH_BITS: Final = 4
MONTH: Final = 0xF
ENTRY_BITS: Final = 28
ENTRY: Final = 0xFFFFFFF  # month and code
BELOW_HOPE: Final = 0x3FFFFFFFF  # of an estimate: ceiling and code


@final
class BlueprintQueue:
    """The entries of one problem, best first; the enumeration of blueprints may be partial."""

    def __init__(self, problem: PlanningProblem, built: vec[i64], forest: LifeSearch) -> None:
        self.problem: PlanningProblem = problem
        self.worth: vec[i64] = forest.worth
        self.blueprints: Blueprints = Blueprints(problem.kinds, problem.allowed, built, forest, problem.spoils)
        self.finish_months: FinishMonths = FinishMonths(problem)
        # The evaluated ones by hope: ceiling << CODE_BITS + MONTH_BITS | code << MONTH_BITS | first possible month
        self.levels: list[list[i64]] = []
        self.in_order: i64 = 0  # the lowest level that is sorted, best first; so are all above it
        self.count: i64 = 0  # entries: one per blueprint and possible month
        self.highest: i64 = 0  # the highest ceiling so far
        self.has_more: bool = False  # whether `best_entries` left out any that it was asked for

    def is_complete(self) -> bool:
        """Whether all blueprints have been evaluated."""
        return self.blueprints.is_done()

    def evaluate(self, portion: i64) -> None:
        """Evaluate up to `portion` more blueprints."""
        blueprints = self.blueprints
        levels = self.levels
        while portion and not blueprints.is_done():
            portion -= 1
            judged = blueprints.next()
            month = self.finish_months.first_month(judged & CODE)
            if month > self.problem.last_month:
                continue
            hope = judged >> (CODE_BITS + CEILING_BITS)
            while len(levels) <= hope:
                levels.append([])
            levels[hope].append((judged & BELOW_HOPE) << MONTH_BITS | month)
            self.count += self.problem.last_month - month + 1
            ceiling = ((judged >> CODE_BITS) & CEILING) + self.months_left_points(month)
            if ceiling > self.highest:
                self.highest = ceiling
        self.in_order = len(levels)

    def months_left_points(self, month: i64) -> i64:
        return self.worth[0] * (at.MONTHS + 1 - month)

    def best_entries(self, most: i64, above: i64, known: dict[i64, bool]) -> list[i64]:
        """Up to `most` entries with a ceiling over `above`, best hope first, without those known (month and code).

        A deck has half a million entries, of which a round tries a thousand: only levels that are reached are sorted.
        """
        found: list[i64] = []
        self.has_more = False
        score = len(self.levels) - 1 + self.months_left_points(self.problem.month)
        while score >= 0:
            for month in range(self.problem.month, self.problem.last_month + 1):
                left = self.months_left_points(month)
                hope = score - left
                if hope < 0 or hope >= len(self.levels):
                    continue
                self.put_in_order(hope)
                more = (score << CEILING_BITS | left) << ENTRY_BITS | month << CODE_BITS
                for judged in self.levels[hope]:
                    ceiling = judged >> (CODE_BITS + MONTH_BITS)
                    if ceiling + left <= above:
                        break  # the rest of the level has no higher ones
                    if judged & MONTH > month:
                        continue
                    code = (judged >> MONTH_BITS) & CODE
                    if (month << CODE_BITS | code) in known:
                        continue
                    if len(found) == most:
                        self.has_more = True
                        return found
                    found.append(more + (ceiling << ENTRY_BITS) + code)
            score -= 1
        return found

    def put_in_order(self, hope: i64) -> None:
        """Sort the levels from the best down to this one."""
        while self.in_order > hope:
            self.in_order -= 1
            self.levels[self.in_order].sort()
            self.levels[self.in_order].reverse()

    def upper_bound(self) -> i64:
        """Doubled points that no finished cabin can exceed; assumes full dice until the enumeration is complete."""
        if self.is_complete():
            return self.highest
        bound = self.months_left_points(self.problem.month)
        for die in range(2 * at.RESOURCES):
            bound += at.DIE_MOST * self.worth[1 + die]
        return bound
