"""What can be wrong with a lesson."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from domik.kernel.errors import DomikError
from domik.kernel.package import Match
from domik.kernel.phrase import Argument, Phrase
from domik.language.words import LANGUAGES


class BadLesson(DomikError):
    """A lesson file that cannot be taught; the phrase names the file, the place in it, and what would be right."""

    def __init__(self, file: str, where: str, fault: str, /, **args: Argument) -> None:
        what = Phrase(f"bad_lesson.{fault}", args)
        place: dict[str, Argument] = {"where": where} if where else {}
        super().__init__(
            Phrase("bad_lesson.place" if where else "bad_lesson.file", {"file": file, **place, "what": what})
        )


LEARNER = 0  # the learner always has the first seat
STARS = 3


@dataclass(frozen=True)
class LocalizedText:
    """A text in all languages."""

    texts: Mapping[str, str]

    def phrase(self) -> Phrase:
        """For a reader of phrases."""
        return Phrase("lesson.said", texts=self.texts)


@dataclass(frozen=True)
class ScriptedMove:
    """A move that the lesson itself makes: seat and notation."""

    seat: int
    text: str


@dataclass(frozen=True)
class LessonTask:
    """Something to do: a goal on the state, within so many moves of the learner."""

    goal: str
    arguments: Mapping[str, object]
    moves: int
    miss: LocalizedText | None  # what is said when the moves are used up and the goal is not reached
    solution: tuple[str, ...]  # moves of the learner
    solver: str  # or a bot that finds them: for long tasks that have many solutions
    wrong: tuple[str, ...]  # a way that does not lead to the goal; empty where every way leads there
    others: tuple[ScriptedMove, ...]  # what the other seats do; after these, the lesson's bot decides


@dataclass(frozen=True)
class LessonStep:
    """One thing that is said, perhaps with a task."""

    said: LocalizedText
    clause: str  # of the rules, empty where none is meant
    point: tuple[str, ...]  # element ids of the game's drawing
    moves: tuple[ScriptedMove, ...]  # played before it is said
    task: LessonTask | None


@dataclass(frozen=True)
class Lesson:
    """One lesson of one game."""

    name: str
    file: str
    title: LocalizedText
    minutes: int
    match: Match
    seed: str
    deal: tuple[int, ...]  # a whole deal as records keep it, instead of the seed's
    moves: tuple[ScriptedMove, ...]
    bot: str  # plays the other seats
    tries: tuple[int, int]  # so many tries still give three stars, and so many two
    steps: tuple[LessonStep, ...]

    def stars(self, tries: int) -> int:
        """What so many tries are worth; nobody who finishes goes without."""
        return STARS - sum(tries > most for most in self.tries)


ValueType = TypeVar("ValueType")
TYPE_NAMES = {str: "text", int: "number", list: "list", dict: "table"}


class TomlTable:
    """One table of a lesson file."""

    def __init__(self, file: str, where: str, found: dict[str, Any]) -> None:
        self.file = file
        self.where = where
        self.values = found
        self.used_keys: set[str] = set()

    def error(self, fault: str, /, **args: Any) -> BadLesson:
        """What is wrong here."""
        return BadLesson(self.file, self.where, fault, **args)

    def has(self, key: str) -> bool:
        """Whether the table has this key."""
        self.used_keys.add(key)
        return key in self.values

    def get(self, key: str, kind: type[ValueType], default: ValueType | None = None) -> ValueType:
        """A value of the right kind; without a default it must be there."""
        if not self.has(key):
            if default is None:
                raise self.error("missing", key=key)
            return default
        value = self.values[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error("kind", key=key, kind=TYPE_NAMES[kind])
        return value

    def positive_int(self, key: str, default: int | None = None) -> int:
        """A whole number from 1 on."""
        value = self.get(key, int, default)
        if value < 1:
            raise self.error("positive", key=key)
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty when it is left out."""
        values = self.get(key, list, [])
        if not all(isinstance(value, str) for value in values):
            raise self.error("strings", key=key)
        return tuple(values)

    def subtable(self, key: str) -> TomlTable:
        """A table within this one."""
        return TomlTable(self.file, f"{self.where}.{key}" if self.where else key, self.get(key, dict))

    def localized_text(self) -> LocalizedText:
        """The text that this table holds in every language."""
        texts = {language: self.get(language, str, "").strip() for language in LANGUAGES}
        for language, text in texts.items():
            if not text:
                raise self.error("language", language=language)
        return LocalizedText(texts)

    def scripted_moves(self, key: str, seats: int) -> tuple[ScriptedMove, ...]:
        """Moves with the seat before them, counted as people count: "2 b1" is b1 of the second seat."""
        found = []
        for text in self.strings(key):
            seat, _, move = text.partition(" ")
            if not (seat.isdecimal() and 1 <= int(seat) <= seats and move.strip()):
                raise self.error("given", key=key, move=text, seats=seats)
            found.append(ScriptedMove(int(seat) - 1, move.strip()))
        return tuple(found)

    def refuse_unknown_keys(self) -> None:
        """Nothing may stand here that nobody asked for."""
        unknown = sorted(self.values.keys() - self.used_keys)
        if unknown:
            raise self.error("unknown", key=unknown[0], known=", ".join(sorted(self.used_keys)))
