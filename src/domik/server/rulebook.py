"""The rules sheet: a game's clauses with rulings apart, editions side by side where they differ."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from domik.games import title_of
from domik.kernel.errors import DomikError
from domik.kernel.title import built_in
from domik.language.rulebook import Clause, Rulebook, editions_of, rulebook
from domik.server.pens import words_pen


@dataclass(frozen=True)
class Rule:
    """One clause as the page shows it."""

    id: str
    text: str
    editions: list[tuple[str, str]]
    rulings: list[str]


@dataclass(frozen=True)
class Chapter:
    """A heading and its rules."""

    heading: str
    clauses: list[Rule]


@lru_cache(maxsize=64)
def chapters(game: str, language: str) -> list[Chapter]:
    """The whole text in one language; empty where there is none."""
    try:
        book = rulebook(title_of(game), language)
    except DomikError:
        return []
    return [
        Chapter(section.heading, [rule(book, clause, language) for clause in section.clauses])
        for section in book.sections
        if section.clauses
    ]


def rule(book: Rulebook, clause: Clause, language: str) -> Rule:
    """One clause with its editions apart."""
    names = editions_of(book.title)
    text = bare(clause.text)
    parts = re.split(rf"\b({'|'.join(map(re.escape, names))}): ", text) if names and clause.id else [text]
    say = words_pen(language, book.title.name).words
    editions = []
    for name, words in zip(parts[1::2], parts[2::2], strict=True):
        label = say.texts.get(f"edition.{name}", name)
        editions.append((label if isinstance(label, str) else name, capital(words.strip())))
    return Rule(clause.id, parts[0].strip(), editions, [capital(bare(ruling)) for ruling in clause.rulings])


def bare(text: str) -> str:
    """Without the marks of bold letters and of code."""
    return re.sub(r"\*\*(.+?)\*\*", r"\1", text).replace("`", "")


def capital(text: str) -> str:
    """A sentence that stands on its own."""
    return text[:1].upper() + text[1:]


def marks(game: str) -> list[tuple[str, int]]:
    """How many component values are sure, likely, or ours."""
    return list(built_in(title_of(game)).marks().items())
