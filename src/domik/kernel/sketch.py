"""Text drawings: rows of spans with a tone, for terminals, screen readers and bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from domik.kernel.phrase import Phrase
from domik.kernel.state import View

Say = Callable[[Phrase], str]


@dataclass(frozen=True)
class Span:
    """Text with a tone: a name such as "red" or "dim" that the terminal maps to colour and style."""

    text: str
    tone: str = ""


TextRow = list[Span]
ELLIPSIS = [Span("…")]


def plain_text(rows: list[TextRow]) -> str:
    """The rows without tones; the drawing must be readable without them."""
    return "\n".join("".join(span.text for span in row).rstrip() for row in rows)


def row_width(row: TextRow) -> int:
    return sum(len(span.text) for span in row)


def center_row(row: TextRow, columns: int) -> TextRow:
    space = max(0, columns - row_width(row))
    return [Span(" " * (space // 2)), *row, Span(" " * (space - space // 2))]


def shorten_text(text: str, columns: int) -> str:
    """Cut the text with an ellipsis if it is longer than `columns`."""
    return text if len(text) <= columns else text[: columns - 1].rstrip() + "…"


def clip_row(row: TextRow, columns: int) -> TextRow:
    """Cut the row with an ellipsis if it is wider than `columns`."""
    kept: TextRow = []
    for span in row:
        left = columns - row_width(kept)
        if len(span.text) > left:
            return (
                [*kept, Span(shorten_text(span.text, left), span.tone)]
                if left
                else clip_row(kept, columns - 1) + ELLIPSIS
            )
        kept.append(span)
    return kept


def seat_name(view: View, say: Say, seat: int) -> str:
    """ "You" or the seat's number; the texts of every game have both."""
    return say(Phrase("seat.you") if seat == view.seat else Phrase("seat.other", {"seat": seat + 1}))


def join_top(left: list[TextRow], right: list[TextRow], gap: int = 2) -> list[TextRow]:
    """Two drawings side by side, aligned at the top."""
    tall = max(len(left), len(right))
    return join_bottom(left + [[]] * (tall - len(left)), right + [[]] * (tall - len(right)), gap)


def join_bottom(left: list[TextRow], right: list[TextRow], gap: int = 2) -> list[TextRow]:
    """Two drawings side by side, aligned at the bottom."""
    wide = max((row_width(row) for row in left), default=0)
    tall = max(len(left), len(right))
    left = [[Span("")] for _ in range(tall - len(left))] + left
    right = [[Span("")] for _ in range(tall - len(right))] + right
    return [[*a, Span(" " * (wide - row_width(a) + gap)), *b] for a, b in zip(left, right, strict=True)]
