"""Cozy Cabin's component file: what must hold, the switches, and errors that name the line."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin import TITLE
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import check_deal
from domik.games.cabin.rules.reading import config_of
from domik.games.cabin.rules.state import MOST_YEARS
from domik.kernel.components import Components
from domik.kernel.errors import BadComponents
from domik.kernel.luck import luck_of
from domik.kernel.state import State
from domik.language import LANGUAGES, words_for
from tests.games.cabin.positions import dice, hand, let_live, play, read, table_for, with_deck

TEXT = TITLE.read_resource("components.toml")


def changed(old: str, new: str) -> Components:
    assert old in TEXT
    return Components(TEXT.replace(old, new, 1), "mine.toml")


def match_with(old: str, new: str, seats: int = 1, **options: object) -> CabinMatch:
    return TITLE.match(seats, options, changed(old, new))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("months = 8", "months = 9", "number"),
        ("water = 0, provisions = 1 }", "water = 0, provisions = 2 }", "total"),
        ('natural.gives = "wood"', 'natural.gives = "tea"', "word"),
        ('home.produces = "cosy"', 'home.produces = "wood"', "word"),
        ('id = "windfall"', 'id = "forest"', "twice"),
        ("cosy = 2.0", "cosy = 2.3", "half"),
        ("deck_reverses_each_month = true", 'deck_reverses_each_month = "yes"', "switch"),
        ('home_visit = "1->1"', 'home_visit = "3->3"', "word"),
        ("buildable = false", "buildable = true", "unbuildable"),
        ('effect = "steal"', 'effect = "lend"', "word"),
        ("upgraded = true", "upgraded = false", "twice"),
        ('id = "woodpile_raid"', 'id = "party"', "word"),
        ('id = "first_summer"', 'id = "last_summer"', "word"),
        ('deck = ["berry", "garden"', 'deck = ["berry", "berry"', "permutation"),
        ('require = ["birch:home"', 'require = ["birch:tree"', "word"),
        ('witness.actions = "', 'witness.actions = "x', "word"),
        ("start = { wood = 3,", "start = { wood = 7,", "number"),
        ('mark = "ours"', 'mark = "mine"', "word"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_with_its_line(old: str, new: str, why: str) -> None:
    components = changed(old, new)
    with pytest.raises(BadComponents) as caught:
        TITLE.match(1, {}, components)
    phrase = caught.value.phrase
    assert phrase.args["why"].key == f"components.{why}"  # type: ignore[union-attr]
    line = TEXT[: TEXT.index(old)].count("\n") + 1
    assert abs(int(str(phrase.args["line"])) - line) <= 2
    for language in LANGUAGES:
        assert "mine.toml" in words_for(language, ("domik.games.cabin.words",))(phrase)


def test_a_missing_card_is_refused() -> None:
    first, second = TEXT.index("[[cards]]"), TEXT.index("[[cards]]", TEXT.index("[[cards]]") + 1)
    with pytest.raises(BadComponents):
        TITLE.match(1, {}, Components(TEXT[:first] + TEXT[second:], "mine.toml"))


@pytest.mark.clause("CC-15")
def test_the_order_can_be_kept() -> None:
    match = match_with("deck_reverses_each_month = true", "deck_reverses_each_month = false")
    state = with_deck(match)
    play(state, "1" + "u" * 11)
    assert hand(match, state) == "windfall"


@pytest.mark.clause("CC-17")
def test_a_failed_month_can_count_as_left() -> None:
    match = match_with("failed_month_decrements = true", "failed_month_decrements = false")
    state = with_deck(match)
    play(state, "u" * 12)
    assert read(state).left == 8


@pytest.mark.clause("CC-21")
def test_an_upgraded_natural_location_can_give_one() -> None:
    match = match_with("upgraded_natural_visit = 2", "upgraded_natural_visit = 1")
    state = with_deck(match)
    let_live(match, state, ["forest:N+", ""])
    play(state, "1")
    assert dice(state)["wood"] == 1


@pytest.mark.clause("CC-22")
@pytest.mark.parametrize(("visit", "used", "made"), [("1->2", 1, 2), ("2->2", 2, 2)])
def test_an_upgraded_home_can_give_two(visit: str, used: int, made: int) -> None:
    match = match_with('home_visit = "1->1"', f'home_visit = "{visit}"')
    state = with_deck(match)
    let_live(match, state, ["birch:H+", ""], wood=4)
    play(state, "1")
    assert dice(state)["wood"] == 4 - used
    assert dice(state)["cosy"] == made


@pytest.mark.clause("CC-25")
def test_a_still_year_need_not_end_the_life_but_years_are_counted() -> None:
    match = match_with("still_year_ends_life = true", "still_year_ends_life = false")
    state = with_deck(match)
    let_live(match, state, ["forest:N", "windfall:N", "birch:N", "bog:N", "pond:N", "spring:N", "garden:N", "berry:N"])
    while not state.is_over():
        play(state, "1")
    assert read(state).years == MOST_YEARS
    assert read(state).dice[:4] == (6, 6, 6, 6)


@pytest.mark.clause("CC-30")
def test_points_can_be_others() -> None:
    match = match_with("month = 1.0", "month = 2.5")
    state = with_deck(match)
    play(state, "u" * 12)
    assert state.score(0) == 5 * 7 + 12


@pytest.mark.clause("CC-49")
def test_the_redeal_can_be_switched_off_in_the_file_too() -> None:
    match = match_with(
        "redeal_if_resource_has_no_source = true", "redeal_if_resource_has_no_source = false", 2, family=True
    )
    assert not config_of(match).redeal


def test_deals_are_checked() -> None:
    for seats, options in (
        (2, {}),
        (2, {"family": True}),
        (2, {"neighbour": True}),
        (1, {"template": True, "solvable": False}),
    ):
        match = table_for(seats, **options)
        deal = [int(number) for number in match.game.deal(luck_of(1))]
        assert not check_deal(match, deal)
        assert check_deal(match, [*deal, 0])
        assert check_deal(match, [deal[1], *deal[1:]])
        assert check_deal(match, [*deal[:-1], 999])
        assert not State(match.game, match.game.start(vec[i64](deal))).is_over()
    base = table_for(2)
    mixed = [int(number) for number in base.game.deal(luck_of(1))]
    assert check_deal(base, mixed[12:] + mixed[:12]), "each seat has its own cards"
