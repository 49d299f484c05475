"""Further devices for the visitor's seats: create a link or QR code, list devices, revoke them."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.server.accounts.visitors import hash_device_link, new_device_link, unfinished_tables, visitor_of
from domik.server.http.dates import time_ago
from domik.server.http.errors import HeldByOtherNode, NoSuchTable, TableQuarantined
from domik.server.http.requests import redirect, request_origin, service
from domik.server.live.invite_links import DEVICE_PREFIX
from domik.server.live.lan_address import invitation_link
from domik.server.live.live_tables import LiveTables
from domik.server.pages.tables.forms import form_text, read_form
from domik.server.pages.tables.ongoing_games import seated_table
from domik.server.pages.tables.profile import notify_node
from domik.server.rendering.templates import game_card, render_page, web_words
from domik.table.seating import create_device_link, revoke_device, revoke_links
from domik.web.qr import qr_svg


@dataclass(frozen=True)
class SeatDeviceRow:
    """A link that has not been used, or a device."""

    what: str
    is_link: bool
    when: str


async def devices(request: Request) -> Response:
    """GET /t/ID/devices: the devices that may act for the visitor's seats."""
    return await devices_page(request, "")


async def devices_page(request: Request, link: str) -> Response:
    """The list; `link` is a new link to show, or empty."""
    live_table, owner, seats = await seated_table(request)
    language = visitor_of(request).language
    table = live_table.table
    own = [seat for seat in (table.seats[number] for number in seats) if owner not in seat.devices]
    links = {what: at for seat in own for what, at in seat.links.items()}
    let_in = {what: at for seat in own for what, at in seat.devices.items()}
    screens = [SeatDeviceRow(what, True, time_ago(at, language)) for what, at in links.items()]
    screens += [SeatDeviceRow(what, False, time_ago(at, language)) for what, at in let_in.items()]
    address = invitation_link(live_table.services, request_origin(request), table.id, link) if link else ""
    return render_page(
        request,
        "devices.html",
        id=table.id,
        here=f"/t/{table.id}/devices",
        game=game_card(table.match.package, language),
        screens=screens,
        several=len(own) > 1,
        owns=bool(own),
        link=address,
        code_of=Markup(qr_svg(address, web_words(language)("devices.code"))) if link else "",
    )


async def create_link(request: Request) -> Response:
    """POST /t/ID/devices: create a link for another device, shown only now."""
    live_table, owner, _ = await seated_table(request)
    secret = new_device_link()
    await live_table.execute(lambda table, at: create_device_link(table, owner, hash_device_link(secret), at))
    return await devices_page(request, DEVICE_PREFIX + secret)


async def revoke_link(request: Request) -> Response:
    """POST /t/ID/devices/away {what}: revoke a link or device, or with nothing named every unused link.

    The pages of a device become spectators.
    """
    live_table, owner, _ = await seated_table(request)
    what = form_text(await read_form(request), "what")
    if what:
        await live_table.execute(lambda table, at: revoke_device(table, owner, what, at))
    else:
        await live_table.execute(lambda table, at: revoke_links(table, owner, at))
    live_table.reseat_all()
    return redirect(request, f"/t/{live_table.table.id}/devices")


async def revoke_all_links(request: Request, owner: str) -> None:
    """Revoke the unused links at all unfinished tables of a person, on whichever node they are."""
    live_tables = service(request, LiveTables)
    for header in await unfinished_tables(live_tables.services.store, owner):
        try:
            live_table = await live_tables.get(header.id)
            await live_table.execute(lambda table, at: revoke_links(table, owner, at))
        except HeldByOtherNode as elsewhere:
            await notify_node(request, elsewhere.address, f"/t/{header.id}/devices/away")
        except (NoSuchTable, TableQuarantined):
            continue


PAGES = [("/t/{id}/devices", devices)]
WRITES = [("/t/{id}/devices", create_link), ("/t/{id}/devices/away", revoke_link)]
