"""The pictures of the rules, the explanations and the cards: positions of the real engine, sums that it counts."""

from __future__ import annotations

import re

import pytest

from domik.games import BUILT_IN, game_package
from domik.language.words import LANGUAGES, words_for
from domik.learn.lesson import BadLesson, TomlTable
from domik.learn.loading import load_lessons
from domik.learn.reference import load_figures, load_help, load_scoring_boxes, read_figure
from domik.server.pages.learn.rulebook import rendered_figures


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_is_pictured_from_set_up_to_scoring(game: str) -> None:
    figures = load_figures(game_package(game))
    assert {figure.area for figure in figures} == {"own", "hand"}
    counted = [figure for figure in figures if figure.is_counted]
    assert counted
    for figure in counted:
        assert figure.lines()
        assert sum(line.points for line in figure.lines()) == figure.total(), "the sum is what the engine counts"
        assert figure.total() > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BUILT_IN)
def test_pictures_are_drawn_and_asked_in_every_language(game: str, language: str) -> None:
    drawn = rendered_figures(game, language)
    for one in drawn:
        assert "<svg" in one.markup
        assert ' id="' not in one.markup, "a picture has no ids of its own"
        assert len(one.caption) > 12
        for place in one.places:
            assert f'data-id="{place.id}"' in one.markup
            assert len(place.text) > 4
    asked = [place.may for one in drawn for place in one.places]
    assert not asked or (any(asked) and not all(asked)), "what may and what may not"


def test_treehouse_and_dream_home_number_their_places() -> None:
    for game in ("treehouse", "dream_home"):
        assert any(figure.places for figure in load_figures(game_package(game)))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"clause": "TH-999"}, "TH-999"), ({"lesson": "flying"}, "flying"), ({"area": "sky"}, "sky"), ({"x": 1}, "x")],
)
def test_a_bad_figure_says_what_is_wrong(wrong: dict[str, object], said: str) -> None:
    right: dict[str, object] = {"clause": "TH-31", "lesson": "balance", "en": "a", "ru": "а", "pl": "a"}
    title = game_package("treehouse")
    with pytest.raises(BadLesson) as found:
        read_figure(TomlTable("f", "figure 1", right | wrong), title, {one.name: one for one in load_lessons(title)})
    assert said in words_for("en", ("domik.learn",)).say(found.value.phrase)


@pytest.mark.parametrize("game", BUILT_IN)
def test_explanations_are_for_decisions_that_there_are(game: str) -> None:
    found = load_help(game_package(game))
    say = words_for("en", (game_package(game).words_package,))
    assert len(found) >= 5
    for kind, one in found.items():
        assert say.has(f"prompt.{kind}"), kind
        assert all(len(text) <= 180 for text in one.text.texts.values()), kind
        assert re.search("[а-яё]", one.text.texts["ru"].lower())


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_card_is_read_at_a_glance(game: str) -> None:
    boxes = load_scoring_boxes(game_package(game))
    assert 3 <= len(boxes) <= 6
    for box in boxes:
        for line in box.lines:
            assert all(len(text.split()) <= 15 for text in line.text.texts.values()), line
    assert any(line.best for box in boxes for line in box.lines)
    drawn = {figure.clause for figure in load_figures(game_package(game)) if figure.area == "own"}
    pictured = [box.figure for box in boxes if box.figure]
    assert pictured
    assert set(pictured) <= drawn
