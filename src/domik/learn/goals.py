"""Goals by name: those that every game has, and a game's own from its `lessons/goals.py`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import get_type_hints

from domik.kernel.package import GamePackage, LessonAttempt
from domik.learn.lesson import LEARNER, LessonTask

Goal = Callable[..., bool]  # an attempt and the task's arguments by name


def over(attempt: LessonAttempt) -> bool:
    """The game has ended."""
    return attempt.view.is_over()


def won(attempt: LessonAttempt) -> bool:
    """The game has ended and the learner is among the winners."""
    return attempt.view.is_over() and LEARNER in attempt.match.outcome(attempt.view).winners


def moved(attempt: LessonAttempt) -> bool:
    """The learner has made a move, whichever."""
    return bool(attempt.played)


def played(attempt: LessonAttempt, move: str) -> bool:
    """The learner's last move was this one."""
    return bool(attempt.played) and attempt.played[-1] == move


def score_at_least(attempt: LessonAttempt, points: int) -> bool:
    """The learner has so many points, as people count them."""
    return attempt.match.points(int(attempt.view.score(LEARNER))) >= points


def gained_at_least(attempt: LessonAttempt, points: int) -> bool:
    """The learner won so many points since the task began."""
    before, now = (int(view.score(LEARNER)) for view in (attempt.before, attempt.view))
    return attempt.match.points(now - before) >= points


GENERAL: dict[str, Goal] = {goal.__name__: goal for goal in (over, won, moved, played, score_at_least, gained_at_least)}


def goals_of(title: GamePackage) -> dict[str, Goal]:
    """Every goal that a lesson of this game may name."""
    own: Mapping[str, Goal] = title.module("lessons.goals").GOALS if title.has_module("lessons.goals") else {}
    return GENERAL | dict(own)


def goal_arguments(goal: Goal) -> dict[str, type]:
    """The arguments of a goal and their types."""
    hints = get_type_hints(goal)
    return {name: hints[name] for name in list(inspect.signature(goal).parameters)[1:]}


def is_goal_reached(task: LessonTask, attempt: LessonAttempt) -> bool:
    """Whether the attempt has come to the task's goal."""
    return goals_of(attempt.match.package)[task.goal](attempt, **task.arguments)
