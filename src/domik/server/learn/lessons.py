"""A lesson in the browser: the board as the game draws it, and the coach beside it.

Nothing is kept here: the page brings along where it is, and the lesson is gone through again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from domik.games import title_of, titles
from domik.kernel.drawing import Drawing, Form
from domik.kernel.phrase import Phrase
from domik.kernel.tally import Event
from domik.kernel.title import Title
from domik.learn.keeping import kept
from domik.learn.lesson import STARS, Lesson
from domik.learn.loading import lesson_files, lessons_of
from domik.learn.practice import Outcome, Practice, Verdict
from domik.server.http.errors import Refused
from domik.server.sight.pens import painted, player, words_pen
from domik.web.tobi import tobi

NAMES = ("Tobi", "Ola", "Fil", "Iga", "Rys")  # who plays the other seats, in every language
ANIMALS = ("squirrel", "turtle", "bird", "rabbit", "fish", "snail")
NEWS = 3  # lines about what the others did
HEADING = re.compile(r"^([^.!?…]{2,38}[!?…]) +(?=\S)")  # a short call that a bubble may begin with
POSES = {"explain": "talk", "task": "talk", "oops": "kind", "glad": "cheer", "done": "cheer"}


def taught() -> list[Title]:
    """The games that have lessons."""
    return [title for title in titles() if lesson_files(title)]


@lru_cache(maxsize=64)
def lessons(game: str) -> tuple[Lesson, ...]:
    """A game's lessons in their order, read once."""
    return tuple(lessons_of(title_of(game)))


def lesson_of(game: str, name: str) -> tuple[int, Lesson]:
    """A lesson and its number as people count, or a page that says which there are."""
    for number, lesson in enumerate(lessons(game), 1):
        if lesson.name == name:
            return number, lesson
    known = ", ".join(lesson.name for lesson in lessons(game))
    raise Refused(404, Phrase("web.learn.no_lesson", {"lesson": name[:60], "lessons": known}))


@dataclass
class Reader:
    """Who learns: language, screen, and the name that stands on the board."""

    language: str
    form: Form
    in_letters: bool
    name: str


class Coached:
    """One answer to a page: what was wished is done, and this is how it looks now."""

    def __init__(self, practice: Practice, reader: Reader) -> None:
        self.practice = practice
        self.reader = reader
        self.pen = words_pen(reader.language, practice.lesson.match.title.name, reader.form)
        self.verdict = Verdict(Outcome.GOING_ON)
        self.has_arrived = False  # at a step after a task that was just done
        self.way = 0  # the action that is shown

    # ---- wishes ------------------------------------------------------------------------------------

    def grant(self, do: str, action: str) -> None:
        """Do what the page wishes; what cannot be done now leaves everything as it is."""
        practice = self.practice
        if do == "next":
            practice.next()
        elif do == "back":
            practice.back()
        elif do == "again":
            practice.again()
        elif do == "show":
            self.way = practice.show()
        elif do == "play" and action.isascii() and action.isdecimal() and len(action) < 3:
            self.play(1 << int(action))

    def play(self, action: int) -> None:
        """A move of the learner; whoever comes to the goal goes on at once."""
        practice = self.practice
        if not action & int(practice.view.legal()) or practice.has_missed:
            return
        self.verdict = practice.play(practice.lesson.match.write(practice.view, action))
        if self.verdict.outcome is Outcome.DONE:
            self.has_arrived = practice.next() or practice.is_finished

    # ---- what is shown -----------------------------------------------------------------------------

    @property
    def state(self) -> str:
        """What the coach does: explain, set a task, comfort, cheer; done is the end of the lesson."""
        practice = self.practice
        if practice.is_finished:
            return "done"
        if practice.has_missed:
            return "oops"
        if practice.is_waiting:
            return "task"
        return "glad" if self.has_arrived else "explain"

    def drawing(self) -> Drawing:
        """The board for the learner's eyes."""
        match = self.practice.lesson.match
        say = self.pen.words.say
        players = [player(self.reader.name or say(Phrase("web.learn.you")), ANIMALS[0], False, True)]
        players += [player(NAMES[k - 1], ANIMALS[k], True, True) for k in range(1, match.seats)]
        reader = self.reader
        return painted(match, self.practice.view, players, reader.language, reader.form, reader.in_letters).whole()

    def message(self) -> dict[str, Any]:
        """Everything that the page needs."""
        practice, drawing, pen = self.practice, self.drawing(), self.pen
        task = self.state == "task"
        return {
            "areas": drawing.areas,
            "cells": drawing.cells | {"prompt": self.prompt(), "acts": ""},
            "paths": [[number, *path] for number, path in drawing.paths.items()] if task else [],
            "no": {id: (no.clause, pen.say(no.reason)) for id, no in drawing.refusals.items()} if task else {},
            "mine": task,
            "kept": kept(practice),
            "state": self.state,
            "at": practice.at,
            "stars": practice.stars,
            "point": practice.step.point,
            "path": list(drawing.paths.get(self.way.bit_length() - 1, ())) if self.way else [],
        }

    def prompt(self) -> str:
        """What to do now, in the ribbon."""
        if self.state == "task":
            return self.pen.say(self.practice.lesson.match.prompt(self.practice.view))
        return self.pen.say(Phrase(f"web.learn.now_{self.state}"))

    def said(self) -> dict[str, Any]:
        """What the coach's template shows."""
        practice, pen = self.practice, self.pen
        say = pen.words.say
        state, task = self.state, practice.step.task
        text = say(practice.step.said.phrase())
        goal = ""
        if state == "oops" and task is not None:
            goal = text.split(". ")[-1]
            text = say(task.miss.phrase() if task.miss else Phrase("learn.missed"))
        elif self.way:
            action = practice.lesson.match.describe(practice.view, self.way)
            goal, text = text.split(". ")[-1], say(Phrase("web.learn.way", {"what": action}))
        elif state == "done" and practice.step.task is not None:
            text = say(Phrase("web.learn.well"))
        heading = HEADING.match(text)
        pose = POSES[state]
        return {
            "state": state,
            "heading": heading[1] if heading else "",
            "text": text[heading.end() :] if heading else text,
            "goal": goal,
            "at": practice.at,
            "steps": len(practice.lesson.steps),
            "stars": practice.stars,
            "most": STARS,
            "has_task": task is not None,
            "is_free": bool(task and task.solver),
            "title": say(practice.lesson.title.phrase()),
            "clause": practice.step.clause,
            "game": practice.lesson.match.title.name,
            "news": [self.news(event) for event in self.verdict.events if event.seat][-NEWS:],
            "tobi": Markup(tobi("point-left" if pose == "talk" and practice.step.point else pose)),
        }

    def news(self, event: Event) -> tuple[Markup, str]:
        """What somebody else did, with whose face."""
        face = Markup(self.pen.face(event.seat, ANIMALS[event.seat], 20)) if event.seat > 0 else Markup("")
        return face, self.pen.words.say(event.what)
