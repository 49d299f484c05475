"""A wire: the bare channel of one socket. What is sent leaves at once; only where the page is slow does a task wait."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any

from starlette.types import Message, Receive, Send
from starlette.websockets import WebSocketDisconnect

CLOSE_RECONNECT = 1012  # why the server hangs up: the page should come again, and will get what it missed
SENT_AT_ONCE = object()
MAX_QUEUED = 64  # messages that a slow page may owe us


class StartedAwaitable:
    """Something that was begun and waits for `first`: whoever awaits it sees it to its end."""

    def __init__(self, first: object, rest: Generator[Any, None, Any]) -> None:
        self.first = first
        self.rest = rest

    def __await__(self) -> Generator[Any, None, None]:
        try:
            yield self.first
        except BaseException:
            self.rest.close()
            raise
        yield from self.rest


class Outbox:
    """One socket of one page, from the handshake to the end."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._send_now = getattr(getattr(send, "__self__", None), "post", None)  # the server's own, past all layers
        self._queued: list[Message] = []  # behind the one that is on its way
        self._slow_sender: asyncio.Future[None] | None = None  # the task that waits for a page that reads slowly
        self._is_closed = False

    async def receive_text(self) -> str:
        """The next message of the page."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(int(message.get("code", 1005)))
        text: str | None = message.get("text")
        return text or ""

    def send(self, data: bytes) -> None:
        """Send this after all that was sent before; a page that is too slow has to come again."""
        if len(self._queued) >= MAX_QUEUED:
            self.close(CLOSE_RECONNECT)
        elif not self._is_closed and not (
            self._slow_sender is None and self._send_now is not None and self._send_now(data)
        ):
            self._send_message({"type": "websocket.send", "bytes": data})

    def close(self, code: int) -> None:
        """Close the socket from this side: what waits is dropped."""
        if not self._is_closed:
            self._is_closed = True
            self._queued.clear()
            self._send_message({"type": "websocket.close", "code": code})

    def _send_message(self, message: Message) -> None:
        """Most connections take a message at once, without a task of their own: that is tried first."""
        if self._slow_sender is not None:
            self._queued.append(message)
            return
        sending = self._send(message).__await__()
        try:
            first = next(sending, SENT_AT_ONCE)
        except (OSError, RuntimeError):  # the page is gone; whoever reads from the wire learns it too
            self._is_closed = True
            return
        if first is not SENT_AT_ONCE:
            self._slow_sender = asyncio.ensure_future(self._drain(StartedAwaitable(first, sending)))

    async def _drain(self, begun: StartedAwaitable) -> None:
        """Until the page has taken all that waits."""
        try:
            await begun
            while self._queued:  # no name holds what was sent: a page that waits costs no message's memory
                await self._send(self._queued.pop(0))
        except (OSError, RuntimeError):
            self._is_closed = True
        finally:
            self._slow_sender = None

    def abort(self) -> None:
        """The end: nothing leaves any more."""
        self._is_closed = True
        self._queued.clear()
        if self._slow_sender is not None:
            self._slow_sender.cancel()
