"""Where somebody is in a lesson, kept as a text: it leads back to the same place, and a bad one to the beginning."""

from __future__ import annotations

import pytest

from domik.games import BUILT_IN, game_package
from domik.learn.lesson import Lesson
from domik.learn.loading import load_lessons
from domik.learn.practice import Practice, restore_practice, serialize_practice


def same(found: Practice, wanted: Practice) -> bool:
    """Whether two learners are at the same place and see the same."""
    place = (found.at, found.misses, found.was_shown, found.is_waiting, found.stars)
    other = (wanted.at, wanted.misses, wanted.was_shown, wanted.is_waiting, wanted.stars)
    return place == other and list(found.view.numbers) == list(wanted.view.numbers)


def checked(lesson: Lesson, practice: Practice) -> None:
    text = serialize_practice(practice)
    found = restore_practice(lesson, text)
    assert same(found, practice), text
    assert serialize_practice(found) == text


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_place_of_every_lesson_is_found_again(game: str) -> None:
    for number, lesson in enumerate(load_lessons(game_package(game))):
        practice = Practice(lesson)
        while True:
            checked(lesson, practice)
            task = practice.step.task
            if task is not None and task.wrong:
                for move in task.wrong:
                    practice.play(move)
                checked(lesson, practice)
            moves = 0
            while practice.is_waiting:
                action = practice.solution_move()  # which may set the task up again
                practice.play(lesson.match.write(practice.view, action))
                moves += 1
                if number or moves % 7 == 1:  # a first game is long: now and then is enough
                    checked(lesson, practice)
            if not practice.next():
                break
        practice.back()
        checked(lesson, practice)


@pytest.mark.parametrize(
    "text", ["", "x", "0.0.0", "9.0.0.", "0.0.2.", "0.0.0.63", "0.0.0.1-", "1.0.0.", "0.0.0." + "1-" * 3000, "٠.0.0."]
)
def test_what_leads_nowhere_is_the_beginning(text: str) -> None:
    lesson = load_lessons(game_package("treehouse"))[0]
    assert serialize_practice(restore_practice(lesson, text)) == serialize_practice(Practice(lesson))
