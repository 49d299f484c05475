"""The visitor of a request and the keys that prove who they are: there are no accounts.

A browser is its own person until it takes over another identity with a key. Identities are read from the store and
cached for a few seconds. Tables that a person has left or deleted no longer appear in their lists.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, unquote

import msgspec
from starlette.requests import HTTPConnection, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from domik.language import LANGUAGES, preferred_language
from domik.server.http.requests import redirect, root_of, service
from domik.server.store import OVER, ReadFailed, Store, TableHeader, WriteFailed
from domik.server.store.repositories import STRANGER, Person
from domik.table.clock import now
from domik.table.setup import tidy_name
from domik.table.table import ANIMALS

ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without letters and digits that are easily confused

BOT_KEY_PREFIX = "domik_"


def new_table_id() -> str:
    """A table's public id: short enough to say, too long to guess."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


def new_visitor_token() -> str:
    """The value of a browser's cookie."""
    return secrets.token_urlsafe(24)


def new_bot_key() -> str:
    """A key for the JSON API; its prefix distinguishes it from a seat's secret."""
    return BOT_KEY_PREFIX + secrets.token_urlsafe(24)


def is_bot_key(key: str) -> bool:
    return key.startswith(BOT_KEY_PREFIX)


def new_device_link() -> str:
    """The secret in a link for another device: 144 bits."""
    return secrets.token_urlsafe(18)


def hash_device_link(link: str) -> str:
    """What the journal stores of such a link."""
    return hashlib.sha256(f"domik link {link}".encode()).hexdigest()[:32]


def owner_hash(visitor: str) -> str:
    """What the store keeps of a visitor: it identifies them, but the token cannot be recovered from it."""
    return hashlib.sha256(f"domik visitor {visitor}".encode()).hexdigest()[:32]


def new_login_key() -> str:
    """A key by which another device becomes the same person: 192 bits, shown once in a link."""
    return secrets.token_urlsafe(24)


def hash_key(secret: str) -> str:
    """What the store keeps of a key; one round is enough, since keys are random and long."""
    return hashlib.sha256(f"domik key {secret.strip()}".encode()).hexdigest()


class DerivedKeys:
    """Secrets that are derived from the signing key with HMAC, so they need not be stored."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def seat_secret(self, table: str, seat: int) -> str:
        """The secret of a seat's invitation link, which can be used once."""
        digest = hmac.new(self.key, f"seat {table} {seat}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:15]).decode()

    def invitation_secret(self, table: str) -> str:
        """The secret of the link that gives a free seat to everyone who follows it.

        It is short, and only valid together with the table's id.
        """
        digest = hmac.new(self.key, f"join {table}".encode(), hashlib.sha256).digest()
        return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in digest[:8])

    def is_invitation(self, table: str, secret: str) -> bool:
        return hmac.compare_digest(self.invitation_secret(table).encode(), secret.encode())

    def host_key(self) -> str:
        """The key of the administrator's page: the same on all nodes of the same data."""
        digest = hmac.new(self.key, b"host", hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:15]).decode()

    def is_seat_secret(self, table: str, seat: int, secret: str) -> bool:
        return hmac.compare_digest(self.seat_secret(table, seat).encode(), secret.encode())


IDENTITY_SCOPE, BEARER_SCOPE = "domik.identity", "domik.bearer"  # keys in the ASGI scope
COOKIE = "domik"
HOST_PREFIX = "__Host-"
ANONYMOUS_PATHS = ("/static/", "/healthz", "/metrics")  # the same for every visitor
CACHE_SECONDS = 5.0  # for this long another node may not know that a device was removed
MAX_CACHED = 10_000
SEEN_EVERY = 3600_000  # milliseconds


@dataclass(frozen=True)
class Identity:
    """The person that a device acts for."""

    device: str
    owner: str  # empty: the device was removed
    person: Person


def is_token(token: str) -> bool:
    """Whether a cookie value can be a visitor token."""
    return 20 <= len(token) <= 64


def is_encrypted(connection: HTTPConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")


def cookie_path(connection: HTTPConnection) -> str:
    """The path of our cookies: another server under another path of the same host does not get them."""
    return root_of(connection) or "/"


def secret_cookie_name(connection: HTTPConnection, name: str) -> str:
    """The name of a secret cookie; browsers let no other host and no unencrypted page set one with HOST_PREFIX.

    They accept the prefix for encrypted cookies of a whole host only.
    """
    return HOST_PREFIX + name if is_encrypted(connection) and not root_of(connection) else name


def set_secret_cookie(
    response: Response,
    connection: HTTPConnection,
    name: str,
    value: str,
    seconds: int,
    samesite: Literal["lax", "strict"],
) -> None:
    """Set a cookie that scripts cannot read and other sites' forms do not send."""
    response.set_cookie(
        secret_cookie_name(connection, name),
        value,
        max_age=seconds,
        httponly=True,
        samesite=samesite,
        secure=is_encrypted(connection),
        path=cookie_path(connection),
    )


def all_cookies(connection: HTTPConnection) -> dict[str, str]:
    """The cookies of a request; of two with one name the first, which is that of the longer path."""
    found: dict[str, str] = {}
    for part in reversed(connection.headers.get("cookie", "").split(";")):
        found |= cookie_parser(part) if "=" in part else {}
    return found


def read_cookie(connection: HTTPConnection, name: str) -> str:
    """A secret cookie; where it has a prefix now, an older version's without it is still accepted."""
    cookies = all_cookies(connection)
    return cookies.get(secret_cookie_name(connection, name)) or cookies.get(name, "")


class IdentityCache:
    """Recently seen devices and their identities."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._cache: OrderedDict[str, tuple[float, Identity]] = OrderedDict()

    async def resolve(self, device: str) -> Identity:
        """The identity of a device, from the cache or the store."""
        until, identity = self._cache.get(device, (0.0, None))
        if identity is not None and until > time.monotonic():
            return identity
        owner, seen = await self.store.devices.find_owner(device)
        if seen and now() - seen > SEEN_EVERY:
            await self.store.devices.set_seen(device, now())
        identity = Identity(device, owner, await self.store.people.read(owner) if owner else Person())
        self._cache[device] = time.monotonic() + CACHE_SECONDS, identity
        self._cache.move_to_end(device)
        for _ in range(2):  # evict two for each new entry; they are ordered by expiry
            oldest = next(iter(self._cache))
            if self._cache[oldest][0] < time.monotonic() or len(self._cache) > MAX_CACHED:
                del self._cache[oldest]
        return identity

    def invalidate(self, *names: str) -> None:
        for device, (_, identity) in list(self._cache.items()):
            if device in names or identity.owner in names:
                del self._cache[device]


class IdentityMiddleware:
    """Put the visitor's identity into the ASGI scope."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not scope["path"].startswith(ANONYMOUS_PATHS):
            await identify(scope)
        await self.app(scope, receive, send)


async def identify(scope: Scope) -> None:
    """Put who the cookie and the bearer token stand for, as it is now, into the scope of a request or socket."""
    connection, identities = HTTPConnection(scope), service(scope, IdentityCache)
    token, secret = read_cookie(connection, COOKIE), bearer_secret(connection)
    try:
        if secret:
            scope[BEARER_SCOPE] = (await identities.resolve(owner_hash(secret))).owner
        if is_token(token):
            scope[IDENTITY_SCOPE] = await identities.resolve(owner_hash(token))
    except (ReadFailed, WriteFailed):  # the endpoint will report it; meanwhile the browser is its own person
        scope.pop(IDENTITY_SCOPE, None)


def bearer_secret(connection: HTTPConnection) -> str:
    """Seat secret or bot key from the Authorization header; never a cookie, so no other site can use it."""
    kind, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def bearer_owner(connection: HTTPConnection) -> str:
    """The owner of the bearer token of an API request; empty without one, and for that of a device sent away."""
    owner: str = connection.scope.get(BEARER_SCOPE, "")
    return owner


class LanguageSwitch:
    """Middleware of pages: `?lang=` sets the cookie and redirects to the page without it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HTTPConnection(scope)
        language = request.query_params.get("lang", "")
        if language not in LANGUAGES:
            await self.app(scope, receive, send)
            return
        response = redirect(request, quote(scope["path"]))
        response.set_cookie("lang", language, max_age=YEAR, samesite="lax", path=cookie_path(request))
        await response(scope, receive, send)


BROWSERS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux")),
)


def device_label(agent: str) -> str:
    """A label from a User-Agent header, such as "Firefox, Android"; empty where nothing is recognized."""
    names = (next((name for mark, name in known if mark in agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in names if name)


YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Visitor:
    """The person and browser behind a request."""

    token: str
    is_new: bool
    language: str
    theme: str
    name: str
    animal: str = ""  # the one they chose last; empty for none
    known: int = STRANGER
    shared: str = ""  # the owner whose identity this browser shares by a key; empty for its own

    @property
    def device(self) -> str:
        """The stored id of this browser."""
        return owner_hash(self.token)

    @property
    def owner(self) -> str:
        """The stored id of the person."""
        return self.shared or self.device

    @property
    def person(self) -> Person:
        return Person(self.name, self.animal, self.known)


def visitor_of(connection: HTTPConnection) -> Visitor:
    """The visitor of a request or socket; new ones get a token that is only kept once they do something."""
    cookies = all_cookies(connection)
    token = read_cookie(connection, COOKIE)
    identity: Identity | None = connection.scope.get(IDENTITY_SCOPE)
    is_new = not is_token(token) or (identity is not None and not identity.owner)
    person = Person() if identity is None or is_new else identity.person
    language = connection.query_params.get("lang") or cookies.get("lang", "")
    if language not in LANGUAGES:
        language = preferred_language(connection.headers.get("accept-language", ""))
    theme = cookies.get("theme", "")
    name = person.name or tidy_name(unquote(cookies.get("name", "")))
    animal = person.animal or cookies.get("animal", "")
    return Visitor(
        new_visitor_token() if is_new else token,
        is_new,
        language,
        theme if theme in ("light", "dark") else "",
        name,
        animal if animal in ANIMALS else "",
        person.known,
        identity.owner if identity is not None and not is_new else "",
    )


def set_visitor_cookie(response: Response, visitor: Visitor, connection: HTTPConnection) -> None:
    """Store the visitor's token in a cookie that scripts cannot read and other sites' forms do not send."""
    set_secret_cookie(response, connection, COOKIE, visitor.token, YEAR, "lax")


def set_person_cookies(response: Response, person: Person, connection: HTTPConnection) -> None:
    """Store name and animal in cookies, so that forms are filled in."""
    for key, value in (("name", quote(person.name)), ("animal", person.animal)):
        if value:
            response.set_cookie(key, value, max_age=YEAR, samesite="lax", path=cookie_path(connection))


def delete_cookies(response: Response, connection: HTTPConnection, *names: str) -> None:
    """Delete cookies of ours, with and without HOST_PREFIX; those of another server at the same host are not ours."""
    for name in names:
        for one in sorted({name, secret_cookie_name(connection, name) if name == COOKIE else name}):
            response.delete_cookie(one, path=cookie_path(connection), secure=is_encrypted(connection))


HIDDEN = "away"  # key-value kind; part is the owner, key the table
DELETED = "deleted"  # key-value kind; the key is a table that is purged once its undo window is over
UNDO_WINDOW = 60_000  # milliseconds
MAX_LISTED = 500


async def hidden_table_ids(store: Store, owner: str) -> set[str]:
    return set(await store.key_value.get_all(HIDDEN, owner))


async def visible_tables(store: Store, owner: str, most: int) -> list[tuple[TableHeader, int]]:
    """The tables of an owner with their seat, without hidden ones."""
    gone = await hidden_table_ids(store, owner)
    return [
        (header, seat)
        for header, seat in await store.tables.list_for_owner(owner, most + len(gone))
        if header.id not in gone
    ]


async def unfinished_tables(store: Store, owner: str) -> list[TableHeader]:
    return [header for header, _ in await visible_tables(store, owner, MAX_LISTED) if header.state != OVER]


async def hide_table(store: Store, owner: str, id: str) -> None:
    await store.key_value.put(HIDDEN, owner, id, b"{}")


async def unhide_table(store: Store, owner: str, id: str) -> None:
    await store.key_value.delete(HIDDEN, owner, id)


async def mark_deleted(store: Store, id: str) -> None:
    """Mark a table for purging after UNDO_WINDOW."""
    await store.key_value.put(DELETED, "", id, msgspec.json.encode(now()))


async def unmark_deleted(store: Store, id: str) -> None:
    await store.key_value.delete(DELETED, "", id)


async def purgeable_table_ids(store: Store, at: int) -> list[str]:
    """Deleted tables whose undo window is over at a time in milliseconds."""
    marked = await store.key_value.get_all(DELETED, "")
    return [id for id, when in marked.items() if at - msgspec.json.decode(when, type=int) >= UNDO_WINDOW]
