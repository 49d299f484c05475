"""Goals of lesson tasks by name: the general ones, and a game's own from its `lessons/goals.py`."""

from __future__ import annotations

import inspect
from typing import get_type_hints

from domik.kernel.contract import Goal
from domik.kernel.package import GamePackage, LessonAttempt
from domik.learn.lesson import LEARNER, LessonTask


def over(attempt: LessonAttempt) -> bool:
    return attempt.view.is_over()


def won(attempt: LessonAttempt) -> bool:
    return attempt.view.is_over() and LEARNER in attempt.match.outcome(attempt.view).winners


def moved(attempt: LessonAttempt) -> bool:
    return bool(attempt.played)


def played(attempt: LessonAttempt, move: str) -> bool:
    """The learner's last move was `move`, in notation."""
    return bool(attempt.played) and attempt.played[-1] == move


def score_at_least(attempt: LessonAttempt, points: int) -> bool:
    return attempt.match.points(int(attempt.view.score(LEARNER))) >= points


def gained_at_least(attempt: LessonAttempt, points: int) -> bool:
    """The learner scored at least `points` since the task began."""
    before, now = (int(view.score(LEARNER)) for view in (attempt.before, attempt.view))
    return attempt.match.points(now - before) >= points


GENERAL: dict[str, Goal] = {goal.__name__: goal for goal in (over, won, moved, played, score_at_least, gained_at_least)}


def goals_of(package: GamePackage) -> dict[str, Goal]:
    """All goals that a lesson of this game may name."""
    return GENERAL | dict(package.goals())


def goal_arguments(goal: Goal) -> dict[str, type]:
    """The keyword arguments of a goal, with their types."""
    hints = get_type_hints(goal)
    return {name: hints[name] for name in list(inspect.signature(goal).parameters)[1:]}


def is_goal_reached(task: LessonTask, attempt: LessonAttempt) -> bool:
    return goals_of(attempt.match.package)[task.goal](attempt, **task.arguments)
