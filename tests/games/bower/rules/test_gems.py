"""Bower, the third gem and the bonus tile it brings: BW-23, BW-24, BW-X2."""

from __future__ import annotations

import pytest

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import BONUS_NAMES
from domik.games.bower.rules.reading import bit_numbers, goals_of
from domik.kernel.luck import luck_of
from domik.kernel.state import State, new_state
from tests.games.bower.positions import (
    actor,
    after_draft,
    cell,
    edited,
    lay,
    offered,
    play,
    ready_for_bonus,
    restack,
    table_for,
    tiles_in,
    to_place,
)

# ---- three gems (BW-23) -----------------------------------------------------------------------------------


def bonus_after(match: BowerMatch, laid: list[str], name: str, arrow: str, where: str, branch: str = "") -> bool:
    """Whether placing this tile into this nest brings a bonus tile."""
    state = after_draft(match)
    lay(match, state, 0, laid)
    if branch:
        first, last = branch.split("-")
        state.numbers[at.TOKEN + 4] = 1 | cell(first) << 8 | cell(last) << 16
        state.numbers[at.SEAT + at.BRANCH] = 1 << cell(first) | 1 << cell(last)
    to_place(match, state, 0, name)
    play(match, state, f"{name}{arrow}", where)
    return bool(state.numbers[at.PHASE] == at.BONUS)


@pytest.mark.clause("BW-23")
def test_a_column_that_reaches_three_gems_pays() -> None:
    match = table_for()
    # Three gems in column 2 on three different surfaces: n31 b (gravel, two gems), then n03 b (straw, one gem).
    assert bonus_after(match, ["n31 1.1 2.1"], "n03", ">", "1.2")
    assert not bonus_after(match, ["n31 1.1 2.1"], "n03", "<", "4.1")
    assert not bonus_after(match, ["n31 1.1 2.1"], "n20", ">", "1.2")


@pytest.mark.clause("BW-23")
def test_a_group_that_reaches_three_gems_pays() -> None:
    match = table_for()
    # Moss: n19 b has two gems, n09 a has one; the columns differ.
    assert bonus_after(match, ["n19 1.1 2.1"], "n09", ">", "3.1")
    assert not bonus_after(match, ["n19 1.1 2.1"], "n09", ">", "4.1")
    # A tile without gems that joins two groups counts too: two gems here, one there.
    assert bonus_after(match, ["n19 1.1 2.1", "n09 5.1 6.1"], "n10", ">", "3.1")


@pytest.mark.clause("BW-23")
def test_a_group_that_had_three_gems_pays_nothing_more() -> None:
    match = table_for()
    before = ["n19 1.1 2.1", "n09 3.1 4.1"]
    assert not bonus_after(match, before, "n12", ">", "5.1")
    assert not bonus_after(match, [*before, "n35 6.1 6.2"], "n10", "^", "5.1")  # joins one that had three


@pytest.mark.clause("BW-23")
def test_a_branch_that_brings_three_gems_pays_nothing_then_or_later() -> None:
    match = table_for()
    laid = ["n19 1.1 2.1", "n09 4.1 4.2"]
    assert not bonus_after(match, laid, "n10", "^", "5.1", branch="2.1-4.1")
    assert bonus_after(match, laid, "n10", ">", "5.1") is False  # not joined: two gems and one
    state = after_draft(match)
    lay(match, state, 0, laid)
    state.numbers[at.PHASE], state.numbers[at.USING], state.numbers[0], state.numbers[at.ACTOR] = (
        at.JOIN,
        at.TOKEN_BRANCH + 1,
        1,
        0,
    )
    play(match, state, "2.1-4.1")
    assert state.numbers[at.PHASE] == at.TAKE
    assert actor(state) == 1


@pytest.mark.clause("BW-23")
def test_gems_on_earth_count_for_columns_only() -> None:
    moss = 'a = { surface = "moss", ornaments = ["white_feather", "gem"] }'
    match = edited((moss, 'a = { surface = "earth", ornaments = ["gem", "gem", "gem"] }'))
    assert bonus_after(match, [], "nest_moss", ">", "1.1")  # the column has three at once
    white = 'a = { surface = "earth", ornaments = ["white_flower", "white_flower"] }'
    match = edited(
        (moss, 'a = { surface = "earth", ornaments = ["gem"] }'),
        (white, 'a = { surface = "earth", ornaments = ["gem", "gem"] }'),
    )
    assert not bonus_after(match, ["nest_white 1.1 1.2"], "nest_moss", "^", "2.1")  # earth forms no group
    assert bonus_after(match, ["nest_white 1.1 1.2"], "nest_moss", "^", "1.3")  # but one column


@pytest.mark.clause("BW-23")
def test_a_line_that_fell_under_three_pays_again() -> None:
    match = table_for()
    state = after_draft(match)
    lay(match, state, 0, ["n31 1.1 2.1", "n03 1.2 2.2"])  # three gems in column 2
    state.numbers[at.COVERING] = match.parts.tile_number("n20") + 1
    state.numbers[at.USING], state.numbers[at.PHASE], state.numbers[at.ACTOR], state.numbers[0] = (
        at.COVER + 1,
        at.COVER_TURN,
        0,
        1,
    )
    play(match, state, ">", "1.1")
    assert int(state.numbers[at.SEAT + at.COLUMN + 1]) >> at.GEM_SHIFT == 1
    to_place(match, state, 0, "n30")
    play(match, state, "n30^", "2.3")
    assert state.numbers[at.PHASE] == at.BONUS


@pytest.mark.clause("BW-X2")
def test_one_bonus_a_turn_and_none_for_the_fourth_gem() -> None:
    match = table_for()
    state = after_draft(match)
    lay(match, state, 0, ["n31 1.1 2.1"])
    to_place(match, state, 0, "n03")
    play(match, state, "n03>", "1.2")
    assert state.numbers[at.PHASE] == at.BONUS
    play(match, state, next(iter(offered(match, state))))
    assert not bonus_after(match, ["n31 1.1 2.1", "n03 1.2 2.2"], "n35", "^", "2.3")  # the 4th gem in column 2
    # n30 a (straw, two gems) above n03 b: three in column 2 and three in the straw group at once, one bonus tile.
    laid = ["n26 1.1 2.1", "n03 3.2 2.2"]
    state = after_draft(match)
    lay(match, state, 0, laid)
    to_place(match, state, 0, "n30")
    play(match, state, "n30^", "2.3")
    assert state.numbers[at.PHASE] == at.BONUS
    names = offered(match, state)
    quiet = next(name for name in sorted(names) if name.startswith(("nest", "ornament")))
    play(match, state, quiet)
    assert actor(state) == 1
    assert state.numbers[at.PHASE] == at.TAKE


# ---- taking a bonus tile (BW-24) --------------------------------------------------------------------------


@pytest.mark.clause("BW-24")
def test_three_are_drawn_one_is_kept_and_shown_two_are_discarded_unseen() -> None:
    match = table_for()
    state = ready_for_bonus(match, "ornament_red token_x loss gift")
    play(match, state, "5.1")
    assert offered(match, state) == {"ornament_red", "token_x", "loss"}
    assert state.view(1).numbers[at.OWN + at.DRAWN] == 0
    play(match, state, "ornament_red")
    assert bit_numbers(int(state.numbers[at.SEAT + at.KEPT])) == [BONUS_NAMES.index("ornament_red")]
    assert bit_numbers(int(state.numbers[at.OWN + at.DISCARDS])) == [
        BONUS_NAMES.index("token_x"),
        BONUS_NAMES.index("loss"),
    ]
    assert list(state.view(1).numbers[at.OPEN_SIZE : at.OPEN_SIZE + at.OWN_SIZE]) == [0] * at.OWN_SIZE
    assert state.numbers[at.BONUS_LEFT] == 17
    assert actor(state) == 1  # an ornament tile asks nothing more


@pytest.mark.clause("BW-24")
def test_a_declined_tile_goes_to_hand_and_is_never_used() -> None:
    match = table_for()
    state = ready_for_bonus(match, "scout_goal token_x loss")
    play(match, state, "5.1", "scout_goal")
    assert offered(match, state) == {"use", "decline"}
    play(match, state, "decline")
    assert state.numbers[at.SEAT + at.DECLINED] == 1 << at.SCOUT_GOAL
    assert actor(state) == 1
    assert not int(state.numbers[at.OWN + at.HAND]) >> at.NEST_BONUS
    assert goals_of(state.view(0))[1] is None


@pytest.mark.clause("BW-24")
def test_the_discards_are_shuffled_when_the_stack_runs_out() -> None:
    match = table_for()
    state = ready_for_bonus(match)
    left, mine, theirs = [BONUS_NAMES.index("cover")], 0, 0
    for tile in bit_numbers((1 << 20) - 1):
        if tile in left:
            continue
        if tile % 2:
            mine |= 1 << tile
        else:
            theirs |= 1 << tile
    stack_only(state, left, mine, theirs)
    words = [int(state.numbers[at.SEALED + at.LUCK + k]) for k in range(4)]
    play(match, state, "5.1")
    assert state.numbers[at.DRAWN_NOW] == 3
    assert "cover" in offered(match, state)
    assert state.numbers[at.BONUS_LEFT] == 17
    assert [int(state.numbers[at.SEALED + at.LUCK + k]) for k in range(4)] != words
    stack = set(tiles_in(state.numbers, at.BONUS_STACK))
    assert stack == set(range(20)) - {BONUS_NAMES.index(name) for name in offered(match, state)}
    assert state.numbers[at.OWN + at.DISCARDS] == state.numbers[at.OWN + at.OWN_SIZE + at.DISCARDS] == 0
    assert state.numbers[at.OWN + at.FORMER] == theirs
    again = ready_for_bonus(match)
    stack_only(again, left, mine, theirs)
    again.numbers[at.SEALED + at.LUCK] += 1
    play(match, again, "5.1")
    assert list(again.numbers) != list(state.numbers)  # another luck, another stack


def stack_only(state: State, left: list[int], mine: int, theirs: int) -> None:
    """The bonus stack and the discards are exactly these."""
    restack(state, at.BONUS_STACK, left)
    state.numbers[at.BONUS_LEFT] = len(left)
    for seat, mask in enumerate((mine, theirs)):
        state.numbers[at.OWN + at.OWN_SIZE * seat + at.DISCARDS] = mask
        state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.DISCARDED] = len(bit_numbers(mask))


@pytest.mark.clause("BW-24")
def test_fewer_than_three_only_when_there_are_no_more() -> None:
    match = table_for()
    state = ready_for_bonus(match)
    stack_only(state, [at.ORNAMENT_YELLOW], 1 << at.ORNAMENT_SHELLS, 0)
    play(match, state, "5.1")
    assert offered(match, state) == {"ornament_yellow", "ornament_shells"}
    state = ready_for_bonus(match)
    stack_only(state, [], 0, 0)
    play(match, state, "5.1")
    assert (state.numbers[at.PHASE], actor(state)) == (at.TAKE, 1)


@pytest.mark.clause("BW-24")
def test_kept_tiles_do_not_return() -> None:
    match = table_for()
    for seed in range(60):
        state = new_state(match.game, luck_of(f"kept {seed}"))
        luck = luck_of(f"kept moves {seed}")
        while not state.is_over():
            state.play(actor(state), luck.bit_of(state.legal(actor(state))))
            kept = int(state.numbers[at.SEAT + at.KEPT]) | int(state.numbers[at.SEAT + at.SEAT_SIZE + at.KEPT])
            discards = int(state.numbers[at.OWN + at.DISCARDS]) | int(state.numbers[at.OWN + at.OWN_SIZE + at.DISCARDS])
            stack = set(tiles_in(state.numbers, at.BONUS_STACK))
            assert not kept & discards
            assert not stack & set(bit_numbers(kept | discards))
