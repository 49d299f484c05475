"""Verify a lesson: its solutions reach every goal, and its wrong moves miss it with an explanation."""

from __future__ import annotations

from collections.abc import Iterable

from domik.learn.lesson import BadLesson, Lesson
from domik.learn.practice import MoveFeedback, MoveOutcome, Practice


def check_lesson(lesson: Lesson) -> list[MoveFeedback]:
    """Play through the whole lesson; returns the feedback to its wrong moves, or raises BadLesson."""
    practice = Practice(lesson)
    told: list[MoveFeedback] = []
    while True:
        task = practice.step.task
        where = f"step {practice.at + 1}.task"
        if task is not None:
            if task.wrong:
                told.append(check_wrong_way(practice, task.wrong, where))
            practice.restart_task()
            check_solution(practice, where)
        if not practice.next():
            break
    if not practice.is_finished:
        raise BadLesson(lesson.file, "", "unfinished")
    return told


def check_wrong_way(practice: Practice, wrong: Iterable[str], where: str) -> MoveFeedback:
    """Play moves that must miss the goal; returns the last feedback."""
    verdict = MoveFeedback(MoveOutcome.GOING_ON)
    for move in wrong:
        if verdict.outcome is not MoveOutcome.GOING_ON:
            raise BadLesson(practice.lesson.file, where, "wrong_too_long", move=move)
        verdict = practice.play(move)
    is_explained = verdict.outcome is MoveOutcome.MISSED or (verdict.outcome is MoveOutcome.REFUSED and verdict.clauses)
    if not is_explained:  # an unreadable move teaches nothing
        raise BadLesson(practice.lesson.file, where, "wrong_is_right", outcome=verdict.outcome.value)
    return verdict


def check_solution(practice: Practice, where: str) -> None:
    """The task's solution must reach its goal with its last move, not earlier."""
    lesson, task = practice.lesson, practice.step.task
    assert task is not None
    was_shown = practice.was_shown
    if practice.is_goal_reached:
        raise BadLesson(lesson.file, where, "already")
    for number in range(1, task.moves + 1):
        action = practice.solution_move()
        if not action & int(practice.view.legal()):
            raise BadLesson(lesson.file, where, "solution_move", n=number)
        verdict = practice.play(lesson.match.write(practice.view, action))
        if verdict.outcome is MoveOutcome.DONE:
            if task.solution and number < len(task.solution):
                raise BadLesson(lesson.file, where, "solution_too_long", n=number)
            if practice.unplayed_script:
                raise BadLesson(lesson.file, where, "others", n=practice.unplayed_script)
            practice.was_shown = was_shown
            return
    raise BadLesson(lesson.file, where, "solution", n=task.moves)
