"""The kernel's bit arithmetic, at the edges where compiled integers go wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domik.games import game_package
from domik.kernel.game import bit, count, lowest
from domik.kernel.luck import luck_of
from domik.kernel.playout import perft, perft_divide
from domik.kernel.state import new_state


def test_bit_is_right_at_every_place() -> None:
    assert [bit(n) for n in range(63)] == [1 << n for n in range(63)]


@given(st.integers(1, (1 << 63) - 1))
def test_lowest_and_count(mask: int) -> None:
    assert lowest(mask) == (mask & -mask).bit_length() - 1
    assert count(mask) == mask.bit_count()


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 6), (2, 36), (3, 108), (4, 324)])
def test_perft_of_treehouse(depth: int, nodes: int) -> None:
    """Two seats choose one of six cards each, then each builds left, right or puts the room aside."""
    state = new_state(game_package("treehouse").match(2).game, luck_of(1))
    assert perft(state.game, state.numbers, depth) == nodes


def test_divide_adds_up_to_perft() -> None:
    state = new_state(game_package("treehouse").match(2).game, luck_of(1))
    rows = perft_divide(state.game, state.numbers, 5)
    assert len(rows) == 6
    assert sum(nodes for _, nodes in rows) == perft(state.game, state.numbers, 5)
