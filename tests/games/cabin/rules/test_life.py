"""Cozy Cabin, life in the forest and scoring: CC-20 to CC-31."""

from __future__ import annotations

import pytest

from domik.games.cabin.rules.state import POINTS
from tests.games.cabin.positions import at_of, clauses_against, dice, fresh, let_live, play, read, table_for

FULL = ["forest:N", "windfall:N", "claypit:N", "bog:N", "pond:N", "spring:N", "garden:N", "berry:N"]


@pytest.mark.clause("CC-20", "CC-21")
def test_a_year_visits_every_location_clockwise() -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, ["forest:N", "windfall:N+", *FULL[2:]])
    assert int(state.legal(0)) == 0xFF
    play(state, "4")
    assert dice(state) == {
        "wood": 3, "clay": 2, "water": 2, "provisions": 2, "warmth": 0, "food": 0, "tea": 0, "cosy": 0,
    }  # fmt: skip
    assert not state.is_over()


@pytest.mark.clause("CC-20", "CC-24")
def test_a_life_starts_at_a_location_and_stops_at_an_empty_place() -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, ["forest:N", "windfall:N", "", "bog:N"])
    assert int(state.legal(0)) == 0b1011
    assert clauses_against(match, state, 1 << 2) == {"CC-20"}
    play(state, "1")
    assert state.is_over()
    assert dice(state)["wood"] == 2
    assert dice(state)["clay"] == 0, "the empty place comes before the bog"


@pytest.mark.clause("CC-22")
def test_a_home_turns_one_into_one_whatever_its_orientation() -> None:
    match = table_for()
    for edge in ("H", "H+"):
        state = fresh(match)
        let_live(match, state, [f"birch:{edge}", *FULL[1:]], wood=3)
        play(state, "1")
        assert dice(state)["wood"] == 3  # one used, one gained at the windfall
        assert dice(state)["cosy"] == 1


@pytest.mark.clause("CC-22")
def test_a_home_can_use_up_domestic_resources() -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, ["brook:H", "garden:H", *FULL[:6]], wood=3)
    play(state, "1")
    assert dice(state)["warmth"] == 0
    assert dice(state)["cosy"] == 1


@pytest.mark.clause("CC-23")
def test_the_next_year_may_start_elsewhere() -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, ["birch:H", *FULL[1:]], wood=1)
    play(state, "1")
    assert read(state).years == 1
    assert int(state.legal(0)) == 0xFF
    play(state, "5")
    assert read(state).years == 2


@pytest.mark.clause("CC-24")
def test_a_visit_that_cannot_be_paid_ends_the_life() -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, ["birch:H", *FULL[1:]])
    play(state, "1")
    assert state.is_over()
    assert sum(dice(state).values()) == 0


@pytest.mark.clause("CC-24")
def test_a_domestic_six_ends_the_life_at_once() -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, ["birch:H", *FULL[1:]], wood=3, cosy=5)
    play(state, "1")
    assert state.is_over()
    assert dice(state)["cosy"] == 6
    assert dice(state)["clay"] == 0, "nothing was visited after it"


@pytest.mark.clause("CC-25")
def test_a_year_that_changes_nothing_ends_the_life() -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, FULL, wood=6, clay=6, water=6, provisions=5)
    play(state, "1")
    assert not state.is_over()
    play(state, "1")
    assert state.is_over()


@pytest.mark.clause("CC-30")
def test_points_are_kept_doubled() -> None:
    match = table_for()
    state = fresh(match)
    let_live(match, state, ["birch:H", *FULL[1:]], left=3, wood=0, clay=1, water=2, cosy=4, tea=2, warmth=1, food=3)
    play(state, "1")
    assert state.score(0) == 2 * 3 + (1 + 2) + 4 * 4 + 2 * (2 + 1 + 3)
    lines = match.tally(state.view())
    assert sum(line.points for line in lines) == state.score(0)
    assert {line.clause for line in lines} == {"CC-30"}


@pytest.mark.clause("CC-31")
def test_ties_go_to_more_domestic_resources_and_then_are_shared() -> None:
    match = table_for(3)
    state = fresh(match)
    let_live(match, state, ["birch:H"], 0, left=0, clay=4)
    let_live(match, state, ["birch:H"], 1, left=0, cosy=1)
    let_live(match, state, ["birch:H"], 2, left=0, tea=2)
    for seat in range(3):
        play(state, "1", seat)
    assert [int(state.score(seat)) for seat in range(3)] == [4, 4, 4]
    assert state.winners() == 0b100
    assert match.outcome(state.view()).reason.key == "outcome.home"
    state = fresh(match)
    for seat, left in enumerate((2, 2, 1)):
        let_live(match, state, ["birch:H"], seat, left=left, tea=1)
        play(state, "1", seat)
    assert state.winners() == 0b011
    assert match.outcome(state.view()).winners == (0, 1)
    assert match.outcome(state.view()).reason.key == "outcome.shared"


@pytest.mark.clause("CC-31")
def test_most_points_win() -> None:
    match = table_for(2)
    state = fresh(match)
    for seat, left in enumerate((3, 5)):
        let_live(match, state, ["birch:H"], seat, left=left)
        play(state, "1", seat)
    assert state.winners() == 0b10
    assert int(state.numbers[at_of(1) + POINTS]) == 10
