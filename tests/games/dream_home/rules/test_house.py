"""Laying rooms: the shape of the house, support, floors, maximum sizes, finished and empty rooms (DH-20 to DH-26)."""

from __future__ import annotations

import pytest

from domik.games.dream_home.rules.reading import PLACES, Place
from domik.games.dream_home.rules.state import BOARD
from domik.kernel.errors import IllegalMove
from tests.games.dream_home.positions import (
    awaited,
    clauses_against,
    downs,
    fresh,
    hold,
    house,
    kinds,
    let_lay,
    let_turn,
    moves,
    play,
    points_of,
    put,
    spots,
    table_for,
    ups,
)

GROUND: list[Place] = [(2, 1), (2, 2), (2, 3)]
BASEMENT_PLACES: set[Place] = {(1, 4), (1, 5)}


@pytest.mark.clause("DH-2")
def test_a_house_has_twelve_cells_two_of_them_below_columns_four_and_five() -> None:
    assert len(PLACES) == 12 == bin(BOARD).count("1")
    assert [column for floor, column in PLACES if floor == 1] == [4, 5]
    assert [sum(floor == level for floor, _ in PLACES) for level in (2, 3)] == [5, 5]
    match = table_for()
    state = fresh(match)
    let_lay(match, state, 0, "kitchen")
    assert downs(state) == {*GROUND, *BASEMENT_PLACES}


@pytest.mark.clause("DH-20")
def test_a_room_is_laid_at_once_and_stays() -> None:
    match = table_for()
    state = fresh(match)
    let_turn(match, state, 0)
    play(match, state, "2")
    assert awaited(state) == 0
    assert "2.1" in moves(match, state)
    play(match, state, "2.1")
    assert kinds(match, state, 0) == {(2, 1): "kitchen"}
    let_lay(match, state, 0, "kids")
    assert (2, 1) not in ups(state) | downs(state)
    assert clauses_against(match, state, "2.1x") == {"DH-20"}


@pytest.mark.clause("DH-21")
def test_a_room_needs_something_below() -> None:
    match = table_for()
    state = fresh(match)
    let_lay(match, state, 0, "kitchen")
    assert ups(state) == set(GROUND)
    assert clauses_against(match, state, "2.4") == clauses_against(match, state, "3.1") == {"DH-21"}
    put(match, state, 0, ("garage", (1, 5)), ("living", (2, 2)))
    assert ups(state) == {(2, 1), (2, 3), (2, 5), (3, 2)}


@pytest.mark.clause("DH-21")
def test_gaps_within_a_floor_are_allowed() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("living", (2, 1)))
    let_lay(match, state, 0, "study")
    play(match, state, "2.3")
    assert set(kinds(match, state, 0)) == {(2, 1), (2, 3)}


@pytest.mark.clause("DH-22")
def test_basement_rooms_below_all_others_above() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("study", (2, 1)))
    let_lay(match, state, 0, "garage")
    assert ups(state) == BASEMENT_PLACES
    assert clauses_against(match, state, "2.2") == {"DH-22"}
    for kind in ("kitchen", "pantry"):
        let_lay(match, state, 0, kind)
        assert ups(state) == {(2, 2), (2, 3), (3, 1)}
        assert clauses_against(match, state, "1.4") == {"DH-22"}


@pytest.mark.clause("DH-23", "DH-X2")
def test_a_third_bedroom_beside_two_is_refused_face_up() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bedroom", (2, 1)), ("bedroom", (2, 2)))
    let_lay(match, state, 0, "bedroom")
    assert (2, 3) not in ups(state)
    assert (2, 3) in downs(state)
    assert clauses_against(match, state, "2.3") == {"DH-23"}
    view = state.view(0)
    with pytest.raises(IllegalMove):
        state.play(0, match.read(view, "2.3"))


@pytest.mark.clause("DH-X2")
def test_a_bathroom_beside_a_bathroom_is_refused_face_up() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bathroom", (2, 2)))
    let_lay(match, state, 0, "bathroom")
    assert ups(state) == {(3, 2)}
    assert {(2, 1), (2, 3)} <= downs(state)
    assert clauses_against(match, state, "2.1") == {"DH-23"}


@pytest.mark.clause("DH-23")
def test_a_living_room_grows_to_three_and_no_further() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("empty", (1, 4)), ("empty", (1, 5)), ("living", (2, 2)), ("living", (2, 3)))
    let_lay(match, state, 0, "living")
    assert {(2, 1), (2, 4)} <= ups(state)
    play(match, state, "2.4")
    let_lay(match, state, 0, "living")
    assert not {(2, 1), (2, 5)} & ups(state)
    assert {(3, 2), (3, 3), (3, 4)} == ups(state)


@pytest.mark.clause("DH-23")
def test_a_card_that_joins_two_rooms_counts_them_all() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("empty", (1, 4)), ("empty", (1, 5)))
    put(match, state, 0, ("kitchen", (2, 1)), ("kitchen", (2, 3)))
    let_lay(match, state, 0, "kitchen")
    assert (2, 2) not in ups(state)
    assert (2, 4) in ups(state)
    put(match, state, 1, ("living", (2, 1)), ("living", (2, 3)))
    let_lay(match, state, 1, "living")
    assert (2, 2) in ups(state)
    put(match, state, 1, ("empty", (1, 4)), ("living", (2, 4)))
    assert (2, 2) not in ups(state)


@pytest.mark.clause("DH-24")
def test_cards_above_each_other_are_separate_rooms() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bedroom", (2, 1)), ("bedroom", (2, 2)))
    let_lay(match, state, 0, "bedroom")
    assert {(3, 1), (3, 2)} <= ups(state)
    play(match, state, "3.1")
    assert sorted(len(places) for _, places in house(match, state, 0).whole_rooms()) == [1, 2]
    assert state.score(0) == 4 + 1


@pytest.mark.clause("DH-25")
def test_any_room_may_lie_face_down_anywhere_supported() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("empty", (2, 1)), ("empty", (1, 4)))
    let_lay(match, state, 0, "living")
    assert downs(state) == {(1, 5), (2, 2), (2, 3), (2, 4), (3, 1)}
    play(match, state, "2.2x")
    assert kinds(match, state, 0) == {(2, 1): "empty", (2, 2): "empty", (1, 4): "empty"}
    assert state.score(0) == 0
    let_lay(match, state, 0, "living", "piano")
    assert spots(state) == set(), "an empty room takes no furnishing"
    assert (2, 3) in ups(state), "nor does it join its neighbours"


@pytest.mark.clause("DH-25")
def test_face_down_is_all_that_is_left_for_a_card_that_fits_nowhere() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("garage", (1, 4)), ("storage", (1, 5)))
    let_lay(match, state, 0, "wine")
    assert ups(state) == set()
    assert downs(state)


@pytest.mark.clause("DH-26")
@pytest.mark.parametrize(
    ("unique", "wanted"),
    [("pantry", "kitchen"), ("sauna", "bathroom"), ("wardrobe", "bedroom"), ("library", "study")],
)
def test_a_unique_room_scores_by_its_neighbour_on_the_same_floor(unique: str, wanted: str) -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, (unique, (2, 2)), (wanted, (3, 2)))
    assert points_of(match, state, "DH-26") == [1], "above is not beside"
    put(match, state, 0, (wanted, (2, 3)))
    assert points_of(match, state, "DH-26") == [3]
    assert state.score(0) == sum(line.points for line in match.tally(state.view()) if line.seat == 0)


@pytest.mark.clause("DH-26")
def test_the_games_room_wants_no_neighbour() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("games", (2, 1)))
    assert state.score(0) == 3


@pytest.mark.clause("DH-23", "DH-32", "DH-X3")
def test_a_piano_finishes_a_living_room_of_one_unless_the_designer_is_there() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("living", (2, 1), "piano"))
    let_lay(match, state, 0, "living")
    assert (2, 2) not in ups(state)
    assert clauses_against(match, state, "2.2") == {"DH-32"}
    hold(match, state, 0, "designer")
    assert (2, 2) in ups(state)


@pytest.mark.clause("DH-32")
def test_a_furnishing_finishes_the_whole_room_whatever_card_it_lies_on() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("living", (2, 1), "painting"), ("living", (2, 2)))
    let_lay(match, state, 0, "living", "cat_house")
    assert (2, 3) not in ups(state)
    assert spots(state) == set(), "one furnishing for the whole room"
