"""Roofs, furnishings and what lies beside the house (DH-30 to DH-34)."""

from __future__ import annotations

import pytest

from domik.games.dream_home.rules.state import RESOURCE, RESOURCE_DISCARDS, ROOM
from domik.kernel.phrase import Phrase
from domik.kernel.sketch import plain_text
from domik.language import words_for
from tests.games.dream_home.positions import (
    ANY_MARKET,
    awaited,
    clauses_against,
    discarded_resources,
    fresh,
    full_house,
    hold,
    house,
    kinds,
    lay_market,
    let_end,
    let_lay,
    let_turn,
    moves,
    play,
    points_of,
    put,
    resource,
    spots,
    table_for,
    tokens,
)

SAY = words_for("en", ("domik.games.dream_home.words",))


@pytest.mark.clause("DH-30")
def test_a_roof_goes_on_the_stack_out_of_everybodys_sight() -> None:
    match = table_for()
    state = fresh(match)
    let_turn(match, state, 0, resources=("red", "blue+", "green", "brown"))
    play(match, state, "3", "2.1")
    assert [match.parts.resources[number].id for number in house(match, state, 0).roofs()] == ["blue"]
    lay_market(match, state, ANY_MARKET, ("piano", "globe", "mixer", "drill"))
    for seat in (0, 1, -1):
        drawn = plain_text(match.sketch(state.view(seat), SAY))
        assert "roofs: 1" in drawn
        assert "blue" not in drawn
    assert points_of(match, state, "DH-63") == []


@pytest.mark.clause("DH-30")
def test_open_roofs_show_the_owner_alone() -> None:
    match = table_for(open_roofs=True)
    state = fresh(match)
    let_turn(match, state, 0, resources=("piano", "globe", "mixer", "drill"))
    hold(match, state, 0, "blue+", "red")
    assert "blue roof with a" in plain_text(match.sketch(state.view(0), SAY))
    for seat in (1, -1):
        assert "blue" not in plain_text(match.sketch(state.view(seat), SAY))


@pytest.mark.clause("DH-31")
def test_a_furnishing_goes_on_a_room_that_its_card_names() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("living", (2, 1)), ("living", (2, 2)), ("kitchen", (2, 3)), ("living", (3, 3)))
    let_turn(match, state, 0, resources=("piano", "red", "blue", "green"))
    play(match, state, "2")
    assert spots(state) == {(2, 1), (2, 2), (3, 3)}
    assert clauses_against(match, state, "t2.3") == clauses_against(match, state, "t1.4") == {"DH-31"}
    play(match, state, "t2.2")
    assert tokens(match, state, 0) == {(2, 2): "piano"}
    assert "piano" in discarded_resources(match, state)


@pytest.mark.clause("DH-31")
def test_room_and_furnishing_come_in_the_order_one_likes() -> None:
    match = table_for()
    state = fresh(match)
    let_turn(match, state, 0, resources=("ice_cream", "red", "blue", "green"))
    play(match, state, "2")
    assert moves(match, state) == {"2.1", "2.2", "2.3", "2.1x", "2.2x", "2.3x", "1.4x", "1.5x", "t-"}
    room_first, furnishing_first = state.copy(), state.copy()
    play(match, room_first, "2.1")
    assert moves(match, room_first) == {"t2.1"}, "into the room just laid"
    play(match, room_first, "t2.1")
    assert tokens(match, room_first, 0) == {(2, 1): "ice_cream"}
    play(match, furnishing_first, "t-")
    assert "ice_cream" in discarded_resources(match, furnishing_first)
    play(match, furnishing_first, "2.1")
    assert tokens(match, furnishing_first, 0) == {}
    assert awaited(furnishing_first) == 1


@pytest.mark.clause("DH-31")
def test_placing_is_compulsory_and_without_a_room_the_card_is_discarded() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("kitchen", (2, 3)))
    let_turn(
        match,
        state,
        0,
        rooms=("living", "kids", "study", "bedroom", "kitchen"),
        resources=("ice_cream", "globe", "piano", "red"),
    )
    chosen = state.copy()
    play(match, chosen, "2")
    assert "t-" not in moves(match, chosen)
    assert clauses_against(match, chosen, "t-") == {"DH-31"}
    play(match, chosen, "2.1")
    assert moves(match, chosen) == {"t2.3"}
    play(match, state, "4")
    assert "piano" in discarded_resources(match, state), "no living room, and none comes: nothing to decide"
    assert state.numbers[RESOURCE] == 0


@pytest.mark.clause("DH-31")
def test_a_room_laid_face_down_takes_the_furnishings_last_hope() -> None:
    match = table_for()
    state = fresh(match)
    let_turn(match, state, 0, resources=("ice_cream", "red", "blue", "green"))
    play(match, state, "2", "2.1x")
    assert "ice_cream" in discarded_resources(match, state)
    assert awaited(state) == 1


@pytest.mark.clause("DH-32")
def test_a_room_holds_one_furnishing() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bedroom", (2, 1), "cat_house"), ("bedroom", (3, 1)))
    let_lay(match, state, 0, "", "canopy_bed")
    assert spots(state) == {(3, 1)}
    assert clauses_against(match, state, "t2.1") == {"DH-32"}


@pytest.mark.clause("DH-31")
@pytest.mark.parametrize(
    ("furnishing", "homes"),
    [
        ("piano", {"living"}),
        ("cat_house", {"living", "kitchen", "bathroom", "bedroom", "kids", "study"}),
        ("canopy_bed", {"bedroom"}),
        ("ice_cream", {"kitchen"}),
        ("whirlpool", {"bathroom"}),
        ("rocking_horse", {"kids"}),
        ("globe", {"study"}),
        ("painting", {"living", "bedroom", "study"}),
    ],
)
def test_every_furnishing_has_its_rooms(furnishing: str, homes: set[str]) -> None:
    match = table_for()
    state = fresh(match)
    rooms = ("living", "kitchen", "bathroom", "bedroom", "kids")
    put(match, state, 0, *((kind, (2, column + 1)) for column, kind in enumerate(rooms)))
    more = ("study", "pantry", "games", "library", "sauna")
    put(match, state, 0, *((kind, (3, column + 1)) for column, kind in enumerate(more)))
    put(match, state, 0, ("garage", (1, 4)), ("wine", (1, 5)))
    let_lay(match, state, 0, "", furnishing)
    here = kinds(match, state, 0)
    assert {here[place] for place in spots(state)} == homes


@pytest.mark.clause("DH-33")
def test_tree_house_and_birdhouse_lie_beside_the_house() -> None:
    match = table_for()
    state = fresh(match)
    for id, more in (("tree_house", 2), ("birdhouse", 1)):
        let_turn(match, state, 0, resources=(id, "red", "blue", "green"))
        before = int(state.score(0))
        play(match, state, "2")
        assert state.score(0) == before + more
        assert id in discarded_resources(match, state)
        assert spots(state) == set()
        state.numbers[ROOM] = 0
    assert tokens(match, state, 0) in ({None: "tree_house"}, {None: "birdhouse"})
    assert len(house(match, state, 0).tokens()) == 2


@pytest.mark.clause("DH-34")
def test_helpers_and_tools_lie_open_beside_the_house() -> None:
    match = table_for()
    for id in ("drill", "jackhammer", "mixer", "designer", "roofer", "courier", "handyman", "architect"):
        state = fresh(match)
        let_turn(match, state, 0, resources=(id, "red", "blue", "green"))
        play(match, state, "2")
        assert house(match, state, 0).count(id) == 1
        assert SAY(Phrase(f"resource.{id}")) in plain_text(match.sketch(state.view(1), SAY)).replace("\n", " ")


@pytest.mark.clause("DH-34")
def test_a_second_designer_or_architect_adds_nothing() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("living", (2, 1), "piano"), ("empty", (2, 2)), ("bathroom", (2, 3)), ("bathroom", (3, 1)))
    hold(match, state, 0, "designer", "architect")
    once = int(state.score(0))
    hold(match, state, 0, "designer", "architect")
    assert state.score(0) == once


@pytest.mark.clause("DH-34")
def test_a_second_roofer_works_once_more() -> None:
    match = table_for()
    state = fresh(match)
    full_house(match, state, 0)
    full_house(match, state, 1)
    hold(match, state, 0, "roofer", "roofer")
    state.numbers[RESOURCE_DISCARDS] = 1 << resource(match, "red+") | 1 << resource(match, "blue")
    let_end(match, state)
    play(match, state, "red+")
    assert moves(match, state) == {"blue", "-"}
    play(match, state, "blue")
    assert state.is_over()
    assert len(house(match, state, 0).roofs()) == 2
