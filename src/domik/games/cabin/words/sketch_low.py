"""Compact text rendering of Cozy Cabin: two lines per place without frames, and one line per other player."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.phrases import face_phrase, points_phrase
from domik.games.cabin.rules.reading import CabinSeat, seat_of
from domik.games.cabin.rules.state import EVERY_PLACE, HOME, LIVES, MEETS, PLANS
from domik.games.cabin.words.sketch import (
    RING,
    card_line,
    dice_rows,
    effect,
    goal_and_board,
    known_deck,
    mark,
    names,
    seat_line,
    wrap_text,
)
from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Say, Span, TextRow, clip_row, shorten_text
from domik.kernel.state import View

CABIN = ("  ╱╲____", "  ││__│_│")
BAR = Span(" │ ", "dim")


def sketch(match: CabinMatch, view: View, say: Say, columns: int = 80) -> list[TextRow]:
    return goal_and_board(match, view, say, columns, board)


def board(match: CabinMatch, view: View, say: Say, own: CabinSeat, columns: int) -> list[TextRow]:
    rows = [clip_row(seat_line(match, view, say, own), columns), *ring(match, view, say, own, columns)]
    rows += [clip_row(row, columns) for row in dice_rows(say, own)]
    if own.stage < LIVES:
        rows += piles(match, say, own, columns)
    others = [seat_of(view, other) for other in range(match.seats) if other != own.seat]
    line = stock if own.stage == MEETS else brief
    return rows + [clip_row(line(match, view, say, other), columns) for other in others]


def ring(match: CabinMatch, view: View, say: Say, own: CabinSeat, columns: int) -> list[TextRow]:
    """The 3 x 3 grid on six lines."""
    targets = int(view.legal()) & EVERY_PLACE if own.seat == view.seat and own.stage in (PLANS, LIVES) else 0
    wide = (columns - 2 * len(BAR.text)) // 3
    rows: list[TextRow] = []
    for line in RING:
        for k in range(2):
            row: TextRow = []
            for place in line:
                if place is None:
                    span = Span(CABIN[k], "wood")
                else:
                    span = place_lines(match, say, own, place, bool(targets >> place & 1), wide)[k]
                row += [Span(span.text.ljust(wide), span.tone), BAR]
            rows.append(row[:-1])
    return rows


def place_lines(match: CabinMatch, say: Say, own: CabinSeat, place: int, target: bool, wide: int) -> tuple[Span, Span]:
    """A location with its name and effect, or a free place; a star marks a legal target."""
    face = own.places[place]
    tone = "accent" if target else "wood" if face & HOME else "leaf" if face else "dim"
    label = f"{'*' if target else ' '}{place + 1} "
    if not face:
        return Span(label + say(Phrase("sketch.free")), tone), Span("")
    badge = f" {mark(say, face)}"
    name = shorten_text(say(face_phrase(match, face)), wide - len(label) - len(badge))
    return Span(label + name + badge, tone), Span(shorten_text("   " + effect(match, say, face), wide))


def piles(match: CabinMatch, say: Say, own: CabinSeat, columns: int) -> list[TextRow]:
    """The card in hand; while planning also the next card and the piles, one line each."""
    rows: list[TextRow] = []
    if own.hand:
        rows += wrap_text(f"{say(Phrase('sketch.hand'))}: {card_line(match, say, own.hand)}", columns, "bold")
    if own.stage != PLANS:
        return rows
    if own.next:
        rows.append([Span(shorten_text(f"{say(Phrase('sketch.next'))}: {card_line(match, say, own.next)}", columns))])
    later = (
        (say(Phrase("sketch.this_month")), known_deck(match, say, own)),
        (say(Phrase("sketch.next_month")), names(match, say, own.aside)),
    )
    return rows + [[Span(shorten_text(f"{when}: {cards}", columns), "dim")] for when, cards in later if cards]


def brief(match: CabinMatch, view: View, say: Say, own: CabinSeat) -> TextRow:
    built = sum(1 for face in own.places if face)
    *known, doing = seat_line(match, view, say, own)
    return [*known, Span(say(Phrase("sketch.built", {"n": built})) + "  "), doing]


def stock(match: CabinMatch, view: View, say: Say, own: CabinSeat) -> TextRow:
    """Another player's points and natural dice, which a neighbour can change (CC-44)."""
    nature, _ = dice_rows(say, own)
    name, _, _ = seat_line(match, view, say, own)
    return [name, Span(f"  {say(points_phrase(int(view.score(own.seat))))}  "), *nature[1:]]
