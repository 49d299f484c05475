"""What a player of Treehouse looks at, in NumPy: a few numbers for every colour, and a few for the whole table.

Domik's own features (`batch.features()`) are the bare bits. Here they are counted, for all rows at once and for any
number of seats; all numbers are whole.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from domik.games.treehouse.rules.state import (
    BOARD,
    CARD,
    CARD_BITS,
    COLOUR_SHIFT,
    DOUBLE,
    HAND,
    KIND,
    KIND_BITS,
    LEFT,
    NOTHING,
    PLACE,
    RIGHT,
    TRUNK,
)
from domik.games.treehouse.rules.tree import OUTSIDE
from domik.research import Batch

Numbers = NDArray[np.int64]
COLOURS = 6
ROUNDS = 3
TURNS = 5
OF_COLOUR = 18
OF_TABLE = 14
BITS = np.array([bin(number).count("1") for number in range(1 << 16)], np.int64)


def counted(masks: Numbers) -> Numbers:
    """How many bits each mask has."""
    found: Numbers = BITS[np.ascontiguousarray(masks).reshape(-1, 1).view(np.uint16)].sum(axis=1).reshape(masks.shape)
    return found


def near(rooms: Numbers) -> Numbers:
    """All slots beside, above or below a room."""
    return rooms << 1 | rooms >> 1 | rooms << 6 | rooms >> 6 | rooms << 7 | rooms >> 7


def open_slots(built: Numbers, lean: Numbers) -> Numbers:
    """Where the next room may stand, as support and balance allow."""
    solid = built | OUTSIDE
    slots = (solid << 6) & (solid << 7 | 1 << 6) & BOARD & ~built
    return np.where(lean < 0, slots & ~LEFT, np.where(lean > 0, slots & ~RIGHT, slots))


def signs(batch: Batch, observation: Numbers, seat: Numbers) -> tuple[Numbers, Numbers]:
    """For every row: [6, OF_COLOUR] of its colours and [OF_TABLE] of the table, for the seat that looks."""
    fields = batch.fields
    seats = np.arange(batch.seats)

    def of(name: str) -> Numbers:
        """One field with one number."""
        found: Numbers = observation[:, fields[name].start]
        return found

    def of_all(name: str) -> Numbers:
        """One field of every seat, the looking one first: [seats, rows, length]."""
        found: Numbers = np.stack([observation[:, fields[f"seat{k}.{name}"]] for k in seats])
        return found[(seat + seats[:, None]) % batch.seats, np.arange(len(seat))]

    rooms, score = of_all("rooms"), of_all("score")[:, :, 0]
    lean, waits = of_all("balance")[:, :, 0], colour_of(of_all("room")[:, :, 0])
    built = TRUNK | np.bitwise_or.reduce(rooms, axis=2) | of_all("birdhouse")[:, :, 0]
    slots = open_slots(built, lean)
    count = counted(rooms)
    fits = np.where(rooms > 0, near(rooms) & slots[:, :, None], slots[:, :, None]) > 0
    growth = counted(near(rooms[0]) & BOARD & ~built[0][:, None])
    phase, turns = of("phase"), TURNS - of("turn")
    left = ROUNDS - of("round")  # rounds that are still to be scored
    laid = of("laid")[:, None] >> (KIND_BITS * np.arange(COLOURS)) & KIND
    taken = of("taken") >> (KIND_BITS * seat) & KIND
    held = sum(colour_of(of("own.in_hand") >> (CARD_BITS * place) & CARD) for place in range(HAND))
    most, often = count[1:].max(axis=0), left[:, None]
    leader = 1 + score[1:].argmax(axis=0)
    theirs = count[leader, np.arange(len(seat))]
    of_colours = [
        *(count[0], count[0] * often, fits[0], growth, rooms[0] == 0, waits[0]),
        *(most, most * often, count[1:].sum(axis=0), fits[1:].sum(axis=0), waits[1:].sum(axis=0)),
        *(held, colour_of(of("own.chosen")), laid == NOTHING, laid == DOUBLE),
        *(count[0] > most, count[0] < most, theirs * often),
    ]
    best = score[1:].max(axis=0)
    of_table = [
        *(left, turns, left * turns, phase == PLACE, phase > PLACE, counted(slots[0]), np.abs(lean[0])),
        *(score[0] - best, score[1:].sum(axis=0) - best, counted(slots[1:]).sum(axis=0)),
        *(of("first") == seat + 1, taken == NOTHING, taken == DOUBLE, np.ones(len(seat), np.int64)),
    ]
    return np.stack(of_colours, axis=2).astype(np.int64), np.stack(of_table, axis=1).astype(np.int64)


def colour_of(rooms: Numbers) -> Numbers:
    """A one under the colour of each room (its number + 1; 0 is none)."""
    found: Numbers = ((rooms[..., None] - 1) >> COLOUR_SHIFT == np.arange(COLOURS)).astype(np.int64)
    return found
