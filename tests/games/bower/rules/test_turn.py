"""Bower, the setup, taking and placing, the end, the modes: BW-10 to BW-22, BW-50, BW-60, BW-61."""

from __future__ import annotations

import pytest

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import BONUS_NAMES
from domik.games.bower.rules.reading import bit_numbers, goals_of
from domik.kernel.errors import IllegalMove
from domik.kernel.luck import luck_of
from domik.kernel.state import State, new_state
from tests.games.bower.positions import (
    actor,
    after_draft,
    begin,
    cell,
    hand,
    hand_names,
    lay,
    offered,
    play,
    ready_for_bonus,
    row_names,
    set_made,
    stacked,
    table_for,
    to_place,
)

GOALS_IN_ORDER = "yellow_flower purple_flower red_flower yellow_feather purple_feather red_feather any_flower"


@pytest.mark.clause("BW-10")
def test_goals_are_seen_by_their_owner_only() -> None:
    match = table_for()
    state = stacked(match, goals=GOALS_IN_ORDER)
    first, second = goals_of(state.view(0)), goals_of(state.view(1))
    assert first == ["yellow_flower", None, "red_flower", None, "purple_feather", None, None, None]
    assert second == [None, "purple_flower", None, "yellow_feather", None, "red_feather", None, None]
    assert goals_of(state.view()) == [None] * 8


@pytest.mark.clause("BW-10", "BW-12")
def test_who_begins_has_nothing_to_do_with_the_columns() -> None:
    match = table_for()
    begins = {int(new_state(match.game, luck_of(seed)).numbers[at.FIRST]) for seed in range(20)}
    assert begins == {0, 1}


@pytest.mark.clause("BW-11")
def test_three_tiles_lie_open_and_the_rest_is_stacked() -> None:
    match = table_for()
    state = stacked(match, "n05 n06 n07")
    assert row_names(match, state) == ["n05", "n06", "n07"]
    assert state.numbers[at.NEST_LEFT] == 33
    assert state.numbers[at.BONUS_LEFT] == 20


@pytest.mark.clause("BW-12")
def test_first_one_of_three_then_one_of_two_then_the_row_is_filled() -> None:
    match = table_for()
    state = stacked(match, "n05 n06 n07 n08 n09", first=1)
    assert actor(state) == 1
    assert offered(match, state) == {"n05", "n06", "n07"}
    play(match, state, "n06")
    assert actor(state) == 0
    assert offered(match, state) == {"n05", "n07"}
    play(match, state, "n05")
    assert row_names(match, state) == ["n09", "n08", "n07"] or row_names(match, state) == ["n08", "n09", "n07"]
    assert actor(state) == 1
    assert (hand_names(match, state, 0), hand_names(match, state, 1)) == ({"n05"}, {"n06"})


@pytest.mark.clause("BW-20")
def test_a_tile_of_the_row_comes_to_the_hand_and_the_row_is_filled() -> None:
    match = table_for()
    state = after_draft(match, "n01 n02 n03 n04 n05 n06")
    row = row_names(match, state)
    assert offered(match, state) == set(row)
    play(match, state, row[1])
    assert hand_names(match, state, 0) == {"n01", row[1]}
    assert row_names(match, state) == [row[0], "n06", row[2]]
    came = at.SEAT + at.CAME
    assert (
        state.view(1).numbers[came] == state.view().numbers[came] == state.numbers[at.OWN + at.HAND]
    )  # both saw it: public memory
    assert state.view(1).numbers[at.OWN + at.HAND] == 0  # the hand itself is not shown


@pytest.mark.clause("BW-21")
def test_a_tile_touches_the_board_or_a_tile_by_an_edge() -> None:
    match = table_for()
    state = after_draft(match)
    lay(match, state, 0, ["n01 3.1 3.2"])
    to_place(match, state, 0, "n02")
    assert offered(match, state) == {"n02>", "n02^", "n02<", "n02v"}
    play(match, state, "n02>")
    assert offered(match, state) == {"1.1", "4.1", "5.1", "1.2", "4.2", "2.3", "3.3"}
    for refused, reason in (("6.1", "outside"), ("2.1", "taken"), ("4.3", "touch")):
        action = 1 << cell(refused)
        (objection,) = match.objections(state.view(0), action)
        assert (objection.clause, objection.reason.key) == ("BW-21", f"objection.{reason}")
        with pytest.raises(IllegalMove):
            state.play(0, action)


@pytest.mark.clause("BW-21")
def test_any_turn_is_allowed_and_surfaces_do_not_matter() -> None:
    match = table_for()
    for arrow, second in ((">", "4.1"), ("^", "3.2"), ("<", "2.1")):
        state = after_draft(match)
        to_place(match, state, 0, "n36")
        play(match, state, f"n36{arrow}", "3.1")
        faces = {int(state.numbers[at.SEAT + at.CELL + cell(where)]) - 1 for where in ("3.1", second)}
        tile = match.parts.tile_number("n36")
        assert faces == {2 * tile, 2 * tile + 1}
    state = after_draft(match)
    to_place(match, state, 0, "n36")
    play(match, state, "n36v")
    assert offered(match, state) == {f"{column}.2" for column in range(1, 7)}  # half b reaches the board


@pytest.mark.clause("BW-22")
def test_where_nothing_fits_the_turn_ends_and_the_tile_stays() -> None:
    match = table_for()
    state = after_draft(match)
    full_but_holes(match, state)
    hand(match, state, 0, "n30")
    set_made(state, 5, 5)
    begin(match, state, 0)
    row = row_names(match, state)
    play(match, state, row[0])
    assert actor(state) == 1
    assert hand_names(match, state, 0) == {"n30", row[0]}
    assert state.numbers[at.SEAT + at.MADE] == 6
    assert state.numbers[at.SEAT + at.KEPT] == 0


def full_but_holes(match: BowerMatch, state: State) -> None:
    """A nest of seat 0 in which only single cells are free."""
    earth = at.SEAT + at.SURFACE + at.EARTH
    state.numbers[earth] = ((1 << 24) - 1) & ~(1 << cell("1.1") | 1 << cell("3.3") | 1 << cell("6.4"))
    assert state.numbers[at.SEAT + at.GIVEN] == 0


@pytest.mark.clause("BW-22")
def test_where_a_tile_fits_placing_is_compulsory() -> None:
    match = table_for()
    state = after_draft(match)
    full_but_holes(match, state)
    state.numbers[at.SEAT + at.SURFACE + at.EARTH] &= ~(1 << cell("2.1"))
    begin(match, state, 0)
    play(match, state, row_names(match, state)[0])
    assert state.numbers[at.PHASE] == at.CHOOSE
    assert {text[-1] for text in offered(match, state)} == {">", "<"}


# ---- the end and the modes --------------------------------------------------------------------------------


@pytest.mark.clause("BW-50")
@pytest.mark.parametrize(("options", "turns"), [({}, 12), ({"hard": True}, 15), ({"fair": True}, 12)])
def test_the_game_ends_when_both_have_made_their_turns(options: dict[str, object], turns: int) -> None:
    match = table_for(**options)
    for seed in range(5):
        state = new_state(match.game, luck_of(f"end {seed}"))
        luck = luck_of(f"end moves {seed}")
        while not state.is_over():
            assert state.numbers[at.SEAT + at.MADE] < turns or state.numbers[at.SEAT + at.SEAT_SIZE + at.MADE] < turns
            assert not state.numbers[at.SHOWN_GOALS]
            state.play(actor(state), luck.bit_of(state.legal(actor(state))))
        assert state.numbers[at.SEAT + at.MADE] == state.numbers[at.SEAT + at.SEAT_SIZE + at.MADE] == turns
        assert None not in goals_of(state.view())


@pytest.mark.clause("BW-60")
def test_hard_is_five_deep_and_seven_bonus_tiles_lie_open() -> None:
    match = table_for(hard=True)
    names = "ornament_red token_x loss gift cover nest_white scout_goal"
    state = ready_for_bonus(match, names)
    assert {BONUS_NAMES[tile] for tile in bit_numbers(int(state.view().numbers[at.OFFER]))} == set(names.split())
    play(match, state, "5.1")
    assert offered(match, state) == set(names.split())
    play(match, state, "ornament_red")
    assert len(bit_numbers(int(state.view().numbers[at.OFFER]))) == 6
    assert state.numbers[at.BONUS_LEFT] == 0
    state = after_draft(match)
    lay(match, state, 0, ["n01 1.1 1.2", "n02 1.3 1.4"])
    to_place(match, state, 0, "n06")
    play(match, state, "n06>")
    assert "1.5" in offered(match, state)


@pytest.mark.clause("BW-60")
def test_hard_gives_nothing_when_no_bonus_tile_is_left() -> None:
    match = table_for(hard=True)
    state = ready_for_bonus(match)
    state.numbers[at.OFFER] = 0
    play(match, state, "5.1")
    assert (state.numbers[at.PHASE], actor(state)) == (at.TAKE, 1)


@pytest.mark.clause("BW-60")
def test_hard_moves_the_limits_of_gift_and_double_turn() -> None:
    match = table_for(hard=True)
    for name, made, allowed in (
        ("gift", 14, True),
        ("gift", 15, False),
        ("double_turn", 13, True),
        ("double_turn", 14, False),
        ("double_turn", 15, False),
    ):
        state = after_draft(match)
        set_made(state, 12, made)
        state.numbers[at.PHASE], state.numbers[at.USING], state.numbers[0], state.numbers[at.ACTOR] = at.USE, 0, 1, 0
        state.numbers[at.USING] = BONUS_NAMES.index(name) + 1
        assert ("use" in offered(match, state)) is allowed, (name, made)


@pytest.mark.clause("BW-61")
def test_fair_leaves_four_tiles_in_the_box() -> None:
    out = {"token_x", "gift", "double_turn", "loss"}
    fair = table_for(fair=True)
    assert {BONUS_NAMES[tile] for tile in fair.game.config.bonus} == set(BONUS_NAMES) - out
    both = table_for(fair=True, hard=True)
    for seed in range(30):
        offer = bit_numbers(int(new_state(both.game, luck_of(seed)).numbers[at.OFFER]))
        assert len(offer) == 7
        assert not {BONUS_NAMES[tile] for tile in offer} & out
