"""Further screens of one's own seats: a link or square for one more, the list of them, and sending them away."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.server.live.chairs import FOR_DEVICES
from domik.server.live.reaching import invitation_link
from domik.server.paper.dates import ago
from domik.server.paper.templates import page, web_words
from domik.server.tables.forms import form_of, text_in
from domik.server.tables.leaving import my_room
from domik.server.tables.pages import card, switched
from domik.server.visitors.keys import link_key, new_link
from domik.server.visitors.visitors import visitor_of
from domik.table.devices import lend, revoke
from domik.web.qr import qr


@dataclass(frozen=True)
class Screen:
    """One line of the list."""

    what: str
    is_link: bool
    when: str


async def devices(request: Request) -> Response:
    """GET /t/ID/devices: what may act for the reader's seat."""
    if switch := switched(request):
        return switch
    return await devices_page(request, "")


async def devices_page(request: Request, link: str) -> Response:
    """The list, and once a new link."""
    room, owner, seats = await my_room(request)
    language = visitor_of(request).language
    table = room.table
    own = [seat for seat in (table.seats[number] for number in seats) if owner not in seat.devices]
    links = {what: at for seat in own for what, at in seat.links.items()}
    let_in = {what: at for seat in own for what, at in seat.devices.items()}
    screens = [Screen(what, True, ago(at, language)) for what, at in links.items()]
    screens += [Screen(what, False, ago(at, language)) for what, at in let_in.items()]
    address = invitation_link(room.house, origin(request), table.id, link) if link else ""
    return page(
        request,
        "devices.html",
        id=table.id,
        here=f"/t/{table.id}/devices",
        game=card(table.match.title, language),
        screens=screens,
        several=len(own) > 1,
        owns=bool(own),
        link=address,
        code_of=Markup(qr(address, web_words(language)("devices.code"))) if link else "",
    )


def origin(request: Request) -> str:
    """The house as the reader's browser calls it."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


async def let_one_in(request: Request) -> Response:
    """POST /t/ID/devices: a link for one more screen, shown this once."""
    room, owner, _ = await my_room(request)
    secret = new_link()
    await room.do(lambda table, at: lend(table, owner, link_key(secret), at))
    return await devices_page(request, FOR_DEVICES + secret)


async def send_away(request: Request) -> Response:
    """POST /t/ID/devices/away {what}: a link or screen is let in no more, and sees what onlookers see."""
    room, owner, _ = await my_room(request)
    what = text_in(await form_of(request), "what")
    await room.do(lambda table, at: revoke(table, owner, what, at))
    room.seat_all()
    return RedirectResponse(f"/t/{room.table.id}/devices", 303)


READS = [("/t/{id}/devices", devices)]
WRITES = [("/t/{id}/devices", let_one_in), ("/t/{id}/devices/away", send_away)]
