"""Search over imagined worlds: which action does best in the worlds that one seat must hold possible.

Every iteration imagines a world and plays it out. Each seat has a tree of its own, keyed by its own decisions only
(by what an action is, Mind.alike, not by its bit), so no seat's statistics can know another's pending choice.
Sums are whole numbers and luck is our own, so the same seed and iterations choose the same in both builds.
"""

from __future__ import annotations

import time
from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, lowest
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind
from domik.kernel.playout import best_of
from domik.kernel.reward import Reward
from domik.kernel.state import View
from domik.kernel.style import Style
from domik.kernel.trees import EMPTY, MARK, MILLION, NODE, OFFERED, PRIOR, TOTAL, VISITS, Trees

WORDS: Final = 4294967296.0  # how many words luck has
LESSONS: Final = 8192
BEYOND: Final = -1  # the cursor of a seat that has left its tree


@final
class Search:
    """One decision of one seat; `choose` may be asked once."""

    def __init__(self, view: View, style: Style, luck: Luck) -> None:
        game = view.game
        self.game: Game = game
        self.mind: Mind = game.mind
        self.view: vec[i64] = view.numbers
        self.seat: i64 = view.seat
        self.style: Style = style
        self.worlds: Luck = luck.split()  # a stream of its own for imagined worlds
        self.luck: Luck = luck.split()
        self.trees: Trees = Trees(game.seats)
        self.marks: i64 = 0
        self.iterations: i64 = 0
        self.cursors: vec[i64] = EMPTY[: game.seats]
        self.path: vec[i64] = EMPTY[:1024]
        self.owners: vec[i64] = EMPTY[:1024]
        self.steps: i64 = 0
        self.lessons: vec[i64] = EMPTY[:LESSONS]  # what the others have yet to learn: node and reward in turn
        self.held: i64 = 0
        self.reward: Reward = Reward(game, style)

    # ---- the decision -----------------------------------------------------------------------------

    def choose(self, legal: i64, iterations: i64, seconds: float) -> i64:
        """The best action after so many iterations or seconds of CPU time, whichever ends first; 0 is no limit."""
        if not legal & (legal - 1):
            return legal
        if self.style.halving:
            self.halve(legal, iterations, seconds)
        else:
            until = time.thread_time() + seconds if seconds > 0.0 else 0.0
            while self.goes_on(iterations, until):
                self.iterate(self.game.imagine(self.view, self.seat, self.worlds), 0)
        return self.most_visited(legal)

    def goes_on(self, iterations: i64, until: float) -> bool:
        """Whether both budgets have something left; the clock is only asked now and then."""
        if iterations and self.iterations >= iterations:
            return False
        return until <= 0.0 or self.iterations & 7 != 0 or self.iterations == 0 or time.thread_time() < until

    def halve(self, legal: i64, iterations: i64, seconds: float) -> None:
        """Sequential halving: all candidates meet the same worlds; after every stage the worse half goes."""
        left = self.different(legal)
        stages: i64 = 0
        many = len(left)
        while many > 1:
            many = (many + 1) // 2
            stages += 1
        begun = time.thread_time()
        for stage in range(stages):
            share = float(stage + 1) / float(stages)
            until = begun + seconds * share if seconds > 0.0 else 0.0
            self.compare(left)
            while self.goes_on(i64(float(iterations) * share), until):
                self.compare(left)
            left = self.better_half(left)

    def compare(self, candidates: vec[i64]) -> None:
        """One world for all candidates, with the same luck in it as long as they play alike.

        The others learn from it only afterwards: they must not answer the candidate that they were just shown.
        """
        world = self.game.imagine(self.view, self.seat, self.worlds)
        luck = self.luck.split()
        for action in candidates:
            self.luck = luck.copy()
            self.iterate(world[:], action)
        self.luck = luck.split()
        for at in range(0, self.held, 2):
            self.trees.credit(self.lessons[at], self.lessons[at + 1])
        self.held = 0

    def different(self, legal: i64) -> vec[i64]:
        """One action of each kind."""
        found: list[i64] = []
        kinds: list[i64] = []
        while legal:
            action = legal & -legal
            legal &= legal - 1
            kind = self.mind.alike(self.view, self.seat, action)
            if kind not in kinds:
                kinds.append(kind)
                found.append(action)
        return vec[i64](found)

    def better_half(self, candidates: vec[i64]) -> vec[i64]:
        """The better half of the candidates by their mean reward, the best first."""
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
        """What a root action has brought, a little worse where advice dislikes it."""
        child = self.trees.child(NODE * self.seat, self.mind.alike(self.view, self.seat, action))
        return self.trees.worth(child, self.style.bias)

    def most_visited(self, legal: i64) -> i64:
        """The action tried most often; of equals the one that did best."""
        best = legal & -legal
        most: i64 = -1
        while legal:
            action = legal & -legal
            legal &= legal - 1
            child = self.trees.child(NODE * self.seat, self.mind.alike(self.view, self.seat, action))
            visits = self.trees.numbers[child + VISITS] if child else 0
            if visits > most or (visits == most and visits and self.mean_of(action) > self.mean_of(best)):
                best = action
                most = visits
        return best

    # ---- one iteration ----------------------------------------------------------------------------

    def iterate(self, numbers: vec[i64], root_action: i64) -> None:
        """Play one world to the end, or to the horizon, and remember how it went for everybody."""
        game = self.game
        style = self.style
        self.iterations += 1
        self.steps = 0
        for seat in range(game.seats):
            self.cursors[seat] = NODE * seat if style.rivals or seat == self.seat else BEYOND
        played: i64 = 0
        awaited = numbers[AWAITED]
        while awaited:
            seat = lowest(awaited)
            legal = game.legal(numbers, seat)
            if legal & (legal - 1):
                if self.cursors[seat] >= 0:
                    if seat == self.seat:
                        legal = self.descend(numbers, seat, legal, root_action)
                        root_action = 0
                    else:
                        legal = self.descend(numbers, seat, legal, 0)
                else:
                    legal = self.follow(numbers, seat, legal)
            game.apply(numbers, seat, legal)
            played += 1
            awaited = numbers[AWAITED]
            if played == style.horizon:
                break
        self.learn(numbers)

    def follow(self, numbers: vec[i64], seat: i64, legal: i64) -> i64:
        """What a player does whom no tree guides: by reflex, or by hunches."""
        if self.style.reflex:
            action = self.mind.reflex(numbers, seat, legal, self.luck)
            if action:
                return action
        return best_of(self.game, numbers, seat, legal, self.style.guide, self.luck)

    def descend(self, numbers: vec[i64], seat: i64, legal: i64, wanted: i64) -> i64:
        """Choose in the tree: what did well, what was tried little, what advice likes; a new leaf ends the tree."""
        game = self.game
        parent = self.cursors[seat]
        self.marks += 1
        mark = self.marks
        best: i64 = 0
        chosen: i64 = 0
        value = 0.0
        rest = legal
        while rest:
            action = rest & -rest
            rest &= rest - 1
            kind = self.mind.alike(numbers, seat, action)
            child = self.trees.child(parent, kind)
            if not child:
                self.bear(parent, numbers, seat, legal)
                child = self.trees.child(parent, kind)
            nodes = self.trees.numbers
            if nodes[child + MARK] == mark:
                continue
            nodes[child + MARK] = mark
            nodes[child + OFFERED] += 1
            if wanted:
                if action == wanted:
                    best = child
                    chosen = action
                continue
            judged = self.hope(child)
            if not best or judged > value:
                best = child
                chosen = action
                value = judged
        nodes = self.trees.numbers
        steps = self.steps
        leaf = nodes[best + VISITS] == 0 or steps >= 1000
        self.path[steps] = best
        self.owners[steps] = seat
        self.steps = steps + 1
        self.cursors[seat] = BEYOND if leaf or steps >= self.style.deep * game.seats else best
        return chosen

    def hope(self, child: i64) -> float:
        """An upper bound of what the child may be worth, a little blurred.

        Without the blur, seats that choose at the same time fall into step, as if one saw the other's choice.
        """
        nodes = self.trees.numbers
        visits = float(nodes[child + VISITS])
        mean = 0.5
        if visits > 0.0:
            mean = float(nodes[child + TOTAL]) / (float(MILLION) * visits)
        prior = self.style.bias * float(nodes[child + PRIOR]) / float(MILLION)
        blur = 0.5 + float(self.luck.word()) / WORDS
        doubt = self.style.explore * blur * sqrt(log(float(nodes[child + OFFERED]) + 1.0) / (visits + 0.25))
        return mean + doubt + prior / (visits + 1.0)

    def bear(self, parent: i64, numbers: vec[i64], seat: i64, legal: i64) -> None:
        """A child for every kind of action that has none yet, with what advice thinks of it."""
        guided = self.style.bias > 0.0
        best = 0.0
        worst = 0.0
        if guided:
            rest = legal
            while rest:
                judged = self.mind.advise(numbers, seat, rest & -rest)
                if rest == legal or judged > best:
                    best = judged
                if rest == legal or judged < worst:
                    worst = judged
                rest &= rest - 1
        while legal:
            action = legal & -legal
            legal &= legal - 1
            kind = self.mind.alike(numbers, seat, action)
            if self.trees.child(parent, kind):
                continue
            child = self.trees.add(parent, kind)
            if guided and best > worst:
                prior = (self.mind.advise(numbers, seat, action) - best) / (best - worst)
                self.trees.numbers[child + PRIOR] = i64(prior * float(MILLION))

    def learn(self, numbers: vec[i64]) -> None:
        """Every decision on the way is credited with its own seat's reward."""
        known: i64 = -1
        reward: i64 = 0
        for step in range(self.steps):
            seat = self.owners[step]
            if seat != known:
                reward = i64(self.reward.of(numbers, seat) * float(MILLION))
                known = seat
            if self.style.halving and seat != self.seat and self.held < LESSONS:
                self.lessons[self.held] = self.path[step]
                self.lessons[self.held + 1] = reward
                self.held += 2
            else:
                self.trees.credit(self.path[step], reward)
