"""Points, ties and the car (DH-60 to DH-65, DH-X1, DH-X4)."""

from __future__ import annotations

import pytest

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.kernel.state import State
from tests.games.dream_home.positions import (
    awaited,
    clauses_against,
    fresh,
    full_house,
    hold,
    let_end,
    let_lay,
    let_turn,
    lines,
    moves,
    play,
    points_of,
    put,
    resource,
    room,
    rules_of,
    table_for,
    tokens,
)


@pytest.mark.clause("DH-X1")
def test_the_worked_example_gives_29_by_its_lines() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("garage", (1, 4)), ("empty", (1, 5)))
    put(match, state, 0, ("bathroom", (2, 1)), ("bedroom", (2, 2), "cat_house"), ("kitchen", (2, 3)))
    put(match, state, 0, ("pantry", (2, 4)), ("kitchen", (2, 5)))
    put(match, state, 0, ("kids", (3, 1)), ("living", (3, 2), "piano"), ("living", (3, 3)))
    put(match, state, 0, ("bathroom", (3, 4)), ("wardrobe", (3, 5)))
    full_house(match, state, 1)
    hold(match, state, 0, "red", "blue", "green+", "brown", "red")
    let_end(match, state)
    assert state.is_over()
    assert lines(match, state) == [
        ("kids’ room", 2),
        ("living room of 2 cards", 4),
        ("bathroom", 1),
        ("wardrobe", 1),
        ("bathroom", 1),
        ("bedroom", 1),
        ("kitchen", 1),
        ("pantry beside a kitchen", 3),
        ("kitchen", 1),
        ("garage", 0),
        ("furnishing: grand piano", 3),
        ("furnishing: cat house", 1),
        ("comfort: bathroom on both floors", 3),
        ("comfort: bathroom, kitchen and bedroom", 3),
        ("1 empty room", 0),
        ("roof, mixed colours", 3),
        ("roof, 1 window", 1),
    ]
    assert sum(points for _, points in lines(match, state)[:10]) == 15
    assert state.score(0) == 29
    assert state.winners() == 1


@pytest.mark.clause("DH-60")
@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("living", [1, 4, 9]), ("kitchen", [1, 6]), ("bathroom", [1]), ("bedroom", [1, 4]), ("kids", [2, 6]),
        ("study", [2]), ("games", [3]), ("garage", [0, 4]), ("storage", [1]), ("laundry", [2]), ("wine", [3]),
    ],
)  # fmt: skip
def test_rooms_score_by_their_number_of_cards(kind: str, points: list[int]) -> None:
    match = table_for()
    for size, worth in enumerate(points, 1):
        state = fresh(match)
        floor, first = (1, 4) if kind in ("garage", "storage", "laundry", "wine") else (2, 1)
        put(match, state, 0, *((kind, (floor, first + k)) for k in range(size)))
        assert state.score(0) == worth
        assert points_of(match, state, "DH-60") == [worth]


@pytest.mark.clause("DH-61")
def test_furnishings_score_their_points_and_one_more_with_the_designer() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("living", (2, 1), "piano"), ("study", (2, 2), "globe"), ("kitchen", (2, 3), "ice_cream"))
    state.numbers[at.SEAT + at.GARDEN] = 1 << resource(match, "tree_house") | 1 << resource(match, "birdhouse")
    assert points_of(match, state, "DH-61") == [3, 2, 2, 2, 1]
    before = int(state.score(0))
    hold(match, state, 0, "designer")
    assert state.score(0) == before + 5


@pytest.mark.clause("DH-62")
def test_home_comfort() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bathroom", (2, 1)), ("bathroom", (2, 3)), ("kitchen", (3, 1)))
    assert points_of(match, state, "DH-62") == []
    put(match, state, 0, ("bedroom", (2, 2)))
    assert points_of(match, state, "DH-62") == [3]
    put(match, state, 0, ("bathroom", (3, 3)))
    assert points_of(match, state, "DH-62") == [3, 3]
    assert state.score(0) == 5 + 6


def roof_of(match: DreamHomeMatch, *roofs: str) -> tuple[int, State]:
    """The points of a stack and the finished game."""
    state = fresh(match)
    for seat in range(2):
        full_house(match, state, seat)
    hold(match, state, 0, *roofs)
    let_end(match, state)
    return int(state.score(0)), state


@pytest.mark.clause("DH-63", "DH-X4")
@pytest.mark.parametrize(
    ("roofs", "points"),
    [
        ((), 0),
        (("red", "red", "red"), 0),
        (("red", "red", "red", "blue"), 3),
        (("red", "red+", "blue+", "green"), 5),
        (("red", "red", "red", "red"), 8),
        (("red", "red", "red", "red+"), 9),
        (("red", "red", "red", "red", "red+"), 9),
        (("red+", "blue+", "green+", "brown+"), 7),
        (("red", "red", "red", "red", "blue+", "green+", "brown+"), 8),
        (("red", "red", "blue", "blue", "blue+", "green+"), 5),
    ],
)
def test_the_best_four_roofs_count(roofs: tuple[str, ...], points: int) -> None:
    match = table_for()
    score, state = roof_of(match, *roofs)
    assert score == points
    assert sum(points_of(match, state, "DH-63")) == points


def tied(first: tuple[str, int], second: tuple[str, int]) -> tuple[DreamHomeMatch, State]:
    """Two houses with one room each: a kind and the number of children on its card."""
    match = table_for()
    state = fresh(match)
    for seat, (kind, children) in enumerate((first, second)):
        cards = [
            n for n in range(60) if match.parts.kind_of(n).id == kind and match.parts.rooms[n].children == children
        ]
        put(match, state, seat, (kind, (2, 1)))
        state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.HOUSE + 6] = cards[seat % len(cards)] + 1
        full_house(match, state, seat)
    let_end(match, state)
    return match, state


@pytest.mark.clause("DH-64")
def test_a_tie_goes_to_the_house_with_more_children() -> None:
    match, state = tied(("living", 1), ("living", 2))
    assert [int(state.score(seat)) for seat in range(2)] == [1, 1]
    assert state.winners() == 0b10
    outcome = match.outcome(state.view())
    assert outcome.winners == (1,)
    assert outcome.clause == "DH-64"
    assert outcome.reason.args["n"] == 2, "children on empty rooms do not count"


@pytest.mark.clause("DH-64")
def test_still_tied_the_victory_is_shared() -> None:
    match, state = tied(("living", 1), ("bathroom", 1))
    assert state.winners() == 0b11
    assert match.outcome(state.view()).winners == (0, 1)


@pytest.mark.clause("DH-60")
def test_most_points_win() -> None:
    match, state = tied(("study", 0), ("living", 2))
    assert match.outcome(state.view()).winners == (0,)


# ---- the car ----------------------------------------------------------------------------------------


@pytest.mark.clause("DH-65")
def test_the_first_garage_of_two_may_take_the_car() -> None:
    match = table_for(car=True)
    state = fresh(match)
    put(match, state, 0, ("garage", (1, 4)))
    let_turn(match, state, 0, rooms=("garage", "kitchen", "kids", "", ""))
    play(match, state, "1", "1.5")
    assert awaited(state) == 0
    assert moves(match, state) == {"c1.4", "c1.5", "-"}
    assert clauses_against(match, state, "c1.4") == set()
    refused = state.copy()
    play(match, state, "c1.5")
    assert awaited(state) == 1
    assert state.score(0) == 4 + 1
    assert points_of(match, state, "DH-65") == [1]
    put(match, state, 1, ("garage", (1, 4)))
    let_lay(match, state, 1, "garage")
    play(match, state, "1.5")
    assert state.numbers[at.PHASE] != at.PARK, "the car is gone"
    play(match, refused, "-")
    let_lay(match, refused, 0, "kitchen")
    play(match, refused, "2.1")
    assert refused.numbers[at.PHASE] != at.PARK, "asked once a garage"
    put(match, refused, 1, ("garage", (1, 4)))
    let_lay(match, refused, 1, "garage")
    play(match, refused, "1.5")
    assert refused.numbers[at.PHASE] == at.PARK, "refused, it stays for the next"


@pytest.mark.clause("DH-65")
def test_without_the_option_there_is_no_car() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("garage", (1, 4)))
    let_lay(match, state, 0, "garage")
    play(match, state, "1.5")
    assert awaited(state) == 1


@pytest.mark.clause("DH-65")
def test_the_question_comes_at_once_and_a_waiting_furnishing_after_it() -> None:
    match = table_for(car=True)
    state = fresh(match)
    put(match, state, 0, ("garage", (1, 4)), ("living", (2, 1)))
    let_lay(match, state, 0, "garage", "piano")
    play(match, state, "1.5", "c1.4")
    assert moves(match, state) == {"t2.1"}


@pytest.mark.clause("DH-65")
def test_a_garage_by_drill_jackhammer_or_courier_counts_too() -> None:
    match = table_for(car=True)
    drilled = fresh(match)
    put(match, drilled, 0, ("garage", (1, 4)), ("wine", (1, 5)))
    hold(match, drilled, 0, "drill")
    let_turn(match, drilled, 0, rooms=("garage", "kitchen", "kids", "study", "living"))
    play(match, drilled, "d1.5", "1", "c1.5")
    assert drilled.numbers[at.PHASE] == at.TURN
    assert awaited(drilled) == 0
    hammered = fresh(match)
    put(match, hammered, 0, ("garage", (1, 4)))
    hold(match, hammered, 0, "jackhammer")
    let_turn(match, hammered, 0, rooms=("garage", "kitchen", "kids", "study", "living"))
    rules_of(match).ask_hammers(hammered.numbers, 0)
    play(match, hammered, "j1", "1.5", "c1.5")
    assert awaited(hammered) == 1
    sent = fresh(match)
    put(match, sent, 0, ("garage", (1, 4)))
    full_house(match, sent, 0)
    full_house(match, sent, 1)
    hold(match, sent, 0, "courier")
    sent.numbers[at.ROOM_DISCARDS] = 1 << room(match, "garage", -1)
    let_end(match, sent)
    play(match, sent, str(match.parts.rooms[room(match, "garage", -1)].id), "1.5", "c1.4")
    assert sent.is_over()
    assert sent.score(0) == 5


@pytest.mark.clause("DH-65")
def test_a_lost_car_does_not_come_back_and_the_designer_adds_to_it() -> None:
    match = table_for(car=True)
    state = fresh(match)
    put(match, state, 0, ("garage", (1, 4), "car"), ("garage", (1, 5)))
    state.numbers[at.CAR_GONE] = 1
    hold(match, state, 0, "designer")
    assert state.score(0) == 4 + 1 + 1
    hold(match, state, 0, "drill")
    let_turn(match, state, 0, rooms=("garage", "kitchen", "kids", "study", "living"))
    play(match, state, "d1.4", "1")
    assert tokens(match, state, 0) == {}
    assert state.numbers[at.PHASE] == at.TURN, "no second car"
