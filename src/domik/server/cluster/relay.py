"""Middleware that relays requests about a table to the node that holds it."""

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
from domik.server.http.limits import BODY_TIMEOUT, LARGEST_BODY
from domik.server.http.outbox import CLOSE_RECONNECT
from domik.server.http.requests import service
from domik.server.rendering.responses import error_response
from domik.server.store import Store

if TYPE_CHECKING:
    from domik.server.cluster.node_client import NodeClient

TOKEN_HEADER, CLIENT_HEADER, SCHEME_HEADER = "x-domik-seal", "x-domik-client", "x-domik-scheme"
NODE_HEADERS = {TOKEN_HEADER.encode(), CLIENT_HEADER.encode(), SCHEME_HEADER.encode()}
MISDIRECTED = 421  # the response of a node that no longer holds the table
RELAYED_SCOPE = "domik.relayed"  # key in the ASGI scope: another node forwarded the request
RELAY_TIMEOUT = 12.0  # seconds that a request waits for a table whose node is gone: a bit more than a lease
RETRY_PAUSE = 0.2


def nodes_of(scope: Scope) -> NodeClient | None:
    """The client for the other nodes; None where there are none."""
    if not service(scope, Store).leases.are_shared:
        return None
    from domik.server.cluster.node_client import NodeClient  # it needs packages that a single node does not

    return service(scope, NodeClient)


class NodeOriginMiddleware:
    """Restore the original client of requests that another node forwarded.

    It has to be the outermost middleware, and removes the nodes' headers from every request, so that clients cannot
    forge them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            if TOKEN_HEADER in headers:
                nodes = nodes_of(scope)
                if nodes is not None and nodes.is_from_node(headers):
                    client = headers.get(CLIENT_HEADER, "")
                    scope[RELAYED_SCOPE] = True
                    scope["client"] = (client, 0) if client else scope.get("client")
                    scope["scheme"] = headers.get(SCHEME_HEADER, scope["scheme"])
            scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in NODE_HEADERS]
        return self.app(scope, receive, send)  # not awaited here, so that a long-lived socket has one frame less


class ReplayableBody:
    """A request body that can be read again."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._messages: list[Message] = []

    def replay(self) -> Receive:
        """A `receive` that starts from the beginning."""
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
        """The body; what exceeds LARGEST_BODY is truncated, which the other node refuses as well."""
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
        while (await self._receive())["type"] != "http.disconnect":
            pass


class RelayMiddleware:
    """Forward requests about tables that other nodes hold."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Try here, then at the node that holds the table; where that one is gone, retry until RELAY_TIMEOUT."""
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
                if scope.get(RELAYED_SCOPE):  # the forwarding node has to look up the lease again
                    await PlainTextResponse("elsewhere\n", MISDIRECTED)(scope, receive, send)
                    return
                if await self.forward(elsewhere.address, scope, heard, receive, send):
                    return
            if time.monotonic() > end:
                await self.answer_unavailable(scope, receive, send)
                return
            await asyncio.sleep(RETRY_PAUSE)

    async def forward(self, address: str, scope: Scope, heard: ReplayableBody, receive: Receive, send: Send) -> bool:
        """Whether the other node has taken the request."""
        nodes = nodes_of(scope)
        assert nodes is not None
        if scope["type"] == "websocket":
            return await nodes.forward_socket(address, scope, receive, send)
        try:
            async with asyncio.timeout(BODY_TIMEOUT):
                body = await heard.body()
        except TimeoutError:
            await error_response(Request(scope), 408, Phrase("web.error.slow"))(scope, receive, send)
            return True
        passing = asyncio.create_task(nodes.forward_request(address, scope, body, send))
        leaving = asyncio.create_task(heard.wait_for_disconnect())
        try:
            await asyncio.wait({passing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if passing.done():
                return passing.result()
            return True  # the client has disconnected
        except NodeDidNotAnswer:
            await self.answer_unavailable(scope, receive, send)
            return True
        finally:
            for task in (passing, leaving):
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(passing, leaving, return_exceptions=True)

    async def answer_unavailable(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer that no node has the table: sockets are told to reconnect, requests get a 503."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": CLOSE_RECONNECT})
            return
        await error_response(Request(scope), 503, Phrase("data.moving"))(scope, receive, send)
