"""Bower's eggs: BW-30 to BW-33, BW-51 to BW-56, and the rulebook's own example BW-X1."""

from __future__ import annotations

import pytest

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.nest import clear_cell
from domik.games.bower.rules.parts import BONUS_NAMES, GOAL_NAMES
from domik.kernel.state import State
from domik.language import words_for
from tests.games.bower.positions import cell, edited, lay, over_view, stacked, table_for

FIRST_NEST = [
    "n01 6.1 6.2", "n03 6.3 5.3", "n06 6.4 5.4", "n07 5.2 4.2", "n13 1.4 2.4", "n15 4.3 3.3", "n17 2.3 1.3",
    "n31 1.1 1.2", "n33 3.4 4.4", "n34 3.1 2.1", "nest_coloured_shells 4.1 5.1", "nest_white 2.2 3.2",
]  # fmt: skip
SECOND_NEST = [
    "n05 4.2 4.1", "n09 1.3 2.3", "n11 2.4 1.4", "n12 2.1 3.1", "n18 6.3 6.4", "n23 3.4 3.3", "n24 2.2 3.2",
    "n25 1.1 1.2", "n27 4.4 5.4", "n29 4.3 5.3", "n35 5.1 5.2", "n36 6.2 6.1",
]  # fmt: skip
EXAMPLE_GOALS = "any_flower yellow_flower red_feather any_feather purple_feather yellow_feather"


class Table:
    """Two nests, tokens and bonus tiles, ready to be scored."""

    def __init__(
        self, first: list[str], second: list[str], goals: str = EXAMPLE_GOALS, match: BowerMatch | None = None
    ) -> None:
        self.match = match or table_for()
        self.state: State = stacked(self.match, goals=goals)
        lay(self.match, self.state, 0, first)
        lay(self.match, self.state, 1, second)

    def goal(self, column: int, name: str) -> Table:
        """Overwrite one goal, doubled or not."""
        shift = at.GOAL_BITS * (column - 1)
        goals = int(self.state.numbers[at.SEALED + at.GOALS_DEALT]) & ~(at.GOAL << shift)
        self.state.numbers[at.SEALED + at.GOALS_DEALT] = goals | (GOAL_NAMES.index(name) + 1) << shift
        return self

    def keeps(self, seat: int, name: str) -> Table:
        self.state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.KEPT] |= 1 << BONUS_NAMES.index(name)
        return self

    def token(self, seat: int, name: str, where: str) -> Table:
        """A white flower, a white feather or the shells."""
        tile = BONUS_NAMES.index(f"token_{name}")
        self.state.numbers[at.TOKEN + tile - at.TOKEN_X] = 1 | seat << 1 | cell(where) << 8
        added = {
            "white_flower": at.ONE_WHITE_FLOWER,
            "white_feather": at.ONE_WHITE_FEATHER,
            "shells": 2 * at.ONE_SHELL,
        }[name]
        self.state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.COLUMN + cell(where) % at.WIDTH] += added
        return self

    def branch(self, seat: int, first: str, last: str) -> Table:
        self.state.numbers[at.TOKEN + at.TOKENS - 1] = 1 | seat << 1 | cell(first) << 8 | cell(last) << 16
        self.state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.BRANCH] = 1 << cell(first) | 1 << cell(last)
        return self

    def lines(self) -> dict[str, tuple[int, int]]:
        """Ends the game: what for (in English) -> seat and eggs; the compiled count must agree with the lines."""
        view = over_view(self.match, self.state)
        say = words_for("en", ("domik.games.bower.words",))
        tally = self.match.tally(view)
        for seat in (0, 1):
            assert sum(line.points for line in tally if line.seat == seat) == self.state.score(seat)
        winners = self.match.outcome(view).winners
        assert sum(1 << seat for seat in winners) == self.state.winners()
        return {say(line.reason): (line.seat, line.points) for line in tally}


@pytest.mark.clause("BW-X1")
def test_the_rulebooks_example() -> None:
    table = Table(FIRST_NEST, SECOND_NEST).token(1, "white_feather", "4.3").branch(1, "2.2", "4.2")
    table.keeps(0, "ornament_yellow").keeps(1, "ornament_shells")
    assert table.lines() == {
        "largest group, straw: 6–6, more shells (4–0)": (1, 1),
        "largest group, moss: 8–4": (1, 1),
        "largest group, gravel: 8–5": (0, 1),
        "column 1: flowers of any colour, exactly 1–0": (1, 2),
        "column 2: yellow flowers 4–0": (0, 1),
        "column 3: red feathers 2–2, more shells (1–0)": (1, 1),
        "column 4: feathers of any colour 4–4, the coloured shells": (0, 1),
        "column 5: purple feathers 2–0": (1, 1),
        "bonus tile “Yellow ornaments”: 9–7": (0, 1),
    }
    assert [int(table.state.score(seat)) for seat in (0, 1)] == [4, 6]
    assert table.state.winners() == 0b10
    assert (
        not table.state.numbers[at.SEAT + at.SURFACE + at.STRAW] & table.state.numbers[at.SEAT + at.SURFACE + at.MOSS]
    )
    for seat in (0, 1):  # both nests are full
        assert all(table.state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.CELL + k] for k in range(24))


@pytest.mark.clause("BW-51")
def test_the_larger_group_gets_an_egg() -> None:
    lines = Table(["n01 1.1 2.1", "n04 3.1 4.1"], ["n06 1.1 2.1"]).lines()
    assert lines["largest group, straw: 4–2"] == (0, 1)
    lines = Table(["n01 1.1 2.1"], ["n06 1.1 2.1", "n04 3.1 4.1"]).lines()
    assert lines["largest group, straw: 4–2"] == (1, 1)
    assert not [what for what in lines if "moss" in what]  # none on both sides: nobody


@pytest.mark.clause("BW-51")
def test_equal_groups_compare_shells_of_that_group_only() -> None:
    lines = Table(["n01 1.1 2.1"], ["n05 1.1 2.1"]).lines()
    assert lines["largest group, straw: 2–2, more shells (2–0)"] == (1, 1)
    assert not [what for what in Table(["n01 1.1 2.1"], ["n04 1.1 2.1"]).lines() if "straw" in what]
    # shells elsewhere do not count
    lines = Table(["n01 1.1 2.1", "n10 4.1 5.1"], ["n04 1.1 2.1", "n12 4.1 5.1"]).lines()
    assert not [what for what in lines if "straw" in what]


@pytest.mark.clause("BW-51", "BW-35")
def test_of_equal_groups_the_one_with_most_shells_is_used_and_tokens_count() -> None:
    lines = Table(["n01 1.1 2.1", "n05 5.1 6.1"], ["n02 1.1 2.1"]).lines()
    assert lines["largest group, straw: 2–2, more shells (2–1)"] == (0, 1)
    lines = Table(["n01 1.1 2.1"], ["n02 1.1 2.1"]).token(0, "shells", "1.1").lines()
    assert lines["largest group, straw: 2–2, more shells (2–1)"] == (0, 1)


@pytest.mark.clause("BW-31")
def test_coloured_shells_win_the_moss_tie_and_never_straw_or_gravel() -> None:
    mine = ["nest_coloured_shells 1.1 1.2", "n19 3.1 2.1"]  # moss 1.1 and 2.1
    theirs = ["n08 1.1 2.1"]  # moss with two shells
    assert Table(mine, theirs).lines()["largest group, moss: 2–2, the coloured shells"] == (0, 1)
    assert Table(theirs, mine).lines()["largest group, moss: 2–2, the coloured shells"] == (1, 1)
    # they lie in another moss group than the largest: no help
    apart = ["nest_coloured_shells 6.1 6.2", "n07 1.1 2.1"]
    assert Table(apart, theirs).lines()["largest group, moss: 2–2, more shells (2–0)"] == (1, 1)
    shells = 'ornaments = ["coloured_shells"] }'
    straw = edited((f'a = {{ surface = "moss", {shells}', f'a = {{ surface = "straw", {shells}'))
    lines = Table(["nest_coloured_shells 1.1 1.2", "n19 2.1 3.1"], ["n05 1.1 2.1"], match=straw).lines()
    assert lines["largest group, straw: 2–2, more shells (2–0)"] == (1, 1)


@pytest.mark.clause("BW-31")
def test_coloured_shells_win_their_column_but_not_at_nil_nil() -> None:
    mine = ["nest_coloured_shells 1.1 2.1", "n02 1.2 1.3"]
    theirs = ["n13 1.1 1.2", "n06 1.3 1.4"]
    tied = Table(mine, theirs).goal(1, "yellow_flower")
    assert tied.lines()["column 1: yellow flowers 1–1, the coloured shells"] == (0, 1)
    assert not [what for what in Table(mine, theirs).goal(1, "purple_feather").lines() if "column 1" in what]


@pytest.mark.clause("BW-31")
def test_covered_coloured_shells_are_gone() -> None:
    mine, theirs = ["nest_coloured_shells 1.1 2.1", "n02 1.2 1.3"], ["n13 1.1 1.2", "n06 1.3 1.4"]
    table = Table(mine, theirs).goal(1, "yellow_flower")
    for covered in ("1.1", "2.1"):
        clear_cell(table.state.numbers, 0, table.match.game.config, cell(covered))
    lay(table.match, table.state, 0, ["n03 1.1 2.1"])
    assert table.lines()["column 1: yellow flowers 1–1, more shells (2–1)"] == (1, 1)


@pytest.mark.clause("BW-52")
def test_columns_go_to_more_matches_then_more_shells() -> None:
    mine = ["n10 1.1 1.2"]  # two yellow flowers, two shells
    assert Table(mine, ["n02 1.1 1.2"]).goal(1, "yellow_flower").lines()["column 1: yellow flowers 2–1"] == (0, 1)
    tied = Table(mine, ["n20 1.1 1.2"]).goal(1, "yellow_flower").lines()
    assert tied["column 1: yellow flowers 2–2, more shells (2–0)"] == (0, 1)
    equal = Table(["n20 1.1 1.2"], ["n28 1.2 1.1"]).goal(1, "yellow_flower").lines()
    assert not [what for what in equal if "column 1" in what]
    none = Table(mine, ["n20 1.1 1.2"]).goal(1, "red_flower").lines()
    assert not [what for what in none if "column 1" in what]  # both none: nobody, whatever the shells


@pytest.mark.clause("BW-53")
def test_exactly_one_against_none_gives_two_eggs() -> None:
    lines = Table(["n02 1.1 1.2"], ["n03 1.1 1.2"]).goal(1, "red_feather").lines()
    assert lines["column 1: red feathers, exactly 1–0"] == (0, 2)
    lines = Table(["n23 1.1 1.2"], ["n03 1.1 1.2"]).goal(1, "red_feather").lines()
    assert lines["column 1: red feathers 2–0"] == (0, 1)


@pytest.mark.clause("BW-53", "BW-30")
@pytest.mark.parametrize(
    ("mine", "goal", "eggs"),
    [
        (["nest_white 1.1 1.2"], "red_flower", 2),  # two whites and no true match: one of them differs
        (["nest_white 1.1 1.2", "n06 1.4 1.3"], "red_flower", 2),  # one true match: both whites differ
        (["nest_white 1.1 1.2", "n14 1.3 1.4"], "red_flower", 1),  # two true matches
        (["nest_white 1.1 1.2"], "any_flower", 1),  # a white goal counts every white: two
        (["nest_straw 1.1 1.2"], "any_flower", 2),
    ],
)
def test_whites_may_differ_to_keep_one_against_none(mine: list[str], goal: str, eggs: int) -> None:
    lines = Table(mine, ["n03 1.1 1.2"]).goal(1, goal).lines()
    assert [line for what, line in lines.items() if "column 1" in what] == [(0, eggs)]
    lines = Table(["n03 1.1 1.2"], mine).goal(1, goal).lines()
    assert [line for what, line in lines.items() if "column 1" in what] == [(1, eggs)]


@pytest.mark.clause("BW-30")
def test_whites_count_as_any_colour_for_goals() -> None:
    table = Table(["nest_white 1.1 1.2", "n06 1.4 1.3"], ["n14 1.1 1.2"])
    assert table.goal(1, "red_flower").lines()["column 1: red flowers 3–2"] == (0, 1)


@pytest.mark.clause("BW-54")
def test_white_goals_count_every_colour_and_white() -> None:
    mine = ["nest_white 1.1 1.2", "n06 1.3 1.4"]  # two whites, a yellow and a red flower; two white feathers
    lines = Table(mine, ["n10 1.1 1.2"]).goal(1, "any_flower").lines()
    assert lines["column 1: flowers of any colour 4–2"] == (0, 1)
    lines = Table(mine, ["n23 1.1 1.2"]).goal(1, "any_feather").lines()
    assert lines["column 1: feathers of any colour 3–2"] == (1, 1)


@pytest.mark.clause("BW-32", "BW-55")
def test_ornament_tiles_pay_for_strictly_more_of_their_colour() -> None:
    yellow = ["n10 1.1 1.2"]
    more = Table(yellow, ["n02 1.1 1.2"]).keeps(0, "ornament_yellow").lines()
    assert more["bonus tile “Yellow ornaments”: 2–1"] == (0, 1)
    equal = Table(yellow, ["n12 1.1 1.2"]).keeps(0, "ornament_yellow").lines()
    assert not [what for what in equal if "bonus" in what]
    whites = Table(["n02 1.1 1.2", "nest_white 2.1 2.2"], ["n06 1.1 1.2"]).keeps(0, "ornament_yellow").lines()
    assert not [what for what in whites if "bonus" in what]  # white ones do not count
    other = Table(yellow, ["n02 1.1 1.2"]).keeps(1, "ornament_yellow").lines()
    assert not [what for what in other if "bonus" in what]


@pytest.mark.clause("BW-32")
def test_what_lies_under_an_x_does_not_count() -> None:
    table = Table(["n10 1.1 1.2"], ["n02 1.1 1.2"]).keeps(0, "ornament_yellow")
    table.state.numbers[at.TOKEN] = 1 | cell("1.1") << 8
    table.state.numbers[at.SEAT + at.COLUMN] -= 1
    assert not [what for what in table.lines() if "bonus" in what]


@pytest.mark.clause("BW-33")
def test_the_shells_tile_looks_at_coloured_shells_first() -> None:
    coloured, plain = ["nest_coloured_shells 1.1 1.2"], ["n05 1.1 1.2"]
    mine = Table(coloured, plain).keeps(0, "ornament_shells").lines()
    assert mine["bonus tile for shells: the coloured shells"] == (0, 1)
    theirs = Table(coloured, plain).keeps(1, "ornament_shells").lines()
    assert not [what for what in theirs if "bonus" in what]
    more = Table(plain, ["n02 1.1 1.2"]).keeps(0, "ornament_shells").lines()
    assert more["bonus tile “Shells”: 2–1"] == (0, 1)
    equal = Table(plain, ["n08 1.1 1.2"]).keeps(0, "ornament_shells").lines()
    assert not [what for what in equal if "bonus" in what]


@pytest.mark.clause("BW-55")
def test_ornament_eggs_join_the_others() -> None:
    plain = Table(FIRST_NEST, SECOND_NEST)
    plain.lines()
    with_tile = Table(FIRST_NEST, SECOND_NEST).keeps(0, "ornament_yellow")
    with_tile.lines()
    assert with_tile.state.score(0) == plain.state.score(0) + 1


@pytest.mark.clause("BW-56")
def test_most_eggs_then_coloured_shells_then_shells_then_both() -> None:
    def winner(first: list[str], second: list[str], goals: str = "red_flower") -> tuple[int, str]:
        table = Table(first, second)
        for column in range(1, 7):
            table.goal(column, goals)
        table.lines()
        view = table.state.view()
        return int(table.state.winners()), table.match.outcome(view).reason.key

    straw, gravel = ["n01 1.1 2.1"], ["n18 1.1 2.1"]
    assert winner(straw, ["n14 1.2 2.2"], "purple_flower") == (0b11, "outcome.shared")  # an egg each, no shells
    assert winner(straw, gravel, "red_flower") == (0b11, "outcome.shared")
    shells = ["n16 1.1 2.1"]
    assert winner(straw, shells, "red_flower") == (0b10, "outcome.shells")
    assert winner(shells, straw, "red_flower") == (0b01, "outcome.shells")
    coloured = ["nest_coloured_shells 5.1 6.1"]
    assert winner(coloured, ["n16 1.1 2.1"], "red_feather") == (0b01, "outcome.coloured")
    assert winner([*straw, "n16 4.1 5.1"], straw, "red_flower") == (0b01, "outcome.eggs")
