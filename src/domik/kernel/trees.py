"""The trees of a search: one a seat, all nodes in one row of numbers."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

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
EMPTY: Final = vec[i64]([0] * 65536)


@final
class Trees:
    """All nodes; they are never taken away."""

    def __init__(self, seats: i64) -> None:
        self.numbers: vec[i64] = EMPTY[:]
        self.end: i64 = NODE * seats  # where the next node goes

    def child(self, parent: i64, kind: i64) -> i64:
        """The child of that kind, 0 when it is not there yet."""
        numbers = self.numbers
        child = numbers[parent + FIRST]
        while child and numbers[child + KIND] != kind:
            child = numbers[child + NEXT]
        return child

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
        return total / (float(MILLION) * (float(numbers[child + VISITS]) + 1.0))


def doubled(numbers: vec[i64]) -> vec[i64]:
    """The numbers with as many zeros after them."""
    size = len(numbers)
    bigger = vec[i64]([0] * (2 * size))
    for at in range(size):
        bigger[at] = numbers[at]
    return bigger
