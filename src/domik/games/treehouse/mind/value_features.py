"""The inputs of Treehouse's learned value: one tree between two turns, and how it stands against the others."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.config import Config
from domik.games.treehouse.rules.tree import adjacent_slots, balanced_slots, filled_slots, supported_slots
from domik.kernel.game import bit, count

STAGE: Final = 0  # the turn, one of fifteen
TABLE: Final = 15  # seats beyond two
SCORE: Final = 16  # points so far
FREEDOM: Final = 17  # open slots now, open slots if the balance did not matter
STANDINGS: Final = 19  # colours (sorted by nothing) by lead over the best other: -2 or less to 2 or more, none at all
LEADING: Final = 25  # rooms in colours led alone; rooms in tied colours; in colours behind
ROOMS: Final = 28  # rooms in all; squares of the numbers of rooms
GROWING: Final = 30  # colours that can be built now; rooms of those; colours shut in for good, and their rooms
HAND: Final = 34  # rooms in hand that can be built, in colours led, in others
LEANING: Final = 37  # whether the balance leans
BIRDHOUSE: Final = 38
OTHERS: Final = 39  # most rooms of any other player
SIZE: Final = 40
BLANK: Final = vec[i64]([0] * SIZE)


def value_features(numbers: vec[i64], seat: i64, seats: i64, config: Config) -> vec[i64]:
    out = BLANK[:]
    base = at.SEAT + at.SEAT_SIZE * seat
    out[STAGE + at.TURNS * numbers[at.ROUND] + (numbers[at.TURN] if numbers[at.TURN] < at.TURNS else at.TURNS - 1)] = 1
    out[TABLE] = seats - 2
    out[SCORE] = numbers[base + at.SCORE]
    built = filled_slots(numbers, base)
    supported = supported_slots(built)
    slots = balanced_slots(supported, numbers[base + at.BALANCE])
    out[FREEDOM] = count(slots)
    out[FREEDOM + 1] = count(supported)
    free = at.BOARD & ~built
    buildable: i64 = 0  # masks of colours
    leading: i64 = 0
    total: i64 = 0
    colour_bit: i64 = 1
    for colour in range(at.COLOURS):
        rooms = numbers[base + at.ROOMS + colour]
        n = count(rooms)
        total += n
        most: i64 = 0
        for other in range(seats):
            if other != seat:
                theirs = count(numbers[at.SEAT + at.SEAT_SIZE * other + at.ROOMS + colour])
                if theirs > most:
                    most = theirs
        lead = n - most
        if not n and not most:
            out[STANDINGS + 5] += 1
        else:
            out[STANDINGS + 2 + (2 if lead > 2 else -2 if lead < -2 else lead)] += 1
        if lead > 0:
            out[LEADING] += n
            leading |= colour_bit
        elif lead == 0:
            out[LEADING + 1] += n
        else:
            out[LEADING + 2] += n
        out[ROOMS + 1] += n * n
        growth = slots & adjacent_slots(rooms) if n else slots
        if growth:
            out[GROWING] += 1
            out[GROWING + 1] += n
            buildable |= colour_bit
        elif n and not adjacent_slots(rooms) & free:
            out[GROWING + 2] += 1
            out[GROWING + 3] += n
        colour_bit += colour_bit
    out[ROOMS] = total
    hand = numbers[at.OPEN_SIZE + at.OWN_SIZE * seat + at.IN_HAND]
    while hand:
        colour_bit = bit(((hand & at.CARD) - 1) >> at.COLOUR_SHIFT)
        hand >>= at.CARD_BITS
        if buildable & colour_bit:
            out[HAND] += 1
            if leading & colour_bit:
                out[HAND + 1] += 1
        elif leading & colour_bit:
            out[HAND + 2] += 1
    if numbers[base + at.BALANCE]:
        out[LEANING] = 1
    if numbers[base + at.BIRDHOUSE]:
        out[BIRDHOUSE] = 1
    most_rooms: i64 = 0
    for other in range(seats):
        if other != seat:
            theirs = count(filled_slots(numbers, at.SEAT + at.SEAT_SIZE * other))
            if theirs > most_rooms:
                most_rooms = theirs
    out[OTHERS] = most_rooms
    return out
