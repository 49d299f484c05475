"""Trials: the candidates of one decision, played out in the same imagined worlds with the same luck.

World number n of a half is always the same world, whoever asks and in whatever order: every candidate meets the same
worlds, and a difference between two of them is a mean of differences (common random numbers). The worlds come in two
halves: one to choose the best candidate by, one to measure what it is worth, for the maximum of the first flatters
itself. Sums are whole numbers, so both builds reckon the same.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, lowest, view_of
from domik.kernel.luck import Luck
from domik.kernel.mind import SearchConfig, best_moves
from domik.kernel.playout import best_of_sample, zeros
from domik.kernel.state import State, View

CHOOSING: Final = 0  # the half of the worlds by which candidates are chosen
MEASURING: Final = 1  # the half by which they are measured
HALVES: Final = 2
USUAL: Final = 0  # the candidate that is none: what the rollouts' own player would do
WHOLE_WIN: Final = 12  # a win; one that two, three or four share is still a whole number
POINTS: Final = 0  # what is kept of every world: the deciding seat's points, and of all seats their sums
SHARE: Final = 1  # the share of the win, as well
MARGIN: Final = 2  # points ahead of the best other seat, or points where there is none
COLUMNS_A_WORLD: Final = 3
CAREFUL_STEPS: Final = 4  # so many steps of the deciding seat's own turn are finished with care
VARIANCE_PRIOR: Final = (
    0.25  # what one more world might differ by, squared, in shares of the win: no sample is beyond doubt
)


@final
class Trials:
    """What every candidate came to, world by world."""

    def __init__(
        self, view: View, actions: list[int], style: SearchConfig, luck: Luck, truth: State | None = None
    ) -> None:
        game = view.game
        self.game: Game = game
        self.view: View = view
        self.seat: i64 = view.seat
        self.style: SearchConfig = style
        self.luck: Luck = luck
        self.truth: State | None = truth  # hindsight: this world and no other
        self.candidates: i64 = len(actions) + 1
        self.actions: vec[i64] = zeros(self.candidates)
        for at in range(len(actions)):
            self.actions[at + 1] = i64(actions[at])
        self.capacity: i64 = 32  # worlds of a half that there is room for
        self.cells: vec[i64] = zeros(self.candidates * HALVES * self.capacity * COLUMNS_A_WORLD)
        self.worlds_done: vec[i64] = zeros(self.candidates * HALVES)
        self.sums: vec[i64] = zeros(self.candidates * HALVES * game.seats * COLUMNS_A_WORLD)
        self.rollouts: i64 = 0

    # ---- playing --------------------------------------------------------------------------------------

    def extend(self, candidates: list[int], half: i64, until: i64) -> None:
        """Let these candidates meet the worlds of a half up to a number; what was played is not played again."""
        while self.capacity < until:
            self.grow()
        first = until
        for candidate in candidates:
            done = self.worlds_done[i64(candidate) * HALVES + half]
            if done < first:
                first = done
        for number in range(first, until):
            lucks: list[Luck] = []
            world = self.world(half, number, lucks)
            for candidate in candidates:
                at = i64(candidate) * HALVES + half
                if self.worlds_done[at] == number:
                    numbers = world[:]
                    self.play(numbers, i64(candidate), lucks)
                    self.store_result(numbers, at, number)

    def world(self, half: i64, number: i64, lucks: list[Luck]) -> vec[i64]:
        """A numbered world, and the luck of every seat in it."""
        stream = self.luck.stream(HALVES * number + half)
        truth = self.truth
        if truth is None:
            world = self.game.imagine(self.view.numbers, self.seat, stream)
        else:
            world = truth.numbers[:]
        for _ in range(self.game.seats):
            lucks.append(stream.split())
        return world

    def play(self, numbers: vec[i64], candidate: i64, lucks: list[Luck]) -> None:
        """One world to its end: the candidate, the rest of the turn with care, then everybody by hunches."""
        game = self.game
        seat = self.seat
        own: list[Luck] = []
        for luck in lucks:
            own.append(luck.copy())
        careful: i64 = 0
        if candidate != USUAL:
            game.apply(numbers, seat, self.actions[candidate])
            careful = CAREFUL_STEPS
        self.rollouts += 1
        awaited = numbers[AWAITED]
        while awaited:
            who = lowest(awaited)
            legal = game.legal(numbers, who)
            if who != seat:
                careful = 0
            if legal & (legal - 1):
                if careful:
                    careful -= 1
                    legal = best_moves(game, view_of(game, numbers, who), who, legal)
                    legal &= -legal
                else:
                    legal = self.rollout_move(numbers, who, legal, own[who])
            game.apply(numbers, who, legal)
            awaited = numbers[AWAITED]

    def rollout_move(self, numbers: vec[i64], seat: i64, legal: i64, luck: Luck) -> i64:
        """What the rollouts' player does: by reflex, or by hunches."""
        if self.style.reflex:
            action = self.game.mind.rollout_move(numbers, seat, legal, luck)
            if action:
                return action
        return best_of_sample(self.game, numbers, seat, legal, self.style.guide, luck)

    def store_result(self, numbers: vec[i64], at: i64, number: i64) -> None:
        """Remember how a world ended."""
        game = self.game
        seats = game.seats
        winners = game.winners(numbers)
        several: i64 = 0
        rest = winners
        while rest:
            rest &= rest - 1
            several += 1
        share: i64 = WHOLE_WIN // several if several else 0
        mine: i64 = 0
        others: i64 = 0
        first = True
        sums = at * seats * COLUMNS_A_WORLD
        for who in range(seats):
            points = game.score(numbers, who)
            self.sums[sums + who * COLUMNS_A_WORLD + POINTS] += points
            if (winners >> who) & 1:
                self.sums[sums + who * COLUMNS_A_WORLD + SHARE] += share
            if who == self.seat:
                mine = points
            elif first or points > others:
                others = points
                first = False
        cell = (at * self.capacity + number) * COLUMNS_A_WORLD
        self.cells[cell + POINTS] = mine
        self.cells[cell + MARGIN] = mine - others
        self.cells[cell + SHARE] = share if (winners >> self.seat) & 1 else 0
        self.worlds_done[at] = number + 1

    def grow(self) -> None:
        """Twice as many worlds."""
        old = self.capacity * COLUMNS_A_WORLD
        cells = zeros(self.candidates * HALVES * old * 2)
        for row in range(self.candidates * HALVES):
            for at in range(old):
                cells[row * old * 2 + at] = self.cells[row * old + at]
        self.cells = cells
        self.capacity *= 2

    def replay_to_end(self, candidate: int, half: i64, number: i64) -> State:
        """How a candidate's world ended, played once more: for a tally by clauses."""
        lucks: list[Luck] = []
        numbers = self.world(half, number, lucks)
        self.play(numbers, i64(candidate), lucks)
        return State(self.game, numbers)

    # ---- what it came to ------------------------------------------------------------------------------

    def worlds(self, candidate: int, half: i64) -> int:
        """How many worlds of a half a candidate has met."""
        return int(self.worlds_done[i64(candidate) * HALVES + half])

    def sum_of(self, candidate: int, half: i64, seat: i64, what: i64) -> int:
        """All points or shares of the win of any seat, summed over the worlds of a half."""
        return int(self.sums[((i64(candidate) * HALVES + half) * self.game.seats + seat) * COLUMNS_A_WORLD + what])

    def total(self, candidate: int, half: i64, what: i64, worlds: i64) -> int:
        """The deciding seat's points, share or margin, summed over the first worlds of a half."""
        at = (i64(candidate) * HALVES + half) * self.capacity * COLUMNS_A_WORLD + what
        total: i64 = 0
        for number in range(worlds):
            total += self.cells[at + number * COLUMNS_A_WORLD]
        return int(total)

    def mean_difference(self, one: int, other: int, half: i64, what: i64) -> float:
        """By how much one candidate does better than another in the worlds that both have met."""
        both = self.common_worlds(one, other, half)
        if not both:
            return 0.0
        return float(self.total(one, half, what, both) - self.total(other, half, what, both)) / float(both)

    def difference_error(self, one: int, other: int, half: i64, what: i64) -> float:
        """The standard error of that difference."""
        both = self.common_worlds(one, other, half)
        if both < 2:
            return 1000.0
        here = (i64(one) * HALVES + half) * self.capacity * COLUMNS_A_WORLD + what
        there = (i64(other) * HALVES + half) * self.capacity * COLUMNS_A_WORLD + what
        total: i64 = 0
        squares: i64 = 0
        for number in range(both):
            difference = self.cells[here + number * COLUMNS_A_WORLD] - self.cells[there + number * COLUMNS_A_WORLD]
            total += difference
            squares += difference * difference
        return standard_error_of_mean(total, squares, both, what)

    def standard_error(self, candidate: int, half: i64, what: i64) -> float:
        """The standard error of one candidate's own mean."""
        worlds = self.worlds_done[i64(candidate) * HALVES + half]
        if worlds < 2:
            return 1000.0
        at = (i64(candidate) * HALVES + half) * self.capacity * COLUMNS_A_WORLD + what
        total: i64 = 0
        squares: i64 = 0
        for number in range(worlds):
            total += self.cells[at + number * COLUMNS_A_WORLD]
            squares += self.cells[at + number * COLUMNS_A_WORLD] * self.cells[at + number * COLUMNS_A_WORLD]
        return standard_error_of_mean(total, squares, worlds, what)

    def common_worlds(self, one: int, other: int, half: i64) -> i64:
        """How many worlds of a half both have met."""
        here = self.worlds_done[i64(one) * HALVES + half]
        there = self.worlds_done[i64(other) * HALVES + half]
        return here if here < there else there


def standard_error_of_mean(total: i64, squares: i64, worlds: i64, what: i64) -> float:
    """The standard error of a mean, from the sum and the sum of squares; never quite nothing."""
    many = float(worlds)
    spread = float(squares) - float(total) * float(total) / many
    spread += VARIANCE_PRIOR * float(WHOLE_WIN * WHOLE_WIN) if what == SHARE else VARIANCE_PRIOR
    return sqrt(spread / (many * (many - 1.0)))
