"""Every lesson of every game: it comes to its goals by its own solutions, and its wrong ways fail and are explained."""

from __future__ import annotations

import re

import pytest

from domik.games import BUILT_IN, game_package
from domik.kernel.drawing import SCREEN_FORMS
from domik.language import words_for
from domik.language.words import LANGUAGES
from domik.learn.lesson import Lesson
from domik.learn.lesson_check import check_lesson
from domik.learn.loading import lesson_files, load_lessons, read_lesson
from domik.learn.practice import Practice
from domik.testing.subject import draw_view

FILES = [(game, file) for game in BUILT_IN for file in lesson_files(game_package(game))]
LEAST, MOST = 4, 8  # short lessons after the guided first game; variants may add lessons of their own
LONGEST = 240  # letters: a bubble holds six lines


def lesson(game: str, file: str) -> Lesson:
    title = game_package(game)
    return read_lesson(title, file, title.read_resource(f"lessons/{file}"))


@pytest.mark.parametrize(("game", "file"), FILES)
def test_a_lesson_is_proved(game: str, file: str) -> None:
    found = lesson(game, file)
    told = check_lesson(found)
    assert told
    for language in LANGUAGES:
        say = words_for(language, (found.match.package.words_package, "domik.learn"))
        for verdict in told:
            assert all(len(say(phrase)) > 12 for phrase in verdict.said), "a sentence that helps"


@pytest.mark.parametrize(("game", "file"), FILES)
def test_everything_pointed_at_is_on_the_board(game: str, file: str) -> None:
    """On a screen and on a phone; ids stay the same as long as the game goes on."""
    found = lesson(game, file)
    pointed = {id for step in found.steps for id in step.point}
    pointed |= {id for step in found.steps if step.task for ids in step.task.points for id in ids}
    for form in SCREEN_FORMS:
        drawing = draw_view(found.match, Practice(found).view, form=form)
        known = set(drawing.cells) | set(drawing.areas) | set(re.findall(r'\bid="([^"]+)"', str(drawing.areas)))
        assert pointed <= known, f"{form}"


@pytest.mark.parametrize(("game", "file"), FILES)
def test_texts_are_short_and_speak_their_language(game: str, file: str) -> None:
    found = lesson(game, file)
    misses = [step.task.miss for step in found.steps if step.task and step.task.miss]
    misses += [miss.said for step in found.steps if step.task for miss in step.task.misses]
    aims = [step.task.aim for step in found.steps if step.task]
    assert all(text.endswith(".") and "?" not in text for aim in aims for text in aim.texts.values()), "one sentence"
    for said in [found.title, *(step.said for step in found.steps), *misses, *aims]:
        assert all(len(text) <= LONGEST for text in said.texts.values()), said
        assert re.search("[а-яё]", said.texts["ru"].lower())
        assert not re.search("[а-яё]", (said.texts["en"] + said.texts["pl"]).lower())


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_order_of_a_real_table(game: str) -> None:
    """A guided first game of 5 to 10 minutes that is played to its end, then short lessons, each thing once."""
    first, *short = load_lessons(game_package(game))
    assert first.name == "first_game"
    assert 5 <= first.minutes <= 10
    assert any(step.task and step.task.goal == "over" for step in first.steps)
    assert len(short) >= LEAST
    assert sum(not variants(one) for one in short) <= MOST
    assert all(one.minutes <= 5 for one in short)
    assert len({one.name for one in (first, *short)}) == len(short) + 1
    plain = [not variants(one) for one in short]
    assert plain == sorted(plain, reverse=True), "variants come last"


def variants(found: Lesson) -> set[str]:
    """The options that make a game more than the plain one; a gentle start is none."""
    usual = found.match.package.match(found.match.seats, {}).options_json()
    return {name for name, value in found.match.options_json().items() if value != usual[name]} - {"gentle"}


def test_both_editions_of_treehouse_are_taught() -> None:
    editions = {one.match.options_json()["edition"] for one in load_lessons(game_package("treehouse"))}
    assert editions == {"original", "nk"}
