"""Connection limits: how many requests and live sockets may be open at the same time, by address and in all.

Connections that never become a request are not seen here: uvicorn and a proxy hold those (docs/hosting.md).
"""

from __future__ import annotations

from collections import Counter

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from domik.kernel.phrase import Phrase
from domik.server.cluster.relay import RELAYED_SCOPE
from domik.server.edge.monitoring import MONITORING
from domik.server.http.requests import client_address
from domik.server.rendering.responses import error_response

RESERVED = 64  # file descriptors for the data file, bot processes, and responses to refused clients
MOST_OPEN = 20_000
BUSY = 503
TRY_AGAIN_LATER = 1013  # a WebSocket closed before it was accepted: uvicorn answers 403
RETRY_AFTER = "5"  # seconds


def file_descriptors() -> int:
    """How many file descriptors this process may have; raises the soft limit as far as possible."""
    try:
        import resource
    except ImportError:  # Windows
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_OPEN + RESERVED if hard == resource.RLIM_INFINITY else min(hard, MOST_OPEN + RESERVED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return wanted if soft == resource.RLIM_INFINITY else int(soft)


def most_connections() -> int:
    return min(MOST_OPEN, max(16, file_descriptors() - RESERVED))


class ConnectionLimits:
    """Middleware that counts requests and sockets while they are open."""

    def __init__(self, app: ASGIApp, most_each: int, most: int) -> None:
        self.app = app
        self.most_each = most_each
        self.most = most
        self.open: Counter[str] = Counter()  # by address; "" where it is unknown
        self.total = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a request or socket while it is open; what another node forwards was counted there."""
        if scope["type"] not in ("http", "websocket") or RELAYED_SCOPE in scope or scope["path"] in MONITORING:
            await self.app(scope, receive, send)
            return
        address = client_address(HTTPConnection(scope))
        if self.is_full(address):
            await self.refuse(scope, receive, send)
            return
        self.open[address] += 1
        self.total += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.total -= 1
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    def is_full(self, address: str) -> bool:
        """Whether the total or the address's own limit is reached."""
        return self.total >= self.most or (address != "" and self.open[address] >= self.most_each)

    async def refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose(TRY_AGAIN_LATER)(scope, receive, send)
            return
        response = error_response(Request(scope), BUSY, Phrase("web.error.full"))
        response.headers["retry-after"] = RETRY_AFTER
        await response(scope, receive, send)
