"""One lesson step for a browser: the board as the game draws it, and the coach's texts.

The server keeps no state of a lesson: the page sends its serialized practice, which is replayed for every request.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from domik.games import game_package, game_packages
from domik.kernel.drawing import Drawing, ScreenForm
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from domik.kernel.tally import GameEvent
from domik.learn.ending import points_rows, result_phrase, stars_phrase
from domik.learn.lesson import STARS, Lesson
from domik.learn.loading import lesson_files, load_lessons
from domik.learn.practice import MoveFeedback, MoveOutcome, Practice, serialize_practice
from domik.server.http.errors import HttpError
from domik.server.rendering.renderers import cached_player, draw_view, words_pen
from domik.web.mascot import draw_mascot

OTHERS = ("tobi", "ola", "fil", "iga", "rys")  # keys of the names of the other players
ANIMALS = ("squirrel", "turtle", "bird", "rabbit", "fish", "snail")
MAX_EVENTS = 3  # most lines about the other players' moves
HEADING = re.compile(r"^([^.!?…]{2,38}[!?…]) +(?=\S)")  # a short exclamation at the start of a speech bubble
POSES = {"explain": "talk", "task": "talk", "oops": "kind", "glad": "cheer", "done": "cheer"}


def name_of_other(say: Callable[[Phrase], str], seat: int) -> str:
    """What the player in a seat is called in the reader's language, counted from 1; Tobi comes first."""
    return say(Phrase(f"web.learn.other.{OTHERS[seat - 1]}"))


def games_with_lessons() -> list[GamePackage]:
    return [title for title in game_packages() if lesson_files(title)]


@lru_cache(maxsize=64)
def game_lessons(game: str) -> tuple[Lesson, ...]:
    return tuple(load_lessons(game_package(game)))


def find_lesson(game: str, name: str) -> tuple[int, Lesson]:
    """A lesson and its number, counted from 1; raises HttpError 404 that lists the known lessons."""
    for number, lesson in enumerate(game_lessons(game), 1):
        if lesson.name == name:
            return number, lesson
    known = ", ".join(lesson.name for lesson in game_lessons(game))
    raise HttpError(404, Phrase("web.learn.no_lesson", {"lesson": name[:60], "lessons": known}))


@dataclass
class Learner:
    language: str
    form: ScreenForm
    text_only: bool
    name: str


class LessonResponse:
    """Response to one request of a lesson page: runs the command, then renders the new state."""

    def __init__(self, practice: Practice, reader: Learner) -> None:
        self.practice = practice
        self.learner = reader
        self.pen = words_pen(reader.language, practice.lesson.match.package.name, reader.form)
        self.verdict = MoveFeedback(MoveOutcome.GOING_ON)
        self.has_reached_goal = False  # this request completed a task
        self.shown_action = 0  # action mask of the solution being shown; 0 for none

    # ---- commands ----------------------------------------------------------------------------------

    def run_command(self, do: str, action: str) -> None:
        """Run the page's command; one that is not possible now is ignored."""
        practice = self.practice
        if do == "next":
            practice.next()
        elif do == "back":
            practice.back()
        elif do == "again":
            practice.restart_task()
        elif do == "show":
            self.shown_action = practice.solution_move()
        elif do == "play" and action.isascii() and action.isdecimal() and len(action) < 3:
            self.play(1 << int(action))

    def play(self, action: int) -> None:
        """Play the learner's move; reaching the goal advances to the next step."""
        practice = self.practice
        if not action & int(practice.view.legal()):
            return
        self.verdict = practice.play(practice.lesson.match.write(practice.view, action))
        if self.verdict.outcome is MoveOutcome.DONE:
            self.has_reached_goal = practice.next() or practice.is_finished

    # ---- rendering ---------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        """Mood of the coach: "explain", "task", "oops" after a miss, "glad" after a success, "done" at the end."""
        practice = self.practice
        if practice.is_finished:
            return "done"
        if self.verdict.outcome is MoveOutcome.MISSED:
            return "oops"
        if practice.is_waiting:
            return "task"
        return "glad" if self.has_reached_goal else "explain"

    def drawing(self) -> Drawing:
        match = self.practice.lesson.match
        say = self.pen.words.say
        players = [cached_player(self.learner.name or say(Phrase("web.learn.you")), ANIMALS[0], False, True)]
        players += [cached_player(name_of_other(say, k), ANIMALS[k], True, True) for k in range(1, match.seats)]
        reader = self.learner
        return draw_view(match, self.practice.view, players, reader.language, reader.form, reader.text_only).flatten()

    def message(self) -> dict[str, Any]:
        """The JSON message for the page's script, without the coach's markup."""
        practice, drawing, pen = self.practice, self.drawing(), self.pen
        task = self.state in ("task", "oops")
        return {
            "areas": drawing.areas,
            "cells": drawing.cells | {"prompt": self.prompt(), "acts": ""},
            "paths": [[number, *path] for number, path in drawing.paths.items()] if task else [],
            "no": {id: (no.clause, pen.say(no.reason)) for id, no in drawing.refusals.items()} if task else {},
            "mine": task,
            "kept": serialize_practice(practice),
            "state": self.state,
            "at": practice.at,
            "stars": practice.stars,
            "point": practice.point,
            "path": list(drawing.paths.get(self.shown_action.bit_length() - 1, ())) if self.shown_action else [],
            "tag": f"{pen.icon('x', 15, 3)}<span>{pen.say(Phrase('web.learn.tried'))}</span>",
        }

    def prompt(self) -> str:
        """Text of the ribbon: what to do now."""
        if self.state in ("task", "oops"):
            return self.pen.say(self.practice.lesson.match.prompt(self.practice.view))
        return self.pen.say(Phrase(f"web.learn.now_{self.state}"))

    def coach_context(self) -> dict[str, Any]:
        practice, pen = self.practice, self.pen
        say = pen.words.say
        state, task = self.state, practice.step.task
        text = say(practice.step.said.phrase())
        goal = say(task.aim.phrase()) if task is not None and practice.is_waiting else ""
        if state == "oops":
            text = say(self.verdict.said[0])
        elif self.shown_action:
            action = practice.lesson.match.spoken_phrase(practice.view, self.shown_action)
            text = say(Phrase("web.learn.way", {"what": action}))
        elif state == "done" and practice.step.task is not None:
            text = say(Phrase("web.learn.well"))
        result = result_phrase(practice) if state == "done" else None
        heading = HEADING.match(text)
        pose = POSES[state]
        return {
            "state": state,
            "heading": say(result) if result else heading[1] if heading else "",
            "text": text[heading.end() :] if heading else text,
            "rows": self.ending_rows() if state == "done" else [],
            "seats": self.ending_seats(),
            "stars_said": say(stars_phrase(practice)),
            "goal": goal,
            "at": practice.at,
            "steps": len(practice.lesson.steps),
            "stars": practice.stars,
            "most": STARS,
            "has_task": task is not None,
            "is_free": bool(task and task.solver),
            "title": say(practice.lesson.title.phrase()),
            "clause": practice.step.clause,
            "game": practice.lesson.match.package.name,
            "news": self.news_lines() if state != "done" else [],
            "tobi": Markup(draw_mascot("point-left" if pose == "talk" and practice.point else pose)),
        }

    def news_lines(self) -> list[tuple[Markup, str]]:
        """What the other players did last."""
        return [self.event_line(event) for event in self.verdict.events if event.seat][-MAX_EVENTS:]

    def ending_rows(self) -> list[tuple[str, tuple[str, ...]]]:
        """Where the points of a whole game came from."""
        return [(self.pen.words.say(row.what), row.points) for row in points_rows(self.practice)]

    def ending_seats(self) -> list[tuple[Markup, str]]:
        """Portrait and name of every player."""
        say = self.pen.words.say
        you = self.learner.name or say(Phrase("web.learn.you"))
        seats = range(self.practice.lesson.match.seats)
        return [(Markup(self.pen.face(k, ANIMALS[k], 24)), name_of_other(say, k) if k else you) for k in seats]

    def event_line(self, event: GameEvent) -> tuple[Markup, str]:
        """Portrait and text of what another player did."""
        face = Markup(self.pen.face(event.seat, ANIMALS[event.seat], 20)) if event.seat > 0 else Markup("")
        return face, self.pen.words.say(event.what)
