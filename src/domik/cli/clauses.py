"""The rules text of a game, clause by clause, as its RULES files hold it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rich.text import Text

from domik.cli.screen import Screen, style_of
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.options import Choice
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title
from domik.language import Words

FILES = {"en": "RULES.md", "ru": "RULES.ru.md", "pl": "RULES.pl.md"}
INDENT = 8
BULLET = "• "


@dataclass
class Section:
    """A heading with its clauses (id and text; a glossary entry has no id) and loose paragraphs."""

    heading: str
    clauses: list[tuple[str, str]] = field(default_factory=list)


class Clauses:
    """The rules of one game in one language."""

    def __init__(self, title: Title, language: str) -> None:
        self.title = title
        self.name = title.name
        self.sections: list[Section] = [Section("")]
        try:
            text = title.resource(FILES[language])
        except FileNotFoundError:
            raise DomikError(Phrase("rules.none", {"game": title.name})) from None
        for block in blocks(text):
            self.read(block)

    def read(self, block: str) -> None:
        """One heading, clause, glossary entry or paragraph."""
        if block.startswith("# "):
            self.name = block[2:]
        elif block.startswith("#"):
            self.sections.append(Section(block.lstrip("# ")))
        elif found := re.match(rf"[-*] +\**({self.title.prefix}-\w+)\**[.:]? +(.+)", block):
            self.sections[-1].clauses.append((found.group(1), found.group(2)))
        else:
            self.sections[-1].clauses.append(("", re.sub(r"^[-*] +", BULLET, block)))

    def ids(self) -> list[str]:
        """Every clause there is."""
        return [id for section in self.sections for id, _ in section.clauses if id]

    def find(self, wanted: str) -> tuple[str, str]:
        """A clause by its id; `31`, `th31` and `TH-31` are the same."""
        prefix = self.title.prefix
        word = wanted.upper()
        if word.startswith(prefix):
            word = word.removeprefix(prefix)
        id = f"{prefix}-{word.lstrip('-')}"
        for section in self.sections:
            for clause in section.clauses:
                if clause[0] == id:
                    return clause
        known = self.ids()
        raise BadOption(Phrase("rules.no_clause", {"clause": wanted, "first": known[0], "last": known[-1]}))

    # ---- on the screen ------------------------------------------------------------------------

    def show(self, screen: Screen, wanted: list[str], say: Words) -> None:
        """Some clauses; without any, where each can be found. At a table, so nothing is raised."""
        if not wanted:
            for section in self.sections:
                ids = [id for id, _ in section.clauses if id]
                if ids:
                    screen.line(f"{section.heading}: {', '.join(ids)}")
            screen.line(say(Phrase("rules.ask", {"clause": self.ids()[0]})), "dim")
        for word in wanted:
            try:
                self.show_clause(screen, *self.find(word), say)
            except DomikError as error:
                screen.line(say(error.phrase), "bad")

    def show_all(self, screen: Screen, say: Words) -> None:
        """The whole text."""
        screen.line(self.name, "title")
        for section in self.sections:
            if section.heading:
                screen.line()
                screen.line(section.heading, "heading")
            for at, (id, text) in enumerate(section.clauses):
                if at == 0 or not text.startswith(BULLET):
                    screen.line()
                self.show_clause(screen, id, text, say)

    def show_clause(self, screen: Screen, id: str, text: str, say: Words) -> None:
        """One clause: its id at the side, each ruling on a line of its own, editions and names in bold."""
        indent = INDENT if id else 0
        ruling = say(Phrase("rules.ruling"))
        for at, part in enumerate(re.split(rf" (?={re.escape(ruling)})", text)):
            label = Text(id.ljust(indent) if at == 0 else " " * indent, "bold")
            screen.show(screen.hanging(label, self.styled(part, "accent" if part.startswith(ruling) else "")))

    def styled(self, text: str, tone: str) -> Text:
        """Markdown's bold and code marks, and the editions' names before a colon, as bold letters."""
        drawn = Text("", style_of(tone))
        for piece in re.split(r"(\*\*.+?\*\*|`.+?`)", text):
            bold = piece.startswith(("**", "`"))
            drawn.append(piece.strip("*`") if bold else piece, "bold" if bold else "")
        editions = next(
            (o.values for o in self.title.schema.options if isinstance(o, Choice) and o.name == "edition"), ()
        )
        if editions:
            drawn.highlight_regex(rf"\b(?:{'|'.join(map(re.escape, editions))}):", "bold")
        return drawn


def blocks(text: str) -> list[str]:
    """Headings, list entries and paragraphs, each as one line, whatever the file's line breaks."""
    found: list[str] = []
    fresh = True
    for line in text.splitlines():
        bare = line.strip()
        if not bare:
            fresh = True
        elif fresh or bare.startswith(("#", "- ", "* ")) or found[-1].startswith("#"):
            found.append(bare)
            fresh = False
        else:
            found[-1] += " " + bare
    return found
