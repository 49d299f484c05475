"""The table as text for a low terminal: the viewer's tree, one line a player with rooms by colour, and the hand."""

from __future__ import annotations

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES, LETTERS
from domik.games.treehouse.rules.phrases import colour_phrase, room_phrase
from domik.games.treehouse.rules.reading import chosen_of, colour_of, hand_of, phase_of, tree_of, waiting_room
from domik.games.treehouse.rules.state import COLOURS, PICK
from domik.games.treehouse.words.sketch import (
    GAP,
    balance,
    colour_signs,
    heading,
    pool_row,
    target_places,
    task,
    tile,
    wrap_text,
)
from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Say, Span, TextRow, center_row, seat_name, shorten_text
from domik.kernel.state import View

NAME = 20  # columns for a player's name, points and balance
HIGH = 4  # up to this many levels a place has two lines; taller trees get one


def sketch(match: TreehouseMatch, view: View, say: Say, columns: int = 80) -> list[TextRow]:
    seat = view.seat if view.seat >= 0 else 0
    rows = heading(match, view, say) + tree(match, view, say, seat, columns) + colours(match, view, say, columns)
    return rows + pool_row(view, say) + task(match, view, say) + hand(match, view, say, columns)


def tree(match: TreehouseMatch, view: View, say: Say, seat: int, columns: int) -> list[TextRow]:
    """The tree from top to trunk."""
    own = tree_of(view, seat)
    rooms = own.rooms()
    targets = target_places(match, view) if seat == view.seat else []
    top = max([level for level, _ in [*rooms, *targets, *([own.birdhouse] if own.birdhouse else [])]], default=2)
    inner = max(6, min(10 if top <= HIGH else 18, (columns - 2) // top - 2 - GAP))
    rows: list[TextRow] = []
    for level in range(top, 1, -1):
        lines: list[TextRow] = [[], []]
        for slot in range(level):
            spans = tile(match, view, say, own.birdhouse, rooms, targets, (level, slot), inner, own.balance())
            for line, span in zip(lines, spans, strict=True):
                line += [span, Span(" " * GAP)]
        rows += [center_row(line, columns) for line in (lines if top <= HIGH else lines[:1])]
    return [*rows, center_row([Span("╲╱┃╲╱ ", "wood"), *balance(own.balance())], columns)]


def colours(match: TreehouseMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """A column for every colour: rooms by seat, and what it was worth in each round."""
    wide = (columns - NAME) // COLOURS
    named = [shorten_text(f"{LETTERS[c].upper()} {say(colour_phrase(c))}", wide - 1) for c in range(COLOURS)]
    rows: list[TextRow] = [
        [Span(" " * NAME), *[Span(name.ljust(wide), COLOUR_NAMES[c]) for c, name in enumerate(named)]],
    ]
    counts = [[tree_of(view, seat).count(colour) for colour in range(COLOURS)] for seat in range(match.seats)]
    for seat in range(match.seats):
        thinking = not view.is_over() and view.awaited_seats() >> seat & 1
        label = f"{seat_name(view, say, seat)} {int(view.score(seat))} "
        row = [Span(label.ljust(NAME - 6), "accent" if thinking else "bold"), *balance(tree_of(view, seat).balance())]
        row.append(Span(" "))
        for colour, n in enumerate(counts[seat]):
            most = max(other[colour] for other in counts)
            lead = n == most and sum(other[colour] == most for other in counts) == 1
            row.append(Span(f"{'*' if lead else ' '}{n}".ljust(wide), "bold" if lead else ""))
        rows.append(row)
    worth = [" ".join(colour_signs(match, view, colour)) for colour in range(COLOURS)]
    if any(worth):
        name = shorten_text(say(Phrase("sketch.worth")), NAME - 1).ljust(NAME)
        rows.append([Span(name, "dim"), *[Span(shorten_text(text, wide - 1).ljust(wide)) for text in worth]])
    return rows


def hand(match: TreehouseMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """The chosen or revealed room, and the hand on one line unless the prompt lists it."""
    if view.seat < 0 or view.is_over():
        return []
    found = [("sketch.chosen", [chosen_of(view)]), ("sketch.waiting", [waiting_room(view, view.seat)])]
    if phase_of(view) != PICK or not view.is_awaited():
        found.append(("sketch.hand", list(hand_of(view))))
    rows: list[TextRow] = []
    for key, cards in found:
        names = [
            f"{LETTERS[colour_of(room)].upper()} {say(room_phrase(match, room))}" for room in cards if room is not None
        ]
        if names:
            rows += wrap_text(f"{say(Phrase(key)).rstrip(':')}: {', '.join(names)}", columns)
    return rows
