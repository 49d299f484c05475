"""What the conformance suite plays: every game of our own, with its hooks in tests/games/NAME/hooks.py."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

from domik.games import OURS, title_of
from domik.kernel.title import Match
from domik.testing import Subject
from domik.testing.steps import QUICK, actions_of, label, random_record, random_steps, seats_of

__all__ = [
    "NAMES", "QUICK", "actions_of", "hooks", "label", "legal_sets", "matches", "random_record", "random_steps",
    "sampled", "seats_of", "subject",
]  # fmt: skip

NAMES = list(OURS)
TESTS = Path(__file__).parents[1]


def hooks(name: str) -> ModuleType:
    """What only a game's own tests can know: tests/games/NAME/hooks.py."""
    return importlib.import_module(f"tests.games.{name}.hooks")


@cache
def subject(name: str) -> Subject:
    """One of our games as the suite tests it; its clauses may be named anywhere in our tests."""
    return Subject(title_of(name), hooks(name), TESTS)


def legal_sets(name: str) -> list[tuple[int, dict[str, object]]]:
    """Every number of seats with every legal set of options."""
    return subject(name).legal_sets()


def matches(name: str) -> list[Match]:
    """Every way to play a game."""
    return subject(name).matches()


def sampled(name: str, most: int, seed: int = 0) -> list[Match]:
    """So many ways to play a game, always the same ones, the first and the last among them."""
    return subject(name).sampled(most, seed)
