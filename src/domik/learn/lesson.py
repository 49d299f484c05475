"""Lessons and their steps as typed objects, and the checked reading of their TOML tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, TypeVar

from domik.kernel.errors import DomikError
from domik.kernel.package import Match
from domik.kernel.phrase import Argument, Phrase
from domik.language.words import LANGUAGES


class BadLesson(DomikError):
    """An invalid lesson file; the phrase names the file, the place in it, and what is expected."""

    def __init__(self, file: str, where: str, fault: str, /, **args: Argument) -> None:
        what = Phrase(f"bad_lesson.{fault}", args)
        place: dict[str, Argument] = {"where": where} if where else {}
        super().__init__(
            Phrase("bad_lesson.place" if where else "bad_lesson.file", {"file": file, **place, "what": what})
        )


LEARNER = 0  # the learner always takes the first seat
STARS = 3


@dataclass(frozen=True)
class LocalizedText:
    """A text in all languages."""

    texts: Mapping[str, str]

    def phrase(self) -> Phrase:
        return Phrase("lesson.said", texts=self.texts)


@dataclass(frozen=True)
class ScriptedMove:
    """A move that the lesson makes by itself, in notation."""

    seat: int
    text: str


@dataclass(frozen=True)
class Miss:
    """What is said to one kind of try that misses the goal."""

    played: str  # the last move in notation, as a pattern: "b*" for every build
    said: LocalizedText


@dataclass(frozen=True)
class LessonTask:
    """A goal to reach within a number of the learner's moves."""

    goal: str
    arguments: Mapping[str, object]
    moves: int
    aim: LocalizedText  # the goal in one sentence, shown as long as the task is open
    points: tuple[tuple[str, ...], ...]  # element ids to highlight for each of the learner's moves
    miss: LocalizedText | None  # shown when the moves are used up without reaching the goal ...
    misses: tuple[Miss, ...]  # ... unless one of these knows better what the try did
    solution: tuple[str, ...]  # the learner's moves, in notation
    solver: str  # else the bot that finds them: for long tasks with many solutions
    wrong: tuple[str, ...]  # moves that miss the goal; empty if that is impossible
    others: tuple[ScriptedMove, ...]  # moves of the other seats; then the lesson's bot plays them

    def miss_phrase(self, last: str) -> Phrase:
        """What is said to a try that ended with this move."""
        told = next((one.said for one in self.misses if fnmatchcase(last, one.played)), self.miss)
        return told.phrase() if told is not None else Phrase("learn.missed")


@dataclass(frozen=True)
class LessonStep:
    """A text, possibly with a task."""

    said: LocalizedText
    clause: str  # rulebook clause, or ""
    point: tuple[str, ...]  # element ids in the game's drawing to highlight
    moves: tuple[ScriptedMove, ...]  # played before the text is shown
    task: LessonTask | None


@dataclass(frozen=True)
class Lesson:
    name: str
    file: str
    title: LocalizedText
    minutes: int
    match: Match
    seed: str
    deal: tuple[int, ...]  # an explicit deal, as in records, instead of the seed
    moves: tuple[ScriptedMove, ...]
    bot: str  # plays the other seats
    tries: tuple[int, int]  # most tries for three stars, and for two
    steps: tuple[LessonStep, ...]

    def stars(self, tries: int) -> int:
        """Stars for finishing after this many tries; at least one."""
        return STARS - sum(tries > most for most in self.tries)


ValueType = TypeVar("ValueType")
TYPE_NAMES = {str: "text", int: "number", list: "list", dict: "table"}


class TomlTable:
    """One table of a lesson file, with typed access. Errors name the file and the place."""

    def __init__(self, file: str, where: str, found: dict[str, Any]) -> None:
        self.file = file
        self.where = where
        self.values = found
        self.used_keys: set[str] = set()

    def error(self, fault: str, /, **args: Any) -> BadLesson:
        return BadLesson(self.file, self.where, fault, **args)

    def has(self, key: str) -> bool:
        self.used_keys.add(key)
        return key in self.values

    def get(self, key: str, kind: type[ValueType], default: ValueType | None = None) -> ValueType:
        """A value of the given type; BadLesson if it is missing without a default or has another type."""
        if not self.has(key):
            if default is None:
                raise self.error("missing", key=key)
            return default
        value = self.values[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error("kind", key=key, kind=TYPE_NAMES[kind])
        return value

    def positive_int(self, key: str, default: int | None = None) -> int:
        value = self.get(key, int, default)
        if value < 1:
            raise self.error("positive", key=key)
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        """A list of strings; empty if the key is missing."""
        values = self.get(key, list, [])
        if not all(isinstance(value, str) for value in values):
            raise self.error("strings", key=key)
        return tuple(values)

    def subtable(self, key: str) -> TomlTable:
        return TomlTable(self.file, f"{self.where}.{key}" if self.where else key, self.get(key, dict))

    def localized_text(self) -> LocalizedText:
        """The table's text in every language; BadLesson if one is missing."""
        texts = {language: self.get(language, str, "").strip() for language in LANGUAGES}
        for language, text in texts.items():
            if not text:
                raise self.error("language", language=language)
        return LocalizedText(texts)

    def scripted_moves(self, key: str, seats: int) -> tuple[ScriptedMove, ...]:
        """Moves with their seat, counted from 1: "2 b1" is the second seat's b1."""
        found = []
        for text in self.strings(key):
            seat, _, move = text.partition(" ")
            if not (seat.isdecimal() and 1 <= int(seat) <= seats and move.strip()):
                raise self.error("given", key=key, move=text, seats=seats)
            found.append(ScriptedMove(int(seat) - 1, move.strip()))
        return tuple(found)

    def refuse_unknown_keys(self) -> None:
        """Raise BadLesson for a key that was never read."""
        unknown = sorted(self.values.keys() - self.used_keys)
        if unknown:
            raise self.error("unknown", key=unknown[0], known=", ".join(sorted(self.used_keys)))
