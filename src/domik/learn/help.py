"""Help in somebody's first games: a word on every kind of decision, from a game's `lessons/help.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from domik.kernel.title import Title
from domik.language.rulebook import rulebook
from domik.learn.document import Document
from domik.learn.lesson import Said

FILE = "lessons/help.toml"


@dataclass(frozen=True)
class Help:
    """What is said when a decision comes up for the first time; `kind` is the key of the game's prompt."""

    kind: str
    clause: str
    title: Said
    text: Said


def help_of(title: Title) -> dict[str, Help]:
    """All explanations of a game by the kind of decision; none where the game has no such file."""
    try:
        text = title.resource(FILE)
    except FileNotFoundError:
        return {}
    found = tomllib.loads(text).get("help", [])
    shown = f"{title.name}/{FILE}"
    helps = [read_help(Document(shown, f"help {number}", one), title) for number, one in enumerate(found, 1)]
    return {one.kind: one for one in helps}


def read_help(document: Document, title: Title) -> Help:
    """One explanation; its clause must be one of the game's rules."""
    clause = document.get("clause", str)
    if clause not in (known := rulebook(title, "en").ids()):
        raise document.bad("clause", clause=clause, first=known[0], last=known[-1])
    one = Help(document.get("kind", str), clause, document.inner("title").said(), document.inner("text").said())
    document.close()
    return one
