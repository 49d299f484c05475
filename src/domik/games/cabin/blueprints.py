"""Blueprints: which cards to build and on which side, the most promising first."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.circle import Forest
from domik.games.cabin.state import *

# What may become of a card, as a mask
LEFT_OUT: Final = 1
AS_NATURAL: Final = 2
AS_HOME: Final = 4
ANYTHING: Final = 7

CODE_BITS: Final = 24  # a blueprint: two bits a card, 0 left out, 1 natural, 2 home
CODE: Final = 0xFFFFFF
CEILING_BITS: Final = 10
CEILING: Final = 0x3FF
FULL_DICE: Final = 0x6666
TYPICAL_DICE: Final = 0x3333


@final
class Blueprints:
    """All blueprints of a deck with what their life can be worth."""

    def __init__(self, kinds: vec[i64], allowed: vec[i64], built: vec[i64], forest: Forest) -> None:
        self.kinds: vec[i64] = kinds
        self.allowed: vec[i64] = allowed
        self.forest: Forest = forest
        self.eight: vec[i64] = vec[i64]([0] * PLACES)
        self.known: dict[i64, i64] = {}
        self.ceilings: dict[i64, i64] = {}
        self.found: list[i64] = []  # what may be hoped for << CEILING_BITS + CODE_BITS | ceiling << CODE_BITS | code
        self.fixed: i64 = len(built)
        for k in range(len(built)):
            self.eight[k] = built[k]

    def all(self) -> list[i64]:
        """Every blueprint, the best life first."""
        self.choose(0, self.fixed, 0, 0)
        self.found.sort()
        self.found.reverse()
        return self.found

    def choose(self, card: i64, chosen: i64, code: i64, key: i64) -> None:
        """Decide about one card after the other; `key` is what the life depends on: the homes and the natural gains."""
        if chosen == PLACES:
            for other in range(card, len(self.kinds)):
                if not self.allowed[other] & LEFT_OUT:
                    return
            self.found.append((self.hope(key) << CEILING_BITS | self.ceilings[key]) << CODE_BITS | code)
            return
        if len(self.kinds) - card < PLACES - chosen:
            return
        allowed = self.allowed[card]
        face = self.kinds[card] << KIND_SHIFT
        shift = 2 * card
        if allowed & LEFT_OUT:
            self.choose(card + 1, chosen, code, key)
        one: i64 = 1
        if allowed & AS_NATURAL:
            self.eight[chosen] = face | UPGRADED
            die = self.forest.faces[FACE_SIZE * face + GAIN_SHIFT]
            self.choose(card + 1, chosen + 1, code | one << shift, key + (one << (12 + die)))
        if allowed & AS_HOME:
            self.eight[chosen] = face | HOME
            two: i64 = 2
            self.choose(card + 1, chosen + 1, code | two << shift, key | one << card)

    def hope(self, key: i64) -> i64:
        """The bound of a life with these eight and usual dice, remembered; the ceiling is the same with full dice."""
        if key not in self.known:
            value = self.forest.bound(self.eight, TYPICAL_DICE)
            self.known[key] = value if value > 0 else 0
            value = self.forest.bound(self.eight, FULL_DICE)
            self.ceilings[key] = value if value > 0 else 0
        return self.known[key]


def wanted_of(code: i64, card: i64) -> i64:
    """What a blueprint wants of a card: -1 nothing, 0 its natural side, HOME its home."""
    part = (code >> (2 * card)) & 3
    return part * 2 - 2 if part else -1
