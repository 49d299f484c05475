"""Text rendering of Cozy Cabin: the viewer's ring of places, dice and both piles; the other players in brief."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import RESOURCE_NAMES, Scenario
from domik.games.cabin.rules.phrases import STAGE_NAMES, face_phrase, points_phrase, resource_phrase
from domik.games.cabin.rules.reading import CabinSeat, draft_round, drafted_hand, kept_pile, model_of, seat_of
from domik.games.cabin.rules.scoring import scenario_of
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.sketch import Say, Span, TextRow, center_row, seat_name
from domik.kernel.state import View
from domik.kernel.tally import format_halves

INNER = 22  # columns inside a place
RING = ((0, 1, 2), (7, None, 3), (6, 5, 4))  # the layout of the places around the cabin, clockwise from the top left
CABIN = ("     ╱╲____    ", "    ╱  ╲   ╲   ", "   │ ▢▢ │___│  ", "   │____│___│  ")
TONES = {"wood": "brown", "clay": "red", "water": "blue", "provisions": "yellow"}
Board = Callable[[CabinMatch, View, Say, CabinSeat, int], list[TextRow]]


def sketch(match: CabinMatch, view: View, say: Say, columns: int = 80) -> list[TextRow]:
    """The whole table as one viewer sees it."""
    return goal_and_board(match, view, say, columns, board)


def goal_and_board(match: CabinMatch, view: View, say: Say, columns: int, board: Board) -> list[TextRow]:
    """The scenario or model, then the draft or, once that is over, the table drawn by `board`."""
    rows = goal(match, view, say, columns)
    if draft_round(view):
        return [*rows, *draft_rows(match, view, say, columns)]
    return [*rows, *board(match, view, say, seat_of(view, max(0, view.seat)), columns)]


def board(match: CabinMatch, view: View, say: Say, own: CabinSeat, columns: int) -> list[TextRow]:
    """The viewer's places, dice and cards, then the other players'."""
    rows = [seat_line(match, view, say, own), *ring(match, view, say, own, columns), *dice_rows(say, own), [Span("")]]
    if own.stage < at.LIVES:
        rows += piles(match, say, own, columns)
    for other in range(match.seats):
        if other != own.seat:
            rows += [[Span("")], *brief(match, view, say, seat_of(view, other), columns)]
    return rows


# ---- lines --------------------------------------------------------------------------------------------


def wrap_text(text: str, columns: int, tone: str = "", indent: str = "  ") -> list[TextRow]:
    return [[Span(line, tone)] for line in textwrap.wrap(text, columns, subsequent_indent=indent) or [""]]


def seat_line(match: CabinMatch, view: View, say: Say, own: CabinSeat) -> TextRow:
    """Name, month, points and status of a seat."""
    month = say(Phrase("sketch.month", {"month": min(own.month(), at.MONTHS), "n": own.left}))
    points = say(points_phrase(int(view.score(own.seat))))
    doing = say(Phrase(f"sketch.{STAGE_NAMES[own.stage]}"))
    return [
        Span(seat_name(view, say, own.seat), "bold"),
        Span(f"  {month}  {points}  "),
        Span(doing, "dim" if own.stage in (at.WAITS, at.DONE) else "accent"),
    ]


def effect(match: CabinMatch, say: Say, face: int) -> str:
    side = match.parts.side(face)
    takes, gives = match.parts.visit(face)
    if not face & at.HOME:
        return f"{say(resource_phrase(side.gives))} +{gives}"
    used, made = say(resource_phrase(side.consumes)), say(resource_phrase(side.produces))
    return f"{used} > {made}" if takes == gives == 1 else f"{takes} {used} > {gives} {made}"


def mark(say: Say, face: int) -> str:
    """Letter for nature or home, with a plus when upgraded; never by colour alone."""
    return say(Phrase("sketch.home" if face & at.HOME else "sketch.natural")) + ("+" if face & at.UPGRADED else "")


def card_line(match: CabinMatch, say: Say, face: int) -> str:
    """A card with its cost and the gain from putting it aside."""
    name = say(face_phrase(match, face))
    if face >> at.KIND_SHIFT == at.NEIGHBOUR:
        edge = match.parts.edges[face & 3]
        key = "sketch.gives" if edge.gives else "sketch.steals"
        return (
            f"{name} ({mark(say, face)}): {say(Phrase(key, {'n': edge.amount}))}; {say(Phrase('', texts=edge.names))}"
        )
    side = match.parts.side(face)
    cost = ", ".join(f"{say(resource_phrase(die))} {n}" for die, n in enumerate(side.cost) if n)
    gain = f"{say(resource_phrase(side.gives))} +{match.parts.aside[face & at.UPGRADED]}"
    return say(
        Phrase(
            "sketch.card",
            {"name": name, "mark": mark(say, face), "cost": cost, "visit": effect(match, say, face), "gain": gain},
        )
    )


# ---- the cabin ----------------------------------------------------------------------------------------


def ring(match: CabinMatch, view: View, say: Say, own: CabinSeat, columns: int) -> list[TextRow]:
    """The 3 x 3 grid: eight places around the cabin."""
    targets = int(view.legal()) & at.EVERY_PLACE if own.seat == view.seat and own.stage in (at.PLANS, at.LIVES) else 0
    rows: list[TextRow] = []
    for line in RING:
        boxes = [
            cabin_box() if place is None else place_box(match, say, own, place, bool(targets >> place & 1))
            for place in line
        ]
        for k in range(4):
            row: TextRow = []
            for box in boxes:
                row += [*box[k], Span(" ")]
            rows.append(center_row(row[:-1], columns))
    return rows


def cabin_box() -> list[TextRow]:
    return [[Span(line.center(INNER + 2), "wood")] for line in CABIN]


def place_box(match: CabinMatch, say: Say, own: CabinSeat, place: int, target: bool) -> list[TextRow]:
    """A location with its name and effect, or a free place; a star marks a legal target."""
    face = own.places[place]
    star = "*" if target else ""
    tone = "accent" if target else "wood" if face & at.HOME else "leaf" if face else "dim"
    corner = f"{star}{place + 1}"
    badge = mark(say, face) if face else ""
    name = say(face_phrase(match, face)) if face else say(Phrase("sketch.free"))
    does = effect(match, say, face) if face else ""
    line = "─" if face else "┈"
    top = f"┌{corner}{line * (INNER - len(corner) - len(badge))}{badge}┐"
    return [
        [Span(top, tone)],
        [Span("│" if face else "┊", tone), Span(fit_text(name), tone), Span("│" if face else "┊", tone)],
        [Span("│" if face else "┊", tone), Span(fit_text(does)), Span("│" if face else "┊", tone)],
        [Span(f"└{line * INNER}┘", tone)],
    ]


def fit_text(text: str) -> str:
    """Centre a text in a place, truncated if it is too long."""
    return (text if len(text) <= INNER else text[: INNER - 1] + "…").center(INNER)


def dice_rows(say: Say, own: CabinSeat) -> list[TextRow]:
    """Both rows of dice; a natural 6 is marked because it forces building (CC-18)."""
    rows = []
    for first, key in ((0, "sketch.nature_dice"), (at.RESOURCES, "sketch.home_dice")):
        row: TextRow = [Span(f"{say(Phrase(key))}: ", "bold")]
        for die in range(first, first + at.RESOURCES):
            value = own.dice[die]
            urgent = "!" if value == at.DIE_MOST and die < at.RESOURCES and own.stage < at.LIVES else ""
            tone = "accent" if urgent else TONES.get(RESOURCE_NAMES[die], "")
            row.append(Span(f"{say(resource_phrase(die))} [{value}]{urgent}  ", tone))
        rows.append(row)
    return rows


def piles(match: CabinMatch, say: Say, own: CabinSeat, columns: int) -> list[TextRow]:
    """The card in hand, this month's deck and next month's pile."""
    rows: list[TextRow] = []
    if own.hand:
        rows += wrap_text(f"{say(Phrase('sketch.hand'))}: {card_line(match, say, own.hand)}", columns, "bold")
    if own.next:
        rows += wrap_text(f"{say(Phrase('sketch.next'))}: {card_line(match, say, own.next)}", columns)
    known = known_deck(match, say, own)
    rows += wrap_text(f"{say(Phrase('sketch.this_month'))}: {known or '-'}", columns, "dim")
    rows += wrap_text(f"{say(Phrase('sketch.next_month'))}: {names(match, say, own.aside) or '-'}", columns, "dim")
    return rows


def known_deck(match: CabinMatch, say: Say, own: CabinSeat) -> str:
    """The rest of this month's deck as far as it is known."""
    rest = own.deck[1:]
    known = names(match, say, [face for face in rest if face])
    hidden = rest.count(0)
    if not hidden:
        return known
    unknown = say(Phrase("sketch.unknown", {"n": hidden}))
    return f"{known}, {unknown}" if known else unknown


def names(match: CabinMatch, say: Say, faces: Iterable[int]) -> str:
    """Names of cards with their side marks."""
    return ", ".join(f"{say(face_phrase(match, face))} {mark(say, face)}" for face in faces)


def brief(match: CabinMatch, view: View, say: Say, own: CabinSeat, columns: int) -> list[TextRow]:
    """Another player's cabin in a few lines."""
    rows = [seat_line(match, view, say, own), *dice_rows(say, own)]
    built = [f"{k + 1} {say(face_phrase(match, face))} {mark(say, face)}" for k, face in enumerate(own.places) if face]
    rows += wrap_text(f"{say(Phrase('sketch.built', {'n': len(built)}))}: {', '.join(built) or '-'}", columns)
    if own.hand:
        rows += wrap_text(f"{say(Phrase('sketch.hand'))}: {names(match, say, [own.hand])}", columns)
    return rows


# ---- goals and draft ----------------------------------------------------------------------------------


def goal(match: CabinMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """The scenario and the cabin to copy."""
    rows: list[TextRow] = []
    scenario = scenario_of(match)
    if scenario is not None:
        rows += scenario_rows(match, say, scenario, columns)
    model = model_of(match, view)
    if model:
        text = ", ".join(f"{k + 1} {say(face_phrase(match, face))} {mark(say, face)}" for k, face in enumerate(model))
        rows += wrap_text(f"{say(Phrase('sketch.model'))}: {text}", columns, "accent")
    return rows


def scenario_rows(match: CabinMatch, say: Say, scenario: Scenario, columns: int) -> list[TextRow]:
    """A scenario's conditions (CC-43)."""
    args: dict[str, Argument] = {
        "name": Phrase("", texts=scenario.names),
        "months": scenario.month_limit,
        "target": format_halves(scenario.target),
        "par": format_halves(scenario.par),
    }
    rows = wrap_text(say(Phrase("sketch.scenario", args)), columns, "bold")
    for key, sides in (("sketch.require", scenario.require), ("sketch.forbid", scenario.forbid)):
        if sides:
            listed = names(match, say, [kind << at.KIND_SHIFT | at.HOME * side for kind, side in sides])
            rows += wrap_text(f"{say(Phrase(key))}: {listed}", columns, "accent")
    return rows


def draft_rows(match: CabinMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """The viewer's hand, and the cards they have laid down (CC-41)."""
    rows: list[TextRow] = [[Span(say(Phrase("sketch.draft", {"round": draft_round(view)})), "bold")]]
    for k, face in enumerate(drafted_hand(view)):
        rows += wrap_text(f"{k + 1} {card_line(match, say, face)}", columns, indent="    ")
    kept = kept_pile(view)
    if kept:
        rows += wrap_text(f"{say(Phrase('sketch.kept'))}: {names(match, say, kept)}", columns, "dim")
    waiting = [seat_name(view, say, seat) for seat in range(match.seats) if int(view.awaited_seats()) >> seat & 1]
    rows += wrap_text(f"{say(Phrase('sketch.choosing'))}: {', '.join(waiting)}", columns)
    return rows
