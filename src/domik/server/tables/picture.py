"""A small picture of a table: the board as the visitor may see it, for a frame in other pages of ours."""

from __future__ import annotations

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.drawing import Drawing
from domik.kernel.game import ONLOOKER
from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused
from domik.server.live.rooms import Rooms
from domik.server.paper.assets import asset
from domik.server.paper.templates import page
from domik.server.sight.pens import painted, pictures_of, players_of
from domik.server.sight.stills import still
from domik.server.tables.replay import EVERYBODY
from domik.server.visitors.visitors import visitor_of
from domik.table import Table
from domik.table.history import view_at
from domik.web.pictures import referred


def eyes_of(table: Table, owner: str, asked: str) -> int:
    """Whose board: the visitor's own seat; of a finished game any."""
    if asked.isdecimal() and len(asked) < 3 and int(asked) < len(table.seats) and table.is_over:
        return int(asked)
    mine = [number for number, seat in enumerate(table.seats) if owner in seat.owners]
    return mine[0] if len(mine) == 1 else ONLOOKER


async def picture(request: Request) -> Response:
    """The board, filled and still."""
    rooms: Rooms = request.app.state.rooms
    table = (await rooms.get(request.path_params["id"])).table
    if not table.is_dealt:
        raise Refused(404, Phrase("web.error.page"))
    visitor = visitor_of(request)
    asked = request.query_params
    seat = eyes_of(table, visitor.owner, asked.get("seat", ""))
    step = asked.get("step", "")
    if table.is_over and step.isdecimal() and len(step) < 5 and int(step) <= len(table.moves):
        view = view_at(table, int(step), seat)
    else:
        view = table.view(seat)
    players = players_of(table, EVERYBODY, visitor.language)
    drawing = painted(table.match, view, players, visitor.language, "desk", False).whole()
    return pictured(request, table.match.title.name, drawing)


def pictured(request: Request, game: str, drawing: Drawing) -> Response:
    """A drawn board as a page of its own, filled and still; the only one of a page brings what it refers to along."""
    board = still(drawing, "own")
    return page(
        request,
        "picture.html",
        board=Markup(board),
        drawn=Markup(referred(pictures_of(game), board)) if request.query_params.get("alone") == "1" else "",
        sheet=asset(f"game/{game}.css"),
        pictures=asset(f"game/{game}.svg"),
        game=game,
    )
