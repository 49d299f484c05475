"""The rules for pages: chapters with their pictures, rulings apart, editions side by side, terms that unfold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from markupsafe import Markup, escape

from domik.games import title_of
from domik.kernel.errors import DomikError
from domik.kernel.title import built_in
from domik.language.naming import in_words, names_of
from domik.language.rulebook import Clause, Rulebook, editions_of, rulebook
from domik.server.learn.figures import Picture, pictures

ENTRY = re.compile(r"\*\*(.+?)\*\*:? *(.+)")
LEAD = re.compile(r"^(.{12,170}?[.!?:])(?= )")
SIGNS = {
    "The game": "house",
    "Parts": "package",
    "Setup": "blocks",
    "Placing a room": "layers",
    "Scoring a round": "calculator",
    "End of the game": "trophy",
    "Variants": "shuffle",
    "Worked examples": "lightbulb",
    "Examples": "lightbulb",
    "Glossary": "list",
    "Good to know": "list",
    "Setup and rounds": "blocks",
    "Laying a room": "layers",
    "Tools": "hammer",
    "Resources": "package",
    "Helpers": "users-round",
    "Scoring": "calculator",
    "End and scoring": "calculator",
    "Bonus tiles": "gift",
    "Modes": "shuffle",
    "Life in the forest": "trees",
    "Planning: up to eight months": "calendar",
    "A round: deal, build, score": "repeat",
    "A turn: take, place, bonus": "repeat",
}


@dataclass(frozen=True)
class Rule:
    """One clause as the page shows it."""

    id: str
    text: str
    editions: list[tuple[str, str]]
    rulings: list[str]
    term: str = ""  # an entry of a glossary

    @property
    def lead(self) -> str:
        """The first sentence, which is set in bold where more follows."""
        found = LEAD.match(self.text) if self.id else None
        return found[1] if found else ""

    @property
    def rest(self) -> str:
        """What follows it."""
        return self.text[len(self.lead) :]


@dataclass(frozen=True)
class Chapter:
    """A heading, its rules and its pictures."""

    heading: str
    clauses: list[Rule]
    sign: str = "book-open"
    pictures: list[Picture] = field(default_factory=list)

    @property
    def is_glossary(self) -> bool:
        """Whether every entry is a term."""
        return bool(self.clauses) and all(rule.term for rule in self.clauses)


@lru_cache(maxsize=64)
def chapters(game: str, language: str) -> list[Chapter]:
    """The whole text in one language; empty where there is none."""
    try:
        book = rulebook(title_of(game), language)
    except DomikError:
        return []
    names = names_of(book.title, book.language)
    signs = [SIGNS.get(section.heading, "book-open") for section in rulebook(book.title, "en").sections]
    drawn = pictures(game, language)
    found = []
    for number, section in enumerate(book.sections):
        rules = [rule(book, clause, names) for clause in section.clauses]
        ids = {one.id for one in rules}
        if rules:
            own = [picture for picture in drawn if picture.clause in ids]
            found.append(Chapter(section.heading, rules, signs[number] if number < len(signs) else "book-open", own))
    return found


def rule(book: Rulebook, clause: Clause, names: dict[str, str]) -> Rule:
    """One clause with its editions apart."""

    def said(text: str) -> str:
        return bare(in_words(text, names, book.language))

    if clause.is_entry and (entry := ENTRY.fullmatch(clause.text)):
        return Rule("", capital(said(entry[2])), [], [], entry[1])
    known = editions_of(book.title)
    parts = re.split(rf"\b({'|'.join(map(re.escape, known))}): ", clause.text) if known and clause.id else [clause.text]
    editions = [
        (names.get(name, name), capital(said(words.strip())))
        for name, words in zip(parts[1::2], parts[2::2], strict=True)
    ]
    return Rule(clause.id, said(parts[0].strip()), editions, [capital(said(ruling)) for ruling in clause.rulings])


def bare(text: str) -> str:
    """Without the marks of bold letters and of code."""
    return re.sub(r"\*\*(.+?)\*\*", r"\1", text).replace("`", "")


def capital(text: str) -> str:
    """A sentence that stands on its own."""
    return text[:1].upper() + text[1:]


def marks(game: str) -> list[tuple[str, int]]:
    """How many component values are sure, likely, or ours."""
    return list(built_in(title_of(game)).marks().items())


# ---- terms that unfold -----------------------------------------------------------------------------------


def stem(word: str) -> str:
    """A word as it begins in every case; its endings differ."""
    return re.escape(word[: max(4, len(word) - 2)] if len(word) > 4 else word)


@lru_cache(maxsize=64)
def terms(game: str, language: str) -> list[tuple[re.Pattern[str], str]]:
    """What the glossary explains: how a term looks in a text, and its explanation."""
    found = []
    for chapter in chapters(game, language):
        for one in chapter.clauses:
            if one.term and "," not in one.term:
                looks = r"\s+".join(stem(word) + r"\w{0,4}" for word in one.term.split())
                found.append((re.compile(rf"\b{looks}\b", re.IGNORECASE), one.text))
    return sorted(found, key=lambda pair: -len(pair[0].pattern))


def with_terms(game: str, language: str, text: str) -> Markup:
    """A text whose first use of every term can be unfolded."""
    spots: list[tuple[int, int, str]] = []
    for looks, explained in terms(game, language):
        match = looks.search(text)
        if match and not any(start < match.end() and match.start() < end for start, end, _ in spots):
            spots.append((*match.span(), explained))
    markup, at = Markup(), 0
    for start, end, explained in sorted(spots):
        markup += escape(text[at:start])
        markup += Markup(
            '<a class="term" role="button" href="#glossary" aria-expanded="false" data-term="{}">{}</a>'
        ).format(explained, text[start:end])
        at = end
    return markup + escape(text[at:])
