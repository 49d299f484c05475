"""Luck: Domik's own generator, so that records replay for ever on every build."""

from __future__ import annotations

import hashlib
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.plain import bit_of as plain_bit_of

WORD: Final[i64] = 0xFFFFFFFF
WORDS: Final = 4


def scrambled(word: i64) -> i64:
    """A 32-bit word with all its bits stirred: PCG's output hash, whose factors keep every step under 63 bits."""
    word = (word * 747796405 + 2891336453) & WORD
    word = (((word >> ((word >> 28) + 4)) ^ word) * 277803737) & WORD
    return (word >> 22) ^ word


@final
class Luck:
    """xoshiro128**: four 32-bit words, period 2**128 - 1, the same compiled and interpreted."""

    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d
        if not a | b | c | d:
            self.d = 1  # all zero is the one state the generator never leaves

    def word(self) -> i64:
        """The next 32 random bits."""
        b = self.b
        word = (b * 5) & WORD
        word = (((word << 7) | (word >> 25)) & WORD) * 9 & WORD
        c = self.c ^ self.a
        d = self.d ^ b
        self.b = b ^ c
        self.a ^= d
        self.c = c ^ ((b << 9) & WORD)
        self.d = ((d << 11) | (d >> 21)) & WORD
        return word

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each exactly as likely (Lemire's method; n under 2**31)."""
        product = self.word() * n
        if (product & WORD) < n:
            uneven = ((WORD + 1) - n) % n
            while (product & WORD) < uneven:
                product = self.word() * n
        return product >> 32

    def bit_of(self, mask: i64) -> i64:
        """One bit of the mask, each as likely as the other."""
        n: i64 = 0
        rest = mask
        while rest:
            rest &= rest - 1
            n += 1
        if n > 1:
            n = self.below(n)
            while n:
                mask &= mask - 1
                n -= 1
        return mask & -mask

    def shuffle(self, items: vec[i64], first: i64, last: i64) -> None:
        """Put items[first:last] in random order, in place."""
        for at in range(first, last - 1):
            other = at + self.below(last - at)
            item = items[other]
            items[other] = items[at]
            items[at] = item

    def copy(self) -> Luck:
        """The same stream from here on, on its own."""
        return Luck(self.a, self.b, self.c, self.d)

    def split(self) -> Luck:
        """A new stream that has nothing to do with what follows here."""
        return Luck(scrambled(self.word()), scrambled(self.word()), scrambled(self.word()), scrambled(self.word()))

    def stream(self, number: i64) -> Luck:
        """The numbered stream: the same number gives the same stream, whoever asks and in whatever order."""
        low = scrambled(number & WORD)
        high = scrambled((number >> 32) & WORD)
        child = Luck(
            scrambled(self.a ^ low),
            scrambled(self.b ^ high),
            scrambled(self.c ^ scrambled(low + 1)),
            scrambled(self.d ^ scrambled(high + 1)),
        )
        child.word()
        return child

    def words(self) -> vec[i64]:
        """The four words, for a state that keeps its luck sealed."""
        return vec[i64]([self.a, self.b, self.c, self.d])


def luck_of(seed: int | str) -> Luck:
    """The stream of a seed: any number, or any text."""
    digest = hashlib.sha256(f"domik {seed}".encode()).digest()
    four = [int.from_bytes(digest[4 * k : 4 * k + 4], "big") for k in range(WORDS)]
    return Luck(four[0], four[1], four[2], four[3])


if __file__.endswith(".py"):  # interpreted, Python counts bits at once
    setattr(Luck, "bit_of", plain_bit_of)  # noqa: B010 - a method that only the interpreted class may lose
