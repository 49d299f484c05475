"""An encoder: a view's packed numbers spread out as small ones, fit for a network, by a table of instructions.

kernel/features.py writes the instructions; everything relative to seats is turned so that the looking seat comes first.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from domik.kernel.game import lowest

# An instruction: eleven numbers
SIZE: Final = 11
KIND: Final = 0
PLACE: Final = 1  # where its number is
AT: Final = 2
STRIDE: Final = 3  # from seat to seat
SEATS_AHEAD: Final = 4  # whose: so many seats after the looking one
SHIFT: Final = 5
MASK: Final = 6  # of the bits that count; BITS: the bits that are told one by one
SUBTRACT: Final = 7  # subtracted; what falls below 0 is nothing
SECOND_SHIFT: Final = 8  # a second shift, after the subtraction
VALUES: Final = 9  # how many numbers it writes
SEAT_SHIFT: Final = 10  # a further shift for every seat, where one number holds something of each seat

# Places
OPEN: Final = 0
BLOCK: Final = 1  # the open block of a seat
OWN: Final = 2

# Kinds
BITS: Final = 0  # every bit of the mask on its own
ONE_HOT: Final = 1  # one of so many values
AMOUNT: Final = 2  # the number itself, at most MOST
SEAT: Final = 3  # one of the seats, counted from the looking one
SEATS: Final = 4  # a mask of seats, likewise
MOST: Final = 255
MOST_BITS: Final = 63


@final
class Encoder:
    """What a game tells a network, ready to be filled in."""

    def __init__(self, seats: i64, width: i64, program: list[i64]) -> None:
        self.seats: i64 = seats
        self.width: i64 = width
        self.program: vec[i64] = vec[i64](program)
        self.ranks: vec[i64] = ranks_of(
            self.program
        )  # 63 numbers for every instruction: how many bits of MASK are lower

    def encode(self, numbers: vec[i64], base: i64, own: i64, seat: i64, out: vec[u8], to: i64) -> None:
        """Fill out[to:], all zero before, from a view: its open compartment is at `base`, its own one at `own`."""
        program = self.program
        at: i64 = 0
        rank: i64 = 0
        while at < len(program):
            whose = (seat + program[at + SEATS_AHEAD]) % self.seats
            number = numbers[self.address(at, base, own, whose)] >> (program[at + SEAT_SHIFT] * whose)
            values = program[at + VALUES]
            kind = program[at + KIND]
            if kind == BITS:
                self.spread_bits((number >> program[at + SHIFT]) & program[at + MASK], rank, out, to)
            else:
                number = self.extract(number, at)
                if kind == SEATS:
                    self.encode_seats(number, seat, out, to)
                elif number >= 0:
                    if kind == AMOUNT:
                        out[to] = u8(MOST if number > MOST else number)
                    else:
                        if kind == SEAT:
                            number = (number - seat + self.seats) % self.seats
                        if number < values:
                            out[to + number] = u8(1)
            to += values
            at += SIZE
            rank += MOST_BITS

    def address(self, at: i64, base: i64, own: i64, whose: i64) -> i64:
        """Where an instruction's number lies."""
        program = self.program
        place = program[at + PLACE]
        if place == OWN:
            return own + program[at + AT]
        if place == BLOCK:
            return base + program[at + AT] + program[at + STRIDE] * whose
        return base + program[at + AT]

    def extract(self, number: i64, at: i64) -> i64:
        """The part of a number that an instruction means; below 0 when there is none."""
        program = self.program
        number >>= program[at + SHIFT]
        if program[at + MASK]:
            number &= program[at + MASK]
        number -= program[at + SUBTRACT]
        return number if number < 0 else number >> program[at + SECOND_SHIFT]

    def spread_bits(self, number: i64, rank: i64, out: vec[u8], to: i64) -> None:
        """Every bit as a number of its own."""
        while number:
            out[to + self.ranks[rank + lowest(number)]] = u8(1)
            number &= number - 1

    def encode_seats(self, mask: i64, seat: i64, out: vec[u8], to: i64) -> None:
        """A mask of seats, the looking one first."""
        for ahead in range(self.seats):
            out[to + ahead] = u8((mask >> ((seat + ahead) % self.seats)) & 1)


def ranks_of(program: vec[i64]) -> vec[i64]:
    """Of every instruction and every bit, how many bits of the instruction's mask are lower."""
    ranks = vec[i64]([0] * int(len(program) // SIZE * MOST_BITS))
    to: i64 = 0
    at: i64 = 0
    while at < len(program):
        mask = program[at + MASK]
        rank: i64 = 0
        for bit in range(MOST_BITS):
            ranks[to + bit] = rank
            rank += (mask >> bit) & 1
        to += MOST_BITS
        at += SIZE
    return ranks
