"""Bans and the administrator's announcement, known to all nodes."""

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
from domik.server.http.requests import client_address, service
from domik.server.rendering.responses import error_response
from domik.server.rendering.templates import Announcement
from domik.server.store import Store

BAN = "ban"  # key-value kind; the key is an address or an owner
ANNOUNCEMENT = "word"  # key-value kind with an empty key: the text that every page shows
MAX_BANS = 1000
REFUSED = 1008  # a WebSocket closed before it was accepted: uvicorn answers 403
EXEMPT = (*MONITORING, "/static/", "/host")  # an administrator who banned their own address can still lift the ban


class Bans:
    """Banned addresses and owners, and the current announcement."""

    def __init__(
        self, store: Store, between: PubSub, announcement: Announcement, tell_all: Callable[[str], None]
    ) -> None:
        self._store = store
        self._pubsub = between
        self._broadcast = tell_all  # shows a text on the tables open at this node
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
        """Whether a client is banned by its address or its cookie."""
        if not self.banned:
            return False
        return client_address(connection) in self.banned or visitor_of(connection).owner in self.banned

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
        else:
            self.banned.pop(who, None)

    def _on_announcement(self, text: str) -> None:
        self.announcement.text = text
        if text:
            self._broadcast(text)


class BanCheck:
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
