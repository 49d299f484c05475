"""Who a browser is: its own person until it takes somebody's key. Asked of the store, and remembered for moments."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from domik.server.store import NotRead, NotWritten, Store
from domik.server.store.person import Person
from domik.server.visitors.keys import owner_of
from domik.table.clock import now

IDENTITY = "domik.identity"  # in a request's scope
COOKIE = "domik"
UNASKED = ("/static/", "/healthz", "/metrics")  # addresses that are the same for everybody
FRESH = 5.0  # seconds that another node may not have heard of a device that was sent away
MOST = 10_000
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


class Identities:
    """Everybody who came lately."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[str, tuple[float, Identity]] = OrderedDict()

    async def of(self, device: str) -> Identity:
        """Whom a device stands for now."""
        until, identity = self._known.get(device, (0.0, None))
        if identity is not None and until > time.monotonic():
            return identity
        owner, seen = await self.store.devices.owner(device)
        if seen and now() - seen > SEEN_EVERY:
            await self.store.devices.see(device, now())
        identity = Identity(device, owner, await self.store.people.read(owner) if owner else Person())
        self._known[device] = time.monotonic() + FRESH, identity
        self._known.move_to_end(device)
        for _ in range(2):  # two for one: they come in the order in which they are out of date
            oldest = next(iter(self._known))
            if self._known[oldest][0] < time.monotonic() or len(self._known) > MOST:
                del self._known[oldest]
        return identity

    def forget(self, *names: str) -> None:
        """Something has changed with these devices or people: ask again."""
        for device, (_, identity) in list(self._known.items()):
            if device in names or identity.owner in names:
                del self._known[device]


class Recognized:
    """A layer that finds out who asks, before anybody looks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pages and sockets of people who have been here before."""
        if scope["type"] in ("http", "websocket") and not scope["path"].startswith(UNASKED):
            token = HTTPConnection(scope).cookies.get(COOKIE, "")
            if is_token(token):
                try:
                    scope[IDENTITY] = await scope["app"].state.identities.of(owner_of(token))
                except (NotRead, NotWritten):  # told by whatever is asked for; until then a browser is its own person
                    scope.pop(IDENTITY, None)
        await self.app(scope, receive, send)
