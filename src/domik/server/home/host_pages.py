"""The host's page: by a key one sees tables and load, and can end, delete, rename, ban, tell everybody and back up."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import time
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.server.api.openapi import Endpoint
from domik.server.door.bans import Bans
from domik.server.hosting import Hosting
from domik.server.http.asked import household, number_in
from domik.server.http.errors import NoSuchTable, Refused, SetAside
from domik.server.http.proxies import read
from domik.server.live.room import Room
from domik.server.live.rooms import Rooms
from domik.server.paper.templates import page
from domik.server.store import OVER
from domik.server.store.store import is_database, postgres_module
from domik.server.tables.forms import form_of, text_in
from domik.server.tables.pages import game_words
from domik.server.visitors.visitors import visitor_of
from domik.table import Entry, Table
from domik.table.seating import sit, wish_end

COOKIE = "domik_host"
HOURS_12 = 12 * 3600
SHOWN = 60
LONGEST_WORD = 300


def key_of(request: Request) -> str:
    """The key of this page."""
    hosting: Hosting = request.app.state.hosting
    return hosting.host_key or str(request.app.state.rooms.house.keys.host_key())


def token(key: str) -> str:
    """What the host's browser keeps: enough to know it again, not the key."""
    return hashlib.sha256(f"domik host {key}".encode()).hexdigest()


def is_host(request: Request) -> bool:
    """Whether this browser has shown the key."""
    return hmac.compare_digest(request.cookies.get(COOKIE, "").encode(), token(key_of(request)).encode())


def check(request: Request) -> None:
    """Only the host goes further."""
    if not is_host(request):
        raise Refused(403, Phrase("web.error.host_key"))


def back(done: str = "") -> Response:
    """To the page, which says what was done."""
    return RedirectResponse(f"/host?done={done}" if done else "/host", 303)


async def enter(request: Request) -> Response:
    """POST /host: the key, once a browser."""
    given = text_in(await form_of(request), "key").strip()
    if not hmac.compare_digest(given.encode(), key_of(request).encode()):
        raise Refused(403, Phrase("web.error.host_key"))
    response = back()
    secure = request.scope["scheme"] == "https"
    response.set_cookie(
        COOKIE, token(given), max_age=HOURS_12, httponly=True, samesite="strict", secure=secure, path="/"
    )
    return response


async def host(request: Request) -> Response:
    """GET /host: the form for the key, or everything."""
    bans: Bans = request.app.state.bans
    if not is_host(request):
        return page(request, "host.html", here="/host", is_host=False)
    done = request.query_params.get("done", "")
    return page(
        request,
        "host.html",
        here="/host",
        is_host=True,
        done=done if done in DONE else "",
        load=load(request),
        tables=await tables(request),
        banned=sorted(bans.banned.items(), key=lambda one: one[1]),
        word=bans.word,
    )


def load(request: Request) -> list[tuple[str, str]]:
    """How busy this server is, in words' keys and numbers."""
    rooms: Rooms = request.app.state.rooms
    house = rooms.house
    waiting = len(house.thinking.quick.line.waiting) + len(house.thinking.deep.line.waiting)
    spent = os.times()
    return [
        ("rooms", str(len(rooms.rooms))),
        ("sockets", str(house.metrics.sockets)),
        ("moves", str(house.metrics.moves)),
        ("bots_waiting", str(waiting)),
        ("bots_cpu", f"{sum(house.thinking.seconds.values()):.0f} s"),
        ("cpu", f"{spent.user + spent.system:.0f} s"),
        ("machine", f"{os.getloadavg()[0]:.1f} / {os.cpu_count()}" if hasattr(os, "getloadavg") else "?"),
    ]


async def tables(request: Request) -> list[dict[str, Any]]:
    """The latest tables of all servers."""
    language = visitor_of(request).language
    headers = await request.app.state.rooms.house.store.tables.latest(SHOWN)
    return [
        {
            "id": one.id,
            "game": game_words(one.game, language).say(Phrase("game.name")),
            "players": one.players,
            "state": one.state,
            "over": one.state == OVER,
            "when": time.strftime("%Y-%m-%d %H:%M", time.gmtime(one.touched / 1000)),
        }
        for one in headers
        if one.game in GAMES
    ]


# ---- deeds ------------------------------------------------------------------------------------------------------


async def room_of(request: Request) -> Room:
    """The table of the address, for the host alone; whichever server keeps it does the rest."""
    check(request)
    rooms: Rooms = request.app.state.rooms
    return await rooms.get(request.path_params["id"])


async def end(request: Request) -> Response:
    """The game is ended as if everybody had agreed; one that has not begun is deleted."""
    room = await room_of(request)
    if not room.table.is_dealt:
        return await delete(request)

    def agreed(table: Table, at: int) -> list[Entry]:
        playing = [number for number, seat in enumerate(table.seats) if not seat.played_by_bot]
        return [entry for number in playing if not table.is_over for entry in wish_end(table, number, True, at)]

    if not room.table.is_over:
        await room.do(agreed)
    return back("ended")


async def delete(request: Request) -> Response:
    """A table and everything about it goes, also one whose journal cannot be read."""
    check(request)
    rooms: Rooms = request.app.state.rooms
    id = request.path_params["id"]
    try:
        room = await rooms.get(id)
    except NoSuchTable:
        raise
    except SetAside:
        await rooms.house.store.keeping.delete(id)
        rooms.aside.pop(id, None)
        return back("deleted")
    async with room.lock:
        rooms.drop([id])
        await rooms.house.store.keeping.delete(id)
    return back("deleted")


async def seat_in(request: Request, room: Room) -> tuple[int, str]:
    """Which seat a form is about, and what else it says."""
    form = await form_of(request)
    seat = number_in(text_in(form, "seat"), len(room.table.seats) - 1)
    if seat is None or not room.table.seats[seat].owners:
        raise Refused(400, Phrase("web.error.nobody"))
    return seat, text_in(form, "name")


async def rename(request: Request) -> Response:
    """Somebody at a table is called otherwise."""
    room = await room_of(request)
    seat, name = await seat_in(request, room)
    owner = min(room.table.seats[seat].owners)
    await room.do(lambda table, at: sit(table, seat, owner, name, at))
    return back("renamed")


async def ban_seat(request: Request) -> Response:
    """Whoever sits there comes in no more."""
    room = await room_of(request)
    seat, _ = await seat_in(request, room)
    bans: Bans = request.app.state.bans
    for owner in sorted(room.table.seats[seat].owners):
        await bans.ban(owner, room.table.seats[seat].name or "?")
    for viewer in list(room.viewers.values()):
        if viewer.owner in bans.banned and viewer.wire is not None:
            viewer.wire.hang_up(4403)
    return back("banned")


async def ban_address(request: Request) -> Response:
    """An address comes in no more, or again."""
    check(request)
    form = await form_of(request)
    bans: Bans = request.app.state.bans
    if lifted := text_in(form, "lift"):
        await bans.lift(lifted)
        return back("lifted")
    address = read(text_in(form, "address").strip())
    if address is None:
        raise Refused(400, Phrase("web.error.no_address"))
    await bans.ban(household(str(address)), str(address))
    return back("banned")


async def tell(request: Request) -> Response:
    """A word on every page, and at once on every open table of every server."""
    check(request)
    text = " ".join(text_in(await form_of(request), "text").split())[:LONGEST_WORD]
    bans: Bans = request.app.state.bans
    await bans.say(text)
    return back("told")


async def backup(request: Request) -> Response:
    """A checked copy of everything, beside the data or where --backups says."""
    check(request)
    hosting: Hosting = request.app.state.hosting
    beside = "." if is_database(hosting.data) else str(Path(hosting.data).absolute().parent)
    out = Path(hosting.backups or beside) / f"domik-{time.strftime('%Y%m%d-%H%M%S')}.db"
    if is_database(hosting.data):
        await asyncio.to_thread(postgres_module("postgres_copying").back_up_database, hosting.data, out, False)
    else:
        from domik.server.store.copying import back_up

        await asyncio.to_thread(back_up, Path(hosting.data), out)
    return back("backed_up")


DONE = ("ended", "deleted", "renamed", "banned", "lifted", "told", "backed_up")
READS: list[tuple[str, Endpoint]] = [("/host", host)]
WRITES: list[tuple[str, Endpoint]] = [
    ("/host", enter),
    ("/host/tables/{id}/end", end),
    ("/host/tables/{id}/delete", delete),
    ("/host/tables/{id}/rename", rename),
    ("/host/tables/{id}/ban", ban_seat),
    ("/host/ban", ban_address),
    ("/host/word", tell),
    ("/host/backup", backup),
]
