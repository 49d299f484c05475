"""Who may do what: security headers, host and origin checks, bans, and servers for known people only."""

from __future__ import annotations

import hmac
import re
import secrets
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import bearer_owner, hash_key, new_login_key, owner_hash, visitor_of
from domik.server.cluster.pubsub import PubSub
from domik.server.edge.monitoring import MONITORING
from domik.server.edge.proxy import MISNAMED
from domik.server.hosting import Hosting
from domik.server.http.requests import client_address, service
from domik.server.live.live_tables import LiveTables
from domik.server.rendering.responses import error_response
from domik.server.rendering.templates import Announcement
from domik.server.store import Store
from domik.server.store.repositories import HOST, KNOWN, STRANGER, Person
from domik.table.clock import now

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")  # small pictures of tables
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
ENCRYPTED = {
    "strict-transport-security": "max-age=31536000",  # seconds: a year; subdomains are not ours to decide about
    "cross-origin-resource-policy": "same-origin",
}
PLAIN = {"x-content-type-options": "nosniff"}  # style sheets, scripts and fonts: browsers use the page's policy
DRAWN = PLAIN | {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}  # pictures
OK = 200
MOST_PORT = 65535
REFUSED = 1008  # a WebSocket closed before it was accepted: uvicorn answers 403
NAME = re.compile(r"([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])?(:[0-9]{1,5})?")  # valid Host headers


def headers_for(path: str, status: int, is_encrypted: bool) -> dict[str, str]:
    """The security headers of a response: files that are not pages need few, and there are many of them."""
    more = ENCRYPTED if is_encrypted else {}
    if path.startswith("/static/") and status == OK:
        return (DRAWN if path.endswith(".svg") else PLAIN) | more
    return HEADERS | more | ({"content-security-policy": FRAMED} if is_framed(path) else {})


def is_framed(path: str) -> bool:
    """Whether our own pages show this one in a frame."""
    return path.startswith(("/t/", "/puzzles/", "/watch/")) and path.endswith("/picture")


def origin_of(headers: Headers) -> tuple[str, str] | None:
    """Scheme and host of the Origin header; None when it is missing or invalid."""
    try:
        found = urlsplit(headers.get("origin", ""))
    except ValueError:
        return None
    return (found.scheme, found.netloc) if found.scheme in ("http", "https") and found.netloc else None


def is_ours(headers: Headers) -> bool:
    """Whether the Origin header names this server: browsers always send it for sockets."""
    origin = origin_of(headers)
    return origin is not None and origin[1] == headers.get("host", "")


def is_foreign(headers: Headers) -> bool:
    """Whether a page of another site sends this form."""
    site = headers.get("sec-fetch-site", "")
    return site in ("cross-site", "same-site") or ("origin" in headers and not is_ours(headers))


class SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        is_encrypted = scope["scheme"] == "https"

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(headers_for(scope["path"], message["status"], is_encrypted))
            await send(message)

        await self.app(scope, receive, with_headers)


class HostCheck:
    """Middleware that refuses Host headers that are invalid or not allowed (`--allowed-hosts`)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, key = self.refusal(scope) if scope["type"] in ("http", "websocket") else (OK, "")
        if status == OK:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(REFUSED)(scope, receive, send)
        else:
            await error_response(Request(scope), status, Phrase(key))(scope, receive, send)

    def refusal(self, scope: Scope) -> tuple[int, str]:
        """Status and phrase key of the refusal; (OK, "") for none."""
        name = NAME.fullmatch(Headers(scope=scope).get("host", ""))
        if name is None or int((name[2] or ":0")[1:]) > MOST_PORT:
            return 400, "web.error.message"
        if MISNAMED in scope and scope["path"] not in MONITORING:
            return 421, "web.error.host"
        return OK, ""


class OriginCheck:
    """Middleware that refuses forms sent by another site's page (cross-site request forgery).

    The JSON API too: it needs no cookie, but a page elsewhere could make its readers' browsers open tables and register
    bots here. Programs send neither of the two headers that tell where a page comes from.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_form = scope["type"] == "http" and scope["method"] == "POST"
        if is_form and is_foreign(Headers(scope=scope)):
            await error_response(Request(scope), 403, Phrase("web.error.foreign"))(scope, receive, send)
        else:
            await self.app(scope, receive, send)


BAN = "ban"  # key-value kind; the key is an address or an owner
ANNOUNCEMENT = "word"  # key-value kind with an empty key: the text that every page shows
MAX_BANS = 1000
EXEMPT = (*MONITORING, "/static/", "/host")  # an administrator who banned their own address can still lift the ban


class Bans:
    """Banned addresses and owners, and the current announcement."""

    def __init__(self, store: Store, between: PubSub, announcement: Announcement, live_tables: LiveTables) -> None:
        self._store = store
        self._pubsub = between
        self._live_tables = live_tables
        self.banned: dict[str, str] = {}  # address or owner: the name they had
        self.announcement = announcement
        between.subscribe(BAN, self._on_ban)
        between.subscribe(ANNOUNCEMENT, self._on_announcement)

    async def load(self) -> None:
        self.banned = {
            who: name.decode() for who, name in (await self._store.key_value.get_all(BAN, "", MAX_BANS)).items()
        }
        found = await self._store.key_value.get(ANNOUNCEMENT, "", "")
        self.announcement.text = found.decode() if found else ""

    def is_banned(self, connection: HTTPConnection) -> bool:
        """Whether a client is banned: its address, its browser, the person it was recognized as, or its API key."""
        if not self.banned:
            return False
        visitor = visitor_of(connection)
        names = (client_address(connection), visitor.owner, visitor.device, bearer_owner(connection))
        return any(name in self.banned for name in names)

    async def ban(self, who: str, name: str) -> None:
        await self._store.key_value.put(BAN, "", who, name.encode())
        self._pubsub.publish(BAN, msgspec.json.encode((who, name)).decode())

    async def unban(self, who: str) -> None:
        await self._store.key_value.delete(BAN, "", who)
        self._pubsub.publish(BAN, msgspec.json.encode((who, "")).decode())

    async def announce(self, text: str) -> None:
        """Show a text on every page; an empty one removes the announcement."""
        await self._store.key_value.put(ANNOUNCEMENT, "", "", text.encode())
        self._pubsub.publish(ANNOUNCEMENT, text)

    def _on_ban(self, text: str) -> None:
        who, name = msgspec.json.decode(text, type=tuple[str, str])
        if name:
            self.banned[who] = name
            self._live_tables.disconnect(who)
        else:
            self.banned.pop(who, None)

    def _on_announcement(self, text: str) -> None:
        self.announcement.text = text
        if text:
            self._live_tables.announce(text)


class BanCheck:
    """Middleware behind IdentityMiddleware: a person is banned however they came, by cookie, key link or passkey."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or not self.is_banned(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(REFUSED)(scope, receive, send)
        else:
            await error_response(Request(scope), 403, Phrase("web.error.banned"))(scope, receive, send)

    def is_banned(self, scope: Scope) -> bool:
        bans = service(scope, Bans)
        return not scope["path"].startswith(EXEMPT) and bans.is_banned(HTTPConnection(scope))


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
