"""Bower plays the same games compiled and pure: 300 in every mode."""

from __future__ import annotations

import pytest

from tests.conformance import test_builds as builds
from tests.conformance.tables import QUICK, legal_sets

GAMES_EACH = 60 if QUICK else 300


def test_checksums_are_equal_in_every_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builds, "GAMES_EACH", GAMES_EACH)
    ways = [("bower", seats, options) for seats, options in legal_sets("bower")]
    pure = builds.results("pure", ways)
    assert builds.results("installed", ways) == pure
    assert len({check for _, check in pure}) == len(ways) == 4
