"""Live sockets: connections of pages that hear of every move."""

from __future__ import annotations

import asyncio
import struct
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

if TYPE_CHECKING:
    from domik.server.door.door import Door

MOST_UNREAD = 4  # messages of one page that wait; it is not read on before they are
READ_AT_ONCE = 2048  # bytes
BINARY = 0x82  # the first byte of a message that is one frame of bytes
HEAD_16, HEAD_64 = struct.Struct("!BBH"), struct.Struct("!BBQ")


def frame_head(length: int) -> bytes:
    """What goes before a binary message of this length (RFC 6455, 5.2); a server masks nothing."""
    if length < 126:
        return bytes((BINARY, length))
    return HEAD_16.pack(BINARY, 126, length) if length < 65536 else HEAD_64.pack(BINARY, 127, length)


class Unread:
    """What a page has said that nobody has read yet: a queue for one reader, a tenth of asyncio's in memory."""

    __slots__ = ("_items", "_reader")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._reader: asyncio.Future[Any] | None = None  # who waits for the next one

    def put_nowait(self, item: Any) -> None:
        """Something more."""
        reader, self._reader = self._reader, None
        if reader is not None and not reader.done():
            reader.set_result(item)
        else:
            self._items.append(item)

    def get(self) -> asyncio.Future[Any]:
        """The next one, when it is there."""
        found: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._items:
            found.set_result(self._items.pop(0))
        else:
            self._reader = found
        return found

    def qsize(self) -> int:
        """How many."""
        return len(self._items)

    def empty(self) -> bool:
        """Whether all was read."""
        return not self._items


class Writable:
    """Whether a page can be written to: an event for those who write, a tenth of asyncio's in memory."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] | None = None  # while it cannot

    def is_set(self) -> bool:
        """Whether it can."""
        return self._waiting is None

    def set(self) -> None:
        """It can again."""
        waiting, self._waiting = self._waiting, None
        for one in waiting or ():
            if not one.done():
                one.set_result(None)

    def clear(self) -> None:
        """Its buffer is full."""
        if self._waiting is None:
            self._waiting = []

    async def wait(self) -> None:
        """Until it can."""
        while self._waiting is not None:
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(mine)
            await mine


class LiveConnection(WebSocketsSansIOProtocol):
    """A live socket that is counted until it is gone, and small: thousands may only listen."""

    # What uvicorn keeps of a socket: more names than Python lets the dictionaries of many objects share.
    __slots__ = (
        "app", "app_state", "asgi_version", "client", "close_sent", "close_timer", "config", "conn", "connections",
        "curr_msg_data_type", "default_headers", "frames", "handshake_complete", "handshake_initiated",
        "initial_response", "last_ping_rtt", "logger", "loop", "pending_ping_payload", "ping_interval",
        "ping_sent_at", "ping_timeout", "ping_timer", "pong_timer", "queue", "read_paused", "request", "response",
        "root_path", "scheme", "scope", "server", "tasks", "transport", "writable",
    )  # fmt: skip
    door: Door

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = Unread()  # type: ignore[assignment]
        self.writable = Writable()  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Read little at a time: thousands of small messages in one go would keep all others waiting."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):  # of the sockets that asyncio watches on most systems
            transport.max_size = READ_AT_ONCE

    def start_keepalive(self) -> None:
        """The handshake is done: what was said there is not needed any more."""
        super().start_keepalive()
        self.request.headers.clear()  # websockets' parser still holds the request itself
        del self.request, self.response

    def post(self, data: bytes) -> bool:
        """Send a message in one step; False where it has to take the long way, since the page is slow or leaving."""
        transport = self.transport
        if self.close_sent or not self.writable.is_set() or self.conn.state is not OPEN or transport.is_closing():
            return False
        transport.write(frame_head(len(data)) + data)
        return True

    def receive(self) -> asyncio.Future[Any]:  # type: ignore[override]
        """The next message, when it is there; no coroutine waits for it."""
        found = self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return found  # type: ignore[return-value]

    def send_receive_event_to_app(self) -> None:
        """Stop reading only when much is unread: to stop and go on for every message costs more than to read it."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= MOST_UNREAD and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self.door.goes(self.transport)
        super().connection_lost(exc)
