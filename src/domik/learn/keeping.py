"""Where somebody is in a lesson, as a short text that a browser can keep: replayed, it leads to the same place."""

from __future__ import annotations

import re

from domik.learn.lesson import Lesson
from domik.learn.practice import Outcome, Practice

LONGEST = 4000
SHAPE = re.compile(r"(\d{1,3})\.(\d{1,4})\.([01])((?:\.(?:\d{1,2}(?:-\d{1,2})*)?)+)", re.ASCII)


def kept(practice: Practice) -> str:
    """Step, misses, whether the way was shown, then the actions in every step that was reached."""
    ways = "".join("." + "-".join(map(str, way)) for way in practice.ways)
    return f"{practice.at}.{min(practice.misses, 9999)}.{int(practice.was_shown)}{ways}"


def resumed(lesson: Lesson, text: str) -> Practice:
    """The place that a text leads to; the beginning where it leads nowhere, such as after a lesson has changed."""
    return replayed(lesson, text) or Practice(lesson)


def replayed(lesson: Lesson, text: str) -> Practice | None:
    """The lesson gone through again; None where the text is not one of this lesson's."""
    found = SHAPE.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    at, misses, shown = (int(found[number]) for number in (1, 2, 3))
    ways = [[int(action) for action in way.split("-") if action] for way in found[4][1:].split(".")]
    practice = Practice(lesson)
    for number, way in enumerate(ways):
        if number and not practice.next():
            return None
        if not all(repeat(practice, action) for action in way):
            return None
    while practice.at > at:
        practice.back()
    practice.misses, practice.was_shown = misses, bool(shown)
    return practice if practice.at == at else None


def repeat(practice: Practice, action: int) -> bool:
    """Make a move again; False where it cannot be made now."""
    if action > 62 or not int(practice.view.legal()) >> action & 1 or practice.has_missed:
        return False
    return practice.play(practice.lesson.match.write(practice.view, 1 << action)).outcome is not Outcome.REFUSED
