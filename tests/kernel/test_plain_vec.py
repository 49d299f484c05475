"""A pure install without librt: its stand-in plays the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from mypy_extensions import i64, u8

from domik.kernel.plain_vec import plain_vecs
from tests.conformance.tables import NAMES

SOURCE = Path(__file__).parents[2] / "src"
# Says whether librt is there, and the number of actions and the checksum of some games. librt is hidden where asked.
PLAY = """
import sys
from array import array
if sys.argv[2] == "hidden":
    sys.modules["librt"] = None
import domik
from domik.games import cached_match
from domik.kernel.luck import luck_of
from domik.kernel.playout import playouts
from domik.kernel.state import new_state
game = cached_match(sys.argv[1], 2, {}).game
state = new_state(game, luck_of(1))
print(isinstance(state.numbers, array), file=sys.stderr)
print(playouts(game, luck_of(1), 0, 8), list(state.copy().numbers) == list(state.numbers))
"""


def played(game: str, librt: str) -> tuple[str, bool]:
    """What a process says that plays some games, and whether it had to do without librt."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, game, librt],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr.strip().endswith("True")


@pytest.mark.parametrize("game", NAMES)
def test_games_are_the_same_without_librt(game: str) -> None:
    there, with_librt = played(game, "there")
    hidden, without_librt = played(game, "hidden")
    assert there == hidden
    assert (with_librt, without_librt) == (False, True)


def test_its_arrays_do_what_domik_asks_of_them() -> None:
    vec = plain_vecs().vec
    numbers = vec[i64]([1, 2, 3])
    copy = numbers[:]
    copy[0] = 5
    assert (list(numbers), list(copy), len(numbers), 2 in numbers) == ([1, 2, 3], [5, 2, 3], 3, True)
    assert type(copy[1:]) is type(numbers)
    assert numbers == vec[i64]([1, 2, 3])
    assert bytes(vec[u8]([1, 255])) == b"\x01\xff"
    assert list(vec[float]([0.5])) == [0.5]
    with pytest.raises(OverflowError):
        vec[i64]([1 << 63])
    with pytest.raises(TypeError):
        vec[i64]([0.5])
    with pytest.raises(IndexError):
        numbers[3]
