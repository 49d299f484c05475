"""Introducing oneself: a name and an animal, kept in the browser and by the store, seen at once wherever one sits."""

from __future__ import annotations

import contextlib

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message

from domik.server.accounts.hidden_tables import unfinished_tables
from domik.server.accounts.visitors import IdentityCache, Visitor, set_person_cookies, set_visitor_cookie, visitor_of
from domik.server.http.errors import HeldByOtherNode, NodeDidNotAnswer, NoSuchTable, TableQuarantined
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables
from domik.server.store.repositories import Person
from domik.table.seat import ANIMALS
from domik.table.seating import rename_player

BODY_HEADERS = (b"content-length", b"content-type")


def suggested_person(visitor: Visitor) -> Person:
    """Who somebody is, with an animal for those who never chose one: the same at every visit, and not everybody's."""
    return Person(visitor.name, visitor.animal or ANIMALS[int(visitor.owner[:8], 16) % len(ANIMALS)], visitor.known)


async def save_profile(request: Request, response: Response, visitor: Visitor, person: Person) -> None:
    """From now on somebody is called so: here, at every table where they sit, and on all their devices."""
    rooms: LiveTables = request.app.state.live_tables
    identities: IdentityCache = request.app.state.identities
    set_visitor_cookie(response, visitor, request)
    set_person_cookies(response, person)
    await rooms.services.store.people.save(visitor.owner, person)
    identities.invalidate(visitor.owner)
    for header in await unfinished_tables(rooms.services.store, visitor.owner):
        try:
            await rename_at_table(await rooms.get(header.id), visitor.owner, person)
        except HeldByOtherNode as elsewhere:
            await notify_node(request, elsewhere.address, header.id)
        except (NoSuchTable, TableQuarantined):
            continue


async def rename_at_table(room: LiveTable, owner: str, person: Person) -> None:
    """Let the others at one table see it."""
    await room.execute(lambda table, at: rename_player(table, owner, person.name, person.animal, at))
    for viewer in room.viewers.values():
        if viewer.owner == owner:
            viewer.name = person.name


async def receive_profile(request: Request) -> Response:
    """POST /t/{id}/called: another node has heard how somebody wants to be called, and this one keeps the table."""
    rooms: LiveTables = request.app.state.live_tables
    owner = visitor_of(request).owner
    await rename_at_table(
        await rooms.get(request.path_params["id"]), owner, await rooms.services.store.people.read(owner)
    )
    return PlainTextResponse("ok\n")


async def notify_node(request: Request, address: str, id: str) -> None:
    """Let the node that keeps a table know; where it is gone, the table hears of it some other time."""
    nodes = request.app.state.live_tables.services.nodes
    path = f"/t/{id}/called"
    headers = [pair for pair in request.scope["headers"] if pair[0] not in BODY_HEADERS]
    asked = {"method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers}

    async def unheard(_message: Message) -> None:
        """Whatever it answers."""

    with contextlib.suppress(NodeDidNotAnswer):
        await nodes.forward_request(address, dict(request.scope) | asked, b"", unheard)
