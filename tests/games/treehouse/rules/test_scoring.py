"""Treehouse, scoring a round and the game: TH-40 to TH-51 and the examples that go with them."""

from __future__ import annotations

import pytest

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.reading import laid_kinds
from domik.kernel.errors import IllegalMove
from domik.kernel.state import State
from tests.games.treehouse.positions import Built, awaited, begin_scoring, build, fresh, lay, scores, table_for, take

FIVE_BLUE: Built = [("blue", 2, 1), ("blue", 2, 2), ("blue", 3, 1), ("blue", 3, 2), ("blue", 3, 3)]
MIXED: Built = [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 1), ("purple", 3, 2), ("brown", 3, 3)]


def first_chooser(match: TreehouseMatch, round_number: int, points: tuple[int, ...], previous: int = 0) -> int:
    """Who is asked first when a round's scoring begins."""
    state = fresh(match)
    state.numbers[at.FIRST] = previous + 1
    begin_scoring(match, state, round_number, points)
    (seat,) = awaited(state)
    return seat


def last_round(match: TreehouseMatch, trees: dict[int, Built]) -> State:
    """The third round's scoring with these trees and no points yet."""
    state = fresh(match)
    for seat, rooms in trees.items():
        build(state, seat, rooms)
    state.numbers[at.FIRST] = 1
    begin_scoring(match, state, 2)
    return state


@pytest.mark.clause("TH-40")
@pytest.mark.parametrize("seats", [3, 4])
def test_original_takes_clockwise_and_lays_backwards(seats: int) -> None:
    match = table_for(seats)
    state = fresh(match)
    begin_scoring(match, state)
    (first,) = awaited(state)
    order = [take(state, kind) for kind in ("double", "nothing", "double", "nothing")[:seats]]
    assert order == [(first + k) % seats for k in range(seats)]
    laid = [lay(state, colour) for colour in ("red", "yellow", "green", "blue")[:seats]]
    assert laid == order[::-1]
    kinds = laid_kinds(int(state.numbers[at.LAID_IN]))
    expected = [at.DOUBLE if k % 2 == 0 else at.NOTHING for k in range(seats)][::-1]
    assert kinds[:seats] == expected
    assert kinds[seats:] == [0] * (6 - seats), "with three players one card stays unused"


@pytest.mark.clause("TH-40")
def test_only_what_lies_there_can_be_taken() -> None:
    match = table_for(4)
    state = fresh(match)
    begin_scoring(match, state)
    take(state, "double")
    take(state, "double")
    (seat,) = awaited(state)
    assert [found.clause for found in match.objections(state.view(seat), 1 << at.DOUBLE)] == ["TH-40"]
    with pytest.raises(IllegalMove):
        take(state, "double")


@pytest.mark.clause("TH-41")
def test_the_leader_chooses_first_in_later_rounds() -> None:
    match = table_for(4)
    assert first_chooser(match, 1, (3, 9, 4, 8)) == 1
    assert first_chooser(match, 1, (9, 3, 9, 9), previous=1) == 2, "tied: nearest clockwise from the previous first"
    assert first_chooser(match, 2, (9, 3, 3, 9), previous=1) == 3
    assert first_chooser(match, 2, (9, 9, 3, 9), previous=1) == 1, "the previous first is nearest to themself"


@pytest.mark.clause("TH-42")
def test_nk_begins_with_the_last_and_lays_in_the_same_order() -> None:
    match = table_for(4, edition="nk", ages=(3, 2, 1, 0))
    assert first_chooser(match, 1, (5, 9, 4, 8)) == 2
    assert first_chooser(match, 1, (4, 9, 4, 8)) == 2, "tied: the younger"
    assert first_chooser(match, 2, (4, 4, 4, 4)) == 3
    state = fresh(match)
    begin_scoring(match, state, 1, (5, 9, 4, 8))
    order = [take(state, kind) for kind in ("double", "nothing", "double", "nothing")]
    assert order == [2, 3, 0, 1]
    assert [lay(state, colour) for colour in ("red", "yellow", "green", "blue")] == order


@pytest.mark.clause("TH-43")
def test_two_players_lay_a_nothing_card_each() -> None:
    original, nk = table_for(2), table_for(2, edition="nk", ages=(1, 0))
    assert first_chooser(original, 1, (3, 9)) == 1
    assert first_chooser(original, 1, (9, 9), previous=0) == 0
    assert first_chooser(original, 1, (9, 9), previous=1) == 1
    assert first_chooser(nk, 1, (3, 9)) == 0
    assert first_chooser(nk, 1, (9, 9)) == 1, "tied: the younger"
    state = fresh(nk)
    begin_scoring(nk, state)
    assert [lay(state, "red"), lay(state, "blue")] == [1, 0]
    assert laid_kinds(int(state.numbers[at.LAID_IN])) == [at.NOTHING, 0, 0, at.NOTHING, 0, 0]


@pytest.mark.clause("TH-44")
def test_one_change_card_a_colour() -> None:
    match = table_for(2)
    state = fresh(match)
    begin_scoring(match, state)
    lay(state, "red")
    (seat,) = awaited(state)
    assert [found.clause for found in match.objections(state.view(seat), 1)] == ["TH-44"]
    with pytest.raises(IllegalMove):
        lay(state, "red")


@pytest.mark.clause("TH-45")
def test_the_whole_tree_scores_for_everybody() -> None:
    match = table_for(3)
    state = fresh(match)
    build(state, 0, [("red", 2, 1), ("red", 2, 2)])
    build(state, 1, [("red", 2, 1), ("blue", 2, 2)])
    build(state, 2, MIXED)
    begin_scoring(match, state, 0)
    for kind in ("double", "nothing", "nothing"):
        take(state, kind)
    lay(state, "blue")  # the last taker holds `nothing`
    lay(state, "yellow")
    lay(state, "red")  # the first taker holds `double`
    assert scores(state, match) == [4, 2, 2 + 3]


@pytest.mark.clause("TH-46")
def test_change_cards_return() -> None:
    match = table_for(4)
    state = fresh(match)
    begin_scoring(match, state)
    for kind in ("double", "nothing", "double", "nothing"):
        take(state, kind)
    for colour in ("red", "yellow", "green", "blue"):
        lay(state, colour)
    assert state.numbers[at.ROUND] == 1
    assert state.numbers[at.PHASE] == at.PICK
    begin_scoring(match, state, 1, (1, 2, 3, 4))
    assert laid_kinds(int(state.numbers[at.LAID])) == [0] * 6
    assert [take(state, "double"), take(state, "double")] == [3, 0]


@pytest.mark.clause("TH-50", "TH-X3")
def test_strictly_the_most_of_a_colour_scores_once_more() -> None:
    match = table_for(2)
    state = last_round(match, {0: FIVE_BLUE, 1: MIXED})
    lay(state, "blue")
    lay(state, "red")
    lines = [line for line in match.tally(state.view()) if line.clause == "TH-50"]
    assert [(line.seat, line.points) for line in lines if line.seat == 0] == [(0, 5)]
    assert scores(state, match) == [5, 4 + 5], "seat 1: four colours now, five colour cards of one room"
    state = last_round(match, {0: FIVE_BLUE, 1: FIVE_BLUE})
    lay(state, "blue")
    lay(state, "red")
    assert scores(state, match) == [0, 0], "a tie: nobody"
    assert [line for line in match.tally(state.view()) if line.clause == "TH-50"] == []


@pytest.mark.clause("TH-51")
def test_ties_by_the_biggest_group_in_the_original() -> None:
    match = table_for(2)
    state = last_round(match, {0: [("red", 2, 1), ("red", 2, 2)], 1: [("blue", 2, 1), ("green", 2, 2)]})
    state.numbers[at.SEAT + at.SCORE] = 10
    state.numbers[at.SEAT + at.SEAT_SIZE + at.SCORE] = 10
    lay(state, "yellow")
    lay(state, "brown")
    assert scores(state, match) == [14, 14]
    assert match.outcome(state.view()).winners == (0,)
    assert state.winners() == 0b01


@pytest.mark.clause("TH-51")
def test_ties_by_colour_cards_in_nk_and_then_shared() -> None:
    trees: dict[int, Built] = {0: [("red", 2, 1), ("red", 2, 2)], 1: [("blue", 2, 1), ("green", 2, 2)]}
    match = table_for(2, edition="nk", ages=(0, 1))
    state = last_round(match, trees)
    lay(state, "yellow")
    lay(state, "brown")
    assert scores(state, match) == [4, 4]
    assert match.outcome(state.view()).winners == (1,), "two colour cards against one"
    state = last_round(match, {0: trees[0], 1: [("blue", 2, 1), ("blue", 2, 2)]})
    lay(state, "yellow")
    lay(state, "brown")
    result = match.outcome(state.view())
    assert result.winners == (0, 1)
    assert result.reason.key == "outcome.shared"
    assert state.winners() == 0b11


@pytest.mark.clause("TH-X4")
def test_purple_and_green_doubled_blue_nothing() -> None:
    match = table_for(3, edition="nk", ages=(0, 1, 2))
    state = fresh(match)
    build(state, 0, MIXED)
    build(state, 0, [("blue", 4, 2), ("green", 4, 1)], round_number=1)
    begin_scoring(match, state, 1, (0, 0, 0))
    for kind in ("double", "double", "nothing"):
        take(state, kind)
    for colour in ("purple", "green", "blue"):
        lay(state, colour)
    assert scores(state, match)[0] == 3 * 1 + 1 * 2 + 2 * 2 + 0
    lines = match.tally(state.view())
    doubled = {str(line.reason.args["colour"]) for line in lines if line.reason.key == "tally.double"}
    assert doubled == {"theme.purple", "theme.green"}
