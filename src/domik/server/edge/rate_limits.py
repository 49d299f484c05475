"""Rate limits on requests, rendered boards and new sockets, per address and per visitor."""

from __future__ import annotations

import asyncio
import re

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import visitor_of
from domik.server.cluster.relay import RELAYED_SCOPE
from domik.server.edge.monitoring import MONITORING
from domik.server.http.limits import RateLimits, TokenBuckets
from domik.server.http.requests import client_address, service
from domik.server.rendering.responses import error_response

# Pages that replay a game, or draw or review a board
EXPENSIVE = re.compile(r"^/t/[^/]+/(step|picture|replay|review|learn)\b|^/(learn|puzzles)/.")
NO_SUCH, TOO_MANY = 404, 429
TOO_FAST = 4429  # a WebSocket closed before it was accepted: uvicorn answers 403
GUESSES = 5.0  # extra requests that a request for a page that does not exist counts as


def limit_keys(connection: HTTPConnection) -> tuple[str, str]:
    """The visitor and address that limits count by; all new visitors at one address count as one."""
    visitor, address = visitor_of(connection), client_address(connection)
    return address if visitor.is_new else visitor.owner, address


class RateLimitMiddleware:
    """Refuse what exceeds the limits; what another node forwards was counted there."""

    def __init__(self, app: ASGIApp, requests: TokenBuckets, pause: float) -> None:
        self.app = app
        self.requests = requests
        self.pause = pause  # seconds before a refusal is sent: refusals cost something, too

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or RELAYED_SCOPE in scope or scope["path"] in MONITORING:
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self.answer(Request(scope, receive), receive, send)
        elif self.kinds(scope).sockets.allows(*limit_keys(HTTPConnection(scope))):
            await self.app(scope, receive, send)
        else:
            await asyncio.sleep(self.pause)
            await WebSocketClose(TOO_FAST)(scope, receive, send)

    async def answer(self, request: Request, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it after a pause."""
        address = client_address(request)

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == NO_SUCH:
                self.requests.charge(address, GUESSES)  # discourages guessing of table ids
            await send(message)

        if self.allows(request, address):
            await self.app(request.scope, receive, send_counted)
        else:
            await asyncio.sleep(self.pause)
            await error_response(request, TOO_MANY, Phrase("web.error.fast"))(request.scope, receive, send)

    def allows(self, request: Request, address: str) -> bool:
        """Take a token for the request, and another one if it is expensive."""
        if not self.requests.take(address):
            return False
        is_expensive = EXPENSIVE.search(request.scope["path"])
        return not is_expensive or self.kinds(request.scope).board_renders.allows(*limit_keys(request))

    def kinds(self, scope: Scope) -> RateLimits:
        return service(scope, RateLimits)
