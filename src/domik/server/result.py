"""After the game: the result with its reasons, and what can be done with a finished game."""

from __future__ import annotations

from domik.kernel.tally import Line
from domik.server.frame import button, clause_link, text
from domik.server.names import name_of
from domik.server.viewer import Viewer
from domik.table import Table
from domik.web.pen import Pen


def result(table: Table, viewer: Viewer, pen: Pen) -> str:
    """The result, the tally by clause, and what can be done with a finished game."""
    if not table.is_over:
        return ""
    parts = [f'<details class="panel after" open><summary><h2>{heading(table, pen)}</h2></summary>']
    parts += [reason(table, pen), tally(table, pen)]
    parts.append('<div class="go">')
    if viewer.seats and not table.next_table:
        wanted = [pen.escape(seat.name) for seat in table.seats if seat.wants_rematch]
        extra = f' title="{", ".join(wanted)}"' if wanted else ""
        parts.append(button(pen, "rematch", "rematch", "repeat-2", "ready", extra))
    if table.next_table:
        parts.append(f'<a class="button ready" href="/t/{table.next_table}">{text(pen, "next_table")}</a>')
    if table.is_finished:
        parts.append(
            f'<form method="post" action="/t/{table.id}/review"><button class="button quiet">'
            f"{pen.icon('chart-spline', 17)}<span>{text(pen, 'review.button')}</span></button></form>"
        )
    parts.append(
        f'<a class="button quiet" href="/t/{table.id}/replay">{pen.icon("history", 17)}'
        f"<span>{text(pen, 'replay')}</span></a>"
        f'<a class="button quiet" href="/api/tables/{table.id}/record" download="{table.id}.json">'
        f"{pen.icon('download', 17)}<span>{text(pen, 'download')}</span></a>"
        f'<a class="button quiet" href="/">{pen.icon("house", 17)}<span>{text(pen, "home")}</span></a></div></details>'
    )
    return "".join(parts)


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


def tally(table: Table, pen: Pen) -> str:
    """A column of points for every seat, each with its clause."""
    if not table.is_finished:
        return ""
    lines = table.match.tally(table.view())
    scores = [table.match.written(score) for score in table.scores()]
    columns = []
    for number, seat in enumerate(table.seats):
        mine = [line for line in lines if line.seat == number]
        rows = "".join(tally_row(table, line, pen) for line in mine)
        columns.append(
            f"<details{' open' if len(table.seats) < 3 else ''}><summary>{pen.face(number, seat.animal, 24)}"
            f"<b>{pen.escape(name_of(seat, pen.language))}</b> <strong>{scores[number]}</strong></summary>"
            f"<ul>{rows}</ul></details>"
        )
    return f'<div class="tally">{"".join(columns)}</div>'


def tally_row(table: Table, line: Line, pen: Pen) -> str:
    """One reason for points."""
    points = f"{'+' if line.points >= 0 else ''}{table.match.written(line.points)}"
    return f"<li><span>{pen.say(line.reason)}{clause_link(pen, table, line.clause)}</span><b>{points}</b></li>"
