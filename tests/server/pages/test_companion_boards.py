"""What is entered on the game's own board: whatever it is, it can be drawn, and a theme's picture stands for a room."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from domik.kernel.errors import BadPosition
from domik.language import LANGUAGES
from domik.positions.position import new_position, read_position
from domik.server.pages.companion.counting import Counting
from domik.server.pages.companion.own_board import house_picture, own_board
from tests.positions.test_bots_games import matches
from tests.positions.test_position import GAMES, real_entries


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_entered_can_be_drawn(game: str) -> None:
    """Impossible houses, too: people count them by their own rules."""
    rng, own = random.Random(game), real_entries(game)
    for match in matches(game):
        for _ in range(4):
            position = new_position(match)
            for _ in range(rng.randrange(80)):
                key, value = rng.choice(own), rng.choice(own)
                with suppress(BadPosition):
                    position = position.put(rng.randrange(-1, match.seats), key[0], value[1])
            for seat in range(match.seats):
                assert house_picture(Counting(position), seat, rng.choice(LANGUAGES))


def test_a_room_that_is_too_long_is_drawn_as_it_is_counted() -> None:
    position = read_position("game dream_home\nseat a: 3.1=bathroom 3.2=bathroom 3.3=bathroom\nseat b:\n")
    assert position.open_objections()
    assert house_picture(Counting(position), 0, "en")


def test_every_place_of_a_step_is_on_the_board() -> None:
    for game, text in (("treehouse", "2.1=r"), ("dream_home", "2.1=living"), ("cabin", "3=birch:N"), ("bower", "")):
        position = read_position(f"game {game}\nseat a: {text}\nseat b:\n")
        counting = Counting(position).go_to_picture(0)
        board = own_board(counting, "en")
        assert board is not None
        for key in counting.step.place_keys():
            assert f'data-id="{board.prefix}{key.replace(".", "-")}"' in board.picture
    numbers = Counting(read_position("game cabin\nseat a: by=numbers\nseat b:\n"))
    assert own_board(numbers, "en") is None
