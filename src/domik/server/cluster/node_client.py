"""The HTTP and WebSocket client that forwards requests to other nodes, authenticated by a shared token."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
from urllib.parse import urlsplit

import httpx
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from domik.server.cluster.relay import CLIENT_HEADER, MISDIRECTED, SCHEME_HEADER, TOKEN_HEADER
from domik.server.http.errors import NodeDidNotAnswer
from domik.server.http.outbox import CLOSE_RECONNECT

HOP_BY_HOP_HEADERS = {
    "connection",
    "keep-alive",
    "transfer-encoding",
    "te",
    "trailer",
    "upgrade",
    "proxy-connection",
    "date",
}
UNSENDABLE_CODES = (1005, 1006)  # close codes of a socket that ended without a close frame; they may not be sent


class NodeClient:
    """Forwards requests and sockets; `key` is the signing key that all nodes share."""

    def __init__(self, key: str) -> None:
        self.token = hmac.new(key.encode(), b"between nodes", hashlib.sha256).hexdigest()
        timeout = httpx.Timeout(60, connect=2)
        self._client = httpx.AsyncClient(timeout=timeout, limits=httpx.Limits(max_connections=400), trust_env=False)

    async def close(self) -> None:
        await self._client.aclose()

    def is_from_node(self, headers: Headers) -> bool:
        """Whether a request carries the token that only nodes know."""
        return hmac.compare_digest(headers.get(TOKEN_HEADER, "").encode(), self.token.encode())

    def forwarded_headers(self, scope: Scope) -> list[tuple[str, str]]:
        """The headers of a request, with the token and the original client and scheme."""
        client = scope.get("client")
        kept = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        ours = [
            (TOKEN_HEADER, self.token),
            (CLIENT_HEADER, client[0] if client else ""),
            (SCHEME_HEADER, scope["scheme"]),
        ]
        return [(name, value) for name, value in kept if name not in HOP_BY_HOP_HEADERS] + ours

    # ---- requests --------------------------------------------------------------------------------------

    async def forward_request(self, address: str, scope: Scope, body: bytes, send: Send) -> bool:
        """Let another node answer; false when it does not, and nothing has been sent yet.

        NodeDidNotAnswer where a request other than GET may have been carried out.
        """
        url = address + path_and_query(scope)
        request = self._client.build_request(scope["method"], url, headers=self.forwarded_headers(scope), content=body)
        try:
            answer = await self._client.send(request, stream=True)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return False
        except httpx.HTTPError:
            if scope["method"] != "GET":  # it may have been carried out: the client has to check
                raise NodeDidNotAnswer() from None
            return False
        try:
            if answer.status_code == MISDIRECTED:
                return False
            headers = [(name.lower(), value) for name, value in answer.headers.raw]
            kept = [(name, value) for name, value in headers if name.decode("latin-1") not in HOP_BY_HOP_HEADERS]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": kept})
            async for chunk in answer.aiter_raw():
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await answer.aclose()
        return True

    # ---- sockets ---------------------------------------------------------------------------------------

    async def forward_socket(self, address: str, scope: Scope, receive: Receive, send: Send) -> bool:
        """Proxy a socket to another node; false when that does not open, and nothing has been sent yet."""
        there = urlsplit(address)
        host = Headers(scope=scope).get("host", there.netloc)
        headers = [
            pair
            for pair in self.forwarded_headers(scope)
            if pair[0] != "host" and not pair[0].startswith("sec-websocket")
        ]
        try:
            far = await connect(
                f"ws://{host}{path_and_query(scope)}",
                host=there.hostname,
                port=there.port or 80,
                additional_headers=headers,
                user_agent_header=None,
                compression=None,
                max_size=None,
                open_timeout=3,
                proxy=None,
            )
        except (OSError, InvalidHandshake, TimeoutError):
            return False
        await receive()
        await send({"type": "websocket.accept"})
        talking = [asyncio.create_task(pump_to_client(far, send)), asyncio.create_task(pump_to_node(far, receive))]
        try:
            await asyncio.wait(talking, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in talking:
                one.cancel()
            await asyncio.gather(*talking, return_exceptions=True)
            await far.close()
        return True


def path_and_query(scope: Scope) -> str:
    """The undecoded path and query string of a request."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    asked: bytes = scope["query_string"]
    return (path.split(b"?")[0] + (b"?" + asked if asked else b"")).decode("latin-1")


async def pump_to_client(far: ClientConnection, send: Send) -> None:
    """Copy messages from the other node to the page, then its close code."""
    with contextlib.suppress(ConnectionClosed):
        async for said in far:
            message: Message = {"type": "websocket.send"}
            message["text" if isinstance(said, str) else "bytes"] = said
            await send(message)
    code = far.close_code or CLOSE_RECONNECT
    with contextlib.suppress(OSError, RuntimeError):  # the page closed first
        await send({"type": "websocket.close", "code": CLOSE_RECONNECT if code in UNSENDABLE_CODES else code})


async def pump_to_node(far: ClientConnection, receive: Receive) -> None:
    with contextlib.suppress(ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await far.send(text if text is not None else message.get("bytes") or b"")
