"""Server-sent event streams."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

KEEPALIVE_SECONDS = 15.0  # seconds of silence after which a keepalive is sent
HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
}


def format_event(kind: str, document: Any, number: int | None = None) -> bytes:
    """One event; `number` becomes its id, which a reconnecting client sends back as the last one it received."""
    id = b"" if number is None else b"id: %d\n" % number
    return id + b"event: %s\ndata: %s\n\n" % (kind.encode(), msgspec.json.encode(document))


class EventStream(Response):
    """A response that sends events until there are no more or the client disconnects."""

    def __init__(self, request: Request, events: AsyncIterator[bytes]) -> None:
        super().__init__()
        self.request = request
        self.events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        talking = asyncio.ensure_future(self.send_events(send))
        leaving = asyncio.ensure_future(self.wait_for_disconnect(receive))
        try:
            await asyncio.wait([talking, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (talking, leaving):
                task.cancel()
            await asyncio.gather(talking, leaving, return_exceptions=True)
        if talking.done() and not talking.cancelled() and talking.exception() is None:
            with contextlib.suppress(OSError):
                await send({"type": "http.response.body", "body": b""})

    async def send_events(self, send: Send) -> None:
        async for data in self.events:
            await send({"type": "http.response.body", "body": data, "more_body": True})

    async def wait_for_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
