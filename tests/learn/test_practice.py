"""Going through a lesson: forward, back, tries, stars, being shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domik.games import BUILT_IN, game_package
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.learn.ending import points_rows, stars_phrase
from domik.learn.lesson import Lesson
from domik.learn.loading import load_lessons
from domik.learn.practice import MoveOutcome, Practice


def named(game: str, name: str) -> Lesson:
    return next(lesson for lesson in load_lessons(game_package(game)) if lesson.name == name)


def at_the_task(practice: Practice) -> Practice:
    while not practice.is_waiting:
        assert practice.next()
    return practice


def test_three_stars_at_the_first_try() -> None:
    practice = at_the_task(Practice(named("treehouse", "balance")))
    assert practice.play("3.3").outcome is MoveOutcome.DONE
    assert practice.next()
    assert practice.is_finished
    assert practice.stars == 3


def test_every_miss_costs_and_the_position_comes_back() -> None:
    practice = at_the_task(Practice(named("treehouse", "balance")))
    before = list(practice.view.numbers)
    for stars in (2, 1, 1):
        verdict = practice.play("3.2")
        assert (verdict.outcome, verdict.clauses) == (MoveOutcome.MISSED, ("TH-33",))
        assert list(practice.view.numbers) == before, "the move is taken back by itself"
        assert practice.stars == stars
    assert practice.play("3.3").outcome is MoveOutcome.DONE


def legal_moves(practice: Practice) -> list[str]:
    match, legal = practice.lesson.match, int(practice.view.legal())
    return [match.write(practice.view, 1 << number) for number in range(legal.bit_length()) if legal >> number & 1]


def told_at_misses(practice: Practice) -> dict[str, set[Phrase]]:
    """What is said to every last move that misses the first task, after every legal move before it."""
    task = practice.step.task
    assert task is not None
    told: dict[str, set[Phrase]] = {}
    for first in legal_moves(practice):
        practice.restart_task()
        verdict = practice.play(first)
        lasts = legal_moves(practice) if verdict.outcome is MoveOutcome.GOING_ON else [first]
        for last in lasts:
            if verdict.outcome is MoveOutcome.GOING_ON and lasts != [first]:
                practice.restart_task()
                practice.play(first)
                found = practice.play(last)
            else:
                found = verdict
            if found.outcome is MoveOutcome.MISSED:
                told.setdefault(last, set()).update(found.said)
    return told


@pytest.mark.parametrize(
    ("game", "name", "own", "others"),
    [
        ("treehouse", "balance", {"x"}, {"3.2"}),
        ("dream_home", "growing_rooms", {"2.3x", "1.4x"}, {"2.3", "1.4"}),
        ("dream_home", "home_comfort", {"3.3x"}, {"2.1"}),
        ("cabin", "upgrade_and_flip", {"b1", "f"}, {"g"}),
        ("cabin", "fits_or_not", {"g", "u", "f"}, {"b1", "b8"}),
        ("cabin", "family", {"u", "f"}, {"g"}),
        ("cabin", "promo", {"g", "f"}, {"u"}),
        ("cabin", "scenarios", {"u", "f"}, {"g"}),
    ],
)
def test_a_try_hears_what_it_did_itself(game: str, name: str, own: set[str], others: set[str]) -> None:
    """A room put aside is not called nicely placed, nor a card that was built put aside."""
    practice = at_the_task(Practice(named(game, name)))
    task = practice.step.task
    assert task is not None
    assert task.miss is not None
    told = told_at_misses(practice)
    assert own | others <= set(told)
    assert all(told[last] == {task.miss.phrase()} for last in others)
    assert all(told[last].isdisjoint({task.miss.phrase()}) for last in own)


def test_every_miss_of_a_lesson_can_be_heard() -> None:
    for game in BUILT_IN:
        for lesson in load_lessons(game_package(game)):
            for number, step in enumerate(lesson.steps):
                if step.task is None or not step.task.misses:
                    continue
                practice = Practice(lesson)
                while practice.at < number:
                    while practice.is_waiting:
                        practice.play(lesson.match.write(practice.view, practice.solution_move()))
                    assert practice.next()
                said = {one for phrases in told_at_misses(practice).values() for one in phrases}
                assert {miss.said.phrase() for miss in step.task.misses} <= said, f"{lesson.file}, step {number + 1}"


def test_a_refused_move_costs_nothing_and_says_why() -> None:
    practice = at_the_task(Practice(named("treehouse", "balance")))
    before = list(practice.view.numbers)
    verdict = practice.play("2.1")
    assert verdict.outcome is MoveOutcome.REFUSED
    assert verdict.said
    assert practice.play("what?").outcome is MoveOutcome.REFUSED
    assert list(practice.view.numbers) == before
    assert practice.stars == 3


def test_being_shown_leaves_one_star() -> None:
    practice = at_the_task(Practice(named("treehouse", "balance")))
    move = practice.lesson.match.write(practice.view, practice.solution_move())
    assert practice.play(move).outcome is MoveOutcome.DONE
    assert practice.stars == 1


def test_back_and_forth_keeps_what_was_done() -> None:
    practice = at_the_task(Practice(named("dream_home", "where_rooms_go")))
    task = practice.at
    assert practice.play("2.1").outcome is MoveOutcome.DONE
    assert practice.next()
    later = list(practice.view.numbers)
    assert practice.back()
    assert practice.at == task
    assert not practice.is_waiting, "it was done already"
    assert practice.next()
    assert list(practice.view.numbers) == later


def test_a_task_done_anew_goes_on_from_there() -> None:
    practice = at_the_task(Practice(named("treehouse", "polish_edition")))
    practice.play("2.2")
    practice.next()
    practice.back()
    assert practice.play("2.1").outcome is MoveOutcome.DONE
    here = list(practice.view.numbers)
    assert practice.next()
    assert list(practice.view.numbers) == here


def test_nothing_is_played_where_nothing_is_asked() -> None:
    practice = Practice(named("treehouse", "balance"))
    assert practice.step.task is None
    assert practice.play("3.3").outcome is MoveOutcome.REFUSED
    assert practice.solution_move() == 0
    assert not practice.back()


def test_somebody_who_plays_at_random_is_helped_and_never_stuck() -> None:
    """Others' scripts give way, misses begin again, and the task can still be done."""
    for game, name in (("treehouse", "double_or_nothing"), ("bower", "patches"), ("cabin", "every_month")):
        practice = at_the_task(Practice(named(game, name)))
        for number in range(40):
            moves = int(practice.view.legal())
            if not practice.is_waiting or not moves:
                break
            bits = [1 << bit for bit in range(moves.bit_length()) if moves >> bit & 1]
            practice.play(practice.lesson.match.write(practice.view, bits[(7 * number + 3) % len(bits)]))
        if practice.is_waiting:
            practice.restart_task()
            for _ in range(2):
                if practice.is_waiting:
                    practice.play(practice.lesson.match.write(practice.view, practice.solution_move()))
        assert not practice.is_waiting, name


def follow_the_guide(lesson: Lesson) -> Practice:
    """Go through a lesson as somebody who always asks what to do."""
    practice = Practice(lesson)
    while not practice.is_finished:
        if practice.is_waiting:
            practice.play(lesson.match.write(practice.view, practice.solution_move()))
        else:
            assert practice.next()
    return practice


@pytest.mark.parametrize("game", BUILT_IN)
def test_whoever_follows_the_guide_wins_the_first_game(game: str) -> None:
    """With the lesson's own cards, and bots of several seeds; alone, with points and no rival."""
    lesson = named(game, "first_game")
    assert follow_the_guide(lesson).has_lost is False
    deal = lesson.deal or tuple(int(number) for number in lesson.match.game.deal(luck_of(lesson.seed).stream(0)))
    for seed in range(8):
        practice = follow_the_guide(replace(lesson, seed=str(seed), deal=deal))
        assert practice.is_game_over
        assert practice.has_won is (lesson.match.seats > 1)
        rows = points_rows(practice)
        assert [float(one.replace("½", ".5")) for one in rows[-1].points] == [
            lesson.match.points(int(practice.view.score(seat))) for seat in range(lesson.match.seats)
        ]


def test_stars_say_what_for() -> None:
    practice = at_the_task(Practice(named("treehouse", "balance")))
    practice.play("3.2")
    practice.play("3.3")
    practice.next()
    assert practice.stars == 2
    assert stars_phrase(practice).args["why"] == Phrase("learn.for_misses", {"n": 1})
    lesson = named("treehouse", "first_game")
    deal = tuple(int(number) for number in lesson.match.game.deal(luck_of(lesson.seed).stream(0)))
    lost = follow_the_guide(replace(lesson, bot="hard:iterations=60", deal=deal))
    assert lost.has_lost
    assert lost.stars == 1
    assert stars_phrase(lost).args["why"] == Phrase("learn.for_lost")
