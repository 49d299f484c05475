"""What we ask of the drawings of our own games beside what every game must hold (domik.testing.drawings)."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest

from domik.games import GAMES, game_package
from domik.server.rendering.renderers import game_pictures
from tests.web.drawn import draw_view, played_states, ways

FEW = {"treehouse": 6, "cabin": 6}  # cells that half of all moves change at most
MANY = 12  # where a game is not named
SLOW = {"cabin": 0.003, "bower": 0.0025}  # seconds: the targets are under 500 µs warm, but test machines are shared
SLOWEST = 0.0015


@pytest.mark.parametrize("game", GAMES)
def test_a_move_changes_few_cells(game: str) -> None:
    match = game_package(game).match(game_package(game).most_seats)
    cells = [draw_view(match, state.view(0)).cells for _, state in played_states(match, "few", "greedy")]
    changes = [
        sum(before.get(id, "") != after.get(id, "") for id in before.keys() | after.keys())
        for before, after in pairwise(cells)
    ]
    assert sorted(changes)[len(changes) // 2] <= FEW.get(game, MANY)


@pytest.mark.parametrize("game", GAMES)
def test_drawing_is_cheap_once_its_leaves_are_known(game: str) -> None:
    match = max(ways(game), key=lambda match: (match.seats, len(match.package.schema.non_defaults(match.options))))
    states = [state.copy() for _, state in played_states(match, "cost", "greedy")]
    views = [state.view(seat) for state in states for seat in range(match.seats)]
    for view in views:
        draw_view(match, view)
    took = []
    for view in views:
        begun = time.thread_time()
        draw_view(match, view)
        took.append(time.thread_time() - begun)
    assert sorted(took)[len(took) // 2] < SLOW.get(game, SLOWEST)


# ---- pictures that browsers keep -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_kept_pictures_show_and_do_nothing_themselves(game: str) -> None:
    """The kept file is one drawing that shows nothing itself and does nothing."""
    found = game_pictures(game)
    assert found.startswith("<svg ")
    assert 'width="0" height="0" aria-hidden="true"' in found
    assert "<script" not in found
    assert not re.search(r"\son\w+=", found)
