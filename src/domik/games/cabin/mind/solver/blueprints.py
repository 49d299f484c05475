"""Blueprints: which cards to build and on which side, and what their life may bring.

All blueprints of a deck are numbered. They are looked at in a scattered order, so that any part of them is a fair
sample: where time is short, the solver makes do with a part.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.circle import Forest
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
        self, kinds: vec[i64], allowed: vec[i64], built: vec[i64], forest: Forest, spoils: bool = False
    ) -> None:
        self.kinds: vec[i64] = kinds
        self.allowed: vec[i64] = allowed
        self.forest: Forest = forest
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
        self.stride: i64 = scattering(self.total)
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
                    key += one << (12 + self.forest.faces[FACE_SIZE * face + GAIN_SHIFT])
                    continue
                number -= ways
            self.eight[chosen] = face | HOME
            chosen += 1
            code |= two << (2 * card)
            key |= one << card
        return self.hope(key) << CODE_BITS | code

    def hope(self, key: i64) -> i64:
        """The bound of a life with these eight and usual dice, remembered; the ceiling is the same with full dice."""
        if key not in self.known:
            hope = self.bound(TYPICAL_DICE)
            ceiling = self.bound(FULL_DICE) if self.forest.ceiling.is_plain else self.forest.ceiling.most
            self.known[key] = (hope if hope > 0 else 0) << CEILING_BITS | (ceiling if ceiling > 0 else 0)
        return self.known[key]

    def bound(self, dice: i64) -> i64:
        """More than the eight can bring; where the last one may be anything, with whatever is best."""
        if not self.spoils:
            return self.forest.ceiling.bound(self.eight, dice)
        best: i64 = 0
        for kind in self.kinds:
            for edge in LAST_EDGES:
                self.eight[PLACES - 1] = kind << KIND_SHIFT | edge
                bound = self.forest.ceiling.bound(self.eight, dice)
                if bound > best:
                    best = bound
        return best


def scattering(total: i64) -> i64:
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


def wanted_of(code: i64, card: i64) -> i64:
    """What a blueprint wants of a card: -1 nothing, 0 its natural side, HOME its home."""
    part = (code >> (2 * card)) & 3
    return part * 2 - 2 if part else -1
