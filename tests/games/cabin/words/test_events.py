"""What everybody saw happen in Cozy Cabin: amounts as they were gained, and why a life ended."""

from __future__ import annotations

import pytest

from domik.games.cabin.rules.game import CabinMatch
from domik.kernel.state import State
from domik.language import words_for
from tests.games.cabin.positions import fresh, let_live, play, set_dice, table_for, with_deck


def told(match: CabinMatch, state: State, move: str) -> list[tuple[str, str]]:
    """Clause and words of every event of one move of the first seat."""
    say = words_for("en", (match.package.words_package,))
    before = state.view()
    play(state, move)
    return [(event.clause, say(event.what)) for event in match.events(before, state.view(), 0)]


@pytest.mark.clause("CC-12", "CC-13")
def test_a_gain_is_told_as_it_was_gained() -> None:
    match = table_for()
    state = with_deck(match)
    ((clause, words),) = told(match, state, "g")
    assert clause == "CC-12"
    assert "+1 wood" in words or "wood +1" in words
    state = with_deck(match)
    set_dice(state, wood=6, clay=0, water=0, provisions=0)
    ((_, words),) = told(match, state, "g")
    assert "+0" in words, "what is over 6 is lost"


@pytest.mark.clause("CC-17")
def test_a_month_without_a_build_is_told() -> None:
    match = table_for()
    state = with_deck(match)
    play(state, "u" * 11)
    clauses = [clause for clause, _ in told(match, state, "u")]
    assert clauses[:2] == ["CC-14", "CC-17"]
    assert clauses[-1] == "CC-31"


@pytest.mark.clause("CC-24", "CC-25")
@pytest.mark.parametrize(
    ("faces", "dice", "clause"),
    [
        (["forest:N", "", "bog:N"], {}, "CC-24"),
        (["birch:H", *["forest:N"] * 7], {}, "CC-24"),
        (["birch:H", *["forest:N"] * 7], {"wood": 1, "cosy": 5}, "CC-24"),
        (["forest:N"] * 8, {"wood": 6}, "CC-25"),
    ],
    ids=["an empty place", "unpaid", "a six at home", "a still year"],
)
def test_the_last_year_tells_why_it_was_the_last(faces: list[str], dice: dict[str, int], clause: str) -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, faces, **dice)
    clauses = [clause for clause, _ in told(match, state, "1")]
    assert clauses == ["CC-20", clause, "CC-30", "CC-31"]
