"""Text rendering of the table: the shelf, every burrow from left to right, the viewer's hand and wish."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Say, Span, TextRow, clip_row, seat_name
from domik.kernel.state import View
from mousehole.rules.game import MouseholeMatch
from mousehole.rules.scoring import burrow
from mousehole.rules.state import HAND, HELD, KINDS, PILE_LEFT, SHELF, SHELVES, WISH
from mousehole.words.prompts import room_phrase

TONES = ("blue", "yellow", "red", "green")


def sketch(match: MouseholeMatch, view: View, say: Say, columns: int = 80) -> list[TextRow]:
    """The whole table as one viewer sees it: two rows per burrow and a few more."""
    numbers, first = view.numbers, max(0, int(view.seat))
    shelf = [int(numbers[SHELF + k]) - 1 for k in range(SHELVES)]
    rows = [
        [Span(say(Phrase("sketch.shelf")) + " ", "bold"), *rooms(match, say, shelf, True)],
        [Span(say(Phrase("sketch.pile", {"n": int(numbers[PILE_LEFT])})), "dim")],
    ]
    for seat in [(first + ahead) % match.seats for ahead in range(match.seats)]:
        score = say(Phrase("points", {"n": int(view.score(seat))}))
        mark = "> " if int(view.awaited_seats()) >> seat & 1 else "  "
        rows.append([Span(f"{mark}{seat_name(view, say, seat)}, {score}", "bold")])
        rows.append([Span("    "), *rooms(match, say, burrow(numbers, seat))])
    if view.seat >= 0:
        own = int(match.game.own_at(view.seat))
        hand = [int(numbers[own + HELD + k]) - 1 for k in range(HAND)]
        rows.append([Span(say(Phrase("sketch.hand")) + " ", "bold"), *rooms(match, say, hand, True)])
        if not match.options["family"]:
            rows.append([Span(say(Phrase(f"wish.{KINDS[int(numbers[own + WISH])]}")), "accent")])
    return [clip_row(row, columns) for row in rows]


def rooms(match: MouseholeMatch, say: Say, cards: list[int], numbered: bool = False) -> TextRow:
    """Rooms side by side, numbered where a move can name them."""
    row: TextRow = []
    for place, card in enumerate(cards, 1):
        if card >= 0:
            text = say(room_phrase(match.parts, card))
            row.append(Span(f"{place} [{text}] " if numbered else f"[{text}] ", TONES[match.parts.kinds[card]]))
    return row or [Span("–", "dim")]
