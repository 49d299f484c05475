"""The encoder: unpacks a view into small numbers fit for a neural network, by a table of instructions.

kernel/features.py writes the instructions. Everything that refers to seats is rotated so that the observing seat
comes first.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from domik.kernel.game import lowest

# An instruction is eleven numbers.
SIZE: Final = 11
KIND: Final = 0
PLACE: Final = 1  # the compartment it reads: OPEN, BLOCK or OWN
AT: Final = 2
STRIDE: Final = 3  # distance from one seat's block to the next
SEATS_AHEAD: Final = 4  # which seat, counted clockwise from the observing seat
SHIFT: Final = 5
MASK: Final = 6  # of the relevant bits; for BITS, one feature per bit
SUBTRACT: Final = 7  # subtracted; a negative result means absent
SECOND_SHIFT: Final = 8  # a second shift, after the subtraction
VALUES: Final = 9  # number of features it writes
SEAT_SHIFT: Final = 10  # further shift per seat, where one number holds a part for each seat

# Places
OPEN: Final = 0
BLOCK: Final = 1  # the open block of a seat
OWN: Final = 2

# Kinds
BITS: Final = 0  # one feature per bit of the mask
ONE_HOT: Final = 1  # one of VALUES values
AMOUNT: Final = 2  # the number itself, clamped to MOST
SEAT: Final = 3  # a seat number, relative to the observing seat
SEATS: Final = 4  # a mask of seats, rotated likewise
MOST: Final = 255
MOST_BITS: Final = 63


@final
class Encoder:
    """A compiled encoding of one game for one number of seats."""

    def __init__(self, seats: i64, width: i64, program: list[i64]) -> None:
        self.seats: i64 = seats
        self.width: i64 = width
        self.program: vec[i64] = vec[i64](program)
        self.ranks: vec[i64] = ranks_of(self.program)  # MOST_BITS numbers for every instruction

    def encode(self, numbers: vec[i64], base: i64, own: i64, seat: i64, out: vec[u8], to: i64) -> None:
        """Write the features of a view to out[to:], which must be zero; `base` and `own` are its compartments."""
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
        """The index of the number that an instruction reads."""
        program = self.program
        place = program[at + PLACE]
        if place == OWN:
            return own + program[at + AT]
        if place == BLOCK:
            return base + program[at + AT] + program[at + STRIDE] * whose
        return base + program[at + AT]

    def extract(self, number: i64, at: i64) -> i64:
        """The part of a number that an instruction selects; negative means absent."""
        program = self.program
        number >>= program[at + SHIFT]
        if program[at + MASK]:
            number &= program[at + MASK]
        number -= program[at + SUBTRACT]
        return number if number < 0 else number >> program[at + SECOND_SHIFT]

    def spread_bits(self, number: i64, rank: i64, out: vec[u8], to: i64) -> None:
        while number:
            out[to + self.ranks[rank + lowest(number)]] = u8(1)
            number &= number - 1

    def encode_seats(self, mask: i64, seat: i64, out: vec[u8], to: i64) -> None:
        """Write a mask of seats, rotated so that the observing seat comes first."""
        for ahead in range(self.seats):
            out[to + ahead] = u8((mask >> ((seat + ahead) % self.seats)) & 1)


def ranks_of(program: vec[i64]) -> vec[i64]:
    """For every instruction and bit: how many bits of the instruction's mask are lower."""
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
