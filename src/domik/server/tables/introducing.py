"""Introducing oneself: a name and an animal, kept in the browser and by the store, seen at once wherever one sits."""

from __future__ import annotations

import contextlib

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message

from domik.server.http.errors import Elsewhere, NoSuchTable, SetAside, Unanswered
from domik.server.live.room import Room
from domik.server.live.rooms import Rooms
from domik.server.store.person import Person
from domik.server.visitors.identity import Identities
from domik.server.visitors.putting_away import unfinished
from domik.server.visitors.visitors import Visitor, remember, remember_person, visitor_of
from domik.table.seat import ANIMALS
from domik.table.seating import call

OF_A_BODY = (b"content-length", b"content-type")


def suggested(visitor: Visitor) -> Person:
    """Who somebody is, with an animal for those who never chose one: the same at every visit, and not everybody's."""
    return Person(visitor.name, visitor.animal or ANIMALS[int(visitor.owner[:8], 16) % len(ANIMALS)], visitor.known)


async def introduce(request: Request, response: Response, visitor: Visitor, person: Person) -> None:
    """From now on somebody is called so: here, at every table where they sit, and on all their devices."""
    rooms: Rooms = request.app.state.rooms
    identities: Identities = request.app.state.identities
    remember(response, visitor, request)
    remember_person(response, person)
    await rooms.house.store.people.keep(visitor.owner, person)
    identities.forget(visitor.owner)
    for header in await unfinished(rooms.house.store, visitor.owner):
        try:
            await call_at(await rooms.get(header.id), visitor.owner, person)
        except Elsewhere as elsewhere:
            await tell(request, elsewhere.address, header.id)
        except (NoSuchTable, SetAside):
            continue


async def call_at(room: Room, owner: str, person: Person) -> None:
    """Let the others at one table see it."""
    await room.do(lambda table, at: call(table, owner, person.name, person.animal, at))
    for viewer in room.viewers.values():
        if viewer.owner == owner:
            viewer.name = person.name


async def called(request: Request) -> Response:
    """POST /t/{id}/called: another node has heard how somebody wants to be called, and this one keeps the table."""
    rooms: Rooms = request.app.state.rooms
    owner = visitor_of(request).owner
    await call_at(await rooms.get(request.path_params["id"]), owner, await rooms.house.store.people.read(owner))
    return PlainTextResponse("ok\n")


async def tell(request: Request, address: str, id: str) -> None:
    """Let the node that keeps a table know; where it is gone, the table hears of it some other time."""
    nodes = request.app.state.rooms.house.nodes
    path = f"/t/{id}/called"
    headers = [pair for pair in request.scope["headers"] if pair[0] not in OF_A_BODY]
    asked = {"method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers}

    async def unheard(_message: Message) -> None:
        """Whatever it answers."""

    with contextlib.suppress(Unanswered):
        await nodes.pass_on(address, dict(request.scope) | asked, b"", unheard)
