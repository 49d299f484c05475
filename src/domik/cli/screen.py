"""Terminal output: sketches, lists and grids in colour, or as plain text over a pipe; and line input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from domik.kernel.sketch import TextRow
from domik.language.words import show_control_characters

MoveEntry = tuple[str, str, str]  # number, notation, description
MOST_COLUMNS = 100  # longer lines are hard to read

COLOURS = {
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "blue": "blue",
    "purple": "magenta",
    "brown": "color(137)",
}
BACKGROUNDS = {
    "on_red": "white on color(124)",
    "on_yellow": "black on color(220)",
    "on_green": "white on color(28)",
    "on_blue": "white on color(25)",
    "on_purple": "white on color(90)",
    "on_brown": "white on color(94)",
}
TONES = {
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
STYLES = COLOURS | BACKGROUNDS | TONES


class PipeSafeConsole(Console):
    """A console that raises BrokenPipeError, for which `main` has the exit code."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class TerminalScreen:
    def __init__(self, console: Console | None = None) -> None:
        self.console = console or PipeSafeConsole(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def columns(self) -> int:
        """Usable width."""
        return min(self.console.width, MOST_COLUMNS)

    @property
    def height(self) -> int:
        """Lines visible at once; 0 if not interactive."""
        return self.console.height if self.is_interactive else 0

    def print_lines(self, lines: Iterable[Text]) -> None:
        """Print lines, with control characters from other people's texts made visible and harmless."""
        for line in lines:
            line.plain = show_control_characters(line.plain)
            self.console.print(line)

    def print_text(self, text: str = "", tone: str = "", label: str = "") -> None:
        """Print a paragraph, wrapped, with a hanging indent if it has a label."""
        self.print_lines(self.hanging_indent(Text(label, "bold"), Text(text, style_of(tone))))

    def wrap_text(self, text: str, tone: str = "") -> list[Text]:
        return self.hanging_indent(Text(), Text(text, style_of(tone)))

    def truncate_text(self, text: str, tone: str = "") -> Text:
        """One line, cut with an ellipsis."""
        line = Text(text, style_of(tone))
        line.truncate(self.columns, overflow="ellipsis")
        return line

    def hanging_indent(self, label: Text, text: Text) -> list[Text]:
        """Text beside a label, with its further lines indented alike."""
        indent = cell_len(label.plain)
        lines = []
        for at, piece in enumerate(text.wrap(self.console, max(20, self.columns - indent))):
            line = (label if at == 0 else Text(" " * indent)) + piece
            line.rstrip()
            lines.append(line)
        return lines

    def print_sketch(self, rows: Iterable[TextRow]) -> None:
        self.print_lines(self.sketch_lines(rows))

    def sketch_lines(self, rows: Iterable[TextRow]) -> list[Text]:
        lines = []
        for row in rows:
            text = Text()
            for span in row:
                text.append(span.text, style_of(span.tone))
            text.rstrip()
            lines.append(text)
        return lines

    def move_columns(self, entries: Sequence[MoveEntry], across: int = 0) -> list[Text]:
        """Numbered moves in columns, read downwards; with `across` set, descriptions are cut to fit."""
        number = max(cell_len(entry[0]) for entry in entries)
        notation = max(cell_len(entry[1]) for entry in entries)
        words = max(cell_len(entry[2]) for entry in entries)
        if across:
            words = min(words, self.words_width(entries, across))
        else:
            across = max(1, min(3, (self.columns + 2) // (number + notation + words + 6)))
            if across == 1:
                return [
                    line
                    for entry in entries
                    for line in self.hanging_indent(padded_name(entry, number, notation), Text(entry[2]))
                ]
        down = -(-len(entries) // across)
        lines = []
        for row in range(down):
            line = Text()
            for entry in entries[row::down]:
                said = Text(entry[2])
                said.truncate(words, overflow="ellipsis")
                line += padded_name(entry, number, notation) + Text(pad(said.plain, words + 2))
            line.rstrip()
            lines.append(line)
        return lines

    def words_width(self, entries: Sequence[MoveEntry], across: int) -> int:
        """Width left for each description with `across` columns of moves."""
        label = max(cell_len(entry[0]) for entry in entries) + max(cell_len(entry[1]) for entry in entries)
        return (self.columns + 2) // across - label - 6

    def move_notations(self, entries: Sequence[MoveEntry]) -> list[Text]:
        """Numbers and notations only, as many per line as fit."""
        lines = [Text()]
        for entry in entries:
            move = padded_name(entry, 0, 0)
            if lines[-1] and cell_len(lines[-1].plain) + cell_len(move.plain) - 2 > self.columns:
                lines.append(Text())
            lines[-1] += move
        for line in lines:
            line.rstrip()
        return lines

    def print_grid(self, head: Sequence[str], body: Iterable[Sequence[str]], foot: Sequence[str], left: int) -> None:
        """Print a table with `left` text columns followed by number columns."""
        drawn = Table(box=None, show_footer=bool(foot), header_style="bold", footer_style="bold", pad_edge=False)
        for at, title in enumerate(head):
            words = at < left
            drawn.add_column(
                show_control_characters(title),
                foot[at] if foot else "",
                justify="left" if words else "right",
                no_wrap=not words,
                style="dim" if at == 0 and left > 1 else None,
            )
        for cells in body:
            drawn.add_row(*map(show_control_characters, cells))
        self.console.print(drawn, width=self.columns, soft_wrap=False)

    def enable_history(self) -> None:
        """Enable line editing with history.

        Not for several people at one keyboard, who could recall each other's input.
        """
        if self.is_interactive:
            with suppress(ImportError):
                import readline  # noqa: F401

    def clear(self, with_history: bool = False) -> None:
        """Clear the screen; `with_history` also the scrollback, so that it cannot be read by the next player."""
        if self.is_interactive:
            self.console.file.write("\x1b[2J\x1b[H" + ("\x1b[3J" if with_history else ""))
            self.console.file.flush()

    def read_line(self, prompt: str) -> str | None:
        """Read a line; None at the end of input. Without a terminal it is echoed, so that transcripts are readable."""
        sys.stdout.flush()
        try:
            answer = input(prompt)
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(answer)
        return answer.strip()


def padded_name(entry: MoveEntry, number: int, notation: int) -> Text:
    """A move's number and notation, padded to these widths."""
    label = Text(" " + entry[0].rjust(number) + " ", "dim")
    return label.append(pad(entry[1], notation) + "  ", "not dim bold cyan")


def style_of(tone: str) -> str:
    """The Rich style of a tone; "" if unknown."""
    return STYLES.get(tone, "")


def pad(text: str, columns: int) -> str:
    return text + " " * (columns - cell_len(text))
