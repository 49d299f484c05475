"""A tape: random words that nobody can foretell or reckon back, by BLAKE2b in counter mode under one key."""

from __future__ import annotations

import hashlib
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.pure_bits import bit_of as plain_bit_of

WORDS_PER_BLOCK: Final = 16  # words of 32 bits in one hash
PERSON: Final = b"domik luck"


@final
class SecureStream:
    """The words of one key, one after another."""

    def __init__(self, key: bytes) -> None:
        self.key: bytes = key
        self.blocks: int = 0  # hashed so far
        self.rest: list[int] = []  # of the last block, the next word last

    def word(self) -> i64:
        """The next 32 bits."""
        if not self.rest:
            block = hashlib.blake2b(self.blocks.to_bytes(8, "big"), key=self.key, person=PERSON).digest()
            self.rest = [int.from_bytes(block[4 * k : 4 * k + 4], "big") for k in range(WORDS_PER_BLOCK)]
            self.rest.reverse()
            self.blocks += 1
        return self.rest.pop()

    def copy(self) -> SecureStream:
        """The same words from here on."""
        other = SecureStream(self.key)
        other.blocks = self.blocks
        other.rest = list(self.rest)
        return other

    def child(self, number: int) -> SecureStream:
        """The numbered tape, which has nothing to do with this one's words."""
        return secure_stream_of(f"child {number}".encode(), self.key)


def secure_stream_of(text: bytes, key: bytes = b"") -> SecureStream:
    """The tape of any bytes."""
    return SecureStream(hashlib.blake2b(text, key=key, digest_size=32, person=PERSON).digest())


WORD: Final[i64] = 0xFFFFFFFF
WORDS: Final = 4
SECURE_FLAG: Final[i64] = 1 << 60  # in a sealed word: it is a tape's


def scramble(word: i64) -> i64:
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
        self.secure_stream: SecureStream | None = None
        if not a | b | c | d:
            self.d = 1  # all zero is the one state the generator never leaves

    def word(self) -> i64:
        """The next 32 random bits."""
        if self.secure_stream is not None:
            return self.secure_stream.word()
        return self.next_word()

    def next_word(self) -> i64:
        """The generator's next 32 bits; 0 for ever where a tape has the luck."""
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
        product = self.next_word() * n
        if (product & WORD) < n:
            product = self.redraw_biased(product, n)
        return product >> 32

    def redraw_biased(self, product: i64, n: i64) -> i64:
        """The rare branch of `below`: draw again what would make some numbers likelier, or ask the tape."""
        if self.secure_stream is not None:
            product = self.secure_stream.word() * n
        uneven = ((WORD + 1) - n) % n
        while (product & WORD) < uneven:
            product = self.word() * n
        return product

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
        self.draw(items, first, last, last - 1 - first)

    def draw(self, items: vec[i64], first: i64, last: i64, many: i64) -> None:
        """Put so many random ones of items[first:last] in front, in random order; the rest follows somehow.

        `below` again and again, with the generator's words at hand: dealing is a fifth of a short game's work.
        """
        a, b, c, d = self.a, self.b, self.c, self.d
        for at in range(first, first + many):
            word = (b * 5) & WORD
            word = (((word << 7) | (word >> 25)) & WORD) * 9 & WORD
            c ^= a
            d ^= b
            a ^= d
            e = b ^ c
            c ^= (b << 9) & WORD
            b = e
            d = ((d << 11) | (d >> 21)) & WORD
            product = word * (last - at)
            if (product & WORD) < last - at:
                self.a, self.b, self.c, self.d = a, b, c, d
                product = self.redraw_biased(product, last - at)
                a, b, c, d = self.a, self.b, self.c, self.d
            other = at + (product >> 32)
            item = items[other]
            items[other] = items[at]
            items[at] = item
        self.a, self.b, self.c, self.d = a, b, c, d

    def copy(self) -> Luck:
        """The same stream from here on, on its own."""
        if self.secure_stream is not None:
            return luck_from_stream(self.secure_stream.copy())
        return Luck(self.a, self.b, self.c, self.d)

    def split(self) -> Luck:
        """A new stream that has nothing to do with what follows here."""
        if self.secure_stream is not None:
            return Luck(self.word(), self.word(), self.word(), self.word())
        return Luck(
            scramble(self.next_word()),
            scramble(self.next_word()),
            scramble(self.next_word()),
            scramble(self.next_word()),
        )

    def stream(self, number: i64) -> Luck:
        """The numbered stream: the same number gives the same stream, whoever asks and in whatever order."""
        if self.secure_stream is not None:
            return luck_from_stream(self.secure_stream.child(number))
        low = scramble(number & WORD)
        high = scramble((number >> 32) & WORD)
        child = Luck(
            scramble(self.a ^ low),
            scramble(self.b ^ high),
            scramble(self.c ^ scramble(low + 1)),
            scramble(self.d ^ scramble(high + 1)),
        )
        child.next_word()
        return child

    def words(self) -> vec[i64]:
        """The generator's four words."""
        return vec[i64]([self.a, self.b, self.c, self.d])

    def sealed_word(self) -> i64:
        """A word for a state that keeps its luck sealed: four of them are a luck again (`unsealed`)."""
        if self.secure_stream is not None:
            return SECURE_FLAG | self.secure_stream.word() << 28 | self.secure_stream.word() >> 4
        return self.next_word()


def luck_of(seed: int | str) -> Luck:
    """The stream of a seed: any number, or any text."""
    digest = hashlib.sha256(f"domik {seed}".encode()).digest()
    four = [int.from_bytes(digest[4 * k : 4 * k + 4], "big") for k in range(WORDS)]
    return Luck(four[0], four[1], four[2], four[3])


def luck_from_stream(tape: SecureStream) -> Luck:
    """The luck of a tape."""
    luck = Luck(0, 0, 0, 1)
    luck.d = 0
    luck.secure_stream = tape
    return luck


def unseal_luck(numbers: vec[i64], at: i64) -> Luck:
    """The luck that a state keeps in four of its numbers."""
    a, b, c, d = numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]
    if a & SECURE_FLAG:
        return luck_from_stream(secure_stream_of(f"sealed {a} {b} {c} {d}".encode()))
    return Luck(a, b, c, d)


def seal_luck(luck: Luck, numbers: vec[i64], at: i64) -> None:
    """Keep the luck for the next time; from a tape's words nobody reckons back to those before."""
    if luck.secure_stream is not None:
        for k in range(WORDS):
            numbers[at + k] = luck.sealed_word()
        return
    numbers[at] = luck.a
    numbers[at + 1] = luck.b
    numbers[at + 2] = luck.c
    numbers[at + 3] = luck.d


if __file__.endswith(".py"):  # interpreted, Python counts bits at once
    setattr(Luck, "bit_of", plain_bit_of)  # noqa: B010 - a method that only the interpreted class may lose
