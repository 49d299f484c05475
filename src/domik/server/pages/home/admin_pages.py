"""Administration page for the host, protected by a key: tables, load, bans, announcements and backups."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import IdentityCache, read_cookie, set_secret_cookie, visitor_of
from domik.server.edge.security import Bans, allow_player, disallow_player
from domik.server.hosting import Hosting, parse_address
from domik.server.http.errors import HttpError, NoSuchTable, TableQuarantined
from domik.server.http.requests import address_prefix, parse_number, redirect, service
from domik.server.live.deal_access import Endpoint
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables, live_table_of
from domik.server.live.reports import REPORT_KIND, all_reports
from domik.server.live.services import Services
from domik.server.pages.people.sign_in import key_link
from domik.server.pages.tables.forms import form_text, read_form
from domik.server.rendering.player_names import check_name_free
from domik.server.rendering.templates import game_words, render_page
from domik.server.store import OVER, Store
from domik.server.store.repositories import Person
from domik.server.store.store import is_database_url, postgres_module
from domik.table import Entry, Table
from domik.table.seating import sit, vote_to_end
from domik.table.setup import check_name
from domik.web.qr import qr_svg

COOKIE = "domik_host"
HOURS_12 = 12 * 3600
MAX_TABLES = 60
MAX_ANNOUNCEMENT = 300


def admin_key(request: Request) -> str:
    hosting = service(request, Hosting)
    return hosting.host_key or str(service(request, Services).keys.host_key())


def admin_token(key: str) -> str:
    """Cookie value that proves knowledge of the key without containing it."""
    return hashlib.sha256(f"domik host {key}".encode()).hexdigest()


def is_admin(request: Request) -> bool:
    """Whether the browser's cookie matches the key; compared in constant time."""
    return hmac.compare_digest(read_cookie(request, COOKIE).encode(), admin_token(admin_key(request)).encode())


def require_admin(request: Request) -> None:
    if not is_admin(request):
        raise HttpError(403, Phrase("web.error.host_key"))


def done_redirect(request: Request, done: str = "") -> Response:
    """Redirect to the page, which shows a notice for `done`."""
    return redirect(request, f"/host?done={done}" if done else "/host")


async def log_in(request: Request) -> Response:
    """POST /host: exchange the key for a cookie valid for 12 hours."""
    given = form_text(await read_form(request), "key").strip()
    if not hmac.compare_digest(given.encode(), admin_key(request).encode()):
        return render_page(request, "host.html", 403, here="/host", is_host=False, is_wrong=True)
    response = done_redirect(request)
    set_secret_cookie(response, request, COOKIE, admin_token(given), HOURS_12, "strict")
    return response


async def show_admin_page(request: Request) -> Response:
    """GET /host: the login form, or the page for a logged-in host."""
    return await admin_page(request)


async def admin_page(request: Request, link_for: str = "", link: str = "") -> Response:
    """The page; with the key link of somebody who was just let in, which is shown only now."""
    bans = service(request, Bans)
    if not is_admin(request):
        return render_page(request, "host.html", here="/host", is_host=False, is_wrong=False)
    done = request.query_params.get("done", "")
    return render_page(
        request,
        "host.html",
        here="/host",
        is_host=True,
        done=done if done in DONE_KEYS else "",
        load=load_figures(request),
        tables=await recent_tables(request),
        banned=sorted(bans.banned.items(), key=lambda one: one[1]),
        word=bans.announcement.text,
        backups=str(backup_directory(request)),
        saved=request.query_params.get("file", "") if done == "backed_up" else "",
        reports=await report_rows(request),
        known_names=service(request, Hosting).known_names,
        people=[(owner, one) for owner, one in await service(request, Store).people.list_known() if not one.is_host],
        link_for=link_for,
        link=link,
        qr_code=Markup(qr_svg.__wrapped__(link)) if link else "",
    )


async def report_rows(request: Request) -> list[dict[str, Any]]:
    """What people at tables have reported, the latest first."""
    found = await all_reports(service(request, Store).key_value)
    return [{"table": table, "when": iso_time(one.at), "report": one} for table, one in found]


def iso_time(ms: int) -> str:
    """A time of the server, which the page shows by the reader's own clock."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="minutes")


def load_figures(request: Request) -> list[tuple[str, str]]:
    """Load of this node as pairs of word key and text."""
    live_tables = service(request, LiveTables)
    services = live_tables.services
    waiting = len(services.bot_pool.quick.queue.waiting) + len(services.bot_pool.deep.queue.waiting)
    spent = os.times()
    return [
        ("rooms", str(len(live_tables.by_id))),
        ("sockets", str(services.metrics.sockets)),
        ("moves", str(services.metrics.moves)),
        ("bots_waiting", str(waiting)),
        ("bots_cpu", f"{sum(services.bot_pool.cpu_seconds.values()):.0f}"),
        ("cpu", f"{spent.user + spent.system:.0f}"),
        ("machine", f"{os.getloadavg()[0]:.1f} / {os.cpu_count()}" if hasattr(os, "getloadavg") else "?"),
    ]


async def recent_tables(request: Request) -> list[dict[str, Any]]:
    """The latest tables of all nodes."""
    language = visitor_of(request).language
    headers = await service(request, Store).tables.list_latest(MAX_TABLES)
    return [
        {
            "id": one.id,
            "game": game_words(one.game, language).say(Phrase("game.name")),
            "players": one.players,
            "state": one.state,
            "over": one.state == OVER,
            "when": iso_time(one.touched),
        }
        for one in headers
        if one.game in GAMES
    ]


# ---- actions ----------------------------------------------------------------------------------------------------


async def admin_table(request: Request) -> LiveTable:
    """Table from the URL, for the host only; raises HeldByOtherNode when another node has to do it."""
    require_admin(request)
    return await live_table_of(request)


async def end_game(request: Request) -> Response:
    """End the game as if all players had agreed; a game that has not been dealt is deleted."""
    live_table = await admin_table(request)
    if not live_table.table.is_dealt:
        return await delete_table(request)

    def vote_for_all(table: Table, at: int) -> list[Entry]:
        playing = [number for number, seat in enumerate(table.seats) if not seat.is_played_by_bot]
        return [entry for number in playing if not table.is_over for entry in vote_to_end(table, number, True, at)]

    if not live_table.table.is_over:
        await live_table.execute(vote_for_all)
    return done_redirect(request, "ended")


async def delete_table(request: Request) -> Response:
    """Delete a table with all its data, even if its journal is unreadable."""
    require_admin(request)
    live_tables = service(request, LiveTables)
    id = request.path_params["id"]
    try:
        live_table = await live_tables.get(id)
    except NoSuchTable:
        raise
    except TableQuarantined:
        await live_tables.services.store.retention.delete_table(id)
        live_tables.unreadable.pop(id, None)
        return done_redirect(request, "deleted")
    async with live_table.lock:
        live_tables.drop([id])
        await live_tables.services.store.retention.delete_table(id)
    return done_redirect(request, "deleted")


async def seat_from_form(request: Request, live_table: LiveTable) -> tuple[int, str]:
    """Occupied seat and new name from the form; raises HttpError 400 for a free seat."""
    form = await read_form(request)
    seat = parse_number(form_text(form, "seat"), len(live_table.table.seats) - 1)
    if seat is None or not live_table.table.seats[seat].owners:
        raise HttpError(400, Phrase("web.error.nobody"))
    return seat, form_text(form, "name")


async def rename_player(request: Request) -> Response:
    live_table = await admin_table(request)
    seat, name = await seat_from_form(request, live_table)
    owner = min(live_table.table.seats[seat].owners)
    await live_table.execute(lambda table, at: sit(table, seat, owner, name, at))
    return done_redirect(request, "renamed")


async def ban_seat(request: Request) -> Response:
    """Ban all owners of a seat and close their sockets."""
    live_table = await admin_table(request)
    seat, _ = await seat_from_form(request, live_table)
    bans = service(request, Bans)
    for owner in sorted(live_table.table.seats[seat].owners):
        await bans.ban(owner, live_table.table.seats[seat].name or "?")
    return done_redirect(request, "banned")


async def ban_address(request: Request) -> Response:
    """Ban an IP address, or lift a ban."""
    require_admin(request)
    form = await read_form(request)
    bans = service(request, Bans)
    if lifted := form_text(form, "lift"):
        await bans.unban(lifted)
        return done_redirect(request, "lifted")
    address = parse_address(form_text(form, "address").strip())
    if address is None:
        raise HttpError(400, Phrase("web.error.no_address"))
    await bans.ban(address_prefix(str(address)), str(address))
    return done_redirect(request, "banned")


async def announce(request: Request) -> Response:
    """Show an announcement on every page, and at once on open tables of all nodes; empty text removes it."""
    require_admin(request)
    text = " ".join(form_text(await read_form(request), "text").split())[:MAX_ANNOUNCEMENT]
    bans = service(request, Bans)
    await bans.announce(text)
    return done_redirect(request, "told")


def backup_directory(request: Request) -> Path:
    """Where backups are written: beside the data file, or in the directory given by --backups."""
    hosting = service(request, Hosting)
    beside = "." if is_database_url(hosting.data) else str(Path(hosting.data).absolute().parent)
    return Path(hosting.backups or beside).absolute()


async def backup(request: Request) -> Response:
    """Write a verified backup."""
    require_admin(request)
    hosting = service(request, Hosting)
    out = backup_directory(request) / f"domik-{time.strftime('%Y%m%d-%H%M%S')}.db"
    if is_database_url(hosting.data):
        await asyncio.to_thread(postgres_module("postgres_backup").back_up_database, hosting.data, out, False)
    else:
        from domik.server.store.backup import back_up

        await asyncio.to_thread(back_up, Path(hosting.data), out)
    return redirect(request, f"/host?done=backed_up&file={quote(out.name)}")


# ---- people who may play, where only known ones may -----------------------------------------------------------------


async def let_in(request: Request) -> Response:
    """POST /host/people {name}: let somebody play; the page shows their key link once."""
    require_admin(request)
    name = check_name(form_text(await read_form(request), "name"))
    if not name:
        raise HttpError(400, Phrase("web.me.no_name"))
    store = service(request, Store)
    await check_name_free(store, name, "")
    secret = await allow_player(store, name)
    response = await admin_page(request, name, key_link(request, secret))
    response.headers["cache-control"] = "no-store"
    return response


async def rename_known(request: Request) -> Response:
    """POST /host/people/rename {owner, name}."""
    require_admin(request)
    form, store = await read_form(request), service(request, Store)
    owner, name = form_text(form, "owner"), check_name(form_text(form, "name"))
    person = await store.people.read(owner)
    if not name or not person.is_known:
        raise HttpError(400, Phrase("web.me.no_name"))
    await check_name_free(store, name, owner)
    await store.people.save(owner, Person(name, person.animal, person.known))
    service(request, IdentityCache).invalidate(owner)
    return done_redirect(request, "renamed")


async def drop_known(request: Request) -> Response:
    """POST /host/people/drop {owner}: a stranger again; their games stay."""
    require_admin(request)
    owner = form_text(await read_form(request), "owner")
    await disallow_player(service(request, Store), owner)
    service(request, IdentityCache).invalidate(owner)
    return done_redirect(request, "dropped")


async def close_report(request: Request) -> Response:
    """POST /host/reports/drop {table}: the reports of a table have been read."""
    require_admin(request)
    table = form_text(await read_form(request), "table")
    await service(request, Store).key_value.delete(REPORT_KIND, "", table)
    return done_redirect(request, "report_closed")


DONE_KEYS = (*("ended", "deleted", "renamed", "banned", "lifted", "told", "backed_up", "dropped", "report_closed"),)
READS: list[tuple[str, Endpoint]] = [("/host", show_admin_page)]
WRITES: list[tuple[str, Endpoint]] = [
    ("/host", log_in),
    ("/host/tables/{id}/end", end_game),
    ("/host/tables/{id}/delete", delete_table),
    ("/host/tables/{id}/rename", rename_player),
    ("/host/tables/{id}/ban", ban_seat),
    ("/host/ban", ban_address),
    ("/host/word", announce),
    ("/host/backup", backup),
    ("/host/people", let_in),
    ("/host/people/rename", rename_known),
    ("/host/people/drop", drop_known),
    ("/host/reports/drop", close_report),
]
