"""The pictures of the rules, the explanations and the cards: positions of the real engine, sums that it counts."""

from __future__ import annotations

import re

import pytest

from domik.games import OURS, title_of
from domik.language.words import LANGUAGES, words_for
from domik.learn.document import Document
from domik.learn.errors import BadLesson
from domik.learn.figures import figure_of, figures_of
from domik.learn.glance import boxes_of
from domik.learn.help import help_of
from domik.learn.loading import lessons_of
from domik.server.learn.figures import pictures


@pytest.mark.parametrize("game", OURS)
def test_every_game_is_pictured_from_set_up_to_scoring(game: str) -> None:
    figures = figures_of(title_of(game))
    assert {figure.area for figure in figures} == {"own", "hand"}
    counted = [figure for figure in figures if figure.is_counted]
    assert counted
    for figure in counted:
        assert figure.lines()
        assert sum(line.points for line in figure.lines()) == figure.total(), "the sum is what the engine counts"
        assert figure.total() > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_pictures_are_drawn_and_asked_in_every_language(game: str, language: str) -> None:
    drawn = pictures(game, language)
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
        assert any(figure.places for figure in figures_of(title_of(game)))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"clause": "TH-999"}, "TH-999"), ({"lesson": "flying"}, "flying"), ({"area": "sky"}, "sky"), ({"x": 1}, "x")],
)
def test_a_bad_figure_says_what_is_wrong(wrong: dict[str, object], said: str) -> None:
    right: dict[str, object] = {"clause": "TH-31", "lesson": "balance", "en": "a", "ru": "а", "pl": "a"}
    title = title_of("treehouse")
    with pytest.raises(BadLesson) as found:
        figure_of(Document("f", "figure 1", right | wrong), title, {one.name: one for one in lessons_of(title)})
    assert said in words_for("en", ("domik.learn",)).say(found.value.phrase)


@pytest.mark.parametrize("game", OURS)
def test_explanations_are_for_decisions_that_there_are(game: str) -> None:
    found = help_of(title_of(game))
    say = words_for("en", (title_of(game).words,))
    assert len(found) >= 5
    for kind, one in found.items():
        assert say.has(f"prompt.{kind}"), kind
        assert all(len(text) <= 180 for text in one.text.texts.values()), kind
        assert re.search("[а-яё]", one.text.texts["ru"].lower())


@pytest.mark.parametrize("game", OURS)
def test_a_card_is_read_at_a_glance(game: str) -> None:
    boxes = boxes_of(title_of(game))
    assert 3 <= len(boxes) <= 6
    for box in boxes:
        for line in box.lines:
            assert all(len(text.split()) <= 15 for text in line.text.texts.values()), line
    assert any(line.best for box in boxes for line in box.lines)
    drawn = {figure.clause for figure in figures_of(title_of(game)) if figure.area == "own"}
    pictured = [box.figure for box in boxes if box.figure]
    assert pictured
    assert set(pictured) <= drawn
