"""A finished house as a picture: the board with names, points and date, to be saved or shared."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.drawing import PlayerInfo
from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import visitor_of
from domik.server.http.dates import whole_date
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number
from domik.server.live.after_game import place_of, seats_by_place
from domik.server.live.game_results import result_of
from domik.server.live.live_tables import live_table_of
from domik.server.rendering.player_names import display_name
from domik.server.rendering.renderers import draw_view, game_pictures
from domik.server.rendering.static_board import static_board, svg_definitions
from domik.server.rendering.templates import game_name, render_page, web_words
from domik.table import Table
from domik.web.pictures import with_references

MAX_NAME = 12  # letters of a name on the picture


@dataclass(frozen=True)
class HouseRow:
    """One player on the picture, the best first."""

    seat: int
    animal: str
    name: str
    points: str
    has_won: bool


async def finished_table(request: Request) -> Table:
    """The table of a game that was played to its end: nothing in it is secret any more. HttpError 404 for others."""
    table = (await live_table_of(request)).table
    if not table.is_finished:
        raise HttpError(404, Phrase("web.error.unfinished_house"))
    return table


def house_seat(request: Request, table: Table) -> int:
    """Whose house: as the address says, else the visitor's own, else the winner's."""
    asked = parse_number(request.query_params.get("seat", ""), len(table.seats) - 1)
    if asked is not None:
        return asked
    owner = visitor_of(request).owner
    mine = [number for number, seat in enumerate(table.seats) if owner in seat.owners]
    return mine[0] if mine else seats_by_place(table)[0]


def shown_names(table: Table, language: str, has_names: bool) -> list[str]:
    """The names on the picture; where they are hidden, everybody is their animal."""
    t = web_words(language)
    if has_names:
        return [display_name(seat, language) for seat in table.seats]
    return [t(f"animal.{seat.animal}") for seat in table.seats]


def cut_name(name: str) -> str:
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"


async def house_page(request: Request) -> Response:
    """The preview: share it, save it as PNG or SVG, hide the names."""
    table = await finished_table(request)
    seat, language = house_seat(request, table), visitor_of(request).language
    has_names = request.query_params.get("names") != "0"
    names = shown_names(table, language, has_names)
    return render_page(
        request,
        "house.html",
        id=table.id,
        game=game_name(table.match.package.name, language),
        seat=seat,
        seats=[(number, name, table.seats[number].animal) for number, name in enumerate(names)],
        has_names=has_names,
        card=f"/t/{table.id}/house/picture?{urlencode({'seat': seat, 'names': int(has_names)})}",
        file=f"domik-{table.match.package.name}-{table.id}",
    )


async def house_card(request: Request) -> Response:
    """The picture itself, 1200 by 630, as a page with nothing else on it."""
    table = await finished_table(request)
    seat, language = house_seat(request, table), visitor_of(request).language
    has_names = request.query_params.get("names") != "0"
    names = [cut_name(name) for name in shown_names(table, language, has_names)]
    game = table.match.package.name
    players = [PlayerInfo(names[number], one.animal, False, True) for number, one in enumerate(table.seats)]
    drawing = draw_view(table.match, table.view(seat), players, language, "desk", False).flatten()
    board, definitions = static_board(drawing, "own"), svg_definitions(drawing)
    result = result_of(table)
    rows = [
        HouseRow(
            number,
            table.seats[number].animal,
            names[number],
            table.match.format_points(result.scores[number]),
            place_of(table, number) == 1,
        )
        for number in seats_by_place(table)
    ]
    return render_page(
        request,
        "house_card.html",
        theme="light",
        board=Markup(board),
        definitions=Markup(definitions),
        drawn=Markup(with_references(game_pictures(game), board + definitions)),
        game=game,
        title=game_name(game, language),
        owner=names[seat] if has_names and seat != SPECTATOR else "",
        rows=rows,
        date=whole_date(datetime.fromtimestamp(result.at / 1000, UTC).date(), language),
    )


PAGES = [("/t/{id}/house", house_page)]
READS = [("/t/{id}/house/picture", house_card)]
