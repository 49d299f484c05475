"""The screen: sketches, lists and tables on a colour terminal, and the same as plain text over a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from domik.kernel.sketch import Row

WIDEST = 100  # lines of text longer than this are hard to read

COLOURS = {"red": "red", "yellow": "yellow", "green": "green", "blue": "blue", "purple": "magenta", "brown": "color(137)"}
GROUNDS = {
    "on_red": "white on color(124)",
    "on_yellow": "black on color(220)",
    "on_green": "white on color(28)",
    "on_blue": "white on color(25)",
    "on_purple": "white on color(90)",
    "on_brown": "white on color(94)",
}
MEANINGS = {
    "dim": "dim",
    "bold": "bold",
    "title": "bold underline",
    "heading": "bold green",
    "good": "green",
    "bad": "bold red",
    "accent": "cyan",
    "wood": "color(137)",
    "leaf": "green",
}
STYLES = COLOURS | GROUNDS | MEANINGS


class Screen:
    """Where everything is printed."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.is_live = sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def columns(self) -> int:
        """How wide a drawing or a text may be."""
        return min(self.console.width, WIDEST)

    def line(self, text: str = "", tone: str = "", indent: int = 0) -> None:
        """A paragraph, broken between words."""
        broken = Text(text).wrap(self.console, max(20, self.columns - indent))
        for piece in broken:
            piece.rstrip()
            self.console.print(Text(" " * indent + piece.plain, style_of(tone)))

    def rows(self, rows: Iterable[Row]) -> None:
        """A sketch."""
        for row in rows:
            text = Text()
            for span in row:
                text.append(span.text, style_of(span.tone))
            text.rstrip()
            self.console.print(text)

    def list(self, entries: Sequence[tuple[str, str, str]]) -> None:
        """Numbered moves in columns, read downwards: number, notation, words."""
        number = max(cell_len(entry[0]) for entry in entries)
        notation = max(cell_len(entry[1]) for entry in entries)
        before = number + notation + 4
        words = max(cell_len(entry[2]) for entry in entries)
        across = max(1, min(3, (self.columns + 2) // (before + words + 2)))
        down = -(-len(entries) // across)
        for row in range(down):
            text = Text()
            for entry in entries[row::down]:
                if text.plain:
                    text.append("  ")
                text.append(" " + entry[0].rjust(number) + " ", "dim")
                text.append(pad(entry[1], notation) + "  ", "bold cyan")
                text.append(pad(entry[2], words) if across > 1 else entry[2])
            self.hanging(text, before)

    def hanging(self, text: Text, indent: int) -> None:
        """A line whose continuation, if any, is indented."""
        text.rstrip()
        if cell_len(text.plain) <= self.columns:
            self.console.print(text)
            return
        first, rest = text[:indent], text[indent:]
        for at, piece in enumerate(rest.wrap(self.console, max(20, self.columns - indent))):
            piece.rstrip()
            self.console.print((first if at == 0 else Text(" " * indent)) + piece)

    def table(self, head: Sequence[str], body: Iterable[Sequence[str]], foot: Sequence[str], left: int) -> None:
        """A table with `left` columns of words and then numbers."""
        drawn = Table(box=None, show_footer=bool(foot), header_style="bold", footer_style="bold", pad_edge=False)
        for at, title in enumerate(head):
            words = at < left
            drawn.add_column(
                title,
                foot[at] if foot else "",
                justify="left" if words else "right",
                no_wrap=not words,
                style="dim" if at == 0 and left > 1 else None,
            )
        for cells in body:
            drawn.add_row(*cells)
        self.console.print(drawn, width=self.columns, soft_wrap=False)

    def clear(self, with_history: bool = False) -> None:
        """An empty screen; with history, what scrolled away is gone too, so that nobody looks it up."""
        if self.is_live:
            self.console.file.write("\x1b[2J\x1b[H" + ("\x1b[3J" if with_history else ""))
            self.console.file.flush()

    def ask(self, prompt: str) -> str | None:
        """One line of input; None when there is no more. Over a pipe it is echoed, so that the transcript reads well."""
        sys.stdout.flush()
        try:
            answer = input(prompt)
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(answer)
        return answer.strip()


def style_of(tone: str) -> str:
    """The style of a tone; a tone that nobody knows is plain."""
    return STYLES.get(tone, "")


def pad(text: str, columns: int) -> str:
    """The text with blanks up to a width."""
    return text + " " * (columns - cell_len(text))
