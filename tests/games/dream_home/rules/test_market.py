"""The market, the marker and the rounds (DH-3, DH-10 to DH-14)."""

from __future__ import annotations

import pytest

from domik.games.dream_home.rules.house import take_away
from domik.games.dream_home.rules.reading import cell_of, market_resources, market_rooms
from domik.games.dream_home.rules.state import FIRST, PASS, PHASE, ROUND, SEAT, SEAT_SIZE, TURN
from domik.kernel.errors import BadOption
from tests.games.dream_home.positions import (
    awaited,
    clauses_against,
    discarded_resources,
    discarded_rooms,
    fresh,
    full_house,
    house,
    kinds,
    let_turn,
    moves,
    play,
    rules_of,
    table_for,
)


@pytest.mark.clause("DH-3")
def test_the_leftmost_column_has_no_resource() -> None:
    match = table_for(4)
    view = fresh(match).view()
    assert None not in market_rooms(view)
    assert [resource is None for resource in market_resources(view)] == [True, False, False, False, False]


@pytest.mark.clause("DH-10")
def test_twelve_rounds_use_up_both_decks() -> None:
    for seats in (2, 3, 4):
        match = table_for(seats)
        state = fresh(match, seats)
        seen_rooms: list[int] = []
        seen_resources: list[int] = []
        rounds = 0
        while not state.is_over():
            if state.numbers[ROUND] != rounds:
                rounds += 1
                assert state.numbers[ROUND] == rounds
                seen_rooms += [number for number in market_rooms(state.view()) if number is not None]
                seen_resources += [number for number in market_resources(state.view()) if number is not None]
            seat = awaited(state)
            legal = int(state.legal(seat)) & ~PASS
            state.play(seat, legal & -legal)
        assert rounds == 12
        assert sorted(seen_rooms) == list(range(60))
        assert sorted(seen_resources) == list(range(48))
        assert all(len(kinds(match, state, seat)) == 12 for seat in range(seats))


@pytest.mark.clause("DH-11")
def test_the_marker_starts_with_the_youngest_or_by_chance() -> None:
    match = table_for(3, ages="3,1,2")
    assert {int(fresh(match, seed).numbers[FIRST]) for seed in range(20)} == {2}
    match = table_for(3)
    assert {int(fresh(match, seed).numbers[FIRST]) for seed in range(40)} == {0, 1, 2}
    with pytest.raises(BadOption):
        table_for(3, ages="2,1")


@pytest.mark.clause("DH-12")
@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_players_discard_a_column_first(seats: int) -> None:
    match = table_for(seats)
    state = fresh(match)
    first = int(state.numbers[FIRST])
    assert awaited(state) == first
    assert moves(match, state) == {"x2", "x3", "x4", "x5"}
    assert clauses_against(match, state, "x1") == {"DH-12"}
    play(match, state, "x3")
    view = state.view()
    assert market_rooms(view)[2] is None
    assert market_resources(view)[2] is None
    assert len(discarded_rooms(match, state)) == len(discarded_resources(match, state)) == 1
    assert awaited(state) == first
    assert moves(match, state) == {"1", "2", "4", "5"}


@pytest.mark.clause("DH-12")
def test_gentle_tables_and_four_players_discard_nothing() -> None:
    for match in (table_for(2, gentle=True), table_for(3, gentle=True), table_for(4)):
        assert fresh(match).numbers[PHASE] == TURN


@pytest.mark.clause("DH-13")
def test_everybody_takes_a_column_clockwise_and_the_leftmost_brings_the_marker() -> None:
    match = table_for(4)
    state = fresh(match)
    let_turn(match, state, 2)
    play(match, state, "3", "2.1")
    assert awaited(state) == 3
    play(match, state, "1", "2.1")
    assert awaited(state) == 0
    assert state.numbers[FIRST] == 2, "the marker moves with the next round"
    play(match, state, "2", "2.1")
    assert awaited(state) == 1
    assert moves(match, state) == {"4", "5"}
    play(match, state, "4", "2.1")
    assert state.numbers[ROUND] == 6
    assert state.numbers[FIRST] == 3 == awaited(state)
    assert [kinds(match, state, seat)[2, 1] for seat in range(4)] == ["kitchen", "bedroom", "bathroom", "living"]
    assert [len(house(match, state, seat).roofs()) for seat in range(4)] == [1, 1, 1, 0]


@pytest.mark.clause("DH-13")
def test_nobody_wants_the_leftmost_the_marker_stays() -> None:
    match = table_for(2, gentle=True)
    state = fresh(match)
    let_turn(match, state, 1)
    play(match, state, "2", "2.1", "3", "2.1")
    assert state.numbers[FIRST] == 1 == awaited(state)


@pytest.mark.clause("DH-14")
def test_what_is_left_goes_to_two_open_discards() -> None:
    match = table_for(2, gentle=True)
    state = fresh(match)
    let_turn(match, state, 0)
    play(match, state, "2", "2.1", "3", "2.1")
    assert sorted(discarded_rooms(match, state)) == ["bedroom", "kids", "living"]
    assert sorted(discarded_resources(match, state)) == ["brown", "green"]
    assert None not in market_rooms(state.view())


@pytest.mark.clause("DH-14")
def test_after_round_twelve_the_game_is_scored() -> None:
    match = table_for(2, gentle=True)
    state = fresh(match)
    for seat in (0, 1):
        full_house(match, state, seat)
        take_away(state.numbers, SEAT + SEAT_SIZE * seat, cell_of((3, 1)), rules_of(match).config)
    let_turn(match, state, 0, round_number=12)
    play(match, state, "2", "3.1", "3", "3.1")
    assert state.is_over()
    assert [int(state.score(seat)) for seat in (0, 1)] == [1, 1]
