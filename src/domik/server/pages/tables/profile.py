"""Name and animal of a visitor: saved in cookies and the store, and shown at once at their tables."""

from __future__ import annotations

import contextlib

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message

from domik.server.accounts.visitors import (
    IdentityCache,
    Visitor,
    set_person_cookies,
    set_visitor_cookie,
    unfinished_tables,
    visitor_of,
)
from domik.server.http.errors import HeldByOtherNode, NodeDidNotAnswer, NoSuchTable, TableQuarantined
from domik.server.http.requests import service
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables, live_table_of
from domik.server.live.services import Services
from domik.server.rendering.templates import web_words
from domik.server.store.repositories import Person
from domik.table.seating import rename_player
from domik.table.table import ANIMALS

BODY_HEADERS = (b"content-length", b"content-type")


def suggested_person(visitor: Visitor) -> Person:
    """The visitor with a default animal if they never chose one; derived from the owner, so it is stable."""
    return Person(visitor.name, visitor.animal or ANIMALS[int(visitor.owner[:8], 16) % len(ANIMALS)], visitor.known)


def suggested_animal(visitor: Visitor) -> str:
    """The animal that the header shows, also for somebody who has not chosen one."""
    return visitor.animal or ANIMALS[0]


def name_for_others(visitor: Visitor) -> str:
    """What others call somebody who has not said their name: by their animal, never a guest."""
    word = web_words(visitor.language)(f"animal.{suggested_animal(visitor)}")
    return visitor.name or word[:1].upper() + word[1:]


async def save_profile(request: Request, response: Response, visitor: Visitor, person: Person) -> None:
    """Save the profile in cookies and the store, and rename the visitor at their unfinished tables on all nodes."""
    live_tables = service(request, LiveTables)
    identities = service(request, IdentityCache)
    set_visitor_cookie(response, visitor, request)
    set_person_cookies(response, person, request)
    await live_tables.services.store.people.save(visitor.owner, person)
    identities.invalidate(visitor.owner)
    for header in await unfinished_tables(live_tables.services.store, visitor.owner):
        try:
            await rename_at_table(await live_tables.get(header.id), visitor.owner, person)
        except HeldByOtherNode as elsewhere:
            await notify_node(request, elsewhere.address, f"/t/{header.id}/called")
        except (NoSuchTable, TableQuarantined):
            continue


async def rename_at_table(live_table: LiveTable, owner: str, person: Person) -> None:
    await live_table.execute(lambda table, at: rename_player(table, owner, person.name, person.animal, at))
    for viewer in live_table.viewers.values():
        if viewer.owner == owner:
            viewer.name = person.name


async def receive_profile(request: Request) -> Response:
    """POST /t/{id}/called: another node has saved a new profile; apply it at a table that this node holds."""
    live_tables = service(request, LiveTables)
    owner = visitor_of(request).owner
    await rename_at_table(await live_table_of(request), owner, await live_tables.services.store.people.read(owner))
    return PlainTextResponse("ok\n")


async def notify_node(request: Request, address: str, path: str) -> None:
    """Send the node that holds a table a POST without a body for this visitor; ignored if it does not answer."""
    nodes = service(request, Services).nodes
    assert nodes is not None  # a single node holds all tables
    headers = [pair for pair in request.scope["headers"] if pair[0] not in BODY_HEADERS]
    asked = {"method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers}

    async def unheard(_message: Message) -> None:
        """Discard the response."""

    with contextlib.suppress(NodeDidNotAnswer):
        await nodes.forward_request(address, dict(request.scope) | asked, b"", unheard)
