"""A lesson as its file tells it: where it begins, what is said and pointed at, what is to be reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from domik.kernel.phrase import Phrase
from domik.kernel.title import Match

LEARNER = 0  # the learner always has the first seat
STARS = 3


@dataclass(frozen=True)
class Said:
    """A text in all languages."""

    texts: Mapping[str, str]

    def phrase(self) -> Phrase:
        """For a reader of phrases."""
        return Phrase("lesson.said", texts=self.texts)


@dataclass(frozen=True)
class Given:
    """A move that the lesson itself makes: seat and notation."""

    seat: int
    text: str


@dataclass(frozen=True)
class Task:
    """Something to do: a goal on the state, within so many moves of the learner."""

    goal: str
    arguments: Mapping[str, object]
    moves: int
    miss: Said | None  # what is said when the moves are used up and the goal is not reached
    solution: tuple[str, ...]  # moves of the learner
    solver: str  # or a bot that finds them: for long tasks that have many solutions
    wrong: tuple[str, ...]  # a way that does not lead to the goal; empty where every way leads there
    others: tuple[Given, ...]  # what the other seats do; after these, the lesson's bot decides


@dataclass(frozen=True)
class Step:
    """One thing that is said, perhaps with a task."""

    said: Said
    clause: str  # of the rules, empty where none is meant
    point: tuple[str, ...]  # element ids of the game's drawing
    moves: tuple[Given, ...]  # played before it is said
    task: Task | None


@dataclass(frozen=True)
class Lesson:
    """One lesson of one game."""

    name: str
    file: str
    title: Said
    minutes: int
    match: Match
    seed: str
    deal: tuple[int, ...]  # a whole deal as records keep it, instead of the seed's
    moves: tuple[Given, ...]
    bot: str  # plays the other seats
    tries: tuple[int, int]  # so many tries still give three stars, and so many two
    steps: tuple[Step, ...]

    def stars(self, tries: int) -> int:
        """What so many tries are worth; nobody who finishes goes without."""
        return STARS - sum(tries > most for most in self.tries)
