"""The trees of a search, one for each seat, with all nodes in one vec of integers; and the reward of a playout."""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, copy_into, count
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind, SearchConfig

# A node is eight numbers. The roots come first, one per seat, so index 0 is never a child.
KIND: Final = 0  # equivalence class of the action that leads here
FIRST: Final = 1  # first child
NEXT: Final = 2  # next sibling
VISITS: Final = 3
AVAILABILITY: Final = 4  # how often it could have been chosen: it is not legal in every world
TOTAL: Final = 5  # sum of rewards, in millionths
PRIOR: Final = 6  # from Mind.score_move: 0 the best of its decision, -MILLION the worst
LAST_SEEN: Final = 7  # mark of the last decision that saw it, so equivalent actions are compared once
NODE: Final = 8
MILLION: Final = 1000000
MILLIONTHS: Final = 1000000.0  # the same as a float
WORDS: Final = 4294967296.0  # number of values of a 32-bit word
LOGS: Final = vec[float]([log(n + 1.0) for n in range(1024)])  # covers nearly all lookups of a search
EMPTY: Final = vec[i64]([0] * 65536)


@final
class SearchTrees:
    """Storage for all nodes; nodes are never removed."""

    def __init__(self, seats: i64) -> None:
        self.numbers: vec[i64] = EMPTY[:8192]
        self.end: i64 = NODE * seats  # index of the next new node

    def child(self, parent: i64, kind: i64) -> i64:
        """The child of that kind, or 0."""
        return child_of(self.numbers, parent, kind)

    def add(self, parent: i64, kind: i64) -> i64:
        if self.end + NODE > len(self.numbers):
            self.numbers = grow(self.numbers)
        numbers = self.numbers
        child = self.end
        self.end += NODE
        numbers[child + KIND] = kind
        numbers[child + NEXT] = numbers[parent + FIRST]
        numbers[parent + FIRST] = child
        return child

    def add_visit(self, child: i64, reward: i64) -> None:
        numbers = self.numbers
        numbers[child + VISITS] += 1
        numbers[child + TOTAL] += reward

    def mean_value(self, child: i64, bias: float) -> float:
        """The mean reward of a child, with the prior counted as one more visit."""
        numbers = self.numbers
        total = float(numbers[child + TOTAL]) + bias * float(numbers[child + PRIOR])
        return total / (MILLIONTHS * (float(numbers[child + VISITS]) + 1.0))


def child_of(numbers: vec[i64], parent: i64, kind: i64) -> i64:
    """The child of that kind among the nodes, or 0."""
    child = numbers[parent + FIRST]
    while child and numbers[child + KIND] != kind:
        child = numbers[child + NEXT]
    return child


def upper_confidence_bound(nodes: vec[i64], child: i64, style: SearchConfig, luck: Luck) -> float:
    """The upper confidence bound of a child, with a randomized exploration term.

    Without the randomness, seats that choose at the same time fall into step, as if one saw the other's choice.
    """
    visits = float(nodes[child + VISITS])
    offered = nodes[child + AVAILABILITY]
    mean = 0.5
    if visits > 0.0:
        mean = float(nodes[child + TOTAL]) / (MILLIONTHS * visits)
    blur = 0.5 + float(luck.word()) / WORDS
    often = LOGS[offered] if offered < len(LOGS) else log(float(offered) + 1.0)
    hoped = mean + style.explore * blur * sqrt(often / (visits + 0.25))
    if style.bias > 0.0:
        hoped += style.bias * float(nodes[child + PRIOR]) / MILLIONTHS / (visits + 1.0)
    return hoped


def grow(numbers: vec[i64]) -> vec[i64]:
    """A copy twice as long, padded with zeros."""
    size = len(numbers)
    bigger = EMPTY[: 2 * size] if 2 * size <= len(EMPTY) else vec[i64]([0] * (2 * size))
    copy_into(bigger, 0, numbers, 0, size)
    return bigger


@final
class RewardFunction:
    """Maps final (or estimated) scores to rewards in one search."""

    def __init__(self, game: Game, style: SearchConfig) -> None:
        self.game: Game = game
        self.mind: Mind = game.mind
        self.style: SearchConfig = style
        self.solo_baseline: i64 = -MILLION  # solo games: the first score reached
        self.is_over: bool = False
        self.points: vec[float] = vec[float]([0.0] * int(game.seats))

    def look(self, numbers: vec[i64]) -> None:
        """Take in a position: the final points of every seat, or estimates of them."""
        over = numbers[AWAITED] == 0
        self.is_over = over
        for seat in range(self.game.seats):
            if over:
                self.points[seat] = float(self.game.score(numbers, seat))
            elif self.style.learned:
                self.points[seat] = self.mind.learned_value(numbers, seat)
            else:
                self.points[seat] = self.mind.value(numbers, seat)

    def of(self, numbers: vec[i64], seat: i64) -> float:
        """A reward from 0 to 1: the share of the win, plus a weighted margin over the best other seat.

        For the position that `look` took in last.
        """
        game = self.game
        mine = self.points[seat]
        others = mine
        first = True
        for other in range(game.seats):
            if other != seat:
                theirs = self.points[other]
                if first or theirs > others:
                    others = theirs
                    first = False
        if first:
            if self.solo_baseline == -MILLION:
                self.solo_baseline = i64(mine)
            others = float(self.solo_baseline)
        ahead = mine - others
        size = ahead if ahead > 0.0 else -ahead
        margin = 0.5 + 0.5 * ahead / (size + self.style.scale)
        if not self.is_over or first:
            return margin
        winners = game.winners(numbers)
        won = 0.0
        if (winners >> seat) & 1:
            won = 1.0 / float(count(winners))
        return (won + self.style.margin * margin) / (1.0 + self.style.margin)
