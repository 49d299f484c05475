"""The rules on the screen: the whole text, or some clauses of it."""

from __future__ import annotations

import re

from rich.text import Text

from domik.cli.screen import Screen, style_of
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.language.rulebook import Clause, Rulebook, editions_of

INDENT = 8
BULLET = "• "


def show_some(screen: Screen, book: Rulebook, wanted: list[str], say: Words) -> None:
    """Some clauses; without any, where each can be found. At a table, so nothing is raised."""
    if not wanted:
        for section in book.sections:
            ids = [clause.id for clause in section.clauses if clause.id]
            if ids:
                screen.line(f"{section.heading}: {', '.join(ids)}")
        screen.line(say(Phrase("rules.ask", {"clause": book.ids()[0]})), "dim")
    for word in wanted:
        try:
            show_clause(screen, book, book.find(word))
        except DomikError as error:
            screen.line(say(error.phrase), "bad")


def show_all(screen: Screen, book: Rulebook) -> None:
    """The whole text."""
    screen.line(book.name, "title")
    for section in book.sections:
        if section.heading:
            screen.line()
            screen.line(section.heading, "heading")
        for at, clause in enumerate(section.clauses):
            if at == 0 or not clause.is_entry:
                screen.line()
            show_clause(screen, book, clause)


def show_clause(screen: Screen, book: Rulebook, clause: Clause) -> None:
    """One clause: its id at the side, each ruling on a line of its own, editions and names in bold."""
    indent = INDENT if clause.id else 0
    text = BULLET + clause.text if clause.is_entry else clause.text
    parts = [(text, "")] if text else []
    parts += [(f"{book.ruling} {ruling}", "accent") for ruling in clause.rulings]
    for at, (part, tone) in enumerate(parts):
        label = Text(clause.id.ljust(indent) if at == 0 else " " * indent, "bold")
        screen.show(screen.hanging(label, styled(book, part, tone)))


def styled(book: Rulebook, text: str, tone: str) -> Text:
    """Markdown's bold and code marks, and the editions' names before a colon, as bold letters."""
    drawn = Text("", style_of(tone))
    for piece in re.split(r"(\*\*.+?\*\*|`.+?`)", text):
        bold = piece.startswith(("**", "`"))
        drawn.append(piece.strip("*`") if bold else piece, "bold" if bold else "")
    editions = editions_of(book.title)
    if editions:
        drawn.highlight_regex(rf"\b(?:{'|'.join(map(re.escape, editions))}):", "bold")
    return drawn
