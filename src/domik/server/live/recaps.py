"""What a round brought, as a sheet beside the board: the game says it, the page is the same for all games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from domik.kernel.phrase import Phrase
from domik.kernel.recap import Part, Recap
from domik.server.http.errors import Refused
from domik.server.live.rooms import Rooms
from domik.server.paper.templates import rendered
from domik.server.sight.names import names_at, with_names
from domik.server.sight.pens import words_pen
from domik.server.visitors.visitors import visitor_of
from domik.table import Table
from domik.table.log import told_again
from domik.web.pen import Pen


@dataclass(frozen=True)
class Row:
    """One part as the sheet shows it; counts as so many of its shapes where they are few."""

    heading: str
    mark: str
    shape: Markup
    worth: str
    meaning: str
    by: Markup
    shares: list[tuple[int, str, bool]]  # how many, points, whether nobody got more for anything


async def recap(request: Request) -> Response:
    """The sheet of one round; nothing of it is anybody's secret."""
    rooms: Rooms = request.app.state.rooms
    table = (await rooms.get(request.path_params["id"])).table
    number = int(request.path_params["round"])
    found = None
    if table.is_dealt:
        told = [line.event for line in told_again(table, len(table.moves))]
        found = table.match.recap(table.view(), number, told)
    if found is None:
        raise Refused(404, Phrase("web.error.page"))
    visitor = visitor_of(request)
    pen = words_pen(visitor.language, table.match.title.name)
    return HTMLResponse(
        rendered(request, "recap.html", **shown(table, found, pen)), headers={"cache-control": "no-store"}
    )


def shown(table: Table, recap: Recap, pen: Pen) -> dict[str, Any]:
    """Everything that the sheet shows."""
    names, say = names_at(table, pen.language), pen.words.say
    seats = range(len(table.seats))
    totals = [recap.total(seat) for seat in seats]
    best = max(share.points for part in recap.parts for share in part.shares)
    return {
        "title": say(recap.title),
        "clause": recap.clause,
        "game": table.match.title.name,
        "seats": [(Markup(pen.face(seat, table.seats[seat].animal, 28)), names[seat]) for seat in seats],
        "rows": [row(table, part, best, pen) for part in recap.parts],
        "totals": [(table.match.written(total), total == max(totals)) for total in totals],
        "remark": say(with_names(recap.remark, names)) if recap.remark else "",
    }


def row(table: Table, part: Part, best: int, pen: Pen) -> Row:
    """One part of the round."""
    written, faces = table.match.written, [seat.animal for seat in table.seats]
    return Row(
        pen.words.say(part.heading),
        part.mark,
        Markup(pen.mark_icon(part.mark, 18)) if part.mark else Markup(""),
        part.worth,
        pen.words.say(part.meaning) if part.meaning else "",
        Markup(pen.face(part.by, faces[part.by], 22)) if part.by >= 0 else Markup(""),
        [(share.held, written(share.points), share.points == best > 0) for share in part.shares],
    )
