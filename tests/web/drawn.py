"""Games as they are drawn: what the tests of our games' drawings share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, TypeVar

from domik.kernel.game import Game
from domik.kernel.package import GamePackage, Match
from domik.kernel.state import State, View
from domik.testing import hidden
from domik.testing.drawings import full_markup, ids, played_states
from domik.testing.subject import actions_of, draw_view, seats_of
from tests.conformance.tables import subject

__all__ = [
    "acting",
    "draw_view",
    "full_markup",
    "game_of",
    "ids_in",
    "legal_numbers",
    "played_states",
    "ways",
    "with_garbage",
]

PartsT = TypeVar("PartsT")
GameT = TypeVar("GameT", bound=Game)


def ways(game: str) -> list[Match]:
    """So few ways to play that every number of seats and every value of every option still occurs."""
    return subject(game).covering_matches()


def game_of(
    package: GamePackage[PartsT, GameT], seats: int, options: dict[str, Any], seed: str, bot: str = "random"
) -> Iterator[tuple[Match[PartsT, GameT], State]]:
    """Every state of one game."""
    return played_states(package.match(seats, options), seed, bot)


def acting(state: State) -> list[int]:
    """The seats that may act now."""
    return seats_of(int(state.awaited_seats()))


def ids_in(markup: str) -> list[str]:
    return list(ids(markup))


def legal_numbers(view: View) -> set[int]:
    return {action.bit_length() - 1 for action in actions_of(int(view.legal()))}


def with_garbage(view: View, seed: int) -> View:
    """The view with noise where other seats' secrets and the sealed decks would be."""
    return hidden.with_garbage(view, random.Random(seed))
