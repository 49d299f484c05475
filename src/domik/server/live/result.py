"""After the game: the result with its reasons, and what can be done with a finished game."""

from __future__ import annotations

from domik.server.live.playing_again import again
from domik.server.sight.fairness import fair_line
from domik.server.sight.frame import clause_link, text
from domik.server.sight.names import name_of
from domik.server.sight.reader import Reader
from domik.table import Table
from domik.table.clock import now
from domik.table.history import is_revealed
from domik.web.pen import Pen


def result(table: Table, reader: Reader, pen: Pen, present: frozenset[int]) -> str:
    """The result, everybody's points, and what can be done with a finished game."""
    if not table.is_over:
        return ""
    parts = [f'<details class="panel after" open><summary><h2>{heading(table, pen)}</h2></summary>']
    parts += [reason(table, pen), places(table, pen)]
    parts.append('<div class="go">')
    parts.append(to_the_deal(table, pen))
    if not table.counts:
        parts.append(again(table, reader, pen, present))
    if table.is_finished:
        parts.append(this_deal(table, pen))
        parts.append(points_button(pen))
        parts.append(
            f'<form method="post" action="/t/{table.id}/review"><button class="button quiet">'
            f"{pen.icon('chart-spline', 17)}<span>{text(pen, 'review.button')}</span></button></form>"
        )
    parts.append(
        f'<a class="button quiet" href="/t/{table.id}/replay">{pen.icon("history", 17)}'
        f"<span>{text(pen, 'replay')}</span></a>"
        f"{download(table, pen)}"
        f'<a class="button quiet" href="/">{pen.icon("house", 17)}<span>{text(pen, "home")}</span></a></div>'
        f"{fair_line(table, pen)}</details>"
    )
    return "".join(parts)


def to_the_deal(table: Table, pen: Pen) -> str:
    """Where everybody's results of this deal are compared."""
    if table.same is None or (place := page_of(table.same.name)) is None:
        return ""
    inside = pen.icon("trophy", 17) + f"<span>{text(pen, 'daily.to_result')}</span>"
    return f'<a class="button ready" href="{place}">{inside}</a>'


def page_of(name: str) -> str | None:
    """The page of a deal that many play, by its name; None where it has none."""
    kind, _, rest = name.partition("-")
    if kind == "deal":
        return f"/deal/{rest}"
    if kind == "club":
        return f"/club/{rest.partition('-')[0]}"
    return f"/daily/{rest[:10]}/{rest[11:]}" if kind == "daily" else None


def can_be_taken(table: Table) -> bool:
    """Whether others can play what was played here: a game that came to its own end, with somebody at it."""
    return table.is_finished and table.branch is None and any(not seat.is_bot for seat in table.seats)


def this_deal(table: Table, pen: Pen) -> str:
    """The same cards once more, for oneself and for friends; not of deals that are compared already."""
    if table.same is not None or not can_be_taken(table):
        return ""
    inside = pen.icon("copy", 17) + f"<span>{text(pen, 'deal.button')}</span>"
    return f'<form method="post" action="/t/{table.id}/deal"><button class="button quiet">{inside}</button></form>'


def download(table: Table, pen: Pen) -> str:
    """The record as a file, unless others are still to play its deal."""
    if not is_revealed(table, now()):
        return ""
    inside = f"{pen.icon('download', 17)}<span>{text(pen, 'download')}</span>"
    file = f'href="/api/tables/{table.id}/record" download="{table.id}.json"'
    return f'<a class="button quiet" {file}>{inside}</a>'


def heading(table: Table, pen: Pen) -> str:
    """Who won."""
    if not table.is_finished:
        return text(pen, "closed")
    outcome = table.match.outcome(table.view())
    names = ", ".join(name_of(table.seats[seat], pen.language) for seat in outcome.winners)
    return text(pen, "won" if len(outcome.winners) == 1 else "won_together", names=names)


def reason(table: Table, pen: Pen) -> str:
    """Why they won; outside the heading, which folds the sheet away so that the board can be seen."""
    if not table.is_finished:
        return ""
    outcome = table.match.outcome(table.view())
    return f"<p>{pen.say(outcome.reason)}{clause_link(pen, table, outcome.clause)}</p>"


def places(table: Table, pen: Pen) -> str:
    """Everybody by points, the winners first and with a cup."""
    if not table.is_finished:
        return ""
    scores = table.scores()
    winners = table.match.outcome(table.view()).winners
    rows = []
    for number in sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat])):
        seat, cup = table.seats[number], pen.icon("trophy", 18, 2.4) if number in winners else ""
        rows.append(
            f"<li{' class=won' if cup else ''}>{pen.face(number, seat.animal, 28)}"
            f"<b>{pen.escape(name_of(seat, pen.language))}</b>"
            f"<strong>{table.match.written(scores[number])}</strong>{cup}</li>"
        )
    return f'<ol class="places">{"".join(rows)}</ol>'


def points_button(pen: Pen) -> str:
    """Opens the sheet of points."""
    inside = f"{pen.icon('calculator', 17)}<span>{text(pen, 'points_came')}</span>"
    return f'<button type="button" class="button quiet" data-tab="points">{inside}</button>'
