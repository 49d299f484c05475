"""`domik rules GAME [CLAUSE...] [--html FILE]`: the rules in our words, with rulings and the components' marks."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from domik.cli import choices
from domik.cli.clauses import BULLET, show_all, show_clause
from domik.cli.screen import Screen
from domik.kernel.components import Components, read_components
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title, built_in, parts_of
from domik.language import Words
from domik.language.rulebook import Clause, Rulebook, rulebook

NAME = "rules"


def add(parser: ArgumentParser, say: Words) -> None:
    """GAME and clauses."""
    choices.add_game(parser, say)
    parser.add_argument(
        "clauses", nargs="*", default=[], metavar=say(Phrase("choice.CLAUSE")), help=say(Phrase("rules.clauses"))
    )
    choices.add_components(parser, say, say(Phrase("choice.FILE")))
    parser.add_argument("--html", metavar=say(Phrase("choice.FILE")), type=Path, help=say(Phrase("rules.html")))
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    """Print the whole text, or some clauses."""
    title = choices.title_from(args)
    book = rulebook(title, say.language)
    components = read_components(args.components) if args.components else built_in(title)
    parts_of(title, components)  # a file that cannot be played is not described either
    wanted = [book.find(word) for text in args.clauses for word in text.split(",") if word]
    if args.html is not None:
        write_booklet(args.html, title, say)
        return 0
    if args.json:
        print(json.dumps(document(book, wanted, components), ensure_ascii=False))
        return 0
    screen = Screen()
    for clause in wanted:
        show_clause(screen, book, clause)
    if not wanted:
        show_all(screen, book)
        screen.line()
        show_marks(screen, components, say)
    return 0


def write_booklet(file: Path, title: Title, say: Words) -> None:
    """The whole book with its pictures as one file; DomikError where it cannot be written."""
    from domik.server.learn.booklet import booklet  # brings the pages along, which the terminal does not need

    try:
        file.write_text(booklet(title, say.language), "utf-8")
    except OSError as error:
        raise DomikError(Phrase("rules.not_written", {"file": str(file), "why": str(error.strerror)})) from None
    print(say(Phrase("rules.written", {"file": str(file)})))


def document(book: Rulebook, wanted: list[Clause], components: Components) -> dict[str, Any]:
    """The same for programs."""
    if wanted:
        return {"game": book.title.name, "clauses": [listed(clause) for clause in wanted]}
    return {
        "game": book.title.name,
        "name": book.name,
        "sections": [
            {"heading": section.heading, "clauses": [listed(clause) for clause in section.clauses]}
            for section in book.sections
        ],
        "marks": components.marks(),
    }


def listed(clause: Clause) -> dict[str, str]:
    """One clause for programs."""
    return {"id": clause.id, "text": BULLET + clause.whole if clause.is_entry else clause.whole}


def show_marks(screen: Screen, components: Components, say: Words) -> None:
    """How much of the components is printed somewhere and how much is ours."""
    screen.line(say(Phrase("rules.components")), "heading")
    screen.line()
    for mark, n in components.marks().items():
        screen.line(say(Phrase(f"rules.{mark}", {"n": n})))
    screen.line(say(Phrase("rules.own_file")), "dim")
