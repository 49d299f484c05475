"""The table as text for a low terminal: the viewer's house, the others in brief beside it, the market when needed."""

from __future__ import annotations

from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.phrases import kind_phrase, resource_phrase
from domik.games.dream_home.rules.reading import House, house_of, market_resources, market_rooms, phase_of
from domik.games.dream_home.rules.state import COLUMNS, DISCARD, DRILL, HAMMER, TURN
from domik.games.dream_home.words.sketch import (
    HOUSE_WIDE,
    beside_house,
    heading,
    house_name,
    kept_names,
    points_strip,
    section,
    split_lines,
    tone_of,
    wrap_text,
)
from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Say, Span, TextRow, join_top, shorten_text
from domik.kernel.state import View

CHOOSING = (DISCARD, HAMMER, TURN, DRILL)  # phases in which the market is shown
GAP = 2
TALL = 10  # lines of a house


def sketch(match: DreamHomeMatch, view: View, say: Say, columns: int = 80) -> list[TextRow]:
    seat = view.seat if view.seat >= 0 else 0
    rows = heading(match, view, say)
    if phase_of(view) in CHOOSING:
        rows += market(match, view, say, columns)
    right = notes(match, view, say, seat, columns - HOUSE_WIDE - GAP)
    return rows + join_top(section(match, view, say, seat), right, GAP)


def market(match: DreamHomeMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """Five columns on four lines: resource, room, points."""
    wide = (columns - COLUMNS + 1) // COLUMNS
    lines: list[TextRow] = [[], [], [], []]
    resources = market_resources(view)
    for column, room in enumerate(market_rooms(view)):
        resource = resources[column]
        top = say(resource_phrase(match.parts, resource)) if resource is not None else ""
        if column == 0 and room is not None:
            top = say(Phrase("marker"))
        first, second = split_lines(top, wide - 2)
        kind = match.parts.kind_of(room) if room is not None else None
        tone = tone_of(kind) if kind else ""
        name, points = (say(kind_phrase(kind.id)), points_strip(kind)) if kind else ("", "")
        spans = (Span(f"{column + 1} {first}"), Span(f"  {second}"), Span(name, tone), Span(points, tone))
        for line, span in zip(lines, spans, strict=True):
            line.append(Span(shorten_text(span.text, wide).ljust(wide + 1), span.tone))
    return lines


def notes(match: DreamHomeMatch, view: View, say: Say, seat: int, wide: int) -> list[TextRow]:
    """The column beside the house: what belongs to it, then the others, who share the remaining lines."""
    rows = [house_name(match, view, say, seat)]
    for text in beside_house(match, view, say, house_of(match.parts, view, seat), seat):
        rows += wrap_text(text, wide)
    others = [(seat + ahead) % match.seats for ahead in range(1, match.seats)]
    share = max(2, (TALL - len(rows)) // max(1, len(others)))
    for other in others:
        rows += rival(match, view, say, other, wide, share)
    return rows


def rival(match: DreamHomeMatch, view: View, say: Say, seat: int, wide: int, share: int) -> list[TextRow]:
    """Another's house: name and points, progress and cards beside it, and its rooms where lines are left."""
    home = house_of(match.parts, view, seat)
    args = {"rooms": len(home.cards), "roofs": len(home.roofs())}
    brief = "; ".join([say(Phrase("sketch.built", args)), *filter(None, [", ".join(kept_names(match, say, home))])])
    rooms = " | ".join(filter(None, (storey(say, home, floor) for floor in (3, 2, 1))))
    rows = [house_name(match, view, say, seat)]
    if not rooms or share < 3:
        return rows + clip_rows(share - 1, brief, wide)
    rows += clip_rows(share - 2, brief, wide)
    return rows + clip_rows(share - len(rows), rooms, wide, "dim")


def clip_rows(lines: int, text: str, wide: int, tone: str = "") -> list[TextRow]:
    """A text on at most `lines` rows, cut where it needs more."""
    rows = wrap_text(f"  {text}", wide, tone)
    if len(rows) > lines:
        last = rows[lines - 1][0].text
        rows = [*rows[: lines - 1], [Span(shorten_text(f"{last} ", wide - 1).rstrip(" …") + "…", tone)]]
    return rows


def storey(say: Say, home: House, floor: int) -> str:
    """The rooms of one floor by short names and sizes."""
    found = [
        say(Phrase(f"short.{kind.id}")) + (f" {len(places)}" if len(places) > 1 else "")
        for kind, places in home.whole_rooms()
        if places[0][0] == floor
    ]
    return f"{floor} {', '.join(found)}" if found else ""
