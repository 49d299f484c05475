"""The helpers: interior designer, roofer, courier, handyman, architect, and the order of the end (DH-50 to DH-55)."""

from __future__ import annotations

import pytest

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.reading import Place
from domik.kernel.state import State
from tests.games.dream_home.positions import (
    awaited,
    clauses_against,
    fresh,
    full_house,
    hold,
    kinds,
    let_end,
    let_lay,
    let_turn,
    moves,
    play,
    points_of,
    put,
    resource,
    room,
    spots,
    table_for,
    tokens,
    ups,
)


def discard(match: DreamHomeMatch, state: State, *kinds_of: str) -> None:
    """Put the last cards of these kinds on the room discards."""
    for kind in kinds_of:
        n = -1
        while state.numbers[at.ROOM_DISCARDS] >> room(match, kind, n) & 1:
            n -= 1
        state.numbers[at.ROOM_DISCARDS] |= 1 << room(match, kind, n)


def last_id(match: DreamHomeMatch, kind: str) -> str:
    return str(match.parts.rooms[room(match, kind, -1)].id)


@pytest.mark.clause("DH-50")
def test_the_designer_reopens_furnished_rooms_the_moment_it_is_taken() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("living", (2, 1), "piano"))
    let_turn(match, state, 0, rooms=("kids", "living", "study", "", ""), resources=("designer", "red", "", ""))
    play(match, state, "2")
    assert (2, 2) in ups(state), "even in the turn in which it comes"
    play(match, state, "2.2")
    assert state.score(0) == 4 + 3 + 1
    assert points_of(match, state, "DH-50") == [1]


@pytest.mark.clause("DH-50")
def test_with_the_designer_still_one_furnishing_a_room_and_the_maximum_size() -> None:
    match = table_for()
    state = fresh(match)
    hold(match, state, 0, "designer")
    put(match, state, 0, ("bedroom", (2, 1), "canopy_bed"), ("bedroom", (2, 2)))
    let_lay(match, state, 0, "bedroom", "cat_house")
    assert spots(state) == set()
    assert (2, 3) not in ups(state)


@pytest.mark.clause("DH-50")
@pytest.mark.parametrize(
    ("left", "right", "kept"),
    [("painting", "piano", {(2, 3): "piano"}), ("cat_house", "painting", {(2, 1): "cat_house"})],
)
def test_of_two_furnishings_in_rooms_that_grow_together_the_better_stays(
    left: str, right: str, kept: dict[Place | None, str]
) -> None:
    match = table_for()
    state = fresh(match)
    hold(match, state, 0, "designer")
    put(match, state, 0, ("living", (2, 1), left), ("living", (2, 3), right))
    let_lay(match, state, 0, "living")
    play(match, state, "2.2")
    assert tokens(match, state, 0) == kept, "the better one, of equals the leftmost"


@pytest.mark.clause("DH-51")
def test_helpers_come_player_by_player_in_order() -> None:
    match = table_for(3)
    state = fresh(match)
    for seat in range(3):
        full_house(match, state, seat)
    hold(match, state, 1, "handyman", "courier", "roofer")
    hold(match, state, 0, "courier")
    state.numbers[at.RESOURCE_DISCARDS] = 1 << resource(match, "red")
    discard(match, state, "wine")
    let_end(match, state, 1)
    asked = []
    while not state.is_over():
        asked.append((awaited(state), int(state.numbers[at.PHASE])))
        play(match, state, "-")
    assert asked == [(1, at.ROOFER), (1, at.COURIER), (1, at.HANDYMAN), (0, at.COURIER)]


@pytest.mark.clause("DH-51")
def test_a_helper_that_can_do_nothing_is_passed_over() -> None:
    match = table_for()
    state = fresh(match)
    for seat in range(2):
        full_house(match, state, seat)
    hold(match, state, 0, "roofer", "courier")
    state.numbers[at.ROOM_DISCARDS] = state.numbers[at.RESOURCE_DISCARDS] = 0
    let_end(match, state)
    assert state.is_over()


@pytest.mark.clause("DH-51", "DH-53")
def test_what_a_courier_puts_back_is_there_for_the_next() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("games", (2, 1)))
    for seat in range(2):
        full_house(match, state, seat)
        hold(match, state, seat, "courier")
    state.numbers[at.ROOM_DISCARDS] = 0
    discard(match, state, "study")
    let_end(match, state)
    play(match, state, last_id(match, "study"), "2.1")
    assert awaited(state) == 1
    assert moves(match, state) == {"games1", "-"}
    play(match, state, "games1", "2.1")
    assert kinds(match, state, 0)[2, 1] == "study"
    assert kinds(match, state, 1)[2, 1] == "games"
    assert [int(state.score(seat)) for seat in range(2)] == [2, 3]


@pytest.mark.clause("DH-52")
def test_the_roofer_adds_a_roof_of_the_discards_before_the_stack_is_revealed() -> None:
    match = table_for()
    state = fresh(match)
    for seat in range(2):
        full_house(match, state, seat)
    hold(match, state, 0, "roofer", "red", "red", "red")
    blues = [resource(match, "blue", n) for n in range(3)]
    state.numbers[at.RESOURCE_DISCARDS] = sum(1 << number for number in blues) | 1 << resource(match, "red+")
    state.numbers[at.RESOURCE_DISCARDS] |= 1 << resource(match, "piano")
    let_end(match, state)
    assert moves(match, state) == {"blue", "red+", "-"}, "equal roofs are one choice, a piano is none"
    view = state.view(0)
    assert {found.clause for found in match.objections(view, 1 << blues[1])} == {"DH-52"}
    play(match, state, "red+")
    assert state.is_over()
    assert state.score(0) == 9


@pytest.mark.clause("DH-53")
def test_the_courier_may_replace_any_card_by_the_placement_rules() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bathroom", (2, 1)), ("study", (2, 2), "globe"), ("kids", (2, 3), "rocking_horse"))
    full_house(match, state, 0)
    full_house(match, state, 1)
    hold(match, state, 0, "courier")
    state.numbers[at.ROOM_DISCARDS] = 0
    discard(match, state, "bathroom", "kids", "garage")
    let_end(match, state)
    fetched = state.copy()
    play(match, fetched, last_id(match, "bathroom"))
    assert "2.1" in moves(match, fetched), "its own kind may take its place"
    assert clauses_against(match, fetched, "2.2") == {"DH-23"}
    assert clauses_against(match, fetched, "1.4") == {"DH-22"}
    assert {f"{floor}.{column}x" for floor, column in kinds(match, state, 0)} <= moves(match, fetched)
    play(match, fetched, "3.1")
    assert kinds(match, fetched, 0)[3, 1] == "bathroom", "an empty room too"
    play(match, state, last_id(match, "kids"))
    assert clauses_against(match, state, "2.2") == {"DH-32"}
    play(match, state, "2.3")
    assert tokens(match, state, 0) == {(2, 2): "globe"}, "the furnishing on the card that leaves is lost"


@pytest.mark.clause("DH-53")
def test_the_courier_can_be_sent_away() -> None:
    match = table_for()
    state = fresh(match)
    for seat in range(2):
        full_house(match, state, seat)
    hold(match, state, 0, "courier")
    discard(match, state, "wine")
    before = list(state.numbers[at.SEAT : at.SEAT + at.HELD])
    let_end(match, state)
    play(match, state, "-")
    assert state.is_over()
    assert list(state.numbers[at.SEAT : at.SEAT + at.HELD]) == before


def handyman_house(*rooms: tuple[str, Place] | tuple[str, Place, str]) -> tuple[DreamHomeMatch, State]:
    """A full house with a handyman at work."""
    match = table_for()
    state = fresh(match)
    put(match, state, 0, *rooms)
    full_house(match, state, 0)
    full_house(match, state, 1)
    hold(match, state, 0, "handyman")
    let_end(match, state)
    return match, state


@pytest.mark.clause("DH-54")
def test_the_handyman_swaps_two_cards_and_their_furnishings() -> None:
    match, state = handyman_house(("kids", (2, 3), "rocking_horse"), ("living", (3, 2)), ("living", (2, 2), "piano"))
    play(match, state, "s2.3", "s3.2")
    assert kinds(match, state, 0)[2, 3] == "living"
    assert kinds(match, state, 0)[3, 2] == "kids"
    assert tokens(match, state, 0) == {(3, 2): "rocking_horse", (2, 2): "piano"}
    assert state.is_over()
    assert state.score(0) == 4 + 3 + 2 + 2, "a furnished room may be extended this way"


@pytest.mark.clause("DH-54")
def test_a_swap_obeys_floor_and_maximum_size_and_an_empty_room_stays_empty() -> None:
    match, state = handyman_house(("garage", (1, 4)), ("bathroom", (2, 1)), ("study", (2, 2)), ("bathroom", (3, 3)))
    play(match, state, "s3.3")
    assert clauses_against(match, state, "s2.2") == {"DH-23"}
    assert clauses_against(match, state, "s1.4") == {"DH-22"}
    assert clauses_against(match, state, "s3.3") == {"DH-54"}
    assert "s3.1" in moves(match, state)
    play(match, state, "s3.1")
    assert kinds(match, state, 0)[3, 3] == "empty"
    assert kinds(match, state, 0)[3, 1] == "bathroom"


@pytest.mark.clause("DH-54")
@pytest.mark.parametrize(
    ("left", "right", "kept"),
    [("painting", "piano", {(2, 2): "piano"}), ("painting", "cat_house", {(2, 1): "painting"})],
)
def test_of_two_furnishings_that_meet_the_better_stays(left: str, right: str, kept: dict[Place | None, str]) -> None:
    match, state = handyman_house(("living", (2, 1), left), ("living", (3, 4), right))
    play(match, state, "s2.2", "s3.4")
    assert tokens(match, state, 0) == kept


@pytest.mark.clause("DH-55")
def test_the_architect_raises_comfort_and_finds_use_for_empty_rooms() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bathroom", (2, 1)), ("bathroom", (3, 1)), ("kitchen", (2, 2)), ("bedroom", (2, 3)))
    put(match, state, 0, ("empty", (1, 4)), ("empty", (1, 5)))
    assert state.score(0) == 4 + 3 + 3
    hold(match, state, 0, "architect")
    assert state.score(0) == 4 + 4 + 4 + 2
    assert sorted(points_of(match, state, "DH-55")) == [2, 4, 4]
