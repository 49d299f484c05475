"""The compiled and the pure build play the same games, whatever the process around them does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import domik
from domik.kernel import luck
from tests.conformance.tables import NAMES, QUICK, legal_sets

COMPILED = not str(luck.__file__).endswith(".py")
GAMES_EACH = 20 if QUICK else 60

SCRIPT = """
import json, random, sys
if sys.argv[2] == "pure":
    from domik.sim.pure import import_sources
    import_sources()
random.seed()  # a disturbed global generator changes nothing
from domik.games import title_of
from domik.kernel import luck
from domik.kernel.playout import playouts
if sys.argv[2] == "pure":
    assert luck.__file__.endswith(".py"), luck.__file__
out = []
for name, seats, options in json.loads(sys.argv[1]):
    random.random()
    game = title_of(name).match(seats, options).game
    out.append(playouts(game, luck.luck_of(1), 0, int(sys.argv[3])))
print(json.dumps(out))
"""


def results(build: str, ways: list[tuple[str, int, dict[str, object]]]) -> list[list[int]]:
    """Moves and checksums of random games in another process."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(ways), build, str(GAMES_EACH)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(domik.__file__).parents[1],
    )
    assert done.returncode == 0, done.stderr
    found: list[list[int]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_both_builds_play_the_same_games(name: str) -> None:
    ways = [(name, seats, options) for seats, options in legal_sets(name)]
    pure = results("pure", ways)
    assert results("installed", ways) == pure
    assert len({check for _, check in pure}) > len(pure) * 0.9, "options make no difference"
