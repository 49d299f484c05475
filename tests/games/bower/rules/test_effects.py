"""Bower's bonus tiles that change what counts or is known: BW-30, BW-34, BW-35."""

from __future__ import annotations

import pytest

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.reading import goals_of
from domik.kernel.state import View
from tests.games.bower.positions import (
    GOALS_IN_ORDER,
    actor,
    after_draft,
    hand_names,
    nest,
    offered,
    play,
    table_for,
    to_use,
    using,
)


@pytest.mark.clause("BW-30")
def test_a_nest_bonus_tile_goes_to_hand_and_is_placed_later() -> None:
    match = table_for()
    state = after_draft(match)
    state.numbers[at.PHASE], state.numbers[at.ACTOR], state.numbers[0] = at.BONUS, 0, 1
    state.numbers[at.OWN + at.DRAWN] = 0b10001
    play(match, state, "nest_white")
    assert actor(state) == 1
    assert "nest_white" in hand_names(match, state, 0)
    state.numbers[at.PHASE], state.numbers[at.ACTOR], state.numbers[0] = at.CHOOSE, 0, 1
    play(match, state, "nest_white>", "1.1")
    faces = nest(match, state, 0).faces
    assert {face.surface for face in faces.values()} == {"earth"}
    assert all(not nest(match, state, 0).groups(surface) for surface in ("straw", "moss", "gravel"))


@pytest.mark.clause("BW-34")
@pytest.mark.parametrize("seat", [0, 1])
def test_scouting_a_goal_stays_known_to_the_scout_alone(seat: int) -> None:
    match, state = using("scout_goal", seat=seat)
    play(match, state, "use")
    columns = {"2", "4", "6"} if seat == 0 else {"1", "3", "5"}
    assert offered(match, state) == columns
    before_foe, before_all = list(state.view(1 - seat).numbers[at.OPEN_SIZE :]), goals_of(state.view())
    column = sorted(columns)[1]
    play(match, state, column)
    seen = goals_of(state.view(seat))
    assert seen[int(column) - 1] == GOALS_IN_ORDER.split()[int(column) - 1]
    assert len([goal for goal in seen if goal]) == 4
    assert list(state.view(1 - seat).numbers[at.OPEN_SIZE :]) == before_foe
    assert goals_of(state.view()) == before_all == [None] * 8
    assert state.view().numbers[at.SCOUTED] == int(column)  # everybody saw where


@pytest.mark.clause("BW-34")
def test_scouting_the_two_set_aside() -> None:
    match, state = using("scout_aside")
    play(match, state, "use")
    assert goals_of(state.view(0))[6:] == ["any_flower", "any_feather"]
    assert goals_of(state.view(1))[6:] == [None, None]
    assert actor(state) == 1


@pytest.mark.clause("BW-35")
def test_the_x_goes_on_a_flower_or_feather_of_either_nest() -> None:
    match, state = using("token_x", ["n05 1.1 1.2"], ["n02 1.1 1.2", "n33 2.1 3.1"])
    play(match, state, "use")
    # n05: red feather and gem, two shells; n02: yellow flower and shell, red feather; n33: flower and gem, feather
    assert offered(match, state) == {"own 1.1", "foe 1.1", "foe 1.2", "foe 2.1", "foe 3.1"}
    play(match, state, "foe 1.1")
    assert actor(state) == 1  # one kind there: nothing left to choose
    assert nest(match, state, 1).ornaments((1, 1)) == {"shell": 1}
    assert nest(match, state, 1).column(1) == {"shell": 1, "red_feather": 1}
    assert int(state.numbers[at.SEAT + at.SEAT_SIZE + at.COLUMN]) >> at.KIND_BITS * 0 & at.KIND == 0


@pytest.mark.clause("BW-35")
def test_the_x_asks_which_ornament_where_several_kinds_lie_and_takes_white_tokens_too() -> None:
    match, state = using("token_white_flower", ["n05 1.1 1.2"])
    play(match, state, "use", "1.1")
    assert nest(match, state, 0).ornaments((1, 1)) == {"red_feather": 1, "gem": 1, "white_flower": 1}
    to_use(match, state, 1, "token_x")
    play(match, state, "use", "foe 1.1")
    assert offered(match, state) == {"red_feather", "white_flower"}
    play(match, state, "white_flower")
    assert nest(match, state, 0).ornaments((1, 1)) == {"red_feather": 1, "gem": 1}
    assert int(state.numbers[at.SEAT + at.COLUMN]) >> at.KIND_BITS * at.WHITE_FLOWER & at.KIND == 0


@pytest.mark.clause("BW-35")
def test_an_x_without_flowers_and_feathers_can_only_be_declined() -> None:
    match = table_for()
    state = after_draft(match)
    to_use(match, state, 0, "token_x")
    assert offered(match, state) == {"decline"}
    to_use(match, state, 0, "token_branch")
    assert offered(match, state) == {"decline"}


@pytest.mark.clause("BW-35")
@pytest.mark.parametrize(
    ("name", "kind", "worth"),
    [
        ("token_white_flower", "white_flower", 1),
        ("token_white_feather", "white_feather", 1),
        ("token_shells", "shell", 2),
    ],
)
def test_tokens_go_on_own_cells_with_tiles_and_hide_nothing(name: str, kind: str, worth: int) -> None:
    match, state = using(name, ["n13 2.1 3.1"])
    play(match, state, "use")
    assert offered(match, state) == {"2.1", "3.1"}
    before = nest(match, state, 0).ornaments((2, 1))
    play(match, state, "2.1")
    after = nest(match, state, 0).ornaments((2, 1))
    assert after - before == {kind: worth}
    assert before - after == {}


@pytest.mark.clause("BW-35")
def test_the_branch_joins_two_cells_over_one_between_them() -> None:
    mine = ["n01 1.1 1.2", "n02 3.1 3.2", "n26 1.3 1.4"]
    match, state = using("token_branch", mine)
    play(match, state, "use")
    assert offered(match, state) == {"1.1-3.1", "1.2-3.2", "1.1-1.3", "1.2-1.4"}
    assert sorted(len(cells) for cells in nest(match, state, 0).groups("straw")) == [2, 3]
    play(match, state, "1.1-3.1")
    assert [len(cells) for cells in nest(match, state, 0).groups("straw")] == [5]
    assert match.read(branching(match), "3.1-1.1") == match.read(branching(match), "1.1-3.1")


def branching(match: BowerMatch) -> View:
    _, state = using("token_branch", ["n01 1.1 1.2", "n02 3.1 3.2"])
    play(match, state, "use")
    return state.view(0)


@pytest.mark.clause("BW-35")
def test_a_branch_between_different_surfaces_joins_nothing() -> None:
    match, state = using("token_branch", ["n01 1.1 1.2", "n07 3.1 3.2"])
    play(match, state, "use", "1.1-3.1")
    assert [len(cells) for cells in nest(match, state, 0).groups("straw")] == [2]
    assert [len(cells) for cells in nest(match, state, 0).groups("moss")] == [2]
