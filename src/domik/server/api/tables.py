"""API endpoints for playing at a table: open, sit, read, move, undo, resign, record."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.errors import IllegalMove
from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of, is_action, numbers_in
from domik.kernel.sketch import plain_text
from domik.server.accounts.visitors import bearer_owner, bearer_secret, identify, is_bot_key, owner_hash, visitor_of
from domik.server.api.schemas import (
    Illegal,
    Legal,
    Objection,
    Opened,
    OpenTable,
    Play,
    Player,
    SeatKey,
    Seen,
    Sit,
    read_document,
)
from domik.server.edge.security import Bans
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number, service
from domik.server.http.streams import KEEPALIVE_SECONDS, EventStream, format_event
from domik.server.live.deal_access import check_may_see
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables, check_opening_limit, live_table_of
from domik.server.rendering.player_names import bot_name, check_name_free
from domik.server.rendering.renderers import words_pen
from domik.server.rendering.responses import json_response
from domik.server.rendering.text_board import PlainTextWords
from domik.server.store import Store
from domik.table import Table
from domik.table.errors import refuse
from domik.table.history import own_record, record_of
from domik.table.requests import take_back
from domik.table.seating import add_entropy, resign, sit
from domik.table.setup import BOT, check_name, read_setup

BOT_ACCOUNT = "bot"  # key-value kind: bot by owner hash
MAX_WAIT = 25.0
COLUMNS = 80


async def seat_of(request: Request, live_table: LiveTable) -> int:
    """Seat that the secret opens.

    Returns SPECTATOR without a secret, or when another player has taken the seat since. Raises HttpError 403 for a
    secret that opens no seat here, and for the key of a bot whose account is closed.
    """
    secret = bearer_secret(request)
    if not secret:
        return SPECTATOR
    if is_bot_key(secret) and await service(request, Store).key_value.get(BOT_ACCOUNT, "", owner_hash(secret)) is None:
        raise HttpError(403, Phrase("web.error.bot_key"))
    table, owner = live_table.table, bearer_owner(request)
    mine = [number for number, seat in enumerate(table.seats) if owner in seat.owners]
    if is_bot_key(secret) and not mine:
        return SPECTATOR
    for number in mine or [
        k for k in range(len(table.seats)) if live_table.services.keys.is_seat_secret(table.id, k, secret)
    ]:
        if table.seats[number].owners and number not in mine:
            return SPECTATOR
        live_table.mark_present([number], MAX_WAIT)
        return number
    raise HttpError(403, Phrase("web.error.secret"))


async def seeing_seat(request: Request, live_table: LiveTable) -> int:
    """The seat whose view a waiting request may be sent now, asked anew at every event.

    Since it began to wait, its sender may have been banned or have lost the seat. Raises HttpError 403.
    """
    await identify(request.scope)
    if service(request, Bans).is_banned(request):
        raise HttpError(403, Phrase("web.error.banned"))
    owner = bearer_owner(request) or visitor_of(request).owner
    await check_may_see(service(request, LiveTables), live_table.table, owner)
    return await seat_of(request, live_table)


async def require_seat(request: Request) -> tuple[LiveTable, int]:
    """Live table and seat for the secret; raises HttpError 401 without a secret, 403 if the seat is taken."""
    live_table = await live_table_of(request)
    seat = await seat_of(request, live_table)
    if seat == SPECTATOR:
        taken = bool(bearer_secret(request))
        raise HttpError(403 if taken else 401, Phrase("table.error.seat_taken" if taken else "web.error.secret"))
    return live_table, seat


def name_bots(setup: dict[str, Any]) -> dict[str, Any]:
    """Fill in names for bots without one; pages translate them for each reader."""
    taken = {seat.get("name") for seat in setup["seats"]}
    free = (name for number in range(len(setup["seats"])) if (name := bot_name(number, "en")) not in taken)
    for seat in setup["seats"]:
        if seat["kind"] == BOT and not seat.get("name"):
            seat["name"] = next(free, "")
    return setup


async def open_table(request: Request) -> Response:
    """POST /api/tables: open a table; the response is the only place where the seat secrets appear."""
    check_opening_limit(request)
    wanted = await read_document(request, OpenTable)
    setup = read_setup(name_bots(msgspec.to_builtins(wanted)))
    for plan in wanted.seats:
        check_name(plan.name)
    live_table = await service(request, LiveTables).open(setup, "", "")
    keys = live_table.services.keys
    seats = [
        SeatKey(number, keys.seat_secret(live_table.table.id, number))
        for number, plan in enumerate(setup.seats)
        if plan.kind != BOT
    ]
    return json_response(Opened(live_table.table.id, live_table.table.hash, seats), 201)


async def sit_down(request: Request) -> Response:
    """POST /api/tables/ID/sit {name, luck}: take the secret's seat; the last player to sit starts the game."""
    live_table, seat = await require_seat(request)
    wanted = await read_document(request, Sit)
    name, luck, owner = wanted.name, wanted.luck or "-", bearer_owner(request)
    await check_name_free(live_table.services.store, name or live_table.table.seats[seat].name, owner)
    await live_table.execute(lambda table, at: sit(table, seat, owner, name, at))
    if not live_table.table.is_dealt:
        await live_table.execute(lambda table, at: [] if table.is_dealt else add_entropy(table, seat, luck, at))
    return json_response(table_snapshot(live_table.table, seat, request))


async def show_table(request: Request) -> Response:
    """GET /api/tables/ID?after=N: the table as this seat may see it; long-polls until it has more than N entries."""
    live_table = await live_table_of(request)
    await seat_of(request, live_table)
    after = after_param(request)
    async with live_table.lock:
        entries = live_table.table.entries
    if (
        after is not None
        and entries <= after
        and not await wait_while_connected(request, live_table.wait_for_change(MAX_WAIT))
    ):
        return Response()  # the client is gone
    seat = await seeing_seat(request, live_table)
    async with live_table.lock:
        return json_response(table_snapshot(live_table.table, seat, request))


def after_param(request: Request) -> int | None:
    """The `after` query parameter; None when it is missing, HttpError 400 when it is no number."""
    text = request.query_params.get("after")
    after = None if text is None else parse_number(text)
    if text is not None and after is None:
        raise HttpError(400, Phrase("web.error.field", {"why": "after"}))
    return after


async def table_events(request: Request) -> Response:
    """GET /api/tables/ID/events: a snapshot for this seat, now and after every change."""
    live_table = await live_table_of(request)
    await seat_of(request, live_table)
    after = after_param(request)

    async def stream_snapshots() -> AsyncIterator[bytes]:
        entries = -1 if after is None else after
        while not live_table.is_broken:
            try:
                seat = await seeing_seat(request, live_table)
            except HttpError:  # the client asks again, and is told why not
                return
            async with live_table.lock:
                seen = table_snapshot(live_table.table, seat, request) if live_table.table.entries > entries else None
            if seen is not None:
                entries = seen.entries
                yield format_event("table", seen, entries)
            else:
                yield b": still here\n\n"
            if live_table.table.is_over or service(request, LiveTables).is_closing:
                return
            if live_table.table.entries <= entries:
                await live_table.wait_for_change(KEEPALIVE_SECONDS)

    return EventStream(request, stream_snapshots())


async def wait_while_connected(request: Request, waiting: Coroutine[Any, Any, None]) -> bool:
    """Wait until `waiting` is done or the client disconnects; return whether the client is still connected."""
    task = asyncio.ensure_future(waiting)
    hanging_up = asyncio.ensure_future(wait_for_disconnect(request))
    try:
        await asyncio.wait([task, hanging_up], return_when=asyncio.FIRST_COMPLETED)
    finally:
        task.cancel()
        hanging_up.cancel()
        await asyncio.gather(task, hanging_up, return_exceptions=True)
    return hanging_up.cancelled()


async def wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def table_snapshot(table: Table, seat: int, request: Request) -> Seen:
    """Everything a program needs to play this seat, and nothing that the seat may not know."""
    pen = words_pen(visitor_of(request).language, table.match.package.name)
    found = Seen(
        id=table.id,
        game=table.match.package.name,
        options=table.match.options_json(),
        players=[Player(one.name, one.is_played_by_bot) for one in table.seats],
        seat=seat,
        entries=table.entries,
        hash=table.hash,
        dealt=table.is_dealt,
        over=table.is_over,
        awaited=[number for number in range(len(table.seats)) if table.awaits(number)],
        scores=[table.match.points(score) for score in table.scores()],
    )
    if not table.is_dealt:
        return found
    view = table.view(seat)
    say = pen.words.say
    found.view = [int(number) for number in view.numbers]
    found.text = plain_text(table.match.sketch(view, PlainTextWords(pen), COLUMNS))
    found.prompt = say(table.match.prompt(view))
    if table.awaits(seat):
        found.turn = table.turn_token(seat)
        found.legal = [
            Legal(number, table.match.write(view, 1 << number), say(table.match.describe(view, 1 << number)))
            for number in numbers_in(table.legal(seat))
        ]
    return found


async def submit_move(request: Request) -> Response:
    """POST /api/tables/ID/moves {action} or {text}; {turn} guards against moving twice."""
    live_table, seat = await require_seat(request)
    wanted = await read_document(request, Play)
    table = live_table.table
    if not table.is_dealt:
        raise refuse("not_dealt")
    if wanted.turn is not None and wanted.turn != table.turn_token(
        seat
    ):  # before the text is parsed against the wrong turn
        raise refuse("stale")
    if wanted.text is not None:
        action = table.match.read(table.view(seat), wanted.text)
    elif is_action(wanted.action):
        action = action_of(wanted.action)
    else:
        raise refuse("action")
    try:
        await live_table.execute(lambda table, at: table.submit(seat, action, at, wanted.turn))
    except IllegalMove:
        pen = words_pen(visitor_of(request).language, table.match.package.name)
        found = table.match.objections(table.view(seat), action)
        objections = [Objection(one.clause, pen.words.say(one.reason)) for one in found]
        live_table.services.metrics.refused += 1
        return json_response(Illegal("illegal", objections), 409)
    async with live_table.lock:
        return json_response(table_snapshot(table, seat, request))


async def undo_move(request: Request) -> Response:
    """POST /api/tables/ID/undo: undo the last step, as long as it revealed nothing."""
    live_table, seat = await require_seat(request)
    await live_table.execute(lambda table, at: take_back(table, seat, at))
    async with live_table.lock:
        return json_response(table_snapshot(live_table.table, seat, request))


async def resign_game(request: Request) -> Response:
    """POST /api/tables/ID/resign: resign; a bot plays on for the other players."""
    live_table, seat = await require_seat(request)
    await live_table.execute(lambda table, at: resign(table, seat, at))
    async with live_table.lock:
        return json_response(table_snapshot(live_table.table, seat, request))


async def show_record(request: Request) -> Response:
    """GET /api/tables/ID/record: the full record once the game is over, before that only what the seat knows."""
    live_table = await live_table_of(request)
    async with live_table.lock:
        table = live_table.table
        if table.is_over and table.is_dealt:
            return Response(record_of(table).to_json(), media_type="application/json")
        seat = await seat_of(request, live_table)
        if seat == SPECTATOR:
            raise HttpError(403, Phrase("table.error.not_over"))
        return json_response(own_record(table, seat))
