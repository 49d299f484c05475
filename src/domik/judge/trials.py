"""Trials: rollouts of the candidates of one decision in the same imagined worlds with the same luck.

World number n of a half is always the same world, in whatever order it is asked for. Every candidate meets the same
worlds, so the difference of two candidates is a mean of differences (common random numbers). One half of the worlds
chooses the best candidate and the other measures it, since the maximum over the first half is biased upward. Sums are
integers, so that the compiled and the pure build agree exactly.
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
from domik.kernel.search import TreeSearch
from domik.kernel.state import State, View

CHOOSING: Final = 0  # half of the worlds that chooses the best candidate
MEASURING: Final = 1  # half that measures it
HALVES: Final = 2
USUAL: Final = 0  # candidate 0: no given move, the rollout player's own choice
WHOLE_WIN: Final = 12  # divisible by 2, 3 and 4, so shared wins stay whole
POINTS: Final = 0  # columns of a world: the deciding seat's score ...
SHARE: Final = 1  # ... its share of the win ...
MARGIN: Final = 2  # ... and its lead over the best other seat (solo: its score)
COLUMNS_A_WORLD: Final = 3
CAREFUL_STEPS: Final = 4  # steps left in the deciding seat's own turn that are played by full evaluation
VARIANCE_PRIOR: Final = 0.25  # squared difference, in wins, that one more world might show: no sample has zero variance


@final
class Trials:
    """The results of every candidate, world by world."""

    def __init__(
        self,
        view: View,
        actions: list[int],
        style: SearchConfig,
        luck: Luck,
        truth: State | None = None,
        thinking: int = 0,
        horizon: int = 0,
    ) -> None:
        game = view.game
        self.game: Game = game
        self.view: View = view
        self.seat: i64 = view.seat
        self.style: SearchConfig = style
        self.luck: Luck = luck
        self.truth: State | None = truth  # for hindsight: use only this state
        self.thinking: i64 = thinking  # iterations of every seat's search at a decision; 0: rollout moves
        self.horizon: i64 = horizon  # decisions of all seats that are searched, then rollout moves; 0: all of them
        self.candidates: i64 = len(actions) + 1
        self.actions: vec[i64] = zeros(self.candidates)
        for at in range(len(actions)):
            self.actions[at + 1] = i64(actions[at])
        self.capacity: i64 = 32  # worlds allocated per half
        self.cells: vec[i64] = zeros(self.candidates * HALVES * self.capacity * COLUMNS_A_WORLD)
        self.worlds_done: vec[i64] = zeros(self.candidates * HALVES)
        self.sums: vec[i64] = zeros(self.candidates * HALVES * game.seats * COLUMNS_A_WORLD)
        self.rollouts: i64 = 0
        self.keeps_ends: bool = False  # whether the final states of the measuring half are kept, for tallies
        self.ends: dict[int, State] = {}  # by number of the world and candidate

    # ---- playing --------------------------------------------------------------------------------------

    def extend(self, candidates: list[int], half: i64, until: i64) -> None:
        """Play these candidates in the worlds of a half up to number `until`; finished worlds are kept."""
        while self.capacity < until:
            self.grow()
        game, first = self.game, until
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
                    if self.keeps_ends and half == MEASURING:
                        self.ends[self.end_key(i64(candidate), number)] = State(game, numbers)

    def world(self, half: i64, number: i64, lucks: list[Luck]) -> vec[i64]:
        """World `number` of a half; appends the random stream of each seat to `lucks`."""
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
        """Play a world to its end: the candidate, the rest of its turn by full evaluation, then rollout moves.

        Where seats think, each of them searches from its own view, at every decision or up to the horizon.
        """
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
        searched: i64 = 0
        awaited = numbers[AWAITED]
        while awaited:
            who = lowest(awaited)
            legal = game.legal(numbers, who)
            if who != seat:
                careful = 0
            if legal & (legal - 1):
                if self.thinking and (searched < self.horizon or not self.horizon):
                    searched += 1
                    seen = View(game, who, view_of(game, numbers, who))
                    legal = TreeSearch(seen, self.style, own[who]).choose(legal, self.thinking, 0.0)
                elif careful:
                    careful -= 1
                    legal = best_moves(game, view_of(game, numbers, who), who, legal)
                    legal &= -legal
                else:
                    legal = self.rollout_move(numbers, who, legal, own[who])
            game.apply(numbers, who, legal)
            awaited = numbers[AWAITED]

    def rollout_move(self, numbers: vec[i64], seat: i64, legal: i64, luck: Luck) -> i64:
        """The rollout player's move: the game's fast policy if it has one, else the best of a sample."""
        if self.style.reflex:
            action = self.game.mind.rollout_move(numbers, seat, legal, luck)
            if action:
                return action
        return best_of_sample(self.game, numbers, seat, legal, self.style.guide, luck)

    def store_result(self, numbers: vec[i64], at: i64, number: i64) -> None:
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
        """Double the allocated worlds."""
        old = self.capacity * COLUMNS_A_WORLD
        cells = zeros(self.candidates * HALVES * old * 2)
        for row in range(self.candidates * HALVES):
            for at in range(old):
                cells[row * old * 2 + at] = self.cells[row * old + at]
        self.cells = cells
        self.capacity *= 2

    def end_key(self, candidate: i64, number: i64) -> int:
        return int(number * self.candidates + candidate)

    def replay_to_end(self, candidate: int, half: i64, number: i64) -> State:
        """The final state of a candidate's world, played again unless it was kept; used for tallies by clause."""
        kept = self.ends.get(self.end_key(i64(candidate), number)) if half == MEASURING else None
        if kept is not None:
            return kept
        lucks: list[Luck] = []
        numbers = self.world(half, number, lucks)
        self.play(numbers, i64(candidate), lucks)
        return State(self.game, numbers)

    # ---- results --------------------------------------------------------------------------------------

    def worlds(self, candidate: int, half: i64) -> int:
        """Number of worlds of a half played with a candidate."""
        return int(self.worlds_done[i64(candidate) * HALVES + half])

    def sum_of(self, candidate: int, half: i64, seat: i64, what: i64) -> int:
        """A seat's points or win shares, summed over all worlds of a half."""
        return int(self.sums[((i64(candidate) * HALVES + half) * self.game.seats + seat) * COLUMNS_A_WORLD + what])

    def total(self, candidate: int, half: i64, what: i64, worlds: i64) -> int:
        """The deciding seat's points, share or margin, summed over the first `worlds` worlds of a half."""
        at = (i64(candidate) * HALVES + half) * self.capacity * COLUMNS_A_WORLD + what
        total: i64 = 0
        for number in range(worlds):
            total += self.cells[at + number * COLUMNS_A_WORLD]
        return int(total)

    def mean_difference(self, one: int, other: int, half: i64, what: i64) -> float:
        """Mean lead of one candidate over another in the worlds played by both."""
        both = self.common_worlds(one, other, half)
        if not both:
            return 0.0
        return float(self.total(one, half, what, both) - self.total(other, half, what, both)) / float(both)

    def difference_error(self, one: int, other: int, half: i64, what: i64) -> float:
        """The standard error of `mean_difference`."""
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
        """The standard error of a candidate's mean."""
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
        """Number of worlds of a half played with both."""
        here = self.worlds_done[i64(one) * HALVES + half]
        there = self.worlds_done[i64(other) * HALVES + half]
        return here if here < there else there


def standard_error_of_mean(total: i64, squares: i64, worlds: i64, what: i64) -> float:
    """The standard error of a mean from sum and sum of squares, regularised by VARIANCE_PRIOR."""
    many = float(worlds)
    spread = float(squares) - float(total) * float(total) / many
    spread += VARIANCE_PRIOR * float(WHOLE_WIN * WHOLE_WIN) if what == SHARE else VARIANCE_PRIOR
    return sqrt(spread / (many * (many - 1.0)))
