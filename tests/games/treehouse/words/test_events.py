"""What everybody sees happen in Treehouse: choices stay secret until all are made, scoring names who and how much."""

from __future__ import annotations

import pytest

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.reading import bit_at
from domik.games.treehouse.rules.state import DISCARD, FIRST
from domik.kernel.state import State
from domik.kernel.tally import GameEvent
from tests.games.treehouse.positions import begin_scoring, build, fresh, let_place, table_for


def told(match: TreehouseMatch, state: State, seat: int, action: int) -> list[GameEvent]:
    """What an onlooker is told when the seat acts."""
    before = state.view()
    state.play(seat, action)
    return match.events(before, state.view(), seat)


def keys(events: list[GameEvent]) -> list[tuple[int, str]]:
    """Who, and what is said."""
    return [(event.seat, event.what.key) for event in events]


@pytest.mark.clause("TH-21")
def test_rooms_are_told_when_all_have_chosen() -> None:
    match = table_for(3)
    state = fresh(match)
    assert keys(told(match, state, 2, 1)) == [(2, "told.chosen")]
    assert keys(told(match, state, 0, 1)) == [(0, "told.chosen")]
    assert keys(told(match, state, 1, 1)) == [(0, "told.reveal"), (1, "told.reveal"), (2, "told.reveal")]


@pytest.mark.clause("TH-22", "TH-35", "TH-41")
@pytest.mark.parametrize(("action", "key"), [(bit_at((2, 0)), "told.place"), (DISCARD, "told.discard")])
def test_a_room_is_built_or_put_aside_and_scoring_begins(action: int, key: str) -> None:
    match = table_for(2)
    state = fresh(match)
    state.numbers[FIRST] = 2
    let_place(state, 0, "red")
    assert keys(told(match, state, 0, action)) == [(0, key), (1, "told.first")]


@pytest.mark.clause("TH-43", "TH-45")
def test_cards_are_laid_then_everybody_scores() -> None:
    match = table_for(2)
    state = fresh(match)
    build(state, 0, [("blue", 2, 1), ("blue", 2, 2)])
    build(state, 1, [("red", 2, 1)])
    begin_scoring(match, state)
    first = int(state.awaited_seats()).bit_length() - 1
    assert keys(told(match, state, first, 1 << 5)) == [(first, "told.lay")]
    events = told(match, state, 1 - first, 1)
    assert keys(events) == [(1 - first, "told.lay"), (0, "told.scored"), (1, "told.scored")]
    assert [event.what.args["n"] for event in events[1:]] == [2, 0], "nothing for red"


@pytest.mark.clause("TH-51")
def test_the_end_names_the_winner() -> None:
    match = table_for(2)
    state = fresh(match)
    build(state, 1, [("blue", 2, 1), ("blue", 2, 2)])
    state.numbers[FIRST] = 1
    begin_scoring(match, state, 2)
    told(match, state, 0, 1 << 5)
    events = told(match, state, 1, 1 << 4)
    assert keys(events)[-1] == (1, "told.won")
    assert events[-1].clause == "TH-51"
