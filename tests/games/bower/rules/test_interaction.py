"""Bower's bonus tiles that cover or hit the opponent: BW-36 to BW-39."""

from __future__ import annotations

import pytest

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.kernel.state import State
from tests.games.bower.positions import (
    actor,
    hand,
    hand_names,
    nest,
    offered,
    play,
    restack,
    row_names,
    set_made,
    tiles_in,
    to_use,
    using,
)


@pytest.mark.clause("BW-36")
def test_a_cover_hides_what_lies_there_tokens_too() -> None:
    mine = ["n02 1.1 1.2", "n05 2.1 2.2"]
    match, state = using("token_white_flower", mine)
    play(match, state, "use", "1.1")
    to_use(match, state, 0, "cover")
    left = int(state.numbers[at.NEST_LEFT])
    drawn = match.parts.tiles[tiles_in(state.numbers, at.NEST_STACK)[-1]]
    play(match, state, "use")
    assert state.numbers[at.NEST_LEFT] == left - 1
    assert state.view(1).numbers[at.COVERING] == state.numbers[at.COVERING] != 0  # everybody sees the drawn tile
    assert offered(match, state) == {">", "^", "<", "v"}
    play(match, state, ">")
    assert offered(match, state) == {"1.1", "1.2"}  # only where both cells hold tiles, of one tile or of two
    play(match, state, "1.1")
    found = nest(match, state, 0)
    assert found.faces[(1, 1)] == drawn.faces[0]
    assert found.faces[(2, 1)] == drawn.faces[1]
    assert sum(found.ornaments((1, 1)).values()) == len(drawn.faces[0].ornaments)
    assert (actor(state), int(state.numbers[at.PHASE])) == (1, at.TAKE)  # no second bonus, whatever the gems
    for column in (1, 2):
        counted = found.column(column)
        packed = int(state.numbers[at.SEAT + at.COLUMN + column - 1])
        assert packed >> at.GEM_SHIFT == counted["gem"]
        assert packed >> at.SHELL_SHIFT & at.KIND == counted["shell"]
        assert packed >> at.KIND_BITS * at.WHITE_FLOWER & at.KIND == counted["white_flower"] == 0


@pytest.mark.clause("BW-36")
@pytest.mark.parametrize(("turn", "where", "gone"), [("^", "1.1", True), ("^", "2.1", True), ("^", "4.1", False)])
def test_a_branch_with_a_covered_end_or_middle_is_gone(turn: str, where: str, gone: bool) -> None:
    match, state = using("token_branch", ["n01 1.1 1.2", "n02 3.1 3.2", "n03 2.1 2.2", "n04 4.1 4.2"])
    play(match, state, "use", "1.1-3.1")
    to_use(match, state, 0, "cover")
    play(match, state, "use", turn, where)
    assert (nest(match, state, 0).branch is None) is gone
    assert (state.numbers[at.SEAT + at.BRANCH] == 0) is gone


@pytest.mark.clause("BW-36")
def test_a_used_cover_must_be_laid_and_brings_no_bonus() -> None:
    match, state = using("cover", ["n31 1.1 2.1", "n20 1.2 2.2", "n03 1.3 2.3"])
    restack(state, at.NEST_STACK, [*tiles_in(state.numbers, at.NEST_STACK)[:-1], match.parts.tile_number("n30")])
    play(match, state, "use")
    assert "decline" not in offered(match, state)
    play(match, state, "<", "2.2")  # two more gems in column 2, which had three already or reaches them now
    assert (actor(state), int(state.numbers[at.PHASE])) == (1, at.TAKE)


@pytest.mark.clause("BW-37")
def test_a_gift_must_be_placed_and_replaces_the_taking() -> None:
    match, state = using("gift")
    row = row_names(match, state)
    play(match, state, "use")
    assert offered(match, state) == set(row)
    play(match, state, row[2])
    assert len(row_names(match, state)) == 3
    assert row[2] not in row_names(match, state)
    assert (actor(state), int(state.numbers[at.PHASE])) == (1, at.CHOOSE)
    assert {text[:-1] for text in offered(match, state)} == {row[2]}
    (objection,) = match.objections(state.view(1), 1 << 4)
    assert objection.clause == "BW-37"
    before = hand_names(match, state, 1)
    play(match, state, f"{row[2]}>", "4.1")
    assert hand_names(match, state, 1) == before
    assert state.numbers[at.SEAT + at.SEAT_SIZE + at.MADE] == 4


@pytest.mark.clause("BW-37")
def test_a_gift_that_does_not_fit_stays_in_hand() -> None:
    match, state = using("gift")
    state.numbers[at.SEAT + at.SEAT_SIZE + at.SURFACE + at.EARTH] = (1 << 24) - 1
    row = row_names(match, state)
    play(match, state, "use", row[0])
    assert actor(state) == 0  # the opponent's turn is over already
    assert row[0] in hand_names(match, state, 1)
    assert state.numbers[at.SEAT + at.SEAT_SIZE + at.MADE] == 4


@pytest.mark.clause("BW-37")
def test_a_gift_to_somebody_without_turns_can_only_be_declined() -> None:
    match, state = using("gift")
    set_made(state, 11, 12)
    assert offered(match, state) == {"decline"}
    set_made(state, 11, 11)
    assert offered(match, state) == {"use", "decline"}


def turns_until_the_end(match: BowerMatch, state: State) -> list[int]:
    """Whose turns follow; every turn only takes, because both nests are full."""
    for seat in (0, 1):
        state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.SURFACE + at.EARTH] = (1 << 24) - 1
    order = []
    while not state.is_over():
        order.append(actor(state))
        play(match, state, row_names(match, state)[0])
    return order


@pytest.mark.clause("BW-38")
def test_a_double_turn_gives_the_opponent_two_turns_in_a_row() -> None:
    match, state = using("double_turn")
    set_made(state, 8, 9)
    play(match, state, "use")
    assert turns_until_the_end(match, state) == [1, 1, 0, 1, 0, 0]  # 12 each: the user ends with two in a row


@pytest.mark.clause("BW-38")
def test_without_a_double_turn_the_turns_alternate() -> None:
    match, state = using("double_turn")
    set_made(state, 8, 9)
    play(match, state, "decline")
    assert turns_until_the_end(match, state) == [1, 0, 1, 0, 1, 0]


@pytest.mark.clause("BW-38")
def test_a_double_turn_late_can_only_be_declined() -> None:
    match, state = using("double_turn")
    for made, allowed in ((10, True), (11, False), (12, False)):
        set_made(state, 10, made)
        assert ("use" in offered(match, state)) is allowed


@pytest.mark.clause("BW-39")
def test_loss_lets_the_opponent_choose_a_nest_tile_of_the_hand() -> None:
    match, state = using("loss")
    hand(match, state, 1, "n10 n20 nest_white")
    state.numbers[at.SEAT + at.SEAT_SIZE + at.DECLINED] = 1 << at.SCOUT_GOAL
    play(match, state, "use")
    assert actor(state) == 1
    assert offered(match, state) == {"n10", "n20", "nest_white"}
    assert state.view(0).legal() == 0
    play(match, state, "nest_white")
    assert hand_names(match, state, 1) == {"n10", "n20"}
    assert (actor(state), int(state.numbers[at.PHASE])) == (1, at.TAKE)
    assert (state.numbers[at.SEAT + at.MADE], state.numbers[at.SEAT + at.SEAT_SIZE + at.MADE]) == (4, 3)


@pytest.mark.clause("BW-39")
def test_an_empty_hand_loses_nothing_and_a_waiting_gift_is_no_hand() -> None:
    match, state = using("loss")
    hand(match, state, 1, "")
    state.numbers[at.SEAT + at.SEAT_SIZE + at.GIVEN] = 5
    assert offered(match, state) == {"decline"}
    (objection,) = match.objections(state.view(0), 1)
    assert objection.clause == "BW-39"
    hand(match, state, 1, "n10")
    assert offered(match, state) == {"use", "decline"}
