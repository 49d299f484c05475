"""Forgetting: old tables by themselves, people when they ask."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused
from domik.server.live.rooms import Rooms
from domik.server.store import Store
from domik.server.visitors.identity import COOKIE
from domik.server.visitors.visitors import visitor_of
from domik.table.clock import now

DAY = 24 * 3600 * 1000  # milliseconds


async def forget(store: Store, owner: str, rooms: Rooms | None = None) -> int:
    """Take somebody out of everything; how many tables that were."""
    tables = await store.keeping.tables_of(owner)
    for id in tables:
        room = rooms.rooms.get(id) if rooms is not None else None
        if room is not None and rooms is not None:
            async with room.lock:  # whatever is under way is written first
                rooms.drop([id])
                await store.keeping.forget_at(id, owner)
        else:
            await store.keeping.forget_at(id, owner)
    await store.keeping.forget_person(owner)
    return len(tables)


async def forget_me(request: Request) -> Response:
    """POST /forget: the visitor's games and names go, and their browser is a stranger's again."""
    from domik.server.tables.forms import form_of, text_in

    if text_in(await form_of(request), "sure") != "yes":
        raise Refused(400, Phrase("data.forget_unsure"))
    visitor = visitor_of(request)
    if not visitor.is_new:
        await forget(request.app.state.rooms.house.store, visitor.owner, request.app.state.rooms)
        request.app.state.identities.forget(visitor.owner)
    response = RedirectResponse("/games", 303)
    for name in (COOKIE, "name", "animal"):
        response.delete_cookie(name, path="/")
    return response


async def forget_old(rooms: Rooms, days: float) -> int:
    """Delete what nobody has touched for so many days and nobody looks at; 0 keeps everything. How many went."""
    if days <= 0:
        return 0
    store, gone = rooms.house.store, 0
    for id in await store.keeping.expired(now() - int(days * DAY)):
        if id not in rooms.rooms:
            await store.keeping.delete(id)
            gone += 1
    return gone
