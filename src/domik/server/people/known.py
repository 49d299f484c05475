"""Known names only: where a host keeps a server for people they know, strangers look, learn and puzzle, not play."""

from __future__ import annotations

import hmac
import secrets

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from domik.kernel.phrase import Phrase
from domik.server.hosting import Hosting
from domik.server.live.rooms import Rooms
from domik.server.paper.answers import told
from domik.server.store import Store
from domik.server.store.kept_players import folded
from domik.server.store.person import HOST, KNOWN, STRANGER, Person
from domik.server.visitors.keys import hashed_key, new_house_key, owner_of
from domik.server.visitors.visitors import visitor_of
from domik.table.clock import now

FREE = ("/key", "/me", "/forget", "/join", "/learn/", "/puzzles/", "/host")  # what strangers may send


def host_owner(request: Request) -> str:
    """Who the host is, by what the store keeps: the same as long as the data is the same."""
    rooms: Rooms = request.app.state.rooms
    return owner_of(f"host {rooms.house.keys.host_key()}")


def is_host_key(request: Request, secret: str) -> bool:
    """Whether somebody has the host's own key, where names have to be known."""
    rooms: Rooms = request.app.state.rooms
    hosting: Hosting = request.app.state.hosting
    right = hosting.host_key or rooms.house.keys.host_key()
    return hosting.known_names and hmac.compare_digest(right.encode(), secret.encode())


async def welcome_host(request: Request) -> str:
    """Let the store know the host; whose key theirs is."""
    rooms: Rooms = request.app.state.rooms
    owner = host_owner(request)
    await rooms.house.store.people.know(owner, await rooms.house.store.people.read(owner), HOST)
    return owner


async def is_taken(store: Store, name: str, owner: str = "") -> bool:
    """Whether somebody else whom the host knows is called so."""
    return any(folded(one.name) == folded(name) for other, one in await store.people.all_known() if other != owner)


async def let_know(store: Store, name: str) -> str:
    """Somebody new whom the host knows; the key that makes a browser theirs, told once."""
    owner, secret = owner_of(secrets.token_urlsafe(24)), new_house_key()
    await store.people.know(owner, Person(name), KNOWN)
    await store.house_keys.keep(owner, hashed_key(secret), now())
    return secret


async def unknow(store: Store, owner: str) -> None:
    """The host does not know them any more: their games stay, they play no new ones."""
    person = await store.people.read(owner)
    if person.known == KNOWN:
        await store.people.know(owner, person, STRANGER)
        await store.house_keys.drop(owner)


def is_free(path: str) -> bool:
    """Whether strangers may send something there."""
    return path in FREE or path.startswith(tuple(one if one.endswith("/") else f"{one}/" for one in FREE))


class KnownOnly:
    """A layer that lets strangers look, and no more."""

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        self.app = app
        self.is_on = hosting.known_names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what strangers send."""
        if self.is_on and scope["type"] == "http" and scope["method"] == "POST" and not is_free(scope["path"]):
            request = Request(scope, receive)
            if not visitor_of(request).person.is_known:
                await told(request, 403, Phrase("web.known.refused"))(scope, receive, send)
                return
        await self.app(scope, receive, send)
