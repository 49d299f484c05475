"""The table drawn as text for a terminal: the viewer's tree large, the others small, colours and hand below."""

from __future__ import annotations

import textwrap

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES, LETTERS
from domik.games.treehouse.rules.phrases import colour_phrase, kind_phrase, room_phrase
from domik.games.treehouse.rules.reading import (
    PLACES,
    Place,
    bit_at,
    chosen_of,
    colour_of,
    hand_of,
    kinds_in_round,
    kinds_now,
    phase_of,
    pool_counts,
    round_of,
    rounds_scored,
    side_of_place,
    taken_kind,
    task_of,
    tree_of,
    turn_of,
    waiting_room,
)
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.sketch import Say, Span, TextRow, center_row, join_bottom, seat_name
from domik.kernel.state import View

SIGNS = {0: "×1", at.NOTHING: "×0", at.DOUBLE: "×2", at.FEWEST: "min", at.MOST: "max", at.PLAIN: "×1"}
GAP = 1
SMALL = 24  # width in columns of another player's tree


def sketch(match: TreehouseMatch, view: View, say: Say, columns: int = 80) -> list[TextRow]:
    seat = view.seat if view.seat >= 0 else 0
    rows = heading(match, view, say)
    rows += [[Span("")]]
    rows += big_tree(match, view, say, seat, columns)
    rows += [[Span("")]]
    others = [other for other in range(match.seats) if other != seat]
    drawn: list[TextRow] = []
    for other in others:
        drawn = (
            join_bottom(drawn, small_tree(match, view, say, other), 3) if drawn else small_tree(match, view, say, other)
        )
    rows += drawn
    rows += [[Span("")]]
    rows += colours(match, view, say)
    rows += task(match, view, say)
    rows += hand(match, view, say)
    return rows


def heading(match: TreehouseMatch, view: View, say: Say) -> list[TextRow]:
    """Round and turn."""
    if view.is_over():
        return [[Span(say(Phrase("sketch.over")), "bold")]]
    args = {"round": round_of(view) + 1, "turn": turn_of(view) + 1}
    scoring = phase_of(view) not in (at.PICK, at.PLACE)
    return [[Span(say(Phrase("sketch.scoring" if scoring else "sketch.round", args)), "bold")]]


def seat_line(match: TreehouseMatch, view: View, say: Say, seat: int) -> TextRow:
    """Name, points, balance, and whether the seat is still to act."""
    points = say(Phrase("sketch.points", {"n": int(view.score(seat))}))
    row = [Span(seat_name(view, say, seat), "bold"), Span(f"  {points}  "), *balance(tree_of(view, seat).balance())]
    if not view.is_over():
        thinking = view.awaited_seats() >> seat & 1
        row.append(
            Span("  " + say(Phrase("sketch.thinking" if thinking else "sketch.ready")), "accent" if thinking else "dim")
        )
    held = taken_kind(view, seat)
    if held and phase_of(view) in (at.TAKE, at.LAY):
        row.append(Span(f"  [{SIGNS[held]}]", "accent"))
    return row


def balance(lean: int) -> TextRow:
    return [
        Span("(", "wood"),
        *[Span("●" if k == lean else "·", "accent" if k == lean else "wood") for k in (-1, 0, 1)],
        Span(")", "wood"),
    ]


def big_tree(match: TreehouseMatch, view: View, say: Say, seat: int, columns: int) -> list[TextRow]:
    """Tiles of two lines on a trunk; slots that can be built on show their name and the resulting balance."""
    tree = tree_of(view, seat)
    rooms = tree.rooms()
    targets = target_places(match, view) if seat == view.seat else []
    top = max([level for level, _ in [*rooms, *targets, *([tree.birdhouse] if tree.birdhouse else [])]], default=2)
    inner = max(6, min(10, (columns - 2) // max(top, 4) - 2 - GAP))
    rows: list[TextRow] = []
    for level in range(top, 1, -1):
        lines: list[TextRow] = [[], []]
        for slot in range(level):
            place = (level, slot)
            for line, span in zip(
                lines, tile(match, view, say, tree.birdhouse, rooms, targets, place, inner, tree.balance()), strict=True
            ):
                line += [span, Span(" " * GAP)]
        rows += [center_row(line, columns) for line in lines]
    rows.append(center_row([Span("╲╱┃╲╱", "wood")], columns))
    rows.append(center_row(balance(tree.balance()), columns))
    rows.append(center_row(seat_line(match, view, say, seat), columns))
    return rows


def target_places(match: TreehouseMatch, view: View) -> list[Place]:
    """Where the viewer may build a room or the birdhouse now."""
    if phase_of(view) != at.PLACE or not view.is_awaited():
        return []
    legal = view.legal()
    return [place for place in PLACES if bit_at(place) & legal]


def tile(
    match: TreehouseMatch,
    view: View,
    say: Say,
    birdhouse: Place | None,
    rooms: dict[Place, int],
    targets: list[Place],
    place: Place,
    inner: int,
    lean: int,
) -> tuple[Span, Span]:
    """The two lines of one place: a room, the birdhouse, a legal slot, or empty."""
    if place in rooms:
        room = rooms[place]
        name = f"{LETTERS[colour_of(room)].upper()}\N{NO-BREAK SPACE}{say(room_phrase(match, room))}"
        first, second = split_in_two(name, inner)
        tone = f"on_{COLOUR_NAMES[colour_of(room)]}"
        return Span(f"[{first}]", tone), Span(f"[{second}]", tone)
    if place == birdhouse:
        first, second = split_in_two("^ " + say(Phrase("birdhouse")), inner)
        return Span(f"<{first}>", "wood"), Span(f"<{second}>", "wood")
    if place in targets:
        after = lean + side_of_place(place)
        spots = "".join("●" if k == after else "·" for k in (-1, 0, 1))
        return (
            Span("┌" + f"{place[0]}.{place[1] + 1}".center(inner, "─") + "┐", "accent"),
            Span("└" + spots.center(inner, "─") + "┘", "accent"),
        )
    return Span(" " * (inner + 2)), Span(" " * (inner + 2))


def split_in_two(text: str, inner: int) -> tuple[str, str]:
    """A name broken over two lines of a tile, with an ellipsis where it is too long."""
    lines = textwrap.wrap(text, inner, break_long_words=True) or [""]
    second = lines[1] if len(lines) > 1 else ""
    if len(lines) > 2:
        second = second[: inner - 1] + "…"
    return lines[0].ljust(inner), second.ljust(inner)


def small_tree(match: TreehouseMatch, view: View, say: Say, seat: int) -> list[TextRow]:
    """Another player's tree, one letter a room, with name and state below; always SMALL columns wide."""
    tree = tree_of(view, seat)
    rooms = tree.rooms()
    top = max([level for level, _ in [*rooms, *([tree.birdhouse] if tree.birdhouse else [])]], default=1)
    rows: list[TextRow] = []
    for level in range(top, 1, -1):
        row: TextRow = []
        for slot in range(level):
            place = (level, slot)
            if place in rooms:
                colour = colour_of(rooms[place])
                row.append(Span(f"{LETTERS[colour].upper()}", f"on_{COLOUR_NAMES[colour]}"))
            else:
                row.append(Span("^" if place == tree.birdhouse else "·", "wood" if place == tree.birdhouse else "dim"))
            row.append(Span(" "))
        rows.append(center_row(row[:-1], SMALL))
    rows.append(center_row([Span("┃", "wood")], SMALL))
    line = seat_line(match, view, say, seat)
    rows.append(center_row(line[:2], SMALL))
    rows.append(center_row(line[2:], SMALL))
    room = waiting_room(view, seat)
    waiting = (
        f"+ {LETTERS[colour_of(room)].upper()} {say(room_phrase(match, room))}"[:SMALL] if room is not None else ""
    )
    rows.append(center_row([Span(waiting, COLOUR_NAMES[colour_of(room)] if room is not None else "")], SMALL))
    return rows


def colours(match: TreehouseMatch, view: View, say: Say) -> list[TextRow]:
    """Rooms of every colour by seat, and what it was worth in each round."""
    trees = [tree_of(view, seat) for seat in range(match.seats)]
    names = [seat_name(view, say, seat) for seat in range(match.seats)]
    rows: list[TextRow] = [
        [
            Span(" " * 14),
            *[Span(name[-9:].rjust(10), "dim") for name in names],
            Span("   " + say(Phrase("sketch.worth")), "dim"),
        ]
    ]
    for colour in range(at.COLOURS):
        tone = COLOUR_NAMES[colour]
        counts = [tree.count(colour) for tree in trees]
        alone = counts.count(max(counts)) == 1
        row = [Span(f"{LETTERS[colour].upper()} {say(colour_phrase(colour))}".ljust(14)[:14], tone)]
        for n in counts:
            lead = alone and n == max(counts)
            row.append(Span(f"{'*' if lead else ''}{n}".rjust(10), "bold" if lead else ""))
        row.append(Span("   " + "  ".join(colour_signs(match, view, colour))))
        rows.append(row)
    return rows + pool_row(view, say)


def colour_signs(match: TreehouseMatch, view: View, colour: int) -> list[str]:
    """The signs of a colour's change cards by round, the current round's in brackets."""
    signs = [worth_of(match, kinds_in_round(view, k)[colour]) for k in range(rounds_scored(view))]
    if phase_of(view) in (at.TAKE, at.LAY, at.CHOOSE):
        laid = kinds_now(view)[colour]
        signs.append(f"[{worth_of(match, laid)}]" if laid else "[ ]")
    return signs


def pool_row(view: View, say: Say) -> list[TextRow]:
    """The change cards that can be taken; no row outside that phase."""
    if phase_of(view) != at.TAKE:
        return []
    pool = ", ".join(f"{n} {say(kind_phrase(kind))}" for kind, n in pool_counts(view).items() if n)
    return [[Span(say(Phrase("sketch.pool", {"pool": pool})), "accent")]]


def worth_of(match: TreehouseMatch, kind: int) -> str:
    """The sign of a change card; with `young` only picked colours score."""
    if match.options["young"] and kind != at.PLAIN:
        return "×0"
    return SIGNS[kind]


def task(match: TreehouseMatch, view: View, say: Say) -> list[TextRow]:
    """The viewer's own secret task (TH-62)."""
    found = task_of(view, view.seat) if view.seat >= 0 else None
    if found is None:
        return []
    card = match.parts.tasks[found]
    args: dict[str, Argument] = {
        "row": " ".join(LETTERS[colour].upper() for colour in card.row.colours),
        "row_points": card.row.points,
        "top": LETTERS[card.triangle.colours[0]].upper(),
        "under": " ".join(LETTERS[colour].upper() for colour in card.triangle.colours[1:]),
        "triangle_points": card.triangle.points,
    }
    return [[Span(say(Phrase("sketch.task", args)), "accent")]]


def hand(match: TreehouseMatch, view: View, say: Say) -> list[TextRow]:
    """The viewer's hand, and the room that was chosen or revealed."""
    if view.seat < 0 or view.is_over():
        return []
    rows: list[TextRow] = []
    chosen = chosen_of(view)
    waiting = waiting_room(view, view.seat)
    for key, room in (("sketch.chosen", chosen), ("sketch.waiting", waiting)):
        if room is not None:
            rows.append([Span(say(Phrase(key)) + " ", "bold"), room_span(match, say, room)])
    cards = hand_of(view)
    if cards:
        rows.append([Span(say(Phrase("sketch.hand")), "bold")])
        rows += [[Span(f"  {k + 1} "), room_span(match, say, room)] for k, room in enumerate(cards)]
    return rows


def wrap_text(text: str, columns: int) -> list[TextRow]:
    return [[Span(line)] for line in textwrap.wrap(text, columns, subsequent_indent="  ")]


def room_span(match: TreehouseMatch, say: Say, room: int) -> Span:
    """Letter, name and theme of a room."""
    colour = colour_of(room)
    letter = LETTERS[colour].upper()
    return Span(f"{letter} {say(room_phrase(match, room))} ({say(colour_phrase(colour))})", COLOUR_NAMES[colour])
