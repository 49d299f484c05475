"""The encoder: unpacks a view into small numbers fit for a neural network, by a table of instructions.

kernel/features.py writes the instructions. Everything that refers to seats is rotated so that the observing seat
comes first.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from domik.kernel.game import lowest

# An instruction is thirteen numbers.
SIZE: Final = 13
KIND: Final = 0
PLACE: Final = 1  # the compartment it reads: OPEN, BLOCK or OWN
AT: Final = 2
STRIDE: Final = 3  # distance from one seat's block to the next
SEATS_AHEAD: Final = 4  # which seat, counted clockwise from the observing seat
SHIFT: Final = 5
MASK: Final = 6  # of the relevant bits; for BITS, one feature per bit
SUBTRACT: Final = 7  # subtracted; a negative result means absent
SECOND_SHIFT: Final = 8  # a second shift, after the subtraction
VALUES: Final = 9  # number of features it writes for each part
SEAT_SHIFT: Final = 10  # further shift per seat, where one number holds a part for each seat
PARTS: Final = 11  # parts of the number that are encoded one after the other
PART_BITS: Final = 12  # distance from one part to the next

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


# A step is an instruction as one observing seat reads it: addresses and shifts are worked out beforehand.
STEP_SIZE: Final = 13
IS_OWN: Final = 1  # whether INDEX counts from the own compartment; KIND is 0 here as well
INDEX: Final = 2
WHOLE_SHIFT: Final = 3
BIT_MASK: Final = 4  # all bits where the instruction has no mask
LESS: Final = 5
THEN_SHIFT: Final = 6
MOST_VALUES: Final = 7
RANKS: Final = 8  # where the ranks of this instruction begin
STEP_PARTS: Final = 9
STEP_PART_BITS: Final = 10
WRITTEN: Final = 11  # features of all parts together
SKIPS_ZERO: Final = 12  # whether nothing is written for a number that is 0
ALL_BITS: Final = -1


@final
class Encoder:
    """A compiled encoding of one game for one number of seats."""

    def __init__(self, seats: i64, width: i64, program: list[i64]) -> None:
        self.seats: i64 = seats
        self.width: i64 = width
        self.program: vec[i64] = vec[i64](program)
        self.ranks: vec[i64] = ranks_of(self.program)  # MOST_BITS numbers for every instruction
        self.steps: vec[i64] = steps_of(self.program, seats)  # those of seat 0, then of seat 1, and so on

    def encode(self, numbers: vec[i64], base: i64, own: i64, seat: i64, out: vec[u8], to: i64) -> None:
        """Write the features of a view to out[to:], which must be zero; `base` and `own` are its compartments."""
        steps = self.steps
        ranks = self.ranks
        size = len(steps) // self.seats
        at = seat * size
        end = at + size
        while at < end:
            number = numbers[(own if steps[at + IS_OWN] else base) + steps[at + INDEX]] >> steps[at + WHOLE_SHIFT]
            if number or not steps[at + SKIPS_ZERO]:
                kind = steps[at + KIND]
                if kind == BITS and steps[at + STEP_PARTS] == 1:
                    number &= steps[at + BIT_MASK]
                    first = steps[at + RANKS]
                    while number:
                        out[to + ranks[first + lowest(number)]] = u8(1)
                        number &= number - 1
                elif kind == ONE_HOT:
                    self.encode_values(at, number, out, to)
                else:
                    self.encode_other(at, number, seat, out, to)
            to += steps[at + WRITTEN]
            at += STEP_SIZE

    def encode_values(self, at: i64, number: i64, out: vec[u8], to: i64) -> None:
        """Write the value of each part as one of several features."""
        steps = self.steps
        mask = steps[at + BIT_MASK]
        less = steps[at + LESS]
        then = steps[at + THEN_SHIFT]
        values = steps[at + MOST_VALUES]
        shift = steps[at + STEP_PART_BITS]
        skips_zero = steps[at + SKIPS_ZERO]
        for _part in range(steps[at + STEP_PARTS]):
            value = (number & mask) - less
            if value >= 0:  # below zero: absent
                value >>= then
                if value < values:
                    out[to + value] = u8(1)
            number >>= shift
            if not number and skips_zero:
                break
            to += values

    def encode_other(self, at: i64, number: i64, seat: i64, out: vec[u8], to: i64) -> None:
        """Write amounts, seats, masks of seats or bits of several parts; seats count from the observing one."""
        steps = self.steps
        kind = steps[at + KIND]
        values = steps[at + MOST_VALUES]
        for _part in range(steps[at + STEP_PARTS]):
            value = (number & steps[at + BIT_MASK]) - steps[at + LESS]
            number >>= steps[at + STEP_PART_BITS]
            if value >= 0:
                value >>= steps[at + THEN_SHIFT]
                if kind == BITS:
                    while value:
                        out[to + self.ranks[steps[at + RANKS] + lowest(value)]] = u8(1)
                        value &= value - 1
                elif kind == AMOUNT:
                    if value > MOST:
                        value = MOST
                    out[to] = u8(value)
                elif kind == SEATS:
                    for ahead in range(self.seats):
                        out[to + ahead] = u8((value >> ((seat + ahead) % self.seats)) & 1)
                else:
                    value = (value - seat + self.seats) % self.seats
                    if value < values:
                        out[to + value] = u8(1)
            if not number and steps[at + SKIPS_ZERO]:
                return  # the parts that are left are 0
            to += values


def steps_of(program: vec[i64], seats: i64) -> vec[i64]:
    """The program as each seat reads it."""
    found: list[i64] = []
    for seat in range(seats):
        at: i64 = 0
        ranks: i64 = 0
        while at < len(program):
            whose = (seat + program[at + SEATS_AHEAD]) % seats
            place = program[at + PLACE]
            kind = program[at + KIND]
            found.append(kind)
            found.append(1 if place == OWN else 0)
            found.append(program[at + AT] + (program[at + STRIDE] * whose if place == BLOCK else 0))
            found.append(program[at + SEAT_SHIFT] * whose + program[at + SHIFT])
            found.append(program[at + MASK] if program[at + MASK] or kind == BITS else ALL_BITS)
            found.append(program[at + SUBTRACT])
            found.append(program[at + SECOND_SHIFT])
            found.append(program[at + VALUES])
            found.append(ranks)
            found.append(program[at + PARTS])
            found.append(program[at + PART_BITS])
            found.append(program[at + VALUES] * program[at + PARTS])
            found.append(1 if skips_zero(kind, program[at + SUBTRACT]) else 0)
            at += SIZE
            ranks += MOST_BITS
    return vec[i64](found)


def skips_zero(kind: i64, less: i64) -> bool:
    """Whether a number that is 0 leaves all its features at 0."""
    if kind == BITS or kind == SEATS:
        return True
    return less > 0 or (less == 0 and kind == AMOUNT)


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
