"""Our games, tested as every game is: domik.testing.builds. Of ours, every set of options also plays differently."""

from __future__ import annotations

import pytest

from domik.games import game_package
from domik.kernel import luck
from domik.testing import BuildParity
from domik.testing.runtime import playout_results
from tests.conformance.tables import NAMES, QUICK, legal_sets

COMPILED = not str(luck.__file__).endswith(".py")
GAMES_EACH = 20 if QUICK else 60


def results(build: str, ways: list[tuple[str, int, dict[str, object]]]) -> list[list[int]]:
    """Moves and checksums of random games of ours in another process."""
    return playout_results(
        build, [(game_package(name).python_package, seats, options) for name, seats, options in ways], GAMES_EACH
    )


class TestBuilds(BuildParity):
    pass


@pytest.mark.parametrize("name", NAMES)
def test_options_make_a_difference(name: str) -> None:
    found = results("installed", [(name, seats, options) for seats, options in legal_sets(name)])
    assert len({check for _, check in found}) > len(found) * 0.9
