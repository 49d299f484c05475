"""A game at a glance: what scores what, from a game's `lessons/glance.toml`; few words, points apart."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from domik.kernel.title import Title
from domik.learn.document import Document
from domik.learn.lesson import Said

FILE = "lessons/glance.toml"


@dataclass(frozen=True)
class Line:
    """One thing and what it brings."""

    sign: str  # a Lucide icon
    text: Said
    points: str
    best: bool


@dataclass(frozen=True)
class Box:
    """Things that belong together."""

    sign: str
    title: Said
    lines: tuple[Line, ...]
    figure: str  # the clause whose picture in the rules shows it, or none


def boxes_of(title: Title) -> list[Box]:
    """The boxes of a game's card; none where it has no such file."""
    try:
        text = title.resource(FILE)
    except FileNotFoundError:
        return []
    shown = f"{title.name}/{FILE}"
    found = tomllib.loads(text).get("box", [])
    return [read_box(Document(shown, f"box {number}", one)) for number, one in enumerate(found, 1)]


def read_box(document: Document) -> Box:
    """One box with its lines."""
    lines = [
        read_line(Document(document.file, f"{document.where}.line {number}", one))
        for number, one in enumerate(document.get("line", list), 1)
    ]
    figure = document.get("figure", str, "")
    box = Box(document.get("sign", str), document.inner("title").said(), tuple(lines), figure)
    document.close()
    return box


def read_line(document: Document) -> Line:
    """One line; `best` is set for the most that can be won."""
    line = Line(
        document.get("sign", str),
        document.said(),
        document.get("points", str, ""),
        document.positive("best", 2) == 1,
    )
    document.close()
    return line
