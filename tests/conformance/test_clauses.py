"""Our games, tested as every game is: domik.testing.clauses."""

from __future__ import annotations

from domik.testing import ClauseCoverage
from tests.conformance.tables import NAMES, subject


class TestClauses(ClauseCoverage):
    pass


def test_no_two_games_share_a_prefix() -> None:
    assert len({subject(name).title.prefix for name in NAMES}) == len(NAMES)
