"""The JSON door: what a bot in any language, or a researcher, needs to play at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.errors import IllegalMove
from domik.kernel.game import ONLOOKER
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of, is_action, numbers_in
from domik.kernel.sketch import plain
from domik.server.answers import answered
from domik.server.asked import address_of, number_in
from domik.server.errors import Refused
from domik.server.keys import owner_of
from domik.server.letters import Spoken
from domik.server.limits import data_of
from domik.server.pens import words_pen
from domik.server.room import Room
from domik.server.rooms import Rooms
from domik.server.visitors import visitor_of
from domik.table import Table
from domik.table.history import own_record, record_of
from domik.table.refusal import refuse
from domik.table.seating import add_entropy, sit
from domik.table.setup import BOT, read_setup
from domik.table.taking_back import take_back

LONGEST_WAIT = 25.0
COLUMNS = 80
DEEPEST = 8  # levels of a posted document


async def body_of(request: Request) -> dict[str, Any]:
    """The posted document: JSON of a decent size and depth."""
    data = await data_of(request)
    try:
        document = msgspec.json.decode(data or b"{}")
    except RecursionError:
        raise Refused(400, Phrase("web.error.deep", {"n": DEEPEST})) from None
    except (msgspec.DecodeError, ValueError):
        raise Refused(400, Phrase("web.error.message")) from None
    if not isinstance(document, dict):
        raise Refused(400, Phrase("web.error.message"))
    if is_deep(document):
        raise Refused(400, Phrase("web.error.deep", {"n": DEEPEST}))
    return document


def is_deep(document: object) -> bool:
    """Whether a document holds lists in lists as no table needs them."""
    level: list[object] = [document]
    for _level in range(DEEPEST):
        inside = [one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)]
        level = [part for parts in inside for part in parts]
    return bool(level)


def secret_in(request: Request) -> str:
    """The seat's secret, sent as a bearer token; never a cookie, so no other site can use it."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def seat_of(request: Request, room: Room) -> int:
    """The seat whose secret came with the request; an onlooker without one, or when somebody else sits there by now."""
    secret = secret_in(request)
    if not secret:
        return ONLOOKER
    table, owner = room.table, owner_of(secret)
    mine = [number for number, seat in enumerate(table.seats) if owner in seat.owners]
    for number in mine or [k for k in range(len(table.seats)) if room.house.keys.opens(table.id, k, secret)]:
        if table.seats[number].owners and number not in mine:
            return ONLOOKER
        room.heard([number], LONGEST_WAIT)
        return number
    raise Refused(403, Phrase("web.error.secret"))


async def room_of(request: Request) -> Room:
    """The room of the address."""
    rooms: Rooms = request.app.state.rooms
    return await rooms.get(request.path_params["id"])


async def seated(request: Request) -> tuple[Room, int]:
    """The room of the address and the seat of the secret, which has to be there."""
    room = await room_of(request)
    seat = seat_of(request, room)
    if seat == ONLOOKER:
        taken = bool(secret_in(request))
        raise Refused(403 if taken else 401, Phrase("table.error.seat_taken" if taken else "web.error.secret"))
    return room, seat


async def open_one(request: Request) -> Response:
    """POST /api/tables: a table with the secrets of all its human seats, which are told here and never again."""
    if not request.app.state.opening.take(address_of(request)):
        raise Refused(429, Phrase("web.error.fast"))
    setup = read_setup(await body_of(request))
    room = await request.app.state.rooms.open(setup, "", "")
    keys = room.house.keys
    seats = [
        {"seat": number, "secret": keys.seat_secret(room.table.id, number)}
        for number, plan in enumerate(setup.seats)
        if plan.kind != BOT
    ]
    return answered({"id": room.table.id, "hash": room.table.hash, "seats": seats}, 201)


async def sit_down(request: Request) -> Response:
    """POST /api/tables/ID/sit {name, luck}: take the seat of the secret; the last one to sit starts the game."""
    room, seat = await seated(request)
    document = await body_of(request)
    name, luck = str(document.get("name", "")), str(document.get("luck", "")) or "-"
    owner = owner_of(secret_in(request))
    await room.do(lambda table, at: sit(table, seat, owner, name, at))
    if not room.table.is_dealt:
        await room.do(lambda table, at: [] if table.is_dealt else add_entropy(table, seat, luck, at))
    return answered(told(room.table, seat, request))


async def look(request: Request) -> Response:
    """GET /api/tables/ID?after=N: the table as this seat may know it; waits until more than N entries happened."""
    room = await room_of(request)
    seat = seat_of(request, room)
    after = number_in(request.query_params.get("after", ""))
    async with room.lock:
        entries = room.table.entries
    if after is not None and entries <= after:
        await while_heard(request, room.changed(LONGEST_WAIT))
    async with room.lock:
        return answered(told(room.table, seat, request))


async def while_heard(request: Request, waiting: Coroutine[Any, Any, None]) -> None:
    """Wait, but no longer than somebody is there to hear the answer."""
    task = asyncio.ensure_future(waiting)
    hanging_up = asyncio.ensure_future(hung_up(request))
    try:
        await asyncio.wait([task, hanging_up], return_when=asyncio.FIRST_COMPLETED)
    finally:
        task.cancel()
        hanging_up.cancel()
        await asyncio.gather(task, hanging_up, return_exceptions=True)


async def hung_up(request: Request) -> None:
    """Wait until whoever asked has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def told(table: Table, seat: int, request: Request) -> dict[str, Any]:
    """Everything a program needs, and nothing that the seat may not know."""
    pen = words_pen(visitor_of(request).language, table.match.title.name)
    found: dict[str, Any] = {
        "id": table.id,
        "game": table.match.title.name,
        "options": table.match.options_json(),
        "players": [{"name": one.name, "bot": one.played_by_bot} for one in table.seats],
        "seat": seat,
        "entries": table.entries,
        "hash": table.hash,
        "dealt": table.is_dealt,
        "over": table.is_over,
        "awaited": [number for number in range(len(table.seats)) if table.awaits(number)],
        "scores": [table.match.points(score) for score in table.scores()],
        "legal": [],
    }
    if not table.is_dealt:
        return found
    view = table.view(seat)
    say = pen.words.say
    found["view"] = [int(number) for number in view.numbers]
    found["text"] = plain(table.match.sketch(view, Spoken(pen), COLUMNS))
    found["prompt"] = say(table.match.prompt(view))
    if table.awaits(seat):
        found["turn"] = table.turn(seat)
        found["legal"] = [
            {
                "action": number,
                "text": table.match.write(view, 1 << number),
                "words": say(table.match.describe(view, 1 << number)),
            }
            for number in numbers_in(table.legal(seat))
        ]
    return found


async def move(request: Request) -> Response:
    """POST /api/tables/ID/moves {action} or {text}, with {turn} to be safe from moving twice."""
    room, seat = await seated(request)
    document = await body_of(request)
    turn = document.get("turn")
    table = room.table
    if "text" in document:
        action = table.match.read(table.view(seat), str(document["text"]))
    else:
        number = document.get("action")
        if not is_action(number):
            raise refuse("action")
        action = action_of(number)
    try:
        await room.do(lambda table, at: table.submit(seat, action, at, str(turn) if turn is not None else None))
    except IllegalMove:
        pen = words_pen(visitor_of(request).language, table.match.title.name)
        found = table.match.objections(table.view(seat), action)
        objections = [{"clause": one.clause, "words": pen.words.say(one.reason)} for one in found]
        room.house.metrics.refused += 1
        return answered({"error": "illegal", "objections": objections}, 409)
    async with room.lock:
        return answered(told(table, seat, request))


async def undo(request: Request) -> Response:
    """POST /api/tables/ID/undo: take the last step back while nobody learned anything from it."""
    room, seat = await seated(request)
    await room.do(lambda table, at: take_back(table, seat, at))
    async with room.lock:
        return answered(told(room.table, seat, request))


async def record(request: Request) -> Response:
    """GET /api/tables/ID/record: the whole record once the game is over; before, what the seat knows itself."""
    room = await room_of(request)
    async with room.lock:
        table = room.table
        if table.is_over and table.is_dealt:
            return Response(record_of(table).to_json(), media_type="application/json")
        seat = seat_of(request, room)
        if seat == ONLOOKER:
            raise Refused(403, Phrase("table.error.not_over"))
        return answered(own_record(table, seat))
