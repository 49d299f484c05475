"""A bad lesson file is refused with its name, the place in it, and what would be right."""

from __future__ import annotations

import pytest

from domik.games import game_package
from domik.language import words_for
from domik.language.words import LANGUAGES
from domik.learn.lesson import BadLesson
from domik.learn.lesson_check import check_lesson
from domik.learn.loading import read_lesson
from domik.learn.practice import Practice

TITLE = game_package("treehouse")
GOOD = """
minutes = 2
seats = 2
seed = "a"
moves = ["1 p5", "2 g4"]
[title]
en = "One"
ru = "Раз"
pl = "Raz"
[[step]]
clause = "TH-31"
en = "Build."
ru = "Строй."
pl = "Buduj."
[step.task]
goal = "built"
solution = ["2.1"]
wrong = ["x"]
[step.task.aim]
en = "Build a room."
ru = "Построй комнату."
pl = "Zbuduj pokój."
[step.task.miss]
en = "No room stands there."
ru = "Комнаты там нет."
pl = "Nie ma tam pokoju."
"""

TASK = """goal = "built"
solution = ["2.1"]
wrong = ["x"]"""
TASK_REACHED = """goal = "score_at_least"
arguments = { points = 0 }
solution = ["2.1"]
wrong = ["3.1"]"""

BAD = [
    ("minutes = 2", "minutes = ", "this is not TOML"),
    ("minutes = 2\n", "", "“minutes” is missing"),
    ("minutes = 2", 'minutes = "two"', "“minutes” must be: number"),
    ("minutes = 2", "minutes = 0", "from 1 on"),
    ("minutes = 2", "minutes = 2\ncolour = 1", "unknown key “colour”"),
    ("seats = 2", "seats = 7", "such a game cannot be played"),
    ('seed = "a"', "", "either a “seed” or a “deal”"),
    ('seed = "a"', "deal = [1, 2]", "this “deal” does not belong to this game"),
    ('seed = "a"', 'seed = "a"\nbot = "Anna"', "there is no such bot"),
    ('seed = "a"', 'seed = "a"\nbot = "cmd:anna"', "somebody’s program"),
    ('seed = "a"', 'seed = "a"\ntries = [2, 1]', "two rising whole numbers"),
    ('"1 p5"', '"p5"', "“p5” in “moves” is not a seat and a move"),
    ('"1 p5"', '"3 p5"', "a seat from 1 to 2"),
    ('pl = "Raz"', "", "no text in the language “pl”"),
    ('clause = "TH-31"', 'clause = "TH-99"', "no clause TH-99; they run from TH-0"),
    ('goal = "built"', 'goal = "flown"', "unknown goal “flown”"),
    ('goal = "built"', 'goal = "score_at_least"', "takes exactly these arguments: points: int"),
    ('goal = "built"', 'goal = "built"\narguments = { colour = "red" }', "takes exactly these arguments"),
    ('solution = ["2.1"]', "", "either a “solution” (moves) or a “solver”"),
    ('solution = ["2.1"]', 'solution = [2.1]', "a list of texts"),
    ('wrong = ["x"]', "", "no task has a “wrong” way"),
]  # fmt: skip

UNPROVED = [
    (TASK, TASK_REACHED, "before anybody has moved"),
    ('"1 p5"', '"1 p1"', "seat 1 cannot play “p1” here; it could play b1, y2"),
    ('solution = ["2.1"]', 'solution = ["x"]', "does not reach the goal in 1 move."),
    ('solution = ["2.1"]', 'moves = 1\nsolution = ["2.1", "b1"]', "before the solution ends, after move number 1"),
    ('wrong = ["x"]', 'wrong = ["2.2"]', "the wrong way must miss the goal"),
    ('wrong = ["x"]', 'wrong = ["zebra"]', "the wrong way must miss the goal"),
    ('wrong = ["x"]', 'wrong = ["x", "x"]', "the wrong way is over before “x”"),
    ('wrong = ["x"]', 'wrong = ["x"]\nothers = ["2 2.1", "2 b1"]', "no turn for 1 of their moves"),
]


def said(error: BadLesson, language: str = "en") -> str:
    return words_for(language, (TITLE.words_package, "domik.learn"))(error.phrase)


@pytest.mark.parametrize(("right", "wrong", "told"), BAD)
def test_a_bad_file_is_refused(right: str, wrong: str, told: str) -> None:
    assert right in GOOD
    with pytest.raises(BadLesson) as caught:
        read_lesson(TITLE, "01_one.toml", GOOD.replace(right, wrong, 1))
    assert said(caught.value).startswith("treehouse/lessons/01_one.toml: ")
    assert told in said(caught.value)
    assert len({said(caught.value, language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(("right", "wrong", "told"), UNPROVED)
def test_a_lesson_that_cannot_be_played_is_refused(right: str, wrong: str, told: str) -> None:
    assert right in GOOD
    lesson = read_lesson(TITLE, "01_one.toml", GOOD.replace(right, wrong, 1))
    with pytest.raises(BadLesson) as caught:
        check_lesson(lesson)
    assert told in said(caught.value)
    assert len({said(caught.value, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_a_good_file_is_read_and_proved() -> None:
    lesson = read_lesson(TITLE, "01_one.toml", GOOD)
    assert lesson.name == "one"
    assert [verdict.outcome.value for verdict in check_lesson(lesson)] == ["missed"]


def test_a_deal_may_stand_instead_of_a_seed() -> None:
    from domik.kernel.luck import luck_of

    game = TITLE.match(2, {}).game
    deal = [int(number) for number in game.deal(luck_of("a").stream(0))]
    lesson = read_lesson(TITLE, "01_one.toml", GOOD.replace('seed = "a"', f"deal = {deal}"))
    seeded = read_lesson(TITLE, "01_one.toml", GOOD)
    assert list(Practice(lesson).view.numbers) == list(Practice(seeded).view.numbers)
