"""Component files: TOML with a mark on every value, and errors that name file, line and value."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domik.kernel.errors import BadComponents
from domik.kernel.phrase import Argument, Phrase

MARKS = ("sure", "likely", "ours")  # stated in a rulebook; one source or forced by arithmetic; our reconstruction
Where = tuple[str | int, ...]  # a path into the document: ("rooms", 3, "colour")


class Components:
    """One component file, read and ready to be checked by its game."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            line = int(found.group(1)) if found else text.count("\n") + 1
            raise BadComponents(
                Phrase("error.toml", {"file": file, "line": line, "why": str(error).split(" (at")[0]})
            ) from None
        self.lines = lines_of(text)

        self._hash = ""

    def hash(self) -> str:
        """What tells two component sets apart: the values count, layout and comments do not."""
        if not self._hash:
            values = json.dumps(self.data, sort_keys=True, default=str)
            self._hash = hashlib.sha256(values.encode()).hexdigest()[:16]
        return self._hash

    def marks(self) -> dict[str, int]:
        """How many values carry each mark."""
        found = Counter(marks_in(self.data))
        return {mark: found[mark] for mark in MARKS}

    def line(self, where: Where) -> int:
        """The line of a value, or of the nearest thing around it."""
        while where not in self.lines and where:
            where = where[:-1]
        return self.lines.get(where, 1)

    def refuse(self, where: Where, key: str, **args: Argument) -> BadComponents:
        """The error to raise: file, line, the value's path and what is wrong with it."""
        place = ".".join(str(part + 1) if isinstance(part, int) else part for part in where)
        why = Phrase(f"components.{key}", args)
        return BadComponents(
            Phrase("error.components", {"file": self.file, "line": self.line(where), "place": place, "why": why})
        )

    def get(self, *where: str | int) -> Any:
        """The value at a path; a missing one is refused at the nearest line."""
        value: Any = self.data
        for depth, part in enumerate(where):
            try:
                value = value[part]
            except (KeyError, IndexError, TypeError):
                raise self.refuse(where[: depth + 1], "missing") from None
        return value

    def text_at(self, *where: str | int) -> str:
        """A text value."""
        value = self.get(*where)
        if not isinstance(value, str) or not value.strip():
            raise self.refuse(where, "text", value=repr(value))
        return value

    def number_at(self, *where: str | int, least: int = 0, most: int = 999) -> int:
        """A whole number within bounds."""
        value = self.get(*where)
        if type(value) is not int or not least <= value <= most:
            raise self.refuse(where, "number", value=repr(value), least=least, most=most)
        return value

    def word_at(self, *where: str | int, among: tuple[str, ...]) -> str:
        """One of several words."""
        value = self.get(*where)
        if value not in among:
            raise self.refuse(where, "word", value=repr(value), among=", ".join(among))
        return str(value)

    def mark_at(self, *where: str | int) -> str:
        """How sure the value is."""
        return self.word_at(*where, among=MARKS)

    def list_at(self, *where: str | int, length: int | None = None) -> list[Any]:
        """A list, of a given length where one is given."""
        value = self.get(*where)
        if not isinstance(value, list):
            raise self.refuse(where, "list", value=repr(value))
        if length is not None and len(value) != length:
            raise self.refuse(where, "length", count=len(value), length=length)
        return value

    def names_at(self, *where: str | int) -> dict[str, str]:
        """A name in every language."""
        return {language: self.text_at(*where, language) for language in ("en", "ru", "pl")}


def read_components(path: Path) -> Components:
    """The components of a file a person named."""
    try:
        return Components(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "UTF-8"
        raise BadComponents(Phrase("error.file", {"file": str(path), "why": why})) from None


def marks_in(value: Any) -> Iterator[str]:
    """Every mark within a value."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "mark" or name.endswith("_mark"):
                yield str(inner)
            else:
                yield from marks_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from marks_in(inner)


def lines_of(text: str) -> dict[Where, int]:
    """The line of every table and key. tomllib forgets them, so headers and keys are counted here once more."""
    lines: dict[Where, int] = {}
    counts: dict[Where, int] = {}
    table: Where = ()
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if found := re.match(r"\[\[([^\]]+)\]\]", line):
            table = resolved(found.group(1), counts)
            counts[table] = counts.get(table, 0) + 1
            lines.setdefault(table, number)
            table = (*table, counts[table] - 1)
            lines[table] = number
        elif found := re.match(r"\[([^\]]+)\]", line):
            table = resolved(found.group(1), counts)
            lines.setdefault(table, number)
        elif found := re.match(r"([A-Za-z0-9_.\"-]+)\s*=", line):
            lines.setdefault((*table, *(part.strip('" ') for part in found.group(1).split("."))), number)
    return lines


def resolved(header: str, counts: dict[Where, int]) -> Where:
    """A dotted header as a path: the last entry of every list of tables on the way."""
    where: Where = ()
    parts = [part.strip('" ') for part in header.split(".")]
    for depth, part in enumerate(parts):
        where = (*where, part)
        if where in counts and depth + 1 < len(parts):
            where = (*where, counts[where] - 1)
    return where
