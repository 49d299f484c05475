"""What a player of Treehouse looks at, in NumPy: a few numbers for every colour, and a few for the whole table.

Domik's own features (`batch.features()`) are the bare bits. Here the bits are counted, for all rows at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from domik.games.treehouse.rules.state import BOARD, CARD_BITS, COLOUR_SHIFT, HAND, KIND_BITS, LEFT, RIGHT, TRUNK
from domik.games.treehouse.rules.tree import OUTSIDE
from domik.research import Batch

Array = NDArray[np.float32]
Numbers = NDArray[np.int64]
COLOURS = 6
ROUNDS = 3
TURNS = 5
OF_COLOUR = 18
GLOBAL = 12
BITS = np.array([bin(number).count("1") for number in range(1 << 16)], np.int64)


def counted(masks: Numbers) -> Numbers:
    """How many bits each mask has."""
    return BITS[masks.reshape(-1, 1).view(np.uint16)].sum(axis=1).reshape(masks.shape)


def near(rooms: Numbers) -> Numbers:
    """All slots beside, above or below a room."""
    return rooms << 1 | rooms >> 1 | rooms << 6 | rooms >> 6 | rooms << 7 | rooms >> 7


def open_slots(built: Numbers, lean: Numbers) -> Numbers:
    """Where the next room may stand, as support and balance allow."""
    solid = built | OUTSIDE
    slots = (solid << 6) & (solid << 7 | 1 << 6) & BOARD & ~built
    return np.where(lean < 0, slots & ~LEFT, np.where(lean > 0, slots & ~RIGHT, slots))


def signs(batch: Batch, observation: Numbers, seat: Numbers) -> tuple[Array, Array]:
    """For every row: [6, OF_COLOUR] of its colours and [GLOBAL] of the table, for the seat that looks."""
    fields = batch.fields

    def of(name: str, whose: Numbers | None = None) -> Numbers:
        """One field; of a seat of each row where that is said."""
        if whose is None:
            return observation[:, fields[name]]
        both = np.stack([observation[:, fields[f"seat{k}.{name}"]] for k in range(2)])
        return both[whose, np.arange(len(whose))]

    many = len(observation)
    left = ROUNDS - of("round")[:, 0] - (of("phase")[:, 0] > 4)  # rounds that are still to be scored
    turns = TURNS - of("turn")[:, 0]
    columns: list[Numbers] = []
    table: list[Numbers] = [left, turns, left * turns, of("phase")[:, 0] == 1, of("phase")[:, 0] > 1]
    counts: list[Numbers] = []
    for whose in (seat, 1 - seat):
        rooms = of("rooms", whose)
        built = TRUNK | np.bitwise_or.reduce(rooms, axis=1) | of("birdhouse", whose)[:, 0]
        lean = of("balance", whose)[:, 0]
        slots = open_slots(built, lean)[:, None]
        beside = near(rooms)
        count = counted(rooms)
        fits = np.where(rooms > 0, beside & slots, slots)
        growth = counted(beside & BOARD & ~built[:, None])
        waiting = of("room", whose)
        counts.append(count)
        columns += [count, count * left[:, None], fits > 0, growth, (rooms == 0), colour_of(waiting, many)]
        table += [counted(slots)[:, 0], np.abs(lean), of("score", whose)[:, 0]]
    mine, theirs = counts
    table.append(table[-4] - table[-1])
    hand = of("own.in_hand")[:, 0]
    held = np.zeros((many, COLOURS), np.int64)
    for place in range(HAND):
        held += colour_of((hand >> (CARD_BITS * place) & 0xFF)[:, None], many)
    laid = of("laid")[:, 0]
    columns += [
        held,
        colour_of(of("own.chosen"), many),
        (laid[:, None] >> (KIND_BITS * np.arange(COLOURS)) & 7) == 1,
        mine > theirs,
        mine < theirs,
        np.repeat(left[:, None], COLOURS, axis=1),
    ]
    seen = np.stack(columns, axis=2).astype(np.float32) * np.float32(0.25)
    return seen, np.stack(table, axis=1).astype(np.float32) * np.float32(0.1)


def colour_of(rooms: Numbers, many: int) -> Numbers:
    """A one under the colour of each row's room, if there is one."""
    found = np.zeros((many, COLOURS + 1), np.int64)
    colour = (rooms[:, 0] - 1) >> COLOUR_SHIFT
    found[np.arange(many), np.where(rooms[:, 0] > 0, colour, COLOURS)] = 1
    return found[:, :COLOURS]
