"""The rules sheet: a game's RULES text clause by clause, rulings apart, editions side by side where they differ."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from domik.games import title_of
from domik.kernel.components import MARKS
from domik.kernel.options import Choice
from domik.kernel.title import Title, built_in
from domik.server.painting import words_pen

FILES = {"en": "RULES.md", "ru": "RULES.ru.md", "pl": "RULES.pl.md"}
RULING = {"en": "Ruling:", "ru": "Решение:", "pl": "Ustalenie:"}


@dataclass(frozen=True)
class Clause:
    """One rule; a paragraph without a number has no id."""

    id: str
    text: str
    editions: list[tuple[str, str]] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)


@dataclass
class Section:
    """A heading and what stands under it."""

    heading: str
    clauses: list[Clause] = field(default_factory=list)


@cache
def rulebook(game: str, language: str) -> list[Section]:
    """The whole text in one language; in English where a translation is missing, empty where there is none."""
    title = title_of(game)
    for tongue in (language, "en"):
        try:
            text = title.resource(FILES[tongue])
        except FileNotFoundError:
            continue
        return sections(title, text, tongue, language)
    return []


def sections(title: Title, text: str, tongue: str, language: str) -> list[Section]:
    """The text cut at its headings and clauses."""
    found = [Section("")]
    for block in blocks(text):
        if block.startswith("# "):
            continue
        if block.startswith("#"):
            found.append(Section(block.lstrip("# ")))
        else:
            found[-1].clauses.append(clause(title, bare(block), tongue, language))
    return [section for section in found if section.clauses]


def blocks(text: str) -> list[str]:
    """Headings, list entries and paragraphs, each as one line."""
    found: list[str] = []
    fresh = True
    for line in text.splitlines():
        line = line.strip()
        if not line:
            fresh = True
        elif fresh or line.startswith(("#", "- ", "* ")):
            found.append(line)
            fresh = line.startswith("#")
        else:
            found[-1] += " " + line
    return found


def bare(block: str) -> str:
    """Without the marks of a list, of bold letters and of code."""
    return re.sub(r"\*\*(.+?)\*\*", r"\1", re.sub(r"^[-*] +", "", block)).replace("`", "")


def clause(title: Title, text: str, tongue: str, language: str) -> Clause:
    """One clause with its editions and rulings apart."""
    id = ""
    if numbered := re.match(rf"({title.prefix}-\w+)[.:]? +(.+)", text):
        id, text = numbered.groups()
    text, *rulings = [part.strip() for part in text.split(RULING[tongue])]
    names = next((o.values for o in title.schema.options if isinstance(o, Choice) and o.name == "edition"), ())
    parts = re.split(rf"\b({'|'.join(map(re.escape, names))}): ", text) if names and id else [text]
    say = words_pen(language, title.name).words
    editions = []
    for name, words in zip(parts[1::2], parts[2::2], strict=True):
        label = say.texts.get(f"edition.{name}", name)
        editions.append((label if isinstance(label, str) else name, capital(words.strip())))
    return Clause(id, parts[0].strip(), editions, [capital(ruling) for ruling in rulings])


def capital(text: str) -> str:
    """A sentence that stands on its own."""
    return text[:1].upper() + text[1:]


@cache
def marks(game: str) -> list[tuple[str, int]]:
    """How many component values are sure, likely, or ours."""
    counted: Counter[str] = Counter()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                if name == "mark" or name.endswith("_mark"):
                    counted[str(inner)] += 1
                else:
                    look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(built_in(title_of(game)).data)
    return [(mark, counted[mark]) for mark in MARKS]
