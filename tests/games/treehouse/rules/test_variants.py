"""Treehouse's variants: young, birdhouse, secret tasks, extra changes (TH-60 to TH-65)."""

from __future__ import annotations

import pytest

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.games.treehouse.rules.reading import pool_counts, task_of
from domik.kernel.errors import BadOption, IllegalMove
from tests.games.treehouse.positions import (
    Built,
    act,
    awaited,
    begin_scoring,
    build,
    can_discard,
    fresh,
    lay,
    let_place,
    offered,
    scores,
    table_for,
    take,
)

LEANING: Built = [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 1)]  # the marker stands left


# ---- young ------------------------------------------------------------------------------------------


@pytest.mark.clause("TH-60")
@pytest.mark.parametrize(("edition", "order"), [("original", [1, 2, 0]), ("nk", [2, 0, 1])])
def test_the_young_pick_colours_and_only_those_score(edition: str, order: list[int]) -> None:
    match = table_for(3, edition=edition, young=True, ages=(2, 1, 0) if edition == "nk" else ())
    state = fresh(match)
    build(state, 0, [("red", 2, 1), ("blue", 2, 2), ("blue", 3, 2)])
    build(state, 1, [("red", 2, 1), ("green", 2, 2)])
    begin_scoring(match, state, 1, (3, 5, 1))
    assert state.numbers[at.PHASE] == at.CHOOSE, "no change cards"
    before = scores(state, match)
    asked = [lay(state, "red")]
    with pytest.raises(IllegalMove):
        lay(state, "red")
    (seat,) = awaited(state)
    assert [found.clause for found in match.objections(state.view(seat), 1)] == ["TH-60"]
    asked += [lay(state, "blue"), lay(state, "brown")]
    assert asked == order
    gained = [now - then for now, then in zip(scores(state, match), before, strict=True)]
    assert gained == [3, 1, 0]


@pytest.mark.clause("TH-60")
def test_the_young_keep_the_final_bonus() -> None:
    match = table_for(2, young=True)
    state = fresh(match)
    build(state, 0, [("blue", 2, 1), ("blue", 2, 2)])
    state.numbers[at.FIRST] = 1
    begin_scoring(match, state, 2)
    lay(state, "red")
    lay(state, "brown")
    assert scores(state, match) == [2, 0]
    assert match.tally(state.view())[0].clause == "TH-50"


# ---- birdhouse --------------------------------------------------------------------------------------


@pytest.mark.clause("TH-61")
def test_the_birdhouse_helps_when_only_the_balance_forbids() -> None:
    match = table_for(2, edition="nk", birdhouse=True)
    state = fresh(match)
    build(state, 0, LEANING)
    let_place(state, 0, "green")
    # green may go beside 3.1 on the centre line: no birdhouse
    assert offered(state, 0) == {(3, 2)}
    assert not can_discard(state, 0)
    state = fresh(match)
    build(state, 0, [*LEANING, ("blue", 3, 2)])
    let_place(state, 0, "green")  # only 4.1 and 4.2 touch green, both on the heavy side; 4.2 is supported
    assert offered(state, 0) == {(3, 3)}, "the birdhouse obeys support and balance and needs no colour"
    assert can_discard(state, 0)
    assert match.write(state.view(0), int(state.legal(0)) & ~at.DISCARD) == "h3.3"
    act(state, 0, (3, 3))
    assert state.numbers[at.SEAT + at.BALANCE] == 0, "it moves the marker as a room does"
    assert offered(state, 0) == {(4, 1), (4, 2)}, "then the room follows by the normal rules"
    assert can_discard(state, 0), "or is put aside after all (TH-35)"
    act(state, 0, (4, 2))
    assert state.numbers[at.SEAT + at.BALANCE] == -1


@pytest.mark.clause("TH-61")
def test_the_birdhouse_comes_once_supports_cards_and_costs_a_point() -> None:
    match = table_for(2, edition="nk", birdhouse=True, ages=(0, 1))
    state = fresh(match)
    build(state, 0, [*LEANING, ("blue", 3, 2)])
    let_place(state, 0, "green")
    state.numbers[0] = 0b11
    state.numbers[at.SEAT + at.SEAT_SIZE + at.ROOM] = 1
    act(state, 0, (3, 3))
    act(state, 0, (4, 1))
    let_place(state, 0, "red")  # red at 2.1 is walled in: no birdhouse could help
    assert offered(state, 0) == set()
    let_place(state, 0, "brown")
    assert (4, 4) in offered(state, 0), "a card may rest on the birdhouse"
    let_place(state, 0, "green")
    state.numbers[at.SEAT + at.BALANCE] = -1
    state.numbers[at.SEAT + at.ROOMS + COLOUR_NAMES.index("green")] = 1 << (at.STRIDE * 2)
    state.numbers[at.SEAT + at.ROOMS + COLOUR_NAMES.index("red")] |= 1 << (at.STRIDE * 3)
    assert offered(state, 0) == set(), "used once, it is used up"
    assert can_discard(state, 0)
    begin_scoring(match, state, 2)
    lay(state, "red")
    lay(state, "green")
    lines = [line for line in match.tally(state.view()) if line.clause == "TH-61"]
    assert [(line.seat, line.points) for line in lines] == [(0, -1)]


@pytest.mark.clause("TH-61")
def test_a_room_without_any_place_gets_no_birdhouse() -> None:
    match = table_for(2, edition="nk", birdhouse=True)
    state = fresh(match)
    build(state, 0, [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 1), ("blue", 3, 2), ("purple", 3, 3)])
    let_place(state, 0, "red")
    assert offered(state, 0) == set(), "not the balance forbids it but the colour"
    assert can_discard(state, 0)


# ---- secret tasks -----------------------------------------------------------------------------------


@pytest.mark.clause("TH-62")
def test_tasks_are_secret_and_score_each_pattern_once() -> None:
    match = table_for(2, edition="nk", secret_tasks=True, ages=(0, 1))
    state = fresh(match)
    mine = task_of(state.view(0), 0)
    assert mine is not None
    assert task_of(state.view(1), 0) is None
    assert task_of(state.view(), 0) is None
    task = match.parts.tasks[mine]
    row = [COLOUR_NAMES[colour] for colour in task.row.colours]
    top, left, right = (COLOUR_NAMES[colour] for colour in task.triangle.colours)
    build(state, 0, [(left, 2, 1), (right, 2, 2), (row[0], 3, 1), (top, 3, 2), (row[1], 3, 3)])
    build(state, 0, [(row[0], 4, 1), (row[1], 4, 2), (row[2], 4, 3), (row[0], 4, 4)], round_number=1)
    state.numbers[at.FIRST] = 1
    begin_scoring(match, state, 2)
    lay(state, "red")
    lay(state, "blue")
    points = [line.points for line in match.tally(state.view()) if line.clause == "TH-62" and line.seat == 0]
    assert points == [task.row.points, task.triangle.points]
    assert task_of(state.view(), 0) == mine, "shown at the end"


@pytest.mark.clause("TH-62")
def test_patterns_are_not_mirrored() -> None:
    match = table_for(2, edition="nk", secret_tasks=True, ages=(0, 1))
    state = fresh(match)
    mine = task_of(state.view(0), 0)
    assert mine is not None
    row = [COLOUR_NAMES[colour] for colour in match.parts.tasks[mine].row.colours]
    build(state, 0, [(row[2], 3, 1), (row[1], 3, 2), (row[0], 3, 3)])
    begin_scoring(match, state, 2)
    lay(state, "red")
    lay(state, "blue")
    assert [line for line in match.tally(state.view()) if line.clause == "TH-62"] == []


# ---- extra changes ----------------------------------------------------------------------------------


@pytest.mark.clause("TH-63")
@pytest.mark.parametrize("seats", [3, 4])
def test_one_of_each_change_card_with_three_and_four(seats: int) -> None:
    match = table_for(seats, edition="nk", extra_changes=True)
    state = fresh(match)
    begin_scoring(match, state)
    assert pool_counts(state.view()) == {at.NOTHING: 1, at.DOUBLE: 1, at.FEWEST: 1, at.MOST: 1}
    take(state, "most")
    with pytest.raises(IllegalMove):
        take(state, "most")


@pytest.mark.clause("TH-63")
def test_two_players_use_each_of_eight_cards_once() -> None:
    match = table_for(2, edition="nk", extra_changes=True, ages=(1, 0))
    state = fresh(match)
    begin_scoring(match, state, 0, (4, 7))
    assert pool_counts(state.view()) == {at.NOTHING: 2, at.DOUBLE: 2, at.FEWEST: 2, at.MOST: 2}
    assert [take(state, "double"), take(state, "double")] == [0, 1], "fewer points first, both times"
    assert [lay(state, "red"), lay(state, "blue")] == [0, 1]
    begin_scoring(match, state, 1, (9, 7))
    assert pool_counts(state.view()) == {at.NOTHING: 2, at.DOUBLE: 0, at.FEWEST: 2, at.MOST: 2}
    assert take(state, "most") == 1
    assert take(state, "nothing") == 0


@pytest.mark.clause("TH-64")
@pytest.mark.parametrize("variant", ["birdhouse", "secret_tasks", "extra_changes"])
def test_nk_variants_need_nk(variant: str) -> None:
    with pytest.raises(BadOption):
        table_for(3, edition="original", **{variant: True})
    assert table_for(3, edition="nk", **{variant: True}).options[variant] is True


@pytest.mark.clause("TH-64")
def test_variants_combine_but_young_has_no_change_cards() -> None:
    assert table_for(4, edition="nk", birdhouse=True, secret_tasks=True, extra_changes=True)
    assert table_for(4, edition="nk", birdhouse=True, secret_tasks=True, young=True)
    with pytest.raises(BadOption):
        table_for(4, edition="nk", young=True, extra_changes=True)
    with pytest.raises(BadOption):
        table_for(4, edition="nk", ages=(0, 1))


@pytest.mark.clause("TH-65")
def test_most_and_fewest() -> None:
    match = table_for(3, edition="nk", extra_changes=True, ages=(0, 1, 2))
    state = fresh(match)
    build(state, 0, [("red", 2, 1), ("red", 2, 2), ("blue", 3, 1)])
    build(state, 1, [("red", 2, 1), ("blue", 2, 2)])
    begin_scoring(match, state)
    assert [take(state, "most"), take(state, "fewest"), take(state, "nothing")] == [0, 1, 2]
    lay(state, "red")
    lay(state, "blue")
    lay(state, "green")
    assert scores(state, match) == [2 * 2, 0, 3], "none counts as fewest"


@pytest.mark.clause("TH-65")
def test_most_and_fewest_shared_score_nobody() -> None:
    match = table_for(3, edition="nk", extra_changes=True, ages=(0, 1, 2))
    state = fresh(match)
    build(state, 0, [("red", 2, 1), ("blue", 2, 2)])
    build(state, 1, [("red", 2, 1), ("green", 2, 2)])
    begin_scoring(match, state)
    for kind in ("most", "fewest", "nothing"):
        take(state, kind)
    lay(state, "red")
    lay(state, "blue")
    lay(state, "green")
    assert scores(state, match) == [0, 0, 0]
