"""Bans and the word to all: what whoever keeps the house has decided, known to all its servers."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import visitor_of
from domik.server.cluster.pubsub import PubSub
from domik.server.edge.monitoring import MONITORING
from domik.server.http.params import client_address
from domik.server.rendering.responses import error_response
from domik.server.store import Store

BAN = "ban"  # of the shelf: by an address, or by what is stored of somebody
ANNOUNCEMENT = "word"  # under the empty key: what every page shows
MAX_BANS = 1000
REFUSED = 1008  # a WebSocket closed before it was accepted: uvicorn answers 403
EXEMPT = (*MONITORING, "/static/", "/host")  # a host who banned their own address can still lift it


class Bans:
    """Who may not come in, and what everybody is told."""

    def __init__(self, store: Store, between: PubSub, tell_all: Callable[[str], None]) -> None:
        self._store = store
        self._pubsub = between
        self._broadcast = tell_all  # who has a table open here
        self.banned: dict[str, str] = {}  # whom: what they were called
        self.announcement = ""
        between.subscribe(BAN, self._on_ban)
        between.subscribe(ANNOUNCEMENT, self._on_announcement)

    async def load(self) -> None:
        """What was decided before."""
        self.banned = {
            who: name.decode() for who, name in (await self._store.key_value.get_all(BAN, "", MAX_BANS)).items()
        }
        found = await self._store.key_value.get(ANNOUNCEMENT, "", "")
        self.announcement = found.decode() if found else ""

    def is_banned(self, connection: HTTPConnection) -> bool:
        """Whether somebody is banned, by their address or by their cookie."""
        if not self.banned:
            return False
        return client_address(connection) in self.banned or visitor_of(connection).owner in self.banned

    async def ban(self, who: str, name: str) -> None:
        """From now on, everywhere."""
        await self._store.key_value.put(BAN, "", who, name.encode())
        self._pubsub.publish(BAN, msgspec.json.encode((who, name)).decode())

    async def unban(self, who: str) -> None:
        """Let them in again."""
        await self._store.key_value.delete(BAN, "", who)
        self._pubsub.publish(BAN, msgspec.json.encode((who, "")).decode())

    async def announce(self, text: str) -> None:
        """A word on every page; none takes the last one away."""
        await self._store.key_value.put(ANNOUNCEMENT, "", "", text.encode())
        self._pubsub.publish(ANNOUNCEMENT, text)

    def _on_ban(self, text: str) -> None:
        who, name = msgspec.json.decode(text, type=tuple[str, str])
        if name:
            self.banned[who] = name
        else:
            self.banned.pop(who, None)

    def _on_announcement(self, text: str) -> None:
        self.announcement = text
        if text:
            self._broadcast(text)


class BanCheck:
    """Middleware that refuses those who are banned."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look up the address and the cookie."""
        if scope["type"] not in ("http", "websocket") or not self.is_banned(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(REFUSED)(scope, receive, send)
        else:
            await error_response(Request(scope), 403, Phrase("web.error.banned"))(scope, receive, send)

    def is_banned(self, scope: Scope) -> bool:
        """Whether this is a request or a socket of somebody who is banned."""
        bans: Bans = scope["app"].state.bans
        return not scope["path"].startswith(EXEMPT) and bans.is_banned(HTTPConnection(scope))
