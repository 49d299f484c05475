"""Who a browser is: its own person until it takes somebody's key. Asked of the store, and remembered for moments."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from domik.language import LANGUAGES, preferred_language
from domik.server.accounts.keys import new_visitor_token, owner_hash
from domik.server.store import ReadFailed, Store, WriteFailed
from domik.server.store.repositories import STRANGER, Person
from domik.table.clock import now
from domik.table.seat import ANIMALS
from domik.table.setup import tidy_name

IDENTITY_SCOPE = "domik.identity"  # in a request's scope
COOKIE = "domik"
ANONYMOUS_PATHS = ("/static/", "/healthz", "/metrics")  # addresses that are the same for everybody
CACHE_SECONDS = 5.0  # seconds that another node may not have heard of a device that was sent away
MAX_CACHED = 10_000
SEEN_EVERY = 3600_000  # milliseconds


@dataclass(frozen=True)
class Identity:
    """Whom a device stands for."""

    device: str
    owner: str  # empty: it was sent away
    person: Person


def is_token(token: str) -> bool:
    """Whether a cookie can be one of ours."""
    return 20 <= len(token) <= 64


class IdentityCache:
    """Everybody who came lately."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._cache: OrderedDict[str, tuple[float, Identity]] = OrderedDict()

    async def resolve(self, device: str) -> Identity:
        """Whom a device stands for now."""
        until, identity = self._cache.get(device, (0.0, None))
        if identity is not None and until > time.monotonic():
            return identity
        owner, seen = await self.store.devices.find_owner(device)
        if seen and now() - seen > SEEN_EVERY:
            await self.store.devices.set_seen(device, now())
        identity = Identity(device, owner, await self.store.people.read(owner) if owner else Person())
        self._cache[device] = time.monotonic() + CACHE_SECONDS, identity
        self._cache.move_to_end(device)
        for _ in range(2):  # two for one: they come in the order in which they are out of date
            oldest = next(iter(self._cache))
            if self._cache[oldest][0] < time.monotonic() or len(self._cache) > MAX_CACHED:
                del self._cache[oldest]
        return identity

    def invalidate(self, *names: str) -> None:
        """Something has changed with these devices or people: ask again."""
        for device, (_, identity) in list(self._cache.items()):
            if device in names or identity.owner in names:
                del self._cache[device]


class IdentityMiddleware:
    """A layer that finds out who asks, before anybody looks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pages and sockets of people who have been here before."""
        if scope["type"] in ("http", "websocket") and not scope["path"].startswith(ANONYMOUS_PATHS):
            token = HTTPConnection(scope).cookies.get(COOKIE, "")
            if is_token(token):
                try:
                    scope[IDENTITY_SCOPE] = await scope["app"].state.identities.resolve(owner_hash(token))
                except (
                    ReadFailed,
                    WriteFailed,
                ):  # told by whatever is asked for; until then a browser is its own person
                    scope.pop(IDENTITY_SCOPE, None)
        await self.app(scope, receive, send)


BROWSERS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux")),
)


def device_label(agent: str) -> str:
    """Such as "Firefox, Android"; empty when it says nothing that people know."""
    names = (next((name for mark, name in known if mark in agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in names if name)


YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Visitor:
    """Whoever is at the other end."""

    token: str
    is_new: bool
    language: str
    theme: str
    name: str
    animal: str = ""  # the one they chose last; empty until they did
    known: int = STRANGER
    shared: str = ""  # whose identity this browser has by a key; empty: its own

    @property
    def device(self) -> str:
        """What is stored of this browser."""
        return owner_hash(self.token)

    @property
    def owner(self) -> str:
        """What is stored of them."""
        return self.shared or self.device

    @property
    def person(self) -> Person:
        """Who they say they are."""
        return Person(self.name, self.animal, self.known)


def visitor_of(connection: HTTPConnection) -> Visitor:
    """The visitor of a request or a socket; strangers get a token that is kept only when they do something."""
    cookies = connection.cookies
    token = cookies.get(COOKIE, "")
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
    """Keep the visitor's token in the browser: out of reach of scripts, and not sent from other sites' forms."""
    secure = connection.scope["scheme"] in ("https", "wss")
    response.set_cookie(COOKIE, visitor.token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


def set_person_cookies(response: Response, person: Person) -> None:
    """Keep name and animal in the browser, so that no form asks for them again."""
    for key, value in (("name", quote(person.name)), ("animal", person.animal)):
        if value:
            response.set_cookie(key, value, max_age=YEAR, samesite="lax", path="/")
