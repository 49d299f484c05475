"""Perft: every game, edition and variant has as many ways as ever, on both builds."""

from __future__ import annotations

import pytest

from tests.conformance.counts import counted, kept
from tests.conformance.tables import NAMES, QUICK, match_label, matches


@pytest.mark.parametrize("name", NAMES)
def test_there_are_as_many_ways_as_ever(name: str) -> None:
    known = kept(name)
    ways = matches(name)
    named = sorted(match_label(match) for match in ways)
    assert set(named) <= set(known), "a way to play without numbers"
    assert QUICK or sorted(known) == named, "numbers of a way to play that there is not"
    for match in ways:
        rows = known[match_label(match)]
        assert counted(match, {place: len(counts) for place, counts in rows.items()}) == rows, match_label(match)
