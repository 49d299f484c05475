"""The relay: whatever is asked about a table that another node keeps goes there, whole, and the answer comes back."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domik.kernel.phrase import Phrase
from domik.server.http.errors import HeldByOtherNode, NodeDidNotAnswer
from domik.server.http.limits import LARGEST_BODY
from domik.server.http.outbox import CLOSE_RECONNECT
from domik.server.rendering.responses import error_response

if TYPE_CHECKING:
    from domik.server.cluster.node_client import NodeClient

TOKEN_HEADER, CLIENT_HEADER, SCHEME_HEADER = "x-domik-seal", "x-domik-client", "x-domik-scheme"
NODE_HEADERS = {TOKEN_HEADER.encode(), CLIENT_HEADER.encode(), SCHEME_HEADER.encode()}
MISDIRECTED = 421  # what a node says that does not keep the table any more
RELAYED_SCOPE = "domik.relayed"  # in a request's scope: another node sent it on
RELAY_TIMEOUT = 12.0  # seconds that a request waits for a table whose node is gone: a lease and a bit
RETRY_PAUSE = 0.2


class NodeOriginMiddleware:
    """The outermost layer of a node: a request that another one sent on is its visitor's, not the node's."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """See who really asks; nobody else may claim to be a node."""
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            if TOKEN_HEADER in headers:
                nodes: NodeClient | None = scope["app"].state.nodes
                if nodes is not None and nodes.is_from_node(headers):
                    client = headers.get(CLIENT_HEADER, "")
                    scope[RELAYED_SCOPE] = True
                    scope["client"] = (client, 0) if client else scope.get("client")
                    scope["scheme"] = headers.get(SCHEME_HEADER, scope["scheme"])
            scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in NODE_HEADERS]
        return self.app(scope, receive, send)  # not awaited here: a socket that listens for hours needs no such layer


class ReplayableBody:
    """A request's body, which can be read again."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._messages: list[Message] = []

    def replay(self) -> Receive:
        """Everything from the beginning."""
        before = list(self._messages)

        async def receive() -> Message:
            if before:
                return before.pop(0)
            message = await self._receive()
            if message["type"] == "http.request" and len(self._messages) < LARGEST_BODY:
                self._messages.append(message)
            return message

        return receive

    async def body(self) -> bytes:
        """All of it; more than anybody may send is cut off, which the other node refuses as we would."""
        receive, data = self.replay(), b""
        while len(data) <= LARGEST_BODY:
            message = await receive()
            if message["type"] != "http.request":
                break
            data += message.get("body", b"")
            if not message.get("more_body"):
                break
        return data

    async def wait_for_disconnect(self) -> None:
        """Until whoever asked has gone."""
        while (await self._receive())["type"] != "http.disconnect":
            pass


class RelayMiddleware:
    """A layer around all addresses."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Try it here; where a table is elsewhere, try it there; where its node is gone, until it is here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        heard, end = ReplayableBody(receive), time.monotonic() + RELAY_TIMEOUT
        while True:
            try:
                again = heard.replay() if scope["type"] == "http" else receive
                await self.app(dict(scope), again, send)
                return
            except HeldByOtherNode as elsewhere:
                if scope.get(RELAYED_SCOPE):  # whoever sent it here has to look again
                    await PlainTextResponse("elsewhere\n", MISDIRECTED)(scope, receive, send)
                    return
                if await self.forward(elsewhere.address, scope, heard, receive, send):
                    return
            if time.monotonic() > end:
                await self.answer_unavailable(scope, receive, send)
                return
            await asyncio.sleep(RETRY_PAUSE)

    async def forward(self, address: str, scope: Scope, heard: ReplayableBody, receive: Receive, send: Send) -> bool:
        """Whether the other node has taken it."""
        nodes: NodeClient = scope["app"].state.nodes
        if scope["type"] == "websocket":
            return await nodes.forward_socket(address, scope, receive, send)
        passing = asyncio.create_task(nodes.forward_request(address, scope, await heard.body(), send))
        leaving = asyncio.create_task(heard.wait_for_disconnect())
        try:
            await asyncio.wait({passing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if passing.done():
                return passing.result()
            return True  # nobody waits for the answer any more
        except NodeDidNotAnswer:
            await self.answer_unavailable(scope, receive, send)
            return True
        finally:
            for task in (passing, leaving):
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(passing, leaving, return_exceptions=True)

    async def answer_unavailable(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Nobody has the table: a page comes again, a request gets a sentence."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": CLOSE_RECONNECT})
            return
        await error_response(Request(scope), 503, Phrase("data.moving"))(scope, receive, send)
