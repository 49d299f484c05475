"""The table drawn as text for a terminal: the market, and every house in cross-section with its roof stack."""

from __future__ import annotations

import textwrap
from collections import Counter

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.parts import Kind
from domik.games.dream_home.rules.phrases import card_phrase, kind_phrase, resource_phrase
from domik.games.dream_home.rules.reading import (
    House,
    Place,
    awaited_seat,
    bit_numbers,
    cards_in_hand,
    chosen_of,
    discards_of,
    first_seat,
    house_of,
    is_ending,
    market_resources,
    market_rooms,
    next_first_seat,
    phase_name,
    phase_of,
    place_of,
    round_of,
)
from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Say, Span, TextRow, join_top, plain_text, row_width, seat_name
from domik.kernel.state import View

ROOM_WIDE = 6  # columns of a room in a house
HOUSE_WIDE = 2 + 5 * (ROOM_WIDE + 1) + 1
TONES = {
    "living": "green",
    "kitchen": "yellow",
    "bathroom": "blue",
    "bedroom": "purple",
    "kids": "red",
    "study": "brown",
}
CLASS_TONES = {"normal": "bold", "unique": "bold", "basement": "wood"}


def sketch(match: DreamHomeMatch, view: View, say: Say, columns: int = 80) -> list[TextRow]:
    rows = heading(match, view, say)
    if not view.is_over() and phase_of(view) < at.ROOFER:
        rows += market(match, view, say, columns)
    rows += waiting_cards(match, view, say, columns)
    first = view.seat if view.seat >= 0 else 0
    seats = [(first + ahead) % match.seats for ahead in range(match.seats)]
    houses = [house(match, view, say, seat) for seat in seats]
    for k in range(0, len(houses), 2):
        if k + 1 < len(houses) and columns >= 2 * HOUSE_WIDE + 2:
            rows += join_top(houses[k], houses[k + 1])
        else:
            rows += houses[k] + (houses[k + 1] if k + 1 < len(houses) else [])
    return rows + discards(match, view, say, columns)


def heading(match: DreamHomeMatch, view: View, say: Say) -> list[TextRow]:
    """Round, phase, and the holder of the marker."""
    if view.is_over():
        return [[Span(say(Phrase("sketch.over")), "bold")]]
    phase = phase_name(view)
    key = "sketch.ending" if is_ending(view) else "sketch.round"
    row = [Span(say(Phrase(key, {"round": round_of(view)})), "bold")]
    row.append(Span("  " + seat_name(view, say, awaited_seat(view)) + ": " + say(Phrase(f"phase.{phase}")), "accent"))
    return [row]


# ---- the market -------------------------------------------------------------------------------------


def market(match: DreamHomeMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """Five columns: resource above, room below; the leftmost has the marker."""
    inner = max(8, min(14, (columns - 6) // 5))
    tops: list[list[str]] = []
    feet: list[list[str]] = []
    tones: list[str] = []
    resources = market_resources(view)
    for column, room in enumerate(market_rooms(view)):
        resource = resources[column]
        if resource is not None:
            top = say(resource_phrase(match.parts, resource))
        else:
            top = say(Phrase("marker")) if column == 0 and room is not None else ""
        tops.append(split_lines(top, inner))
        kind = match.parts.kind_of(room) if room is not None else None
        name = split_lines(say(kind_phrase(kind.id)), inner) if kind else ["", ""]
        feet.append([*name, points_strip(kind) if kind else ""])
        tones.append(tone_of(kind) if kind else "")
    rule = "─" * inner
    numbers = "┬".join(f"─ {k + 1} ".ljust(inner, "─") for k in range(at.COLUMNS))
    rows: list[TextRow] = [[Span("┌" + numbers + "┐", "dim")]]
    rows += [frame_cells([Span(top[k].ljust(inner)) for top in tops]) for k in range(2)]
    rows.append([Span("├" + "┼".join([rule] * at.COLUMNS) + "┤", "dim")])
    for k in range(3):
        rows.append(frame_cells([Span(foot[k].ljust(inner), tone) for foot, tone in zip(feet, tones, strict=True)]))
    rows.append([Span("└" + "┴".join([rule] * at.COLUMNS) + "┘", "dim")])
    return rows


def frame_cells(spans: list[Span]) -> TextRow:
    """Cells separated by vertical lines."""
    row: TextRow = []
    for span in spans:
        row += [Span("│", "dim"), span]
    return [*row, Span("│", "dim")]


def split_lines(text: str, inner: int) -> list[str]:
    """A text on two lines of a cell, cut where it is too long."""
    lines = textwrap.wrap(text, inner)
    if len(lines) > 2:
        lines[1] = lines[1][: inner - 1] + "…"
    return [*lines, "", ""][:2]


def tone_of(kind: Kind) -> str:
    return TONES.get(kind.id, CLASS_TONES[kind.category])


def points_strip(kind: Kind) -> str:
    """The points printed on a room card."""
    points = "/".join(str(points) for points in kind.points)
    return f"{points} (+{kind.beside_points - kind.points[0]})" if kind.beside >= 0 else points


def waiting_cards(match: DreamHomeMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """The cards that the awaited player has to lay."""
    room, resource = cards_in_hand(view)
    if phase_of(view) == at.DELIVER:
        room = chosen_of(view)
    cards = [say(card_phrase(match.parts, room))] if room is not None else []
    cards += [say(resource_phrase(match.parts, resource))] if resource is not None else []
    return wrap_text(say(Phrase("sketch.hand", {"cards": ", ".join(cards)})), columns, "accent") if cards else []


def wrap_text(text: str, columns: int, tone: str = "") -> list[TextRow]:
    return [[Span(line, tone)] for line in textwrap.wrap(text, columns, subsequent_indent="  ")]


# ---- a house ----------------------------------------------------------------------------------------


def house(match: DreamHomeMatch, view: View, say: Say, seat: int) -> list[TextRow]:
    """One house in cross-section, always HOUSE_WIDE columns wide."""
    rows = [house_name(match, view, say, seat), *section(match, view, say, seat)]
    for text in beside_house(match, view, say, house_of(match.parts, view, seat), seat):
        rows += wrap_text(text, HOUSE_WIDE)
    assert all(row_width(row) <= HOUSE_WIDE for row in rows), plain_text(rows)
    return rows


def section(match: DreamHomeMatch, view: View, say: Say, seat: int) -> list[TextRow]:
    """The three floors."""
    home = house_of(match.parts, view, seat)
    rows: list[TextRow] = []
    rows.append([Span("  ┌" + "┬".join(["─" * ROOM_WIDE] * 5) + "┐", "wood")])
    for floor in (3, 2):
        rows += storey(match, view, say, home, seat, floor, 1)
        if floor == 3:
            rows.append([Span("  ├" + "┼".join(["─" * ROOM_WIDE] * 5) + "┤", "wood")])
    ground = "┴".join(["─" * ROOM_WIDE] * 3)
    rows.append([Span("  ├" + ground + "┼" + "┼".join(["─" * ROOM_WIDE] * 2) + "┤", "wood")])
    rows += storey(match, view, say, home, seat, 1, 4)
    rows.append([Span("  └" + "─" * (3 * ROOM_WIDE + 2) + "┴" + "┴".join(["─" * ROOM_WIDE] * 2) + "┘", "wood")])
    return rows


def house_name(match: DreamHomeMatch, view: View, say: Say, seat: int) -> TextRow:
    """Name, points, and the marker if the seat has it."""
    points = say(Phrase("sketch.points", {"n": int(view.score(seat))}))
    row = [Span(seat_name(view, say, seat), "bold"), Span(f"  {points}")]
    if first_seat(view) == seat and not view.is_over():
        row.append(Span("  ◆1", "accent"))
    if next_first_seat(view) == seat != first_seat(view):
        row.append(Span("  ◇1", "accent"))
    if view.awaited_seats() >> seat & 1:
        row.append(Span("  ←", "accent"))
    return row


def storey(
    match: DreamHomeMatch, view: View, say: Say, home: House, seat: int, floor: int, first: int
) -> list[TextRow]:
    """One floor on two lines: rooms above, furnishings below; a room of several cards has no lines inside."""
    lines: list[TextRow] = [[Span(f"{floor} ", "dim")], [Span("  ")]]
    targets = open_cells(view) if seat == view.seat else []
    if floor == 1:
        for line, span in zip(lines, roof_space(match, say, home), strict=True):
            line += [Span("│", "wood"), span]
    for column in range(first, 6):
        place = (floor, column)
        kind = home.kind_at(place)
        joined = kind is not None and home.kind_at((floor, column - 1)) == kind
        for line, span in zip(lines, room(match, say, home, targets, place), strict=True):
            line += [Span(" " if joined else "│", "wood"), span]
    return [[*line, Span("│", "wood")] for line in lines]


def roof_space(match: DreamHomeMatch, say: Say, home: House) -> tuple[Span, Span]:
    """The size of the roof stack, which is face down (DH-30)."""
    wide = 3 * ROOM_WIDE + 2
    text = say(Phrase("sketch.roofs", {"n": len(home.roofs())}))
    return Span(text[:wide].center(wide), "dim"), Span(("▤ " * min(9, len(home.roofs()))).strip().center(wide), "dim")


def room(match: DreamHomeMatch, say: Say, home: House, targets: list[Place], place: Place) -> tuple[Span, Span]:
    """The two lines of a cell: a room and its furnishing, an empty room, scaffolding, a legal choice, or blank."""
    card = home.cards.get(place)
    kind = home.kind_at(place)
    if card is None:
        mark = Span(f"{place[0]}.{place[1]}".center(ROOM_WIDE) if place in targets else " " * ROOM_WIDE, "accent")
        if place in home.scaffolds:
            return Span(say(Phrase("short.scaffolding")).ljust(ROOM_WIDE, "/"), "dim"), mark
        return mark, Span(" " * ROOM_WIDE)
    below = f"{place[0]}.{place[1]}".center(ROOM_WIDE) if place in targets else " " * ROOM_WIDE
    if kind is None:
        return Span(say(Phrase("short.empty")).center(ROOM_WIDE), "dim"), Span(below, "accent")
    printed = match.parts.kinds[kind]
    if card.token is not None:
        below = "*" + say(Phrase(f"short.{match.parts.token(card.token).id}")).ljust(ROOM_WIDE - 1)
    return Span(say(Phrase(f"short.{printed.id}")).ljust(ROOM_WIDE), tone_of(printed)), Span(below, "accent")


def open_cells(view: View) -> list[Place]:
    """The cells that the viewer can choose now."""
    phase = phase_of(view)
    if not view.is_awaited() or phase in (at.DISCARD, at.HAMMER, at.DRILL, at.ROOFER, at.COURIER):
        return []
    shifts = {at.TURN: (at.DRILL_OUT,), at.LAY: (0, at.DOWN, at.TARGET), at.DELIVER: (0, at.DOWN)}.get(phase, (0,))
    legal = int(view.legal())
    cells = [legal >> shift & ((1 << at.CELLS) - 1) for shift in shifts]
    return [place for cell in range(at.CELLS) if (place := place_of(cell)) and any(mask >> cell & 1 for mask in cells)]


def beside_house(match: DreamHomeMatch, view: View, say: Say, home: House, seat: int) -> list[str]:
    """Tools, helpers and garden furnishings; roofs when they may be seen (DH-30, DH-33, DH-34)."""
    found = []
    names = kept_names(match, say, home)
    if names:
        found.append(say(Phrase("sketch.beside", {"cards": ", ".join(names)})))
    if home.roofs() and (view.is_over() or (match.options["open_roofs"] and seat == view.seat)):
        roofs = Counter(say(resource_phrase(match.parts, number)) for number in home.roofs())
        names = [name + (f" ×{n}" if n > 1 else "") for name, n in roofs.items()]
        found.append(say(Phrase("sketch.stack", {"cards": ", ".join(names)})))
    return found


def kept_names(match: DreamHomeMatch, say: Say, home: House) -> list[str]:
    """Tools, helpers and garden furnishings with their counts."""
    cards = [match.parts.resources[number] for number in home.held]
    kept = Counter(card.id for card in cards if card.sort != "roof" and card.id != "scaffolding")
    kept.update(match.parts.resources[number].id for number in home.garden)
    return [say(Phrase(f"resource.{id}")) + (f" ×{n}" if n > 1 else "") for id, n in kept.items()]


def discards(match: DreamHomeMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """Both discard piles, shown for the helpers at the end (DH-14)."""
    rows: list[TextRow] = []
    gone_rooms, gone_resources = map(bit_numbers, discards_of(view))
    rooms = Counter(match.parts.kind_of(number).id for number in gone_rooms)
    if rooms:
        text = ", ".join(f"{say(kind_phrase(id))} {n}" for id, n in rooms.items())
        rows += wrap_text(say(Phrase("sketch.room_discards", {"cards": text})), columns, "dim")
    resources = Counter(say(resource_phrase(match.parts, number)) for number in gone_resources)
    if resources:
        text = ", ".join(f"{name}{f' {n}' if n > 1 else ''}" for name, n in resources.items())
        rows += wrap_text(say(Phrase("sketch.resource_discards", {"cards": text})), columns, "dim")
    return rows
