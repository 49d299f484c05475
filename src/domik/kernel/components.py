"""Component files: TOML in which every value carries a mark of certainty; errors name file, line and value."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from domik.kernel.errors import BadComponents
from domik.kernel.phrase import Argument, Phrase

MARKS = ("sure", "likely", "ours")  # stated in a rulebook; one source or forced by arithmetic; our reconstruction
TomlPath = tuple[str | int, ...]  # a path into the document: ("rooms", 3, "colour")
FORMAT = 1  # of component files; a file need not name it
MOST_DEEP = 32  # nesting depth of lists and tables
LARGEST = 2**63 - 1  # integers, as in TOML itself
LONGEST_SHOWN = 60  # characters of a wrong value in an error
MARKUP = set("<>&\"'`")  # not allowed in ids, which become part of markup


class Components:
    """A parsed component file with typed accessors; every accessor raises BadComponents with the line at fault."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text = text.removeprefix("\ufeff")  # a byte order mark
        self.file = file
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            line = int(found.group(1)) if found else text.count("\n") + 1
            raise self.file_error("toml", line, why=str(error).split(" (at")[0]) from None
        except RecursionError:
            raise self.file_error("toml_deep", deep_line(text), most=MOST_DEEP) from None
        except ValueError:  # the only case left: more digits than int() accepts
            raise self.file_error("toml_digits", digits_line(text), most=sys.get_int_max_str_digits()) from None
        self.lines = lines_of(text)
        self._hash = ""
        self.check_sizes()

    def file_error(self, key: str, line: int, **args: Argument) -> BadComponents:
        """Build the error for a file that cannot be read as a whole."""
        return BadComponents(Phrase(f"error.{key}", {"file": self.file, "line": line, **args}))

    def check_sizes(self) -> None:
        """Refuse nesting deeper than MOST_DEEP and numbers beyond LARGEST."""
        waiting: list[tuple[TomlPath, Any]] = [((), self.data)]
        while waiting:
            where, value = waiting.pop()
            if len(where) > MOST_DEEP:
                raise self.file_error("toml_deep", self.line(where), most=MOST_DEEP)
            if isinstance(value, dict):
                waiting += [((*where, name), inner) for name, inner in value.items()]
            elif isinstance(value, list):
                waiting += [((*where, place), inner) for place, inner in enumerate(value)]
            elif isinstance(value, int) and abs(value) > LARGEST:
                raise self.value_error(where, "large", most=LARGEST)

    def check_meta(self, game: str) -> None:
        """Check that `[meta]`, if present, names this game and a format that this version reads."""
        if "meta" not in self.data:
            return
        meta = self.table_at("meta")
        if "game" in meta and meta["game"] != game:
            raise self.value_error(("meta", "game"), "game", value=format_value(meta["game"]), game=game)
        if "format" in meta and (type(meta["format"]) is not int or meta["format"] != FORMAT):
            raise self.value_error(("meta", "format"), "format", value=format_value(meta["format"]), known=FORMAT)

    def hash(self) -> str:
        """Hash of the values, 16 hex digits; layout and comments do not count."""
        if not self._hash:
            values = json.dumps(self.data, sort_keys=True, default=str)
            self._hash = hashlib.sha256(values.encode()).hexdigest()[:16]
        return self._hash

    def marks(self) -> dict[str, int]:
        found = Counter(marks_in(self.data))
        return {mark: found[mark] for mark in MARKS}

    def line(self, where: TomlPath) -> int:
        """The line of a value, else of the nearest enclosing entry, else of the first entry inside it."""
        around = where
        while around not in self.lines and around:
            around = around[:-1]
        if around in self.lines or not where:
            return self.lines.get(around, 1)
        return min((line for path, line in self.lines.items() if path[: len(where)] == where), default=1)

    def value_error(self, where: TomlPath, key: str, **args: Argument) -> BadComponents:
        """Build the error for one value: file, line, path and what is wrong with it."""
        place = ".".join(str(part + 1) if isinstance(part, int) else part for part in where)
        why = Phrase(f"components.{key}", args)
        return BadComponents(
            Phrase("error.components", {"file": self.file, "line": self.line(where), "place": place, "why": why})
        )

    def get(self, *where: str | int) -> Any:
        """The value at a path; BadComponents at the nearest line where it is missing."""
        value: Any = self.data
        for depth, part in enumerate(where):
            try:
                value = value[part]
            except (KeyError, IndexError, TypeError):
                raise self.value_error(where[: depth + 1], "missing") from None
        return value

    def text_at(self, *where: str | int) -> str:
        value = self.get(*where)
        if not isinstance(value, str) or not value.strip():
            raise self.value_error(where, "text", value=format_value(value))
        return value

    def number_at(self, *where: str | int, least: int = 0, most: int = 999) -> int:
        value = self.get(*where)
        if type(value) is not int or not least <= value <= most:
            raise self.value_error(where, "number", value=format_value(value), least=least, most=most)
        return value

    def word_at(self, *where: str | int, among: tuple[str, ...]) -> str:
        value = self.get(*where)
        if value not in among:
            raise self.value_error(where, "word", value=format_value(value), among=", ".join(among))
        return str(value)

    def mark_at(self, *where: str | int) -> str:
        return self.word_at(*where, among=MARKS)

    def list_at(self, *where: str | int, length: int | None = None) -> list[Any]:
        """A list, of exactly `length` entries if that is given."""
        value = self.get(*where)
        if not isinstance(value, list):
            raise self.value_error(where, "list", value=format_value(value))
        if length is not None and len(value) != length:
            raise self.value_error(where, "length", count=len(value), length=length)
        return value

    def table_at(self, *where: str | int) -> dict[str, Any]:
        value = self.get(*where)
        if not isinstance(value, dict):
            raise self.value_error(where, "table", value=format_value(value))
        return value

    def id_at(self, *where: str | int, taken: Iterable[str] = ()) -> str:
        """An id that can be typed and drawn and differs from all in `taken`, ignoring case."""
        value = self.text_at(*where)
        if not value.isprintable() or value != " ".join(value.split()) or MARKUP & set(value):
            raise self.value_error(where, "id", value=format_value(value))
        for other in taken:
            if other.lower() == value.lower():
                raise self.value_error(where, "twice" if other == value else "alike", value=value, other=other)
        return value

    def names_at(self, *where: str | int) -> dict[str, str]:
        """A name in each of the three languages."""
        return {language: self.text_at(*where, language) for language in ("en", "ru", "pl")}


def format_value(value: object) -> str:
    """A value as written in a component file, cut to LONGEST_SHOWN characters."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
    elif isinstance(value, (date, datetime, time)):
        text = value.isoformat()
    elif isinstance(value, list):
        text = f"[{', '.join(map(format_value, value))}]"
    elif isinstance(value, dict):
        text = f"{{{', '.join(f'{name} = {format_value(inner)}' for name, inner in value.items())}}}"
    else:
        text = str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def read_components(path: Path) -> Components:
    """Read a component file from disk; BadComponents if it cannot be read or is not UTF-8."""
    try:
        return Components(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "UTF-8"
        raise BadComponents(Phrase("error.file", {"file": str(path), "why": why})) from None


def digits_line(text: str) -> int:
    """The line of a number with more digits than Python parses."""
    found = re.search(rf"\d(?:_?\d){{{sys.get_int_max_str_digits()},}}", text)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def deep_line(text: str) -> int:
    """The line where brackets outside strings and comments nest too deep."""
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        for sign in re.sub(r'"(\\.|[^"\\])*"|\'[^\']*\'|#.*', "", line):
            depth += (sign in "[{") - (sign in "]}")
            if depth > MOST_DEEP:
                return number
    return 1


def marks_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "mark" or name.endswith("_mark"):
                yield str(inner)
            else:
                yield from marks_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from marks_in(inner)


def lines_of(text: str) -> dict[TomlPath, int]:
    """The line of every table and key, found by a scan of headers and keys because tomllib does not report them."""
    lines: dict[TomlPath, int] = {}
    counts: dict[TomlPath, int] = {}
    table: TomlPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if found := re.match(r"\[\[([^\]]+)\]\]", line):
            table = resolve_header(found.group(1), counts)
            counts[table] = counts.get(table, 0) + 1
            lines.setdefault(table, number)
            table = (*table, counts[table] - 1)
            lines[table] = number
        elif found := re.match(r"\[([^\]]+)\]", line):
            table = resolve_header(found.group(1), counts)
            lines.setdefault(table, number)
        elif found := re.match(r"([A-Za-z0-9_.\"-]+)\s*=", line):
            lines.setdefault((*table, *(part.strip('" ') for part in found.group(1).split("."))), number)
    return lines


def resolve_header(header: str, counts: dict[TomlPath, int]) -> TomlPath:
    """A dotted header as a path, through the last entry of every array of tables on the way."""
    where: TomlPath = ()
    parts = [part.strip('" ') for part in header.split(".")]
    for depth, part in enumerate(parts):
        where = (*where, part)
        if where in counts and depth + 1 < len(parts):
            where = (*where, counts[where] - 1)
    return where


ComponentValue = str | int | float | bool


@dataclass(frozen=True)
class ComponentChange:
    """A value in which two component files differ; None where a file does not have it."""

    path: str
    old: ComponentValue | None
    new: ComponentValue | None


def component_values(components: Components) -> dict[str, ComponentValue]:
    """Every value of a file by its path, such as `rooms.kitchen.points`; marks of certainty are not values."""
    return dict(values_in(components.data, ""))


def values_in(value: Any, path: str) -> Iterator[tuple[str, ComponentValue]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "value":  # written { value = 8, mark = "sure" }
                yield from values_in(inner, path)
            elif not (name in ("mark", "marks") or name.endswith(("_mark", "_marks"))):
                yield from values_in(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield from values_in(inner, f"{path}.{entry_name(inner, number)}")
    elif isinstance(value, ComponentValue):
        yield path, value


def entry_name(entry: object, number: int) -> str:
    """What a path calls an entry of a list: its id, or its number from 1 on."""
    return str(entry["id"]) if isinstance(entry, dict) and "id" in entry else str(number)


def component_changes(old: Components, new: Components) -> list[ComponentChange]:
    """All values in which two files of one game differ, in the order of the old file."""
    before, after = component_values(old), component_values(new)
    return [
        ComponentChange(path, before.get(path), after.get(path))
        for path in dict.fromkeys([*before, *after])
        if before.get(path) != after.get(path)
    ]
