"""Bower's box: BW-1 to BW-4, BW-40, component files of other owners, and deals."""

from __future__ import annotations

from collections import Counter

import pytest

from domik.games.bower import TITLE
from domik.games.bower.rules import state as at
from domik.games.bower.rules.parts import BONUS_NAMES, COLOURED_KIND, GOAL_NAMES, KIND_NAMES, check_deal
from domik.kernel.components import MARKS
from domik.kernel.errors import BadComponents
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from domik.language import words_for
from tests.games.bower.positions import actor, edited, nest, offered, play, stacked, table_for


@pytest.mark.clause("BW-1")
def test_a_nest_is_six_wide_and_four_deep_and_row_1_touches_the_board() -> None:
    match = table_for()
    state = stacked(match, "n01 n02 n03")
    play(match, state, "n01", "n02", "n03", "n01>")
    assert offered(match, state) == {f"{column}.1" for column in range(1, 6)}
    assert len(nest(match, state, 0).cells()) == 24


@pytest.mark.clause("BW-2")
def test_eight_goals_six_coloured_and_two_white() -> None:
    marks = table_for().parts.goal_marks
    assert set(marks) == set(GOAL_NAMES)
    assert len(GOAL_NAMES) == 8
    assert set(marks.values()) == {"sure", "likely"}


@pytest.mark.clause("BW-3")
def test_36_dominoes_with_one_surface_and_one_to_three_ornaments_a_cell() -> None:
    parts = table_for().parts
    tiles = [parts.tiles[k] for k in range(36)]
    assert parts.nest_tiles == 36
    assert len({tile.id for tile in tiles}) == 36
    faces = [face for tile in tiles for face in tile.faces]
    assert all(1 <= len(face.ornaments) <= 3 for face in faces)
    assert Counter(face.surface for face in faces) == {"straw": 24, "moss": 24, "gravel": 24}
    ornaments = Counter(name for face in faces for name in face.ornaments)
    assert ornaments == {**dict.fromkeys(KIND_NAMES[:6], 12), "gem": 27, "shell": 21}


@pytest.mark.clause("BW-4")
def test_20_different_bonus_tiles_and_five_tokens() -> None:
    parts = table_for().parts
    assert Counter(tile.group for tile in parts.bonus) == {
        "nest": 5,
        "ornament": 4,
        "scouting": 2,
        "token": 5,
        "interaction": 4,
    }
    assert len(set(BONUS_NAMES)) == 20
    assert parts.counts["bonus_tokens"] == 5
    assert parts.counts["eggs"] == 20
    assert [tile.worth for tile in parts.bonus if tile.group == "ornament"] == [1, 1, 1, 1]
    coloured = [tile.id for tile in parts.tiles.values() if COLOURED_KIND in tile.faces[0].ornaments]
    assert coloured == ["nest_coloured_shells"]


def test_every_value_keeps_its_mark() -> None:
    data = table_for().components.data
    for value in (*data["counts"].values(), *data["totals"].values(), *data["goals"], *data["tiles"], *data["bonus"]):
        assert value["mark"] in MARKS
    assert data["meta"]["reconstruction"] is True
    assert {tile["mark"] for tile in data["tiles"]} == {"ours"}


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('id = "n02"', 'id = "n01"', "tiles.2.id"),
        ('surface = "straw", ornaments = ["purple_feather"]', 'surface = "earth", ornaments = ["gem"]', "tiles.1.a"),
        ('ornaments = ["purple_feather"] }', "ornaments = [] }", "tiles.1.a.ornaments"),
        ('ornaments = ["purple_feather"] }', 'ornaments = ["white_flower"] }', "tiles.1.a.ornaments"),
        ('ornaments = ["purple_feather"] }', 'ornaments = ["red_feather"] }', "totals.ornaments_per_kind"),
        ('id = "loss"', 'id = "luck"', "bonus.20.id"),
        ('id = "loss"', 'id = "gift"', "bonus.20.id"),
        ('counts = "red"', 'counts = "yellow"', "bonus.8.counts"),
        ('ornaments = ["coloured_shells"]', 'ornaments = ["shell"]', "bonus"),
        ("nest_tiles = { value = 36", "nest_tiles = { value = 35", "tiles"),
        ("fair_bonus_tiles = { value = 16", "fair_bonus_tiles = { value = 15", "counts.fair_bonus_tiles"),
        ("hard_bonus_tiles = { value = 7", "hard_bonus_tiles = { value = 17", "counts.hard_bonus_tiles.value"),
        ("rows = { value = 4", "rows = { value = 9", "counts.rows.value"),
        ("turns = { value = 12", 'turns = { value = "many"', "counts.turns.value"),
        ("fair = false", 'fair = "no"', "bonus.12.fair"),
        ("worth = 2", "worth = 0", "bonus.15.worth"),
        ("span = 1 ", "span = 7 ", "bonus.16.span"),
        ('id = "any_feather"', 'id = "any_flower"', "goals.8.id"),
        ('mark = "sure"', 'mark = "maybe"', "counts.goals.mark"),
    ],
)
def test_wrong_files_are_refused_with_line_and_place(old: str, new: str, place: str) -> None:
    with pytest.raises(BadComponents) as caught:
        edited((old, new))
    args = caught.value.phrase.args
    assert args["file"] == "own.toml"
    assert str(args["place"]).startswith(place)
    assert int(str(args["line"])) > 1
    for language in ("en", "ru", "pl"):
        assert "own.toml" in words_for(language, ("domik.games.bower.words",))(caught.value.phrase)


@pytest.mark.parametrize("totals", ["5", "[]", "2024-01-02", '"none"'])
def test_totals_must_be_a_table(totals: str) -> None:
    promised = "[totals]" + table_for().components.text.split("[totals]")[1].split("# ---- goal pieces")[0]
    with pytest.raises(BadComponents) as caught:
        edited((promised, ""), ("[meta]", f"totals = {totals}\n[meta]"))
    said = words_for("en", ("domik.games.bower.words",))(caught.value.phrase)
    assert said == f"own.toml, line 7, totals: {totals} is not a table of values."


def few_tiles(count: int) -> tuple[tuple[str, str], ...]:
    """Edits that leave only so many nest tiles and no promised totals."""
    text = table_for().components.text
    head, _, tail = text.partition('[[tiles]]\nid = "n' + f"{count + 1:02}")
    gone = '[[tiles]]\nid = "n' + f"{count + 1:02}" + tail.split("# ---- bonus tiles")[0]
    totals = "[totals]" + head.split("[totals]")[1].split("# ---- goal pieces")[0]
    return ((gone, ""), (totals, ""), ("nest_tiles = { value = 36", f"nest_tiles = {{ value = {count}"))


@pytest.mark.clause("BW-40")
def test_an_empty_stack_does_not_fill_the_row_and_cover_does_nothing() -> None:
    match = edited(*few_tiles(6))
    state = stacked(match, "n01 n02 n03 n04 n05 n06")
    play(match, state, "n01", "n02", "n03", "n01>", "1.1")
    assert [int(state.numbers[at.ROW + k]) for k in range(3)].count(0) == 0
    play(match, state, "n04", "n02>", "1.1")
    assert [int(state.numbers[at.ROW + k]) for k in range(3)].count(0) == 1
    assert state.numbers[at.NEST_LEFT] == 0
    state.numbers[at.PHASE], state.numbers[at.USING] = at.USE, at.COVER + 1
    assert offered(match, state) == {"decline"}


@pytest.mark.clause("BW-40")
def test_games_with_few_tiles_still_end_and_36_always_suffice() -> None:
    for count in (3, 7, 20):
        match = edited(*few_tiles(count))
        for seed in range(20):
            state = new_state(match.game, luck_of(f"few {seed}"))
            luck = luck_of(f"moves {seed}")
            steps = 0
            while not state.is_over():
                state.play(actor(state), luck.bit_of(state.legal(actor(state))))
                steps += 1
            assert steps <= match.game.max_moves
    for options in ({}, {"hard": True}):
        match = table_for(**options)
        for seed in range(20):
            state = new_state(match.game, luck_of(f"all {seed}"))
            luck = luck_of(f"moves {seed}")
            while not state.is_over():
                if state.numbers[at.PHASE] != at.DRAFT:
                    assert all(state.numbers[at.ROW + k] for k in range(3))
                state.play(actor(state), luck.bit_of(state.legal(actor(state))))


def test_wrong_deals_are_found() -> None:
    for options in ({}, {"hard": True}, {"fair": True}):
        match = table_for(**options)
        deal = [int(number) for number in match.game.deal(luck_of(1))]
        assert not check_deal(match, deal)
        assert check_deal(match, deal[:-1])
        for place in (0, at.DEAL_FIRST, at.DEAL_NEST, len(deal) - at.LUCK_WORDS - 1):
            assert check_deal(match, [*deal[:place], 55, *deal[place + 1 :]])
        assert check_deal(match, [*deal[:-1], 1 << 32])
        assert check_deal(match, [deal[1], *deal[1:]])


def test_the_title_states_its_facts() -> None:
    title = TITLE
    assert (title.least_seats, title.most_seats) == (2, 2)
    assert [flag.name for flag in title.schema.flags("mode")] == ["hard", "fair"]
    for language, name in (("en", "Bower"), ("ru", "Шалаш"), ("pl", "Altanka")):
        words = words_for(language, (title.words_package,))
        assert words.texts["game.name"] == name
        assert all(words.has(f"{kind}.{mode}") for kind in ("mode", "mode_text") for mode in ("hard", "fair"))
