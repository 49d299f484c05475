"""The outgoing message queue of one live socket, written in order by one task."""

from __future__ import annotations

import asyncio

from starlette.types import Message, Send
from starlette.websockets import WebSocketDisconnect

CLOSE_RECONNECT = 1012  # close code 1012: the page reconnects and gets what it missed
MOST_WAITING = 64  # messages that may wait for a slow page


class Outbox:
    """Messages for one page. Posting never waits; a page that reads too slowly has to reconnect.

    The writing task exists only while there is something to write: most pages are idle most of the time.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._messages: list[Message] = []
        self._writing: asyncio.Task[None] | None = None
        self.is_closed = False

    def post(self, data: bytes) -> None:
        """Queue a message behind those already posted."""
        if self.is_closed:
            return
        if len(self._messages) >= MOST_WAITING:
            self.close(CLOSE_RECONNECT)
        else:
            self._put({"type": "websocket.send", "bytes": data})

    def close(self, code: int) -> None:
        """Close the socket from this side and drop queued messages."""
        if not self.is_closed:
            self.is_closed = True
            self._messages.clear()
            self._put({"type": "websocket.close", "code": code})

    def stop(self) -> None:
        """Stop writing, after the other side has closed the socket."""
        self.is_closed = True
        self._messages.clear()
        if self._writing is not None:
            self._writing.cancel()

    def _put(self, message: Message) -> None:
        self._messages.append(message)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._messages:
                await self._send(self._messages.pop(0))
        except (OSError, RuntimeError, WebSocketDisconnect):  # the page is gone; the reading side notices it too
            self.is_closed = True
            self._messages.clear()
        finally:
            self._writing = None
