"""Servers for known people only: strangers may look, learn and solve puzzles, but not play."""

from __future__ import annotations

import hmac
import secrets

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from domik.kernel.phrase import Phrase
from domik.server.accounts.keys import hash_key, new_login_key, owner_hash
from domik.server.accounts.visitors import visitor_of
from domik.server.hosting import Hosting
from domik.server.http.requests import service
from domik.server.live.live_tables import LiveTables
from domik.server.rendering.responses import error_response
from domik.server.store import Store
from domik.server.store.repositories import HOST, KNOWN, STRANGER, Person, normalize_name
from domik.table.clock import now

OPEN_PATHS = ("/key", "/me", "/forget", "/join", "/learn/", "/puzzles/", "/host")  # where strangers may POST


def host_owner(request: Request) -> str:
    """The administrator's owner id: the same as long as the data are the same."""
    live_tables = service(request, LiveTables)
    return owner_hash(f"host {live_tables.services.keys.host_key()}")


def is_host_key(request: Request, secret: str) -> bool:
    """Whether a secret is the administrator's key; always false where strangers may play."""
    live_tables = service(request, LiveTables)
    hosting = service(request, Hosting)
    right = hosting.host_key or live_tables.services.keys.host_key()
    return hosting.known_names and hmac.compare_digest(right.encode(), secret.encode())


async def register_host(request: Request) -> str:
    """Store the administrator as a known person, and return their owner id."""
    live_tables = service(request, LiveTables)
    owner = host_owner(request)
    await live_tables.services.store.people.set_known(owner, await live_tables.services.store.people.read(owner), HOST)
    return owner


async def is_name_taken(store: Store, name: str, owner: str = "") -> bool:
    return any(
        normalize_name(one.name) == normalize_name(name)
        for other, one in await store.people.list_known()
        if other != owner
    )


async def allow_player(store: Store, name: str) -> str:
    """Create a known person; return the key that makes a browser theirs, which is shown once."""
    owner, secret = owner_hash(secrets.token_urlsafe(24)), new_login_key()
    await store.people.set_known(owner, Person(name), KNOWN)
    await store.login_keys.save(owner, hash_key(secret), now())
    return secret


async def disallow_player(store: Store, owner: str) -> None:
    """Make a person a stranger again: their games stay, but they cannot start new ones."""
    person = await store.people.read(owner)
    if person.known == KNOWN:
        await store.people.set_known(owner, person, STRANGER)
        await store.login_keys.delete(owner)


def is_open_path(path: str) -> bool:
    return path in OPEN_PATHS or path.startswith(tuple(one if one.endswith("/") else f"{one}/" for one in OPEN_PATHS))


class AllowlistMiddleware:
    """Refuse POST requests of strangers where only known people may play."""

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        self.app = app
        self.is_enabled = hosting.known_names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
