"""A finished game again: every step from any seat's eyes, or with everything open."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.kernel.drawing import Drawing, Form
from domik.kernel.game import ONLOOKER
from domik.kernel.phrase import Phrase
from domik.server.http.asked import number_in
from domik.server.live.result import can_be_taken, page_of
from domik.server.live.rooms import Rooms
from domik.server.live.sealing import is_sealed
from domik.server.paper.answers import answered
from domik.server.sight import frame
from domik.server.sight.fairness import fair_line
from domik.server.sight.names import names_at
from domik.server.sight.pens import asked_form, painted, players_of, words_pen
from domik.server.sight.stills import still
from domik.server.tables.pages import switched, table_page
from domik.server.visitors.visitors import visitor_of
from domik.table import Table
from domik.table.fair import objections_to_deal
from domik.table.history import record_of, round_starts, view_at
from domik.table.log import told_again

EVERYBODY: frozenset[int] = frozenset(range(64))


async def replay(request: Request) -> Response:
    """The page with the slider; a game that is not over leads back to its table."""
    if switch := switched(request):
        return switch
    rooms: Rooms = request.app.state.rooms
    table = (await rooms.get(request.path_params["id"])).table
    if not table.is_over or not table.is_dealt:
        return RedirectResponse(f"/t/{table.id}", 303)
    visitor = visitor_of(request)
    names = names_at(table, visitor.language)
    mine = next((number for number, seat in enumerate(table.seats) if visitor.owner in seat.owners), ONLOOKER)
    more: dict[str, Any] = {
        "seats": names,
        "mine": mine,
        "sealed": is_sealed(table),
        "rounds": round_starts(table, max(mine, 0)),
        "fair": fairness(table, request),
        "deal_page": page_of(table.same.name) if table.same is not None else None,
        "takes_deal": can_be_taken(table) and not is_sealed(table),
    }
    return await table_page(request, True, steps=len(table.moves), **more)


def fairness(table: Table, request: Request) -> Markup:
    """Whether the deal proves itself: what the server says, until the browser has reckoned it."""
    pen = words_pen(visitor_of(request).language, table.match.title.name)
    wrong = [] if table.branch is not None else objections_to_deal(record_of(table))
    said = " ".join(pen.words.say(phrase) for phrase in wrong) or pen.words.say(Phrase("fair.holds"))
    return Markup(fair_line(table, pen, said))


async def step(request: Request) -> Response:
    """One step of a finished game, whole."""
    rooms: Rooms = request.app.state.rooms
    room = await rooms.get(request.path_params["id"])
    asked = request.query_params
    visitor = visitor_of(request)
    form, letters = asked_form(asked), asked.get("letters") == "1"
    number = int(request.path_params["step"])
    eyes = asked.get("eyes", "-1")
    all_open = eyes == "all"
    asked_seat = number_in(eyes, len(room.table.seats) - 1)
    seat = asked_seat if asked_seat is not None else 0 if all_open else ONLOOKER
    table = room.table
    drawing = drawn(table, number, seat, visitor.language, form, letters)
    pen = words_pen(visitor.language, table.match.title.name, form)
    reader = view_at(table, number, ONLOOKER if all_open else seat)
    cells = drawing.cells | {"prompt": pen.say(table.match.prompt(reader)), "acts": ""}
    message: dict[str, Any] = {"areas": drawing.areas, "cells": cells, "paths": [], "no": {}}
    if all_open:
        players = players_of(table, EVERYBODY, visitor.language)
        message["open"] = []
        for k, player in enumerate(players):
            theirs = drawn(table, number, k, visitor.language, form, letters)
            message["open"].append([pen.who(k, player, 24), still(theirs, "own"), still(theirs, "hand")])
    if asked.get("log", "1") == "1":
        steps = number if "log" not in asked else len(table.moves)
        message["log"] = [0, *(frame.log_line(table, told, pen) for told in told_again(table, steps))]
    return answered(message)


def drawn(table: Table, number: int, seat: int, language: str, form: Form, letters: bool) -> Drawing:
    """A view of the past as markup."""
    view = view_at(table, number, seat)
    return painted(table.match, view, players_of(table, EVERYBODY, language), language, form, letters).whole()
