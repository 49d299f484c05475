"""Information set Monte Carlo tree search: find the action that does best over imagined worlds.

Every iteration samples a world consistent with the seat's view (determinization) and plays it out. Each seat has its
own tree, keyed by its own decisions only (by equivalence class, Mind.equivalence, not by bit), so no seat's statistics
can depend on another's pending choice. Sums are integers and random numbers our own, so the same seed and number of
iterations give the same choice in both builds.
"""

from __future__ import annotations

import time
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, bit, lowest
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind, SearchConfig
from domik.kernel.playout import best_of_sample, playout
from domik.kernel.search_tree import (
    AVAILABILITY,
    EMPTY,
    LAST_SEEN,
    MILLIONTHS,
    NODE,
    PRIOR,
    VISITS,
    RewardFunction,
    SearchTrees,
    child_of,
    upper_confidence_bound,
)
from domik.kernel.state import View

MAX_PENDING: Final = 8192
OUT_OF_TREE: Final = -1  # cursor of a seat that has left its tree


@final
class TreeSearch:
    """The search for one decision of one seat; call `choose` once."""

    def __init__(self, view: View, style: SearchConfig, luck: Luck) -> None:
        game = view.game
        self.game: Game = game
        self.mind: Mind = game.mind
        self.view: vec[i64] = view.numbers
        self.seat: i64 = view.seat
        self.style: SearchConfig = style
        self.world_luck: Luck = luck.split()  # a separate stream for imagined worlds
        self.luck: Luck = luck.split()
        self.trees: SearchTrees = SearchTrees(game.seats)
        self.visit_mark: i64 = 0
        self.iterations: i64 = 0
        self.cursors: vec[i64] = EMPTY[: game.seats]
        self.path: vec[i64] = EMPTY[:1024]
        self.path_seats: vec[i64] = EMPTY[:1024]
        self.steps: i64 = 0
        self.pending_updates: vec[i64] = EMPTY[:MAX_PENDING]  # opponents' updates: node and reward alternate
        self.pending_size: i64 = 0
        self.reward: RewardFunction = RewardFunction(game, style)
        self.rewards: vec[i64] = EMPTY[: game.seats]
        # Purely random rollouts are played by the faster `playout`.
        self.has_random_rollouts: bool = style.guide < 2 and not style.reflex and not self.stops_early(style)
        self.last_stage: i64 = self.mind.stage(view.numbers) + style.stages if style.stages else 0

    def stops_early(self, style: SearchConfig) -> bool:
        """Whether worlds end before the game does."""
        return style.horizon > 0 or style.stages > 0

    # ---- the decision -----------------------------------------------------------------------------

    def choose(self, legal: i64, iterations: i64, seconds: float) -> i64:
        """The best action after `iterations` or `seconds` of CPU time, whichever ends first; 0 is no limit."""
        if not legal & (legal - 1):
            return legal
        if self.style.halving:
            self.sequential_halving(legal, iterations, seconds)
        else:
            until = time.thread_time() + seconds if seconds > 0.0 else 0.0
            while self.has_budget(iterations, until):
                self.iterate(self.game.imagine(self.view, self.seat, self.world_luck), 0)
        return self.most_visited(legal)

    def has_budget(self, iterations: i64, until: float) -> bool:
        """Whether both budgets have something left; the clock is read every eighth iteration."""
        if iterations and self.iterations >= iterations:
            return False
        return until <= 0.0 or self.iterations & 7 != 0 or self.iterations == 0 or time.thread_time() < until

    def sequential_halving(self, legal: i64, iterations: i64, seconds: float) -> None:
        """Sequential halving: all candidates meet the same worlds; every stage drops the worse half."""
        left = self.distinct_actions(legal)
        stages: i64 = 0
        many = len(left)
        while many > 1:
            many = (many + 1) // 2
            stages += 1
        begun = time.thread_time()
        for stage in range(stages):
            share = float(stage + 1) / float(stages)
            until = begun + seconds * share if seconds > 0.0 else 0.0
            self.play_candidates(left)
            while self.has_budget(i64(float(iterations) * share), until):
                self.play_candidates(left)
            left = self.better_half(left)

    def play_candidates(self, candidates: vec[i64]) -> None:
        """Play every candidate in one world, with the same random numbers as long as the games agree.

        Opponents' trees are updated only afterwards: they must not respond to the candidate they were just shown.
        """
        world = self.game.imagine(self.view, self.seat, self.world_luck)
        luck = self.luck.split()
        for action in candidates:
            self.luck = luck.copy()
            self.iterate(world[:], action)
        self.luck = luck.split()
        for at in range(0, self.pending_size, 2):
            self.trees.add_visit(self.pending_updates[at], self.pending_updates[at + 1])
        self.pending_size = 0

    def distinct_actions(self, legal: i64) -> vec[i64]:
        found: list[i64] = []
        kinds: list[i64] = []
        while legal:
            action = legal & -legal
            legal &= legal - 1
            kind = self.mind.equivalence(self.view, self.seat, action)
            if kind not in kinds:
                kinds.append(kind)
                found.append(action)
        return vec[i64](found)

    def better_half(self, candidates: vec[i64]) -> vec[i64]:
        """The better half of the candidates by mean reward, best first."""
        left = candidates[:]
        for at in range(len(left)):
            best = at
            for other in range(at + 1, len(left)):
                if self.mean_of(left[other]) > self.mean_of(left[best]):
                    best = other
            action = left[best]
            left[best] = left[at]
            left[at] = action
        return left[: (len(left) + 1) // 2]

    def mean_of(self, action: i64) -> float:
        """The mean reward of a root action, including the prior."""
        child = self.trees.child(NODE * self.seat, self.mind.equivalence(self.view, self.seat, action))
        return self.trees.mean_value(child, self.style.bias)

    def most_visited(self, legal: i64) -> i64:
        """The most visited action; ties go to the higher mean reward."""
        best = legal & -legal
        most: i64 = -1
        while legal:
            action = legal & -legal
            legal &= legal - 1
            child = self.trees.child(NODE * self.seat, self.mind.equivalence(self.view, self.seat, action))
            visits = self.trees.numbers[child + VISITS] if child else 0
            if visits > most or (visits == most and visits and self.mean_of(action) > self.mean_of(best)):
                best = action
                most = visits
        return best

    # ---- one iteration ----------------------------------------------------------------------------

    def iterate(self, numbers: vec[i64], root_action: i64) -> None:
        """Play one world to the end, the horizon or the last stage and backpropagate the rewards."""
        game = self.game
        me = self.seat
        cursors = self.cursors
        horizon = self.style.horizon
        stages = self.last_stage
        near: i64 = 0 if horizon or stages else self.style.near
        self.iterations += 1
        self.steps = 0
        inside = self.reset_cursors()  # number of seats still in their trees
        played: i64 = 0
        awaited = numbers[AWAITED]
        while awaited:
            seat = lowest(awaited)
            legal = game.legal(numbers, seat)
            if legal & (legal - 1):
                if cursors[seat] >= 0:
                    legal = self.descend(numbers, seat, legal, root_action if seat == me else 0)
                    if seat == me:
                        root_action = 0
                    if cursors[seat] < 0:
                        inside -= 1
                else:
                    legal = self.rollout_action(numbers, seat, legal)
            game.apply(numbers, seat, legal)
            played += 1
            if played == horizon or (stages and self.mind.stage(numbers) >= stages):
                break
            if not inside and (self.has_random_rollouts or (near and played >= near)):
                playout(game, numbers, self.luck)
                break
            awaited = numbers[AWAITED]
        self.backpropagate(numbers)

    def reset_cursors(self) -> i64:
        """Put every seat that has a tree at its root; return how many do."""
        cursors = self.cursors
        if self.style.rivals:
            for seat in range(self.game.seats):
                cursors[seat] = NODE * seat
            return self.game.seats
        for seat in range(self.game.seats):
            cursors[seat] = OUT_OF_TREE
        cursors[self.seat] = NODE * self.seat
        return 1

    def rollout_action(self, numbers: vec[i64], seat: i64, legal: i64) -> i64:
        """The rollout policy: Mind.rollout_move if enabled, else the best of a random sample."""
        if self.style.reflex:
            action = self.mind.rollout_move(numbers, seat, legal, self.luck)
            if action:
                return action
        return best_of_sample(self.game, numbers, seat, legal, self.style.guide, self.luck)

    def descend(self, numbers: vec[i64], seat: i64, legal: i64, wanted: i64) -> i64:
        """Select a child by upper confidence bound, or the `wanted` action; a new leaf ends the tree."""
        mind = self.mind
        trees = self.trees
        nodes = trees.numbers
        parent = self.cursors[seat]
        self.visit_mark += 1
        mark = self.visit_mark
        best: i64 = 0
        chosen: i64 = 0
        value = 0.0
        rest = legal
        while rest:
            action = rest & -rest
            rest &= rest - 1
            kind = mind.equivalence(numbers, seat, action)
            child = child_of(nodes, parent, kind)
            if not child:
                self.expand(parent, numbers, seat, legal)
                nodes = trees.numbers
                child = child_of(nodes, parent, kind)
            if nodes[child + LAST_SEEN] == mark:
                continue
            nodes[child + LAST_SEEN] = mark
            nodes[child + AVAILABILITY] += 1
            if wanted:
                if action == wanted:
                    best = child
                    chosen = action
                continue
            judged = upper_confidence_bound(nodes, child, self.style, self.luck)
            if not best or judged > value:
                best = child
                chosen = action
                value = judged
        steps = self.steps
        leaf = nodes[best + VISITS] == 0 or steps >= 1000
        self.path[steps] = best
        self.path_seats[steps] = seat
        self.steps = steps + 1
        self.cursors[seat] = OUT_OF_TREE if leaf or steps >= self.style.deep * self.game.seats else best
        return chosen

    def expand(self, parent: i64, numbers: vec[i64], seat: i64, legal: i64) -> None:
        """Add a child for every equivalence class that has none yet, with its prior from Mind.score_move."""
        guided = self.style.bias > 0.0
        best = 0.0
        worst = 0.0
        if guided:
            rest = legal
            while rest:
                judged = self.mind.score_move(numbers, seat, rest & -rest)
                if rest == legal or judged > best:
                    best = judged
                if rest == legal or judged < worst:
                    worst = judged
                rest &= rest - 1
        while legal:
            action = legal & -legal
            legal &= legal - 1
            kind = self.mind.equivalence(numbers, seat, action)
            if self.trees.child(parent, kind):
                continue
            child = self.trees.add(parent, kind)
            if guided and best > worst:
                prior = (self.mind.score_move(numbers, seat, action) - best) / (best - worst)
                self.trees.numbers[child + PRIOR] = i64(prior * MILLIONTHS)

    def backpropagate(self, numbers: vec[i64]) -> None:
        """Credit every decision on the path with the reward of its own seat."""
        known: i64 = 0  # mask of the seats whose reward has been computed
        rewards = self.rewards
        self.reward.look(numbers)
        for step in range(self.steps):
            seat = self.path_seats[step]
            if not (known >> seat) & 1:
                rewards[seat] = i64(self.reward.of(numbers, seat) * MILLIONTHS)
                known |= bit(seat)
            if self.style.halving and seat != self.seat and self.pending_size < MAX_PENDING:
                self.pending_updates[self.pending_size] = self.path[step]
                self.pending_updates[self.pending_size + 1] = rewards[seat]
                self.pending_size += 2
            else:
                self.trees.add_visit(self.path[step], rewards[seat])
