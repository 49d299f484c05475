"""The pictures of the rules: positions of the real engine, named in a game's `lessons/figures.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from domik.kernel.state import View
from domik.kernel.tally import Line
from domik.kernel.title import Match, Title
from domik.language.rulebook import rulebook
from domik.learn.document import Document
from domik.learn.lesson import LEARNER, Lesson, Said
from domik.learn.loading import lessons_of
from domik.learn.practice import Practice

FILE = "lessons/figures.toml"
AREAS = ("own", "hand")


@dataclass(frozen=True)
class Figure:
    """One picture: a step of a lesson, what of the table is shown, what is numbered, whether points are counted."""

    clause: str
    area: str
    caption: Said
    places: tuple[str, ...]  # element ids, each with a number: may it be clicked, and if not, why
    is_counted: bool  # the points of the first seat with their reasons, as the engine counts them
    match: Match
    view: View

    def lines(self) -> list[Line]:
        """The points with their reasons."""
        return [line for line in self.match.tally(self.view) if line.seat == LEARNER]

    def total(self) -> int:
        """What they come to."""
        return int(self.view.score(LEARNER))


def figures_of(title: Title) -> list[Figure]:
    """All pictures of a game's rules, in the order of the file; none where the game has no such file."""
    try:
        text = title.resource(FILE)
    except FileNotFoundError:
        return []
    lessons = {lesson.name: lesson for lesson in lessons_of(title)}
    found = tomllib.loads(text).get("figure", [])
    shown = f"{title.name}/{FILE}"
    return [figure_of(Document(shown, f"figure {number}", one), title, lessons) for number, one in enumerate(found, 1)]


def figure_of(document: Document, title: Title, lessons: dict[str, Lesson]) -> Figure:
    """One picture, or BadLesson that says what is wrong with it."""
    clause = document.get("clause", str)
    if clause not in (known := rulebook(title, "en").ids()):
        raise document.bad("clause", clause=clause, first=known[0], last=known[-1])
    name, area = document.get("lesson", str), document.get("area", str, AREAS[0])
    if name not in lessons:
        raise document.bad("goal", goal=name, known=", ".join(lessons))
    if area not in AREAS:
        raise document.bad("goal", goal=area, known=", ".join(AREAS))
    practice = at_step(lessons[name], document.positive("step", 1))
    found = Figure(
        clause=clause,
        area=area,
        caption=document.said(),
        places=document.strings("places"),
        is_counted=document.positive("count", 2) == 1,
        match=practice.lesson.match,
        view=practice.view,
    )
    document.close()
    return found


def at_step(lesson: Lesson, number: int) -> Practice:
    """A lesson gone through by its own solutions up to a step, as people count."""
    practice = Practice(lesson)
    while practice.at < min(number, len(lesson.steps)) - 1:
        while practice.is_waiting:
            action = practice.show()
            practice.play(lesson.match.write(practice.view, action))
        practice.next()
    return practice
