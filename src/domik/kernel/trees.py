"""The trees of a search: one a seat, all nodes in one row of numbers."""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import copy_into
from domik.kernel.luck import Luck
from domik.kernel.style import Style

# A node of a tree: eight numbers of that row. The roots come first, one a seat, so 0 is nobody's child.
KIND: Final = 0  # what the decision that leads here is, by Mind.alike
FIRST: Final = 1  # its first child
NEXT: Final = 2  # its next sibling
VISITS: Final = 3
OFFERED: Final = 4  # how often it could have been chosen: in other worlds it may not be there
TOTAL: Final = 5  # rewards, in millionths
PRIOR: Final = 6  # what advice thinks of it: 0 the best of its decision, -MILLION the worst
MARK: Final = 7  # the decision that saw it last, so that alike actions are weighed once
NODE: Final = 8
MILLION: Final = 1000000
MILLIONTHS: Final = 1000000.0  # the same for rewards, which are fractions
WORDS: Final = 4294967296.0  # how many words luck has
LOGS: Final = vec[float]([log(n + 1.0) for n in range(1024)])  # nearly all logarithms that a search asks for
EMPTY: Final = vec[i64]([0] * 65536)


@final
class Trees:
    """All nodes; they are never taken away."""

    def __init__(self, seats: i64) -> None:
        self.numbers: vec[i64] = EMPTY[:8192]
        self.end: i64 = NODE * seats  # where the next node goes

    def child(self, parent: i64, kind: i64) -> i64:
        """The child of that kind, 0 when it is not there yet."""
        return child_of(self.numbers, parent, kind)

    def add(self, parent: i64, kind: i64) -> i64:
        """A new child."""
        if self.end + NODE > len(self.numbers):
            self.numbers = doubled(self.numbers)
        numbers = self.numbers
        child = self.end
        self.end += NODE
        numbers[child + KIND] = kind
        numbers[child + NEXT] = numbers[parent + FIRST]
        numbers[parent + FIRST] = child
        return child

    def credit(self, child: i64, reward: i64) -> None:
        """One more visit, and what it brought."""
        numbers = self.numbers
        numbers[child + VISITS] += 1
        numbers[child + TOTAL] += reward

    def worth(self, child: i64, bias: float) -> float:
        """A child's mean reward, with advice for the doubt."""
        numbers = self.numbers
        total = float(numbers[child + TOTAL]) + bias * float(numbers[child + PRIOR])
        return total / (MILLIONTHS * (float(numbers[child + VISITS]) + 1.0))


def child_of(numbers: vec[i64], parent: i64, kind: i64) -> i64:
    """The child of that kind among the nodes, 0 when it is not there yet."""
    child = numbers[parent + FIRST]
    while child and numbers[child + KIND] != kind:
        child = numbers[child + NEXT]
    return child


def hope(nodes: vec[i64], child: i64, style: Style, luck: Luck) -> float:
    """An upper bound of what the child may be worth, a little blurred.

    Without the blur, seats that choose at the same time fall into step, as if one saw the other's choice.
    """
    visits = float(nodes[child + VISITS])
    offered = nodes[child + OFFERED]
    mean = 0.5
    if visits > 0.0:
        mean = float(nodes[child + TOTAL]) / (MILLIONTHS * visits)
    blur = 0.5 + float(luck.word()) / WORDS
    often = LOGS[offered] if offered < len(LOGS) else log(float(offered) + 1.0)
    hoped = mean + style.explore * blur * sqrt(often / (visits + 0.25))
    if style.bias > 0.0:
        hoped += style.bias * float(nodes[child + PRIOR]) / MILLIONTHS / (visits + 1.0)
    return hoped


def doubled(numbers: vec[i64]) -> vec[i64]:
    """The numbers with as many zeros after them."""
    size = len(numbers)
    bigger = EMPTY[: 2 * size] if 2 * size <= len(EMPTY) else vec[i64]([0] * (2 * size))
    copy_into(bigger, 0, numbers, 0, size)
    return bigger
