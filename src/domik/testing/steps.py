"""Games played at random, step by step."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

from domik.kernel.luck import luck_of
from domik.kernel.record import Move, Record, number_of
from domik.kernel.state import State, new_state
from domik.kernel.title import Match

QUICK = os.environ.get("DOMIK_QUICK") == "1"


def seats_of(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def actions_of(mask: int) -> list[int]:
    """The actions of a mask, one bit each."""
    return [1 << number for number in range(mask.bit_length()) if mask >> number & 1]


def random_steps(match: Match, seed: object) -> Iterator[tuple[State, int, int]]:
    """A random game: before every step the state, the seat that will act (any awaited one) and its action."""
    state = new_state(match.game, luck_of(f"deal {seed}"))
    rng = random.Random(f"steps {seed}")
    while not state.is_over():
        seat = rng.choice(seats_of(int(state.awaited())))
        action = rng.choice(actions_of(int(state.legal(seat))))
        yield state, seat, action
        state.play(seat, action)


def random_record(match: Match, seed: object) -> Record:
    """A whole random game as a record."""
    deal = [int(number) for number in match.game.deal(luck_of(f"deal {seed}"))]
    moves = [Move(seat, number_of(action)) for _, seat, action in random_steps(match, seed)]
    return Record(match, deal, [f"player {seat}" for seat in range(match.seats)], moves)


def label(match: Match) -> str:
    """A match in a test's message."""
    return f"{match.title.name}, {match.seats} seats, {match.title.schema.differing(match.options)}"
