"""A TOML table that is read key by key: what is missing, of the wrong kind or unknown is said with its place."""

from __future__ import annotations

from typing import Any, TypeVar

from domik.language.words import LANGUAGES
from domik.learn.errors import BadLesson
from domik.learn.lesson import Given, Said

Kind = TypeVar("Kind")
NAMES = {str: "text", int: "number", list: "list", dict: "table"}


class Document:
    """One table of a lesson file."""

    def __init__(self, file: str, where: str, found: dict[str, Any]) -> None:
        self.file = file
        self.where = where
        self.found = found
        self.asked: set[str] = set()

    def bad(self, fault: str, /, **args: Any) -> BadLesson:
        """What is wrong here."""
        return BadLesson(self.file, self.where, fault, **args)

    def has(self, key: str) -> bool:
        """Whether the table has this key."""
        self.asked.add(key)
        return key in self.found

    def get(self, key: str, kind: type[Kind], default: Kind | None = None) -> Kind:
        """A value of the right kind; without a default it must be there."""
        if not self.has(key):
            if default is None:
                raise self.bad("missing", key=key)
            return default
        value = self.found[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.bad("kind", key=key, kind=NAMES[kind])
        return value

    def positive(self, key: str, default: int | None = None) -> int:
        """A whole number from 1 on."""
        value = self.get(key, int, default)
        if value < 1:
            raise self.bad("positive", key=key)
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty when it is left out."""
        values = self.get(key, list, [])
        if not all(isinstance(value, str) for value in values):
            raise self.bad("strings", key=key)
        return tuple(values)

    def inner(self, key: str) -> Document:
        """A table within this one."""
        return Document(self.file, f"{self.where}.{key}" if self.where else key, self.get(key, dict))

    def said(self) -> Said:
        """The text that this table holds in every language."""
        texts = {language: self.get(language, str, "").strip() for language in LANGUAGES}
        for language, text in texts.items():
            if not text:
                raise self.bad("language", language=language)
        return Said(texts)

    def given(self, key: str, seats: int) -> tuple[Given, ...]:
        """Moves with the seat before them, counted as people count: "2 b1" is b1 of the second seat."""
        found = []
        for text in self.strings(key):
            seat, _, move = text.partition(" ")
            if not (seat.isdecimal() and 1 <= int(seat) <= seats and move.strip()):
                raise self.bad("given", key=key, move=text, seats=seats)
            found.append(Given(int(seat) - 1, move.strip()))
        return tuple(found)

    def close(self) -> None:
        """Nothing may stand here that nobody asked for."""
        unknown = sorted(self.found.keys() - self.asked)
        if unknown:
            raise self.bad("unknown", key=unknown[0], known=", ".join(sorted(self.asked)))
