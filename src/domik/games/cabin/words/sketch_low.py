"""Cozy Cabin in few lines: places without their frames, two lines each; dice and cards; the others on a line each."""

from __future__ import annotations

from domik.games.cabin.rules.naming import face_phrase, points_phrase
from domik.games.cabin.rules.reading import Seat, seat_of
from domik.games.cabin.rules.state import *
from domik.games.cabin.words.sketch import (
    RING,
    card_line,
    dice_rows,
    effect,
    known_deck,
    mark,
    names,
    seat_line,
    under_the_goal,
    wrapped,
)
from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Row, Say, Span, clipped, shortened
from domik.kernel.state import View
from domik.kernel.title import Match

CABIN = ("  ╱╲____", "  ││__│_│")
BAR = Span(" │ ", "dim")


def sketch(match: Match, view: View, say: Say, columns: int = 80) -> list[Row]:
    """The whole table as one viewer sees it."""
    return under_the_goal(match, view, say, columns, board)


def board(match: Match, view: View, say: Say, own: Seat, columns: int) -> list[Row]:
    """One's own places, dice and cards, then the others on a line each."""
    rows = [clipped(seat_line(match, view, say, own), columns), *ring(match, view, say, own, columns)]
    rows += [clipped(row, columns) for row in dice_rows(say, own)]
    if own.stage < LIVES:
        rows += piles(match, say, own, columns)
    others = [seat_of(view, other) for other in range(match.seats) if other != own.seat]
    line = stock if own.stage == MEETS else brief
    return rows + [clipped(line(match, view, say, other), columns) for other in others]


def ring(match: Match, view: View, say: Say, own: Seat, columns: int) -> list[Row]:
    """Three by three on six lines: eight places around the cabin."""
    targets = int(view.legal()) & EVERY_PLACE if own.seat == view.seat and own.stage in (PLANS, LIVES) else 0
    wide = (columns - 2 * len(BAR.text)) // 3
    rows: list[Row] = []
    for line in RING:
        for k in range(2):
            row: Row = []
            for place in line:
                if place is None:
                    span = Span(CABIN[k], "wood")
                else:
                    span = place_lines(match, say, own, place, bool(targets >> place & 1), wide)[k]
                row += [Span(span.text.ljust(wide), span.tone), BAR]
            rows.append(row[:-1])
    return rows


def place_lines(match: Match, say: Say, own: Seat, place: int, target: bool, wide: int) -> tuple[Span, Span]:
    """A location with its name and what a visit does, or a free place; a star where the viewer may act."""
    face = own.places[place]
    tone = "accent" if target else "wood" if face & HOME else "leaf" if face else "dim"
    label = f"{'*' if target else ' '}{place + 1} "
    if not face:
        return Span(label + say(Phrase("sketch.free")), tone), Span("")
    badge = f" {mark(say, face)}"
    name = shortened(say(face_phrase(match, face)), wide - len(label) - len(badge))
    return Span(label + name + badge, tone), Span(shortened("   " + effect(match, say, face), wide))


def piles(match: Match, say: Say, own: Seat, columns: int) -> list[Row]:
    """The card in hand; while one plans also the next one, and what comes after it on a line each."""
    rows: list[Row] = []
    if own.hand:
        rows += wrapped(f"{say(Phrase('sketch.hand'))}: {card_line(match, say, own.hand)}", columns, "bold")
    if own.stage != PLANS:
        return rows
    if own.next:
        rows.append([Span(shortened(f"{say(Phrase('sketch.next'))}: {card_line(match, say, own.next)}", columns))])
    later = (
        (say(Phrase("sketch.this_month")), known_deck(match, say, own)),
        (say(Phrase("sketch.next_month")), names(match, say, own.aside)),
    )
    return rows + [[Span(shortened(f"{when}: {cards}", columns), "dim")] for when, cards in later if cards]


def brief(match: Match, view: View, say: Say, own: Seat) -> Row:
    """Another player on one line."""
    built = sum(1 for face in own.places if face)
    *known, doing = seat_line(match, view, say, own)
    return [*known, Span(say(Phrase("sketch.built", {"n": built})) + "  "), doing]


def stock(match: Match, view: View, say: Say, own: Seat) -> Row:
    """Another player's points and nature dice: what a neighbour moves (CC-44)."""
    nature, _ = dice_rows(say, own)
    name, _, _ = seat_line(match, view, say, own)
    return [name, Span(f"  {say(points_phrase(int(view.score(own.seat))))}  "), *nature[1:]]
