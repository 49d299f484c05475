"""What the conformance suite plays: every game of the registry with every legal set of options, at random."""

from __future__ import annotations

import importlib
import itertools
import os
import random
from collections.abc import Iterator
from types import ModuleType

from domik.games import GAMES, title_of
from domik.kernel.luck import luck_of
from domik.kernel.options import Choice, Chosen, Flag
from domik.kernel.record import Move, Record, number_of
from domik.kernel.state import State
from domik.kernel.title import Match, Title

QUICK = os.environ.get("DOMIK_QUICK") == "1"
NAMES = list(GAMES)


def option_sets(title: Title) -> list[dict[str, object]]:
    """Every combination of choices and flags; whether it is legal depends on the seats."""
    names: list[str] = []
    values: list[list[object]] = []
    for option in title.schema.options:
        if isinstance(option, Choice):
            names.append(option.name)
            values.append(list(option.values))
        elif isinstance(option, Flag):
            names.append(option.name)
            values.append([False, True])
    return [dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*values)]


def legal_sets(name: str) -> list[tuple[int, dict[str, object]]]:
    """Every number of seats with every legal set of options; a game may name its own list in its hooks."""
    title = title_of(name)
    own = getattr(hooks(name), "option_sets", None)
    found = []
    for seats in range(title.least_seats, title.most_seats + 1):
        for options in own(seats) if own else option_sets(title):
            chosen: Chosen = title.schema.read(options)
            if title.check(seats, chosen) is None:
                found.append((seats, options))
    return found


def matches(name: str) -> list[Match]:
    """Every way to play a game."""
    return [title_of(name).match(seats, options) for seats, options in legal_sets(name)]


def sampled(name: str, most: int, seed: int = 0) -> list[Match]:
    """So many ways to play a game, always the same ones, the first and the last among them."""
    sets = legal_sets(name)
    if len(sets) > most:
        chosen = random.Random(seed).sample(sets[1:-1], max(0, most - 2))
        sets = [sets[0], *chosen, sets[-1]]
    return [title_of(name).match(seats, options) for seats, options in sets]


def hooks(name: str) -> ModuleType:
    """What only a game's own tests can know: tests/games/NAME/hooks.py."""
    return importlib.import_module(f"tests.games.{name}.hooks")


def seats_of(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def actions_of(mask: int) -> list[int]:
    """The actions of a mask, one bit each."""
    return [1 << number for number in range(mask.bit_length()) if mask >> number & 1]


def random_steps(match: Match, seed: object) -> Iterator[tuple[State, int, int]]:
    """A random game: before every step the state, the seat that will act (any awaited one) and its action."""
    state = State(match.game, match.game.start(match.game.deal(luck_of(f"deal {seed}"))))
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
