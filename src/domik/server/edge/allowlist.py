"""Known names only: where a host keeps a server for people they know, strangers look, learn and puzzle, not play."""

from __future__ import annotations

import hmac
import secrets

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from domik.kernel.phrase import Phrase
from domik.server.accounts.keys import hash_key, new_login_key, owner_hash
from domik.server.accounts.visitors import visitor_of
from domik.server.hosting import Hosting
from domik.server.live.live_tables import LiveTables
from domik.server.rendering.responses import error_response
from domik.server.store import Store
from domik.server.store.repositories import HOST, KNOWN, STRANGER, Person, normalize_name
from domik.table.clock import now

OPEN_PATHS = ("/key", "/me", "/forget", "/join", "/learn/", "/puzzles/", "/host")  # what strangers may send


def host_owner(request: Request) -> str:
    """Who the host is, by what the store keeps: the same as long as the data is the same."""
    rooms: LiveTables = request.app.state.live_tables
    return owner_hash(f"host {rooms.services.keys.host_key()}")


def is_host_key(request: Request, secret: str) -> bool:
    """Whether somebody has the host's own key, where names have to be known."""
    rooms: LiveTables = request.app.state.live_tables
    hosting: Hosting = request.app.state.hosting
    right = hosting.host_key or rooms.services.keys.host_key()
    return hosting.known_names and hmac.compare_digest(right.encode(), secret.encode())


async def register_host(request: Request) -> str:
    """Let the store know the host; whose key theirs is."""
    rooms: LiveTables = request.app.state.live_tables
    owner = host_owner(request)
    await rooms.services.store.people.set_known(owner, await rooms.services.store.people.read(owner), HOST)
    return owner


async def is_name_taken(store: Store, name: str, owner: str = "") -> bool:
    """Whether somebody else whom the host knows is called so."""
    return any(
        normalize_name(one.name) == normalize_name(name)
        for other, one in await store.people.list_known()
        if other != owner
    )


async def allow_player(store: Store, name: str) -> str:
    """Somebody new whom the host knows; the key that makes a browser theirs, told once."""
    owner, secret = owner_hash(secrets.token_urlsafe(24)), new_login_key()
    await store.people.set_known(owner, Person(name), KNOWN)
    await store.login_keys.save(owner, hash_key(secret), now())
    return secret


async def disallow_player(store: Store, owner: str) -> None:
    """The host does not know them any more: their games stay, they play no new ones."""
    person = await store.people.read(owner)
    if person.known == KNOWN:
        await store.people.set_known(owner, person, STRANGER)
        await store.login_keys.delete(owner)


def is_open_path(path: str) -> bool:
    """Whether strangers may send something there."""
    return path in OPEN_PATHS or path.startswith(tuple(one if one.endswith("/") else f"{one}/" for one in OPEN_PATHS))


class AllowlistMiddleware:
    """A layer that lets strangers look, and no more."""

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        self.app = app
        self.is_enabled = hosting.known_names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what strangers send."""
        if (
            self.is_enabled
            and scope["type"] == "http"
            and scope["method"] == "POST"
            and not is_open_path(scope["path"])
        ):
            request = Request(scope, receive)
            if not visitor_of(request).person.is_known:
                await error_response(request, 403, Phrase("web.known.refused"))(scope, receive, send)
                return
        await self.app(scope, receive, send)
