"""Replay of finished games from any seat or with all cards open, images of boards, and recaps of rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from domik.kernel.drawing import Drawing, ScreenForm
from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Phrase
from domik.kernel.summaries import RecapPart, RoundRecap
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number, redirect, root_of
from domik.server.live.after_game import can_be_duplicated, deal_page_path, fairness_note
from domik.server.live.deal_access import is_sealed
from domik.server.live.live_tables import live_table_of
from domik.server.pages.tables.table_pages import table_page
from domik.server.rendering import table_chrome
from domik.server.rendering.player_names import display_names, fill_in_names
from domik.server.rendering.renderers import draw_view, game_pictures, requested_form, table_players, words_pen
from domik.server.rendering.responses import json_response
from domik.server.rendering.static_board import static_board, svg_definitions
from domik.server.rendering.templates import render_page, render_template
from domik.table import Table
from domik.table.history import record_of, round_starts, view_at
from domik.table.proofs import objections_to_proofs
from domik.table.running_game import replay_log
from domik.web.pen import MarkupPen
from domik.web.pictures import with_references

ALL_SEATS: frozenset[int] = frozenset(range(64))


async def replay_page(request: Request) -> Response:
    """The replay page; redirects to the table while the game is not over."""
    table = (await live_table_of(request)).table
    if not table.is_over or not table.is_dealt:
        return redirect(request, f"/t/{table.id}")
    visitor = visitor_of(request)
    names = display_names(table, visitor.language)
    mine = next((number for number, seat in enumerate(table.seats) if visitor.owner in seat.owners), SPECTATOR)
    more: dict[str, Any] = {
        "seats": names,
        "mine": mine,
        "sealed": is_sealed(table),
        "rounds": round_starts(table, max(mine, 0)),
        "fair": fairness_markup(table, request),
        "deal_page": deal_page_path(table.shared_deal.name) if table.shared_deal is not None else None,
        "takes_deal": can_be_duplicated(table) and not is_sealed(table),
    }
    return await table_page(request, True, steps=len(table.moves), **more)


def fairness_markup(table: Table, request: Request) -> Markup:
    """The server's check of the fair deal, shown until the browser has verified it itself."""
    pen = words_pen(visitor_of(request).language, table.match.package.name)
    wrong = objections_to_proofs(record_of(table))
    said = " ".join(pen.words.say(phrase) for phrase in wrong) or pen.words.say(Phrase("fair.holds"))
    return Markup(fairness_note(table, pen, said))


async def replay_step(request: Request) -> Response:
    """JSON for the page's script: one step of a finished game for a seat, for a spectator, or with all cards open."""
    live_table = await live_table_of(request)
    asked = request.query_params
    visitor = visitor_of(request)
    form, letters = requested_form(asked), asked.get("letters") == "1"
    number = int(request.path_params["step"])
    eyes = asked.get("eyes", "-1")
    all_open = eyes == "all"
    asked_seat = parse_number(eyes, len(live_table.table.seats) - 1)
    seat = asked_seat if asked_seat is not None else 0 if all_open else SPECTATOR
    table = live_table.table
    drawing = draw_past_view(table, number, seat, visitor.language, form, letters)
    pen = words_pen(visitor.language, table.match.package.name, form, root_of(request))
    reader = view_at(table, number, SPECTATOR if all_open else seat)
    cells = drawing.cells | {"prompt": pen.say(table.match.prompt(reader)), "acts": ""}
    message: dict[str, Any] = {"areas": drawing.areas, "cells": cells, "paths": [], "no": {}}
    if all_open:
        players = table_players(table, ALL_SEATS, visitor.language)
        message["open"] = []
        for k, player in enumerate(players):
            theirs = draw_past_view(table, number, k, visitor.language, form, letters)
            message["open"].append([pen.who(k, player, 24), static_board(theirs, "own"), static_board(theirs, "hand")])
    if asked.get("log", "1") == "1":
        steps = number if "log" not in asked else len(table.moves)
        message["log"] = [0, *(table_chrome.log_line(table, told, pen) for told in replay_log(table, steps))]
    return json_response(message)


def draw_past_view(table: Table, number: int, seat: int, language: str, form: ScreenForm, letters: bool) -> Drawing:
    """Draw the view of a seat after `number` moves."""
    view = view_at(table, number, seat)
    return draw_view(table.match, view, table_players(table, ALL_SEATS, language), language, form, letters).flatten()


def picture_seat(table: Table, owner: str, asked: str) -> int:
    """Seat whose board is drawn: of a finished game any, else the visitor's own."""
    if asked.isdecimal() and len(asked) < 3 and int(asked) < len(table.seats) and table.is_over:
        return int(asked)
    mine = [number for number, seat in enumerate(table.seats) if owner in seat.owners]
    return mine[0] if len(mine) == 1 else SPECTATOR


async def board_picture(request: Request) -> Response:
    """The board as a static image; of a finished game at any step."""
    table = (await live_table_of(request)).table
    if not table.is_dealt:
        raise HttpError(404, Phrase("web.error.page"))
    visitor = visitor_of(request)
    asked = request.query_params
    seat = picture_seat(table, visitor.owner, asked.get("seat", ""))
    step = asked.get("step", "")
    if table.is_over and step.isdecimal() and len(step) < 5 and int(step) <= len(table.moves):
        view = view_at(table, int(step), seat)
    else:
        view = table.view(seat)
    players = table_players(table, ALL_SEATS, visitor.language)
    drawing = draw_view(table.match, view, players, visitor.language, "desk", False).flatten()
    return picture_response(request, table.match.package.name, drawing)


def picture_response(request: Request, game: str, drawing: Drawing) -> Response:
    """A drawing as an HTML page of its own.

    With `?alone=1` it includes the SVG definitions it refers to, which several images on one page would share.
    """
    is_alone = request.query_params.get("alone") == "1"
    board, definitions = static_board(drawing, "own"), svg_definitions(drawing)
    return render_page(
        request,
        "picture.html",
        board=Markup(board),
        definitions=Markup(definitions),
        drawn=Markup(with_references(game_pictures(game), board + definitions)) if is_alone else "",
        game=game,
    )


@dataclass(frozen=True)
class RecapRow:
    heading: str
    mark: str
    shape: Markup
    worth: str
    meaning: str
    by: Markup
    shares: list[tuple[int, str, bool]]  # count, points, whether this is the best share of the round


async def recap(request: Request) -> Response:
    """GET /t/ID/recap/ROUND: the scoring of one round; it contains no hidden information."""
    table = (await live_table_of(request)).table
    number = int(request.path_params["round"])
    found = None
    if table.is_dealt:
        told = [line.event for line in replay_log(table, len(table.moves))]
        found = table.match.recap(table.view(), number, told)
    if found is None:
        raise HttpError(404, Phrase("web.error.page"))
    visitor = visitor_of(request)
    pen = words_pen(visitor.language, table.match.package.name)
    return HTMLResponse(
        render_template(request, "recap.html", **recap_context(table, found, pen)),
        headers={"cache-control": "no-store"},
    )


def recap_context(table: Table, recap: RoundRecap, pen: MarkupPen) -> dict[str, Any]:
    names, say = display_names(table, pen.language), pen.words.say
    seats = range(len(table.seats))
    totals = [recap.total(seat) for seat in seats]
    best = max(share.points for part in recap.parts for share in part.shares)
    return {
        "title": say(recap.title),
        "clause": recap.clause,
        "game": table.match.package.name,
        "seats": [(Markup(pen.face(seat, table.seats[seat].animal, 28)), names[seat]) for seat in seats],
        "rows": [recap_row(table, part, best, pen) for part in recap.parts],
        "totals": [(table.match.format_points(total), total == max(totals)) for total in totals],
        "remark": say(fill_in_names(recap.remark, names)) if recap.remark else "",
    }


def recap_row(table: Table, part: RecapPart, best: int, pen: MarkupPen) -> RecapRow:
    written, faces = table.match.format_points, [seat.animal for seat in table.seats]
    return RecapRow(
        pen.words.say(part.heading),
        part.mark,
        Markup(pen.mark_icon(part.mark, 18)) if part.mark else Markup(""),
        part.worth,
        pen.words.say(part.meaning) if part.meaning else "",
        Markup(pen.face(part.by, faces[part.by], 22)) if part.by >= 0 else Markup(""),
        [(share.held, written(share.points), share.points == best > 0) for share in part.shares],
    )
