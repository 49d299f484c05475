"""`domik rules GAME`: print the rules or single clauses, or write them as HTML."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from rich.text import Text

from domik.cli import choices
from domik.cli.score import add_position, position_from_file
from domik.cli.screen import TerminalScreen, style_of
from domik.kernel.components import Components, read_components
from domik.kernel.errors import BadOption, BadPosition, DomikError
from domik.kernel.package import GamePackage, built_in_components
from domik.kernel.phrase import Phrase
from domik.language import Words, words_for
from domik.language.rulebook import Clause, Rulebook, editions_of, load_rulebook

INDENT = 8
BULLET = "• "


def print_clauses(screen: TerminalScreen, book: Rulebook, wanted: list[str], say: Words) -> None:
    """Print clauses during a game, so errors are printed, not raised; without any, an index."""
    if not wanted:
        for section in book.sections:
            ids = [clause.id for clause in section.clauses if clause.id]
            if ids:
                screen.print_text(f"{section.heading}: {', '.join(ids)}")
        screen.print_text(say(Phrase("rules.ask", {"clause": book.ids()[0]})), "dim")
    for word in wanted:
        try:
            print_clause(screen, book, book.find(word))
        except DomikError as error:
            screen.print_text(say(error.phrase), "bad")


def print_rules(screen: TerminalScreen, book: Rulebook) -> None:
    screen.print_text(book.name, "title")
    for section in book.sections:
        if section.heading:
            screen.print_text()
            screen.print_text(section.heading, "heading")
        for at, clause in enumerate(section.clauses):
            if at == 0 or not clause.is_entry:
                screen.print_text()
            print_clause(screen, book, clause)


def print_clause(screen: TerminalScreen, book: Rulebook, clause: Clause) -> None:
    """One clause with its id at the side and each ruling as a paragraph of its own."""
    indent = INDENT if clause.id else 0
    text = BULLET + clause.text if clause.is_entry else clause.text
    parts = [(text, "")] if text else []
    parts += [(f"{book.ruling} {ruling}", "accent") for ruling in clause.rulings]
    for at, (part, tone) in enumerate(parts):
        label = Text(clause.id.ljust(indent) if at == 0 else " " * indent, "bold")
        screen.print_lines(screen.hanging_indent(label, styled_text(book, part, tone)))


def styled_text(book: Rulebook, text: str, tone: str) -> Text:
    """Markdown's bold and code marks, and edition names before a colon, in bold."""
    drawn = Text("", style_of(tone))
    for piece in re.split(r"(\*\*.+?\*\*|`.+?`)", text):
        bold = piece.startswith(("**", "`"))
        drawn.append(piece.strip("*`") if bold else piece, "bold" if bold else "")
    editions = editions_of(book.package)
    if editions:
        drawn.highlight_regex(rf"\b(?:{'|'.join(map(re.escape, editions))}):", "bold")
    return drawn


NAME = "rules"


def add(parser: ArgumentParser, say: Words) -> None:
    choices.add_game(parser, say)
    parser.add_argument(
        "clauses", nargs="*", default=[], metavar=say(Phrase("choice.CLAUSE")), help=say(Phrase("rules.clauses"))
    )
    choices.add_components(parser, say, say(Phrase("choice.FILE")))
    parser.add_argument("--html", metavar=say(Phrase("choice.FILE")), type=Path, help=say(Phrase("rules.html")))
    parser.add_argument("--allowed", metavar=say(Phrase("score.ENTRY")), help=say(Phrase("rules.allowed")))
    add_position(parser, say)
    parser.add_argument(
        "--seat", metavar="K", type=choices.whole_number(say, 1), default=1, help=say(Phrase("score.seat"))
    )
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    title = choices.title_from(args)
    if args.allowed is not None:
        return print_verdict(args, title, say)
    book = load_rulebook(title, say.language)
    components = read_components(args.components) if args.components else built_in_components(title)
    title.parts(components)  # refuse a component file that cannot be played
    wanted = [book.find(word) for text in args.clauses for word in text.split(",") if word]
    if args.html is not None:
        write_booklet(args.html, title, say)
        return 0
    if args.json:
        print(json.dumps(rules_document(book, wanted, components), ensure_ascii=False))
        return 0
    screen = TerminalScreen()
    for clause in wanted:
        print_clause(screen, book, clause)
    if not wanted:
        print_rules(screen, book)
        screen.print_text()
        print_component_marks(screen, components, say)
    return 0


def print_verdict(args: Namespace, title: GamePackage, say: Words) -> int:
    """Whether an entry may be made in a position at a real table, with the clauses that refuse it."""
    position = position_from_file(args, title)
    key, equals, value = args.allowed.partition("=")
    if not equals:
        raise BadPosition(Phrase("error.position_entry", {"entry": args.allowed[:40]}))
    if args.seat > position.match.seats:
        raise BadOption(Phrase("score.no_seat", {"seat": args.seat, "seats": position.match.seats}))
    refusals = position.why_not(args.seat - 1, key.strip(), value.strip())
    words = words_for(say.language, (title.words_package,))
    if args.json:
        found = [{"clause": one.clause, "reason": words(one.reason)} for one in refusals]
        print(json.dumps({"allowed": not refusals, "objections": found}, ensure_ascii=False))
        return 0
    screen, book = TerminalScreen(), load_rulebook(title, say.language)
    screen.print_text(say(Phrase("rules.no" if refusals else "rules.yes")), "bad" if refusals else "good")
    for one in refusals:
        screen.print_text(f"{words(one.reason)} [{one.clause}]")
        print_clause(screen, book, book.find(one.clause))
    return 0


def write_booklet(file: Path, package: GamePackage, say: Words) -> None:
    """The rules with their figures as one HTML file; raises DomikError."""
    from domik.server.pages.learn.rules_pages import booklet  # imports the web pages, which the terminal does not need

    try:
        file.write_text(booklet(package, say.language), "utf-8")
    except OSError as error:
        raise DomikError(Phrase("rules.not_written", {"file": str(file), "why": str(error.strerror)})) from None
    print(say(Phrase("rules.written", {"file": str(file)})))


def rules_document(book: Rulebook, wanted: list[Clause], components: Components) -> dict[str, Any]:
    if wanted:
        return {"game": book.package.name, "clauses": [clause_document(clause) for clause in wanted]}
    return {
        "game": book.package.name,
        "name": book.name,
        "sections": [
            {"heading": section.heading, "clauses": [clause_document(clause) for clause in section.clauses]}
            for section in book.sections
        ],
        "marks": components.marks(),
    }


def clause_document(clause: Clause) -> dict[str, str]:
    return {"id": clause.id, "text": BULLET + clause.whole if clause.is_entry else clause.whole}


def print_component_marks(screen: TerminalScreen, components: Components, say: Words) -> None:
    """How many components are documented in print, and how many are invented."""
    screen.print_text(say(Phrase("rules.components")), "heading")
    screen.print_text()
    for mark, n in components.marks().items():
        screen.print_text(say(Phrase(f"rules.{mark}", {"n": n})))
    screen.print_text(say(Phrase("rules.own_file")), "dim")
