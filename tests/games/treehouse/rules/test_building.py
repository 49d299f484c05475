"""Treehouse, placing a room: TH-30 to TH-35 and the examples that go with them."""

from __future__ import annotations

import pytest

from domik.games.treehouse.rules.reading import PLACES, places_below
from domik.games.treehouse.rules.state import BALANCE, BUILT, CARD_BITS, DISCARD, SEAT, STRIDE, TURNS
from domik.kernel.errors import IllegalMove
from domik.kernel.state import State
from tests.games.treehouse.positions import Built, act, build, can_discard, fresh, let_place, offered, table_for

BOTH = pytest.mark.parametrize("edition", ["original", "nk"])
PLAIN_TREE: Built = [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 1), ("blue", 3, 2), ("purple", 3, 3)]


def tree(edition: str, rooms: Built, colour: str) -> State:
    """Seat 0 has these rooms and is to place one of this colour."""
    state = fresh(table_for(edition=edition))
    build(state, 0, rooms)
    let_place(state, 0, colour)
    return state


def clauses_at(edition: str, rooms: Built, colour: str, level: int, slot: int) -> list[str]:
    """The clauses that forbid a place."""
    match = table_for(edition=edition)
    state = tree(edition, rooms, colour)
    return [found.clause for found in match.objections(state.view(0), 1 << (STRIDE * (level - 1) + slot - 1))]


@pytest.mark.clause("TH-30")
def test_the_tree_is_a_triangle_of_twenty_places_on_six_levels() -> None:
    assert len(PLACES) == 20
    assert {level: sum(place[0] == level for place in PLACES) for level in range(2, 7)} == {
        2: 2,
        3: 3,
        4: 4,
        5: 5,
        6: 6,
    }
    assert places_below((4, 1)) == [(3, 0), (3, 1)]
    full: Built = [("red", level, slot) for level in range(2, 6) for slot in range(1, level + 1)]
    state = fresh(table_for())
    build(state, 0, full)
    let_place(state, 0, "red")
    assert {level for level, _ in offered(state, 0)} == {6}
    match = table_for()
    assert [found.clause for found in match.objections(state.view(0), 1 << 41)] == ["TH-30"]


@pytest.mark.clause("TH-31")
@BOTH
def test_a_room_rests_on_every_card_below(edition: str) -> None:
    start = tree(edition, [], "brown")
    assert offered(start, 0) == {(2, 1), (2, 2)}, "only the trunk is there"
    state = tree(edition, [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 1)], "brown")
    # the corner 4.1 leans on 3.1 alone; 4.2 would need 3.2 as well
    assert (4, 1) not in offered(state, 0), "the marker stands left: balance, not support"
    assert clauses_at(edition, [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 1)], "brown", 4, 1) == ["TH-33"]
    assert clauses_at(edition, [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 1)], "brown", 4, 2) == ["TH-31", "TH-33"]
    assert clauses_at(edition, [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 3)], "brown", 4, 3) == ["TH-31", "TH-33"]
    assert (3, 2) in offered(state, 0)


@pytest.mark.clause("TH-31")
def test_a_corner_leans_on_one_card() -> None:
    state = tree("original", [("red", 2, 2)], "brown")
    assert (3, 3) not in offered(state, 0), "the marker stands right"
    state = tree("original", [("red", 2, 2), ("yellow", 2, 1), ("green", 3, 3), ("blue", 3, 1)], "brown")
    assert {(4, 1), (4, 4)} <= offered(state, 0)


@pytest.mark.clause("TH-32")
@BOTH
def test_the_first_room_of_a_colour_goes_anywhere_later_ones_touch(edition: str) -> None:
    assert offered(tree(edition, PLAIN_TREE, "brown"), 0) == {(4, 1), (4, 2), (4, 3), (4, 4)}
    assert offered(tree(edition, PLAIN_TREE, "green"), 0) == {(4, 1), (4, 2)}, "above 3.1"
    assert offered(tree(edition, PLAIN_TREE, "purple"), 0) == {(4, 3), (4, 4)}
    assert offered(tree(edition, PLAIN_TREE, "red"), 0) == set(), "2.1 is walled in"
    beside: Built = [("red", 2, 1), ("yellow", 2, 2), ("blue", 3, 1)]
    assert offered(tree(edition, [*beside, ("blue", 3, 3)], "blue"), 0) >= {(3, 2)}, "neighbours on one level touch"


@pytest.mark.clause("TH-33")
@BOTH
def test_the_balance_forbids_the_heavy_side(edition: str) -> None:
    left: Built = [("red", 2, 1)]
    assert offered(tree(edition, left, "blue"), 0) == {(2, 2)}
    right: Built = [("red", 2, 2)]
    assert offered(tree(edition, right, "blue"), 0) == {(2, 1)}
    state = tree(edition, PLAIN_TREE[:2], "blue")
    assert offered(state, 0) == {(3, 1), (3, 2), (3, 3)}
    act(state, 0, (3, 2))
    assert state.numbers[SEAT + BALANCE] == 0, "the centre line moves nothing"
    five: Built = [*PLAIN_TREE, ("red", 4, 1), ("red", 4, 2), ("red", 4, 3), ("red", 4, 4)]
    assert (5, 3) in offered(tree(edition, five, "brown"), 0)


@pytest.mark.clause("TH-34")
def test_a_placed_card_never_moves() -> None:
    state = tree("original", PLAIN_TREE, "brown")
    before = list(state.numbers[SEAT : SEAT + 6])
    with pytest.raises(IllegalMove):
        act(state, 0, (3, 2))
    act(state, 0, (4, 2))
    assert list(state.numbers[SEAT : SEAT + 5]) == before[:5]
    assert clauses_at("original", PLAIN_TREE, "brown", 3, 2)[0] == "TH-34"


@pytest.mark.clause("TH-35")
def test_the_original_lets_you_put_any_room_aside() -> None:
    state = tree("original", PLAIN_TREE, "brown")
    assert can_discard(state, 0)
    state.play(0, DISCARD)
    assert state.numbers[SEAT + BUILT + TURNS * 2 + 4] >> CARD_BITS == DISCARD


@pytest.mark.clause("TH-35")
def test_nk_wants_a_room_built_when_it_fits() -> None:
    assert not can_discard(tree("nk", PLAIN_TREE, "brown"), 0)
    stuck = tree("nk", PLAIN_TREE, "red")
    assert offered(stuck, 0) == set()
    assert can_discard(stuck, 0)
    match = table_for(edition="nk")
    found = match.objections(tree("nk", PLAIN_TREE, "brown").view(0), DISCARD)
    assert [objection.clause for objection in found] == ["TH-35"]
    assert found[0].where == ("slot-4-1", "slot-4-2", "slot-4-3", "slot-4-4")


@pytest.mark.clause("TH-X1")
@BOTH
def test_with_the_marker_right_only_centre_and_left_are_offered(edition: str) -> None:
    right: Built = [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 3)]
    state = tree(edition, right, "brown")
    assert state.numbers[SEAT + BALANCE] == 1
    assert offered(state, 0) == {(3, 1), (3, 2)}
    act(state, 0, (3, 1))
    assert state.numbers[SEAT + BALANCE] == 0


@pytest.mark.clause("TH-X2")
@BOTH
def test_a_library_is_refused_away_from_its_colour(edition: str) -> None:
    rooms: Built = [("yellow", 2, 1), ("red", 2, 2), ("green", 3, 1), ("green", 3, 2), ("blue", 3, 3)]
    assert clauses_at(edition, rooms, "yellow", 4, 3) == ["TH-32"]
    match = table_for(edition=edition)
    found = match.objections(tree(edition, rooms, "yellow").view(0), 1 << (STRIDE * 3 + 2))
    assert found[0].where == ("slot-2-1",)
