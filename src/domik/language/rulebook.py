"""Parses a game's RULES files into sections and clauses, for terminals and pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from domik.kernel.errors import BadOption, DomikError
from domik.kernel.options import Choice
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase

FILES = {"en": "RULES.md", "ru": "RULES.ru.md", "pl": "RULES.pl.md"}
RULING = {"en": "Ruling:", "ru": "Решение:", "pl": "Ustalenie:"}  # introduces a ruling of ours within a clause


@dataclass(frozen=True)
class Clause:
    """One rule with our rulings on it; bold and code markup is still in the texts."""

    id: str  # empty for a paragraph without a number
    whole: str
    text: str
    rulings: list[str] = field(default_factory=list)
    is_entry: bool = False  # an entry of an unnumbered list, such as a glossary


@dataclass
class Section:
    heading: str
    clauses: list[Clause] = field(default_factory=list)


@dataclass
class Rulebook:
    package: GamePackage
    language: str
    name: str
    sections: list[Section]

    @property
    def ruling(self) -> str:
        """The word that introduces a ruling in this language."""
        return RULING[self.language]

    def ids(self) -> list[str]:
        return [clause.id for section in self.sections for clause in section.clauses if clause.id]

    def find(self, wanted: str) -> Clause:
        """A clause by its id; `31`, `th31` and `TH-31` are the same. BadOption if there is none."""
        prefix = self.package.prefix
        id = f"{prefix}-{wanted.upper().removeprefix(prefix).lstrip('-')}"
        for section in self.sections:
            for clause in section.clauses:
                if clause.id == id:
                    return clause
        known = self.ids()
        raise BadOption(Phrase("rules.no_clause", {"clause": wanted, "first": known[0], "last": known[-1]}))


def load_rulebook(package: GamePackage, language: str) -> Rulebook:
    """The rulebook; in English where a translation is missing, DomikError where there is none at all."""
    for tongue in (language, "en"):
        try:
            text = package.read_resource(FILES[tongue])
        except FileNotFoundError:
            continue
        return read_rulebook(package, tongue, text)
    raise DomikError(Phrase("rules.none", {"game": package.name}))


def read_rulebook(package: GamePackage, language: str, text: str) -> Rulebook:
    """Parse the text of a RULES file."""
    book = Rulebook(package, language, package.name, [Section("")])
    for block in split_blocks(text):
        if block.startswith("# "):
            book.name = block[2:]
        elif block.startswith("#"):
            book.sections.append(Section(block.lstrip("# ")))
        else:
            book.sections[-1].clauses.append(clause_of(block, package.prefix, book.ruling))
    return book


def split_blocks(text: str) -> list[str]:
    """Headings, list entries and paragraphs, each joined to one line."""
    found: list[str] = []
    fresh = True
    for line in text.splitlines():
        bare = line.strip()
        if not bare:
            fresh = True
        elif fresh or bare.startswith(("#", "- ", "* ")):
            found.append(bare)
            fresh = bare.startswith("#")
        else:
            found[-1] += " " + bare
    return found


def clause_of(block: str, prefix: str, ruling: str) -> Clause:
    """Parse one list entry or paragraph into id, text and rulings."""
    whole = re.sub(r"^[-*] +", "", block)
    id = ""
    if numbered := re.match(rf"\**({prefix}-\w+)\**[.:]? +(.+)", whole):
        id, whole = numbered.groups()
    text, *rulings = [part.strip() for part in whole.split(ruling)]
    return Clause(id, whole, text, rulings, is_entry=not id and block.startswith(("- ", "* ")))


def editions_of(package: GamePackage) -> tuple[str, ...]:
    named = (option for option in package.schema.options if isinstance(option, Choice) and option.name == "edition")
    return next((option.values for option in named), ())
