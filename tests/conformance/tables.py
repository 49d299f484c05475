"""What the conformance suite plays: every game of our own, with its hooks in tests/games/NAME/hooks.py."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

from domik.games import BUILT_IN, game_package
from domik.kernel.package import Match
from domik.testing import Subject
from domik.testing.subject import QUICK, actions_of, match_label, random_record, random_steps, seats_of

__all__ = [
    "NAMES",
    "QUICK",
    "actions_of",
    "hooks",
    "legal_sets",
    "match_label",
    "matches",
    "random_record",
    "random_steps",
    "sampled",
    "seats_of",
    "subject",
]  # fmt: skip

NAMES = list(BUILT_IN)
TESTS = Path(__file__).parents[1]


def hooks(name: str) -> ModuleType:
    """What only a game's own tests can know: tests/games/NAME/hooks.py."""
    return importlib.import_module(f"tests.games.{name}.hooks")


@cache
def subject(name: str) -> Subject:
    """One of our games as the suite tests it; its clauses may be named anywhere in our tests."""
    return Subject(game_package(name), hooks(name), TESTS)


def legal_sets(name: str) -> list[tuple[int, dict[str, object]]]:
    """Every number of seats with every legal set of options."""
    return subject(name).legal_sets()


def matches(name: str) -> list[Match]:
    """Every way to play a game."""
    return subject(name).matches()


def sampled(name: str, most: int, seed: int = 0) -> list[Match]:
    """So many ways to play a game, always the same ones, the first and the last among them."""
    return subject(name).sample_matches(most, seed)
