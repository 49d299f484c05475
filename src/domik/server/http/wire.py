"""A wire: the bare channel of one socket. What is sent leaves at once; only where the page is slow does a task wait."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any

from starlette.types import Message, Receive, Send
from starlette.websockets import WebSocketDisconnect

COME_AGAIN = 1012  # why the server hangs up: the page should come again, and will get what it missed
SENT = object()
MOST_WAITING = 64  # messages that a slow page may owe us


class Begun:
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


class Wire:
    """One socket of one page, from the handshake to the end."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._quick = getattr(getattr(send, "__self__", None), "post", None)  # the server's own, past all layers
        self._waiting: list[Message] = []  # behind the one that is on its way
        self._slow: asyncio.Future[None] | None = None  # the task that waits for a page that reads slowly
        self._hung_up = False

    async def text(self) -> str:
        """The next message of the page."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(int(message.get("code", 1005)))
        text: str | None = message.get("text")
        return text or ""

    def post(self, data: bytes) -> None:
        """Send this after all that was sent before; a page that is too slow has to come again."""
        if len(self._waiting) >= MOST_WAITING:
            self.hang_up(COME_AGAIN)
        elif not self._hung_up and not (self._slow is None and self._quick is not None and self._quick(data)):
            self._forward({"type": "websocket.send", "bytes": data})

    def hang_up(self, code: int) -> None:
        """Close the socket from this side: what waits is dropped."""
        if not self._hung_up:
            self._hung_up = True
            self._waiting.clear()
            self._forward({"type": "websocket.close", "code": code})

    def _forward(self, message: Message) -> None:
        """Most connections take a message at once, without a task of their own: that is tried first."""
        if self._slow is not None:
            self._waiting.append(message)
            return
        sending = self._send(message).__await__()
        try:
            first = next(sending, SENT)
        except (OSError, RuntimeError):  # the page is gone; whoever reads from the wire learns it too
            self._hung_up = True
            return
        if first is not SENT:
            self._slow = asyncio.ensure_future(self._wait(Begun(first, sending)))

    async def _wait(self, begun: Begun) -> None:
        """Until the page has taken all that waits."""
        try:
            await begun
            while self._waiting:  # no name holds what was sent: a page that waits costs no message's memory
                await self._send(self._waiting.pop(0))
        except (OSError, RuntimeError):
            self._hung_up = True
        finally:
            self._slow = None

    def cut(self) -> None:
        """The end: nothing leaves any more."""
        self._hung_up = True
        self._waiting.clear()
        if self._slow is not None:
            self._slow.cancel()
