"""A counted table as a picture to be shared. Nothing is kept: the form carries the position, the page the picture."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.drawing import PlayerInfo
from domik.kernel.state import View
from domik.positions.position import Position
from domik.server.accounts.visitors import visitor_of
from domik.server.http.dates import whole_date
from domik.server.http.requests import parse_number
from domik.server.pages.companion.companion_pages import (
    count_context,
    countable_game,
    player_name,
    position_of,
)
from domik.server.pages.companion.counting import RESULT, Counting
from domik.server.pages.tables.forms import read_form
from domik.server.pages.tables.house_pages import HouseRow, cut_name
from domik.server.rendering.renderers import draw_view, game_pictures
from domik.server.rendering.static_board import static_board, svg_definitions
from domik.server.rendering.templates import game_name, render_page, render_template, web_words
from domik.table.clock import now
from domik.table.table import ANIMALS
from domik.web.pictures import with_references

SHOWN_SUMS = 7  # lines of points beside a house that was counted by numbers


async def picture_page(request: Request) -> Response:
    """POST /companion/GAME/picture: the preview; share it, save it as PNG or SVG, hide the names."""
    package = countable_game(request.path_params["game"])
    form = await read_form(request)
    position = position_of(package, form)
    language = visitor_of(request).language
    counting = Counting(position, screen=RESULT)
    has_names = form.get("names") != "0"
    context = count_context(request, counting, "")
    seat = parse_number(form.get("seat", ""), position.match.seats - 1)
    seat = context["order"][0] if seat is None else seat
    names = shown_names(position, language, has_names)
    at = parse_number(form.get("day", ""))
    day = datetime.fromtimestamp(at * 86400 if at else now() / 1000, UTC).date()
    card = picture_context(position, seat, names, context, language) | {
        "owner": cut_name(names[seat]) if has_names else "",
        "date": whole_date(day, language),
    }
    return render_page(
        request,
        "companion_picture.html",
        game=context["game"],
        position=context["position"],
        box=form.get("box", ""),
        day=form.get("day", ""),
        kept=form.get("kept", ""),
        seat=seat,
        seats=[(number, name, ANIMALS[number]) for number, name in enumerate(names)],
        has_names=has_names,
        card=render_template(request, "companion_card.html", theme="light", **card),
        file=f"domik-{package.name}-{day.isoformat()}",
    )


def shown_names(position: Position, language: str, has_names: bool) -> list[str]:
    """The names on the picture; where they are hidden, everybody is their animal."""
    if has_names:
        return [player_name(position, seat, language) for seat in range(position.match.seats)]
    return [web_words(language)(f"animal.{ANIMALS[seat]}") for seat in range(position.match.seats)]


def picture_context(
    position: Position, seat: int, names: list[str], context: Mapping[str, Any], language: str
) -> dict[str, Any]:
    """What the card shows: the house, or its points where only numbers were entered."""
    counting: Counting = context["counting"]
    match, winners = position.match, context["winners"]
    game = match.package.name
    found: dict[str, Any] = {
        "game": game,
        "title": game_name(game, language),
        "house_rules": context["house_rules"],
        "rows": [
            HouseRow(number, ANIMALS[number], cut_name(names[number]), context["points"][number], number in winners)
            for number in context["order"]
        ],
        "board": "",
        "sums": [(word, values[seat]) for word, _, values in context["sums"]][:SHOWN_SUMS],
        "points": context["points"][seat],
    }
    if position.table.seats[seat].by_numbers:
        return found
    view = counting.current_count.view
    players = [PlayerInfo(cut_name(name), ANIMALS[number], False, True) for number, name in enumerate(names)]
    drawing = draw_view(match, View(view.game, seat, view.numbers), players, language, "desk", False).flatten()
    board, definitions = static_board(drawing, "own"), svg_definitions(drawing)
    return found | {
        "board": Markup(board),
        "definitions": Markup(definitions),
        "drawn": Markup(with_references(game_pictures(game), board + definitions)),
    }


WRITES = [("/companion/{game}/picture", picture_page)]
