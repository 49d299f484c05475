"""Random numbers: xoshiro128** for simulation, BLAKE2b in counter mode for games that must not be predictable."""

from __future__ import annotations

import hashlib
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.pure_bits import bit_of as plain_bit_of

WORDS_PER_BLOCK: Final = 16  # 32-bit words in one hash
PERSON: Final = b"domik luck"


@final
class SecureStream:
    """A cryptographic stream of 32-bit words under one key: outputs reveal neither later nor earlier ones."""

    def __init__(self, key: bytes) -> None:
        self.key: bytes = key
        self.blocks: int = 0  # hashed so far
        self.rest: list[int] = []  # unused words of the last block, reversed

    def word(self) -> i64:
        """The next 32 bits."""
        if not self.rest:
            block = hashlib.blake2b(self.blocks.to_bytes(8, "big"), key=self.key, person=PERSON).digest()
            self.rest = [int.from_bytes(block[4 * k : 4 * k + 4], "big") for k in range(WORDS_PER_BLOCK)]
            self.rest.reverse()
            self.blocks += 1
        return self.rest.pop()

    def copy(self) -> SecureStream:
        """An independent stream that continues from here."""
        other = SecureStream(self.key)
        other.blocks = self.blocks
        other.rest = list(self.rest)
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return restore_stream, (self.key, self.blocks, self.rest)

    def child(self, number: int) -> SecureStream:
        """The numbered substream, independent of this stream's words."""
        return secure_stream_of(f"child {number}".encode(), self.key)


def restore_stream(key: bytes, blocks: int, rest: list[int]) -> SecureStream:
    """The stream that a pickle describes."""
    stream = SecureStream(key)
    stream.blocks = blocks
    stream.rest = list(rest)
    return stream


def secure_stream_of(text: bytes, key: bytes = b"") -> SecureStream:
    """The stream whose key is derived from any bytes."""
    return SecureStream(hashlib.blake2b(text, key=key, digest_size=32, person=PERSON).digest())


WORD: Final[i64] = 0xFFFFFFFF
WORDS: Final = 4
SECURE_FLAG: Final[i64] = 1 << 60  # marks a sealed word of a secure stream


def scramble(word: i64) -> i64:
    """Mix the bits of a 32-bit word: PCG's output hash, whose factors keep every step under 63 bits."""
    word = (word * 747796405 + 2891336453) & WORD
    word = (((word >> ((word >> 28) + 4)) ^ word) * 277803737) & WORD
    return (word >> 22) ^ word


@final
class Luck:
    """A random stream: xoshiro128** (four 32-bit words, period 2**128 - 1), or a SecureStream if one is set.

    Compiled and interpreted builds draw the same numbers.
    """

    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d
        self.secure_stream: SecureStream | None = None
        if not a | b | c | d:
            self.d = 1  # the generator never leaves the all-zero state

    def word(self) -> i64:
        """The next 32 random bits."""
        if self.secure_stream is not None:
            return self.secure_stream.word()
        return self.next_word()

    def next_word(self) -> i64:
        """The next 32 bits of xoshiro128**; always 0 where a secure stream is set."""
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
        """A uniform integer from 0 to n - 1 (Lemire's method; n under 2**31)."""
        product = self.next_word() * n
        if (product & WORD) < n:
            product = self.redraw_biased(product, n)
        return product >> 32

    def redraw_biased(self, product: i64, n: i64) -> i64:
        """The rare branch of `below`: redraw values that would cause bias, or draw from the secure stream."""
        if self.secure_stream is not None:
            product = self.secure_stream.word() * n
        uneven = ((WORD + 1) - n) % n
        while (product & WORD) < uneven:
            product = self.word() * n
        return product

    def bit_of(self, mask: i64) -> i64:
        """One set bit of the mask, uniformly at random."""
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
        """Move `many` random items of items[first:last] to the front, in random order; the rest is left unordered.

        `below` is inlined with the generator's words in local variables: dealing is a fifth of a short game's work.
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
        """An independent stream that continues from here."""
        if self.secure_stream is not None:
            return luck_from_stream(self.secure_stream.copy())
        return Luck(self.a, self.b, self.c, self.d)

    def split(self) -> Luck:
        """A new stream, independent of what this one yields next."""
        if self.secure_stream is not None:
            return Luck(self.word(), self.word(), self.word(), self.word())
        return Luck(
            scramble(self.next_word()),
            scramble(self.next_word()),
            scramble(self.next_word()),
            scramble(self.next_word()),
        )

    def stream(self, number: i64) -> Luck:
        """The numbered substream: the same for the same number, in whatever order substreams are requested."""
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

    def __reduce__(self) -> tuple[object, ...]:
        if self.secure_stream is None:
            return Luck, (int(self.a), int(self.b), int(self.c), int(self.d))
        return luck_from_stream, (self.secure_stream,)

    def words(self) -> vec[i64]:
        return vec[i64]([self.a, self.b, self.c, self.d])

    def sealed_word(self) -> i64:
        """A word to store in a sealed compartment; four of them make a stream again (`unseal_luck`)."""
        if self.secure_stream is not None:
            return SECURE_FLAG | self.secure_stream.word() << 28 | self.secure_stream.word() >> 4
        return self.next_word()


def luck_of(seed: int | str) -> Luck:
    """The stream of a seed, which may be any number or text."""
    digest = hashlib.sha256(f"domik {seed}".encode()).digest()
    four = [int.from_bytes(digest[4 * k : 4 * k + 4], "big") for k in range(WORDS)]
    return Luck(four[0], four[1], four[2], four[3])


def luck_from_stream(tape: SecureStream) -> Luck:
    luck = Luck(0, 0, 0, 1)
    luck.d = 0
    luck.secure_stream = tape
    return luck


def unseal_luck(numbers: vec[i64], at: i64) -> Luck:
    """The stream that a state stores in four of its numbers."""
    a, b, c, d = numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]
    if a & SECURE_FLAG:
        return luck_from_stream(secure_stream_of(f"sealed {a} {b} {c} {d}".encode()))
    return Luck(a, b, c, d)


def seal_luck(luck: Luck, numbers: vec[i64], at: i64) -> None:
    """Store the stream in four numbers of a state; a secure stream's words do not reveal earlier ones."""
    if luck.secure_stream is not None:
        for k in range(WORDS):
            numbers[at + k] = luck.sealed_word()
        return
    numbers[at] = luck.a
    numbers[at + 1] = luck.b
    numbers[at + 2] = luck.c
    numbers[at + 3] = luck.d


if __file__.endswith((".py", ".pyc")):  # interpreted: int.bit_count is faster than the loop
    setattr(Luck, "bit_of", plain_bit_of)  # noqa: B010 - replaced in the interpreted class only
