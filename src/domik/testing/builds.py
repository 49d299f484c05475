"""The compiled and the pure build play the same games, whatever the process around them does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from domik.testing.steps import QUICK
from domik.testing.subject import Subject

GAMES_EACH = 20 if QUICK else 60

SCRIPT = """
import importlib, json, random, sys
if sys.argv[2] == "pure":
    from domik.sim.pure import import_sources
    import_sources()
random.seed()  # a disturbed global generator changes nothing
from domik.kernel import luck
from domik.kernel.playout import playouts
if sys.argv[2] == "pure":
    assert luck.__file__.endswith(".py"), luck.__file__
out = []
for package, seats, options in json.loads(sys.argv[1]):
    random.random()
    game = importlib.import_module(package).TITLE.match(seats, options).game
    out.append(playouts(game, luck.luck_of(1), 0, int(sys.argv[3])))
print(json.dumps(out))
"""

Way = tuple[str, int, dict[str, object]]  # package of the game, seats, options


class Builds:
    """Checksums of random games, compared."""

    def test_both_builds_play_the_same_games(self, game: Subject) -> None:
        """On a pure installation both are the same; the compiled one is what counts."""
        ways = [(game.title.package, seats, options) for seats, options in game.legal_sets()]
        assert playout_results("installed", ways, GAMES_EACH) == playout_results("pure", ways, GAMES_EACH)


def playout_results(build: str, ways: list[Way], games: int) -> list[list[int]]:
    """Moves and checksums of random games in another process."""
    import domik

    path = os.pathsep.join(str(Path(entry or ".").resolve()) for entry in sys.path)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(ways), build, str(games)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(domik.__file__).parents[1],
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    found: list[list[int]] = json.loads(done.stdout)
    return found
