"""`domik rules GAME [CLAUSE...]`: the rules in our words, with rulings and what is known of the components."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from typing import Any

from domik.cli import choices
from domik.cli.clauses import Clauses
from domik.cli.screen import Screen
from domik.kernel.components import MARKS, Components, read_components
from domik.kernel.phrase import Phrase
from domik.kernel.title import built_in, parts_of
from domik.language import Words

NAME = "rules"


def add(parser: ArgumentParser, say: Words) -> None:
    """GAME and clauses."""
    choices.add_game(parser, say)
    parser.add_argument(
        "clauses", nargs="*", default=[], metavar=say(Phrase("choice.CLAUSE")), help=say(Phrase("rules.clauses"))
    )
    choices.add_components(parser, say, say(Phrase("choice.FILE")))
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    """Print the whole text, or some clauses."""
    title = choices.title_from(args)
    clauses = Clauses(title, say.language)
    components = read_components(args.components) if args.components else built_in(title)
    parts_of(title, components)  # a file that cannot be played is not described either
    wanted = [clauses.find(word) for text in args.clauses for word in text.split(",") if word]
    if args.json:
        print(json.dumps(document(clauses, wanted, components), ensure_ascii=False))
        return 0
    screen = Screen()
    for id, text in wanted:
        clauses.show_clause(screen, id, text, say)
    if not wanted:
        clauses.show_all(screen, say)
        screen.line()
        show_marks(screen, components, say)
    return 0


def document(clauses: Clauses, wanted: list[tuple[str, str]], components: Components) -> dict[str, Any]:
    """The same for programs."""
    if wanted:
        return {"game": clauses.title.name, "clauses": [{"id": id, "text": text} for id, text in wanted]}
    return {
        "game": clauses.title.name,
        "name": clauses.name,
        "sections": [
            {"heading": section.heading, "clauses": [{"id": id, "text": text} for id, text in section.clauses]}
            for section in clauses.sections
        ],
        "marks": marks_in(components.data),
    }


def show_marks(screen: Screen, components: Components, say: Words) -> None:
    """How much of the components is printed somewhere and how much is ours."""
    screen.line(say(Phrase("rules.components")), "heading")
    screen.line()
    for mark, n in marks_in(components.data).items():
        screen.line(say(Phrase(f"rules.{mark}", {"n": n})))
    screen.line(say(Phrase("rules.own_file")), "dim")


def marks_in(data: Any) -> dict[str, int]:
    """How many values carry each mark."""
    found: Counter[str] = Counter()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                if name == "mark" or name.endswith("_mark"):
                    found[str(inner)] += 1
                else:
                    look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(data)
    return {mark: found[mark] for mark in MARKS}
