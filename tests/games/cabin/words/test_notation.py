"""Cozy Cabin moves as text: what is read besides what is written, and what is refused."""

from __future__ import annotations

import pytest

from domik.games.cabin.rules.state import FLIP, GAIN, UPGRADE
from domik.kernel.errors import BadNotation
from tests.games.cabin.positions import fresh, let_live, table_for

PAIRS = {"1-2": 0, "1,2": 0, "1 2": 0, "4-3": 11}


@pytest.mark.parametrize(
    ("text", "action"), [("b3", 4), ("B 3", 4), ("g", GAIN), (" U ", UPGRADE), ("f", FLIP), ("b8", 128)]
)
def test_plans_are_read_as_people_type_them(text: str, action: int) -> None:
    match = table_for()
    assert match.read(fresh(match).view(0), text) == action


@pytest.mark.parametrize("text", ["", "b9", "b0", "build", "gg", "3", "b٣", "g2 wood"])
def test_other_texts_are_refused(text: str) -> None:
    match = table_for()
    with pytest.raises(BadNotation):
        match.read(fresh(match).view(0), text)


@pytest.mark.parametrize(("text", "pair"), PAIRS.items())
def test_pairs_of_a_draft_are_read_with_any_sign_between(text: str, pair: int) -> None:
    match = table_for(2, draft=True)
    assert match.read(fresh(match).view(0), text) == 1 << pair


def test_a_year_is_its_first_place() -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, ["forest:N", "bog:N"])
    assert match.read(state.view(0), "2") == 2
    with pytest.raises(BadNotation):
        match.read(state.view(0), "b2")
