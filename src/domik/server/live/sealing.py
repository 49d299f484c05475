"""Sealed deals: what others are still to play is shown only to those who have played it, and its seed to nobody.

Every address of a table goes through here (`guarded` in app.py), so no page, record, replay, review or hint of a table
can be had by somebody who is still to play its deal, and a new address cannot forget to ask.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused
from domik.server.live.house import House
from domik.server.live.rooms import Rooms
from domik.server.live.tries import Try, has_finished, take
from domik.server.paper.templates import page
from domik.server.store.person import Person
from domik.server.visitors.keys import owner_of
from domik.server.visitors.visitors import visitor_of
from domik.table import Table
from domik.table.clock import now
from domik.table.history import is_revealed

Endpoint = Callable[[Request], Awaitable[Response]]
TABLE, PROGRAM = "/t/{id}", "/api/tables/{id}"
WHOLE_DEAL = ("/t/{id}/branch", "/api/tables/{id}/record")  # what hands out every card, drawn or not


def is_sealed(table: Table) -> bool:
    """Whether others may still play this table's deal without knowing it."""
    return not is_revealed(table, now())


async def is_open_to(rooms: Rooms, table: Table, owner: str) -> bool:
    """Whether somebody may see a table: they sit there, or have played its deal to the end, or it is no secret."""
    if table.same is None or not is_sealed(table):
        return True
    if any(owner in seat.owners for seat in table.seats):
        return True
    return await has_finished(rooms, table.same.name, owner)


async def check_open(rooms: Rooms, table: Table, owner: str) -> None:
    """Refuse to show a table of a sealed deal to somebody who has not played that deal to its end."""
    if not await is_open_to(rooms, table, owner):
        raise Refused(403, Phrase("web.error.sealed"))


def check_revealed(table: Table) -> None:
    """Refuse to hand out a record of a sealed deal: it holds every card."""
    if is_sealed(table):
        raise Refused(403, Phrase("web.error.sealed_record"))


async def take_seat(house: House, table: Table, owner: str, person: Person) -> None:
    """Whoever sits down at somebody's try has had their own with it; who has another one may not."""
    if table.same is None or not table.counts or not is_sealed(table):
        return
    if any(owner in seat.owners for seat in table.seats):
        return
    mine = Try(table.id, now(), person.name, person.animal)
    if (await take(house.store.shelf, table.same.name, owner, mine)).table != table.id:
        raise Refused(409, Phrase("web.error.own_try"))


def guarded(path: str, endpoint: Endpoint) -> Endpoint:
    """The same address, closed to those who are still to play what it shows."""
    is_page, is_program = path.startswith(TABLE), path.startswith(PROGRAM)
    if not (is_page or is_program) or path.endswith("/sit"):
        return endpoint

    async def checked(request: Request) -> Response:
        rooms: Rooms = request.app.state.rooms
        room = await rooms.get(request.path_params["id"])
        table = room.table
        if table.same is not None and is_sealed(table):
            if path in WHOLE_DEAL and table.is_over:
                check_revealed(table)
            owner = program_of(request) if is_program else ""
            if not await is_open_to(rooms, table, owner or visitor_of(request).owner):
                return sealed_page(request) if path == TABLE else refused()
        return await endpoint(request)

    return checked


def refused() -> Response:
    """No."""
    raise Refused(403, Phrase("web.error.sealed"))


def sealed_page(request: Request) -> Response:
    """A page that says why not, and leads to the deal."""
    return page(request, "sealed.html", 403)


def program_of(request: Request) -> str:
    """Whose secret a program shows; empty when it shows none."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return owner_of(secret.strip()) if kind.lower() == "bearer" and secret.strip() else ""
