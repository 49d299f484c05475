"""The path of points: every animal stands where the numbers on the stones say."""

from __future__ import annotations

import random

import pytest

from domik.games.treehouse.page.layout import DESKTOP, LAP, PHONE, BoardLayout
from domik.games.treehouse.page.tree import path_scale


def test_one_stone_is_one_point_while_everybody_fits() -> None:
    assert path_scale(21, (0, 0)) == (0, 1)
    assert path_scale(21, (20, 17)) == (0, 1)
    assert path_scale(21, (25, 23, 21)) == (5, 1)


def test_far_apart_the_stones_are_worth_more() -> None:
    first, worth = path_scale(21, (57, 53, 32))
    assert (first, worth) == (20, 2)


@pytest.mark.parametrize("shape", [DESKTOP, LAP, PHONE], ids=lambda shape: shape.name)
def test_everybody_is_on_the_path(shape: BoardLayout) -> None:
    luck = random.Random(7)
    for _ in range(500):
        scores = tuple(luck.randrange(90) for _ in range(luck.randint(2, 4)))
        first, worth = path_scale(shape.stones, scores)
        assert all(0 <= (score - first) / worth <= shape.stones - 1 for score in scores), scores
        assert first % (5 * worth) == 0, "the numbers are round"
