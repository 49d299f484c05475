"""The door: who is let in, how long somebody may stand in it, and how it is shut.

Every connection costs a descriptor, and there is an end to those. So nobody may hold more than a share of them, nor
come and go without end; whoever does not say within a few seconds what they want is shown out, and when all places are
taken the one who has been silent for longest makes room for the next.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from domik.server.http.asked import household
from domik.server.http.limits import Buckets

if TYPE_CHECKING:
    from starlette.applications import Starlette

log = logging.getLogger("domik.server")
HEAD = 10.0  # seconds in which somebody has to say what they want
RESERVED = 64  # descriptors for the data file, the bots' processes, and answers to those who are turned away
MOST_OPEN = 20_000
MOST_UNREAD = 4  # messages of one page that wait; it is not read on before they are
BINARY = 0x82  # the first byte of a message that is one frame of bytes
HEAD_16, HEAD_64 = struct.Struct("!BBH"), struct.Struct("!BBQ")
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n"
    b"connection: close\r\ncontent-length: 46\r\n\r\nDomik has no place left; try again in a moment"
)


def frame_head(length: int) -> bytes:
    """What goes before a binary message of this length (RFC 6455, 5.2); a server masks nothing."""
    if length < 126:
        return bytes((BINARY, length))
    return HEAD_16.pack(BINARY, 126, length) if length < 65536 else HEAD_64.pack(BINARY, 127, length)


def descriptors() -> int:
    """How many descriptors this process may have; asks for as many as it can get."""
    try:
        import resource
    except ImportError:  # not everywhere
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_OPEN + RESERVED if hard == resource.RLIM_INFINITY else min(hard, MOST_OPEN + RESERVED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return wanted if soft == resource.RLIM_INFINITY else int(soft)


class Door:
    """All connections of one server."""

    def __init__(
        self,
        most: int | None = None,
        most_each: int = 250,
        head: float = HEAD,
        coming: tuple[float, float] = (500, 80),
    ) -> None:
        self.most = most if most is not None else min(MOST_OPEN, max(16, descriptors() - RESERVED))
        self.most_each = most_each
        self.head = head
        self.coming = Buckets(*coming)  # of one address: so many at once, and so many a second
        self.each: Counter[str] = Counter()
        self.inside: dict[asyncio.BaseTransport, str] = {}
        self.silent: OrderedDict[asyncio.BaseTransport, None] = OrderedDict()  # who has not said what they want
        self.turned_away = 0

    def comes(self, transport: asyncio.Transport, address: str, is_proxy: bool) -> bool:
        """Whether there is a place; a proxy speaks for many."""
        if not is_proxy and (self.each[address] >= self.most_each or not self.coming.take(address)):
            self.turned_away += 1
            return False
        if len(self.inside) >= self.most:
            if not self.silent:
                self.turned_away += 1
                return False
            longest, _ = self.silent.popitem(last=False)
            assert isinstance(longest, asyncio.Transport)
            self.goes(longest)
            longest.abort()
        self.inside[transport] = address
        self.each[address] += 1
        self.silent[transport] = None
        return True

    def speaks(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has said what they want."""
        self.silent.pop(transport, None)

    def falls_silent(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has their answer, and may ask again."""
        if transport in self.inside:
            self.silent[transport] = None

    def goes(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is gone."""
        self.silent.pop(transport, None)
        address = self.inside.pop(transport, None)
        if address is not None:
            self.each[address] -= 1
            if self.each[address] <= 0:
                del self.each[address]


class Connection(H11Protocol):
    """A connection that is counted, and whose patience with half a request has an end."""

    door: Door
    proxies: Any = None  # networks whose members speak for others
    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        is_proxy = not peer or (self.proxies is not None and peer in self.proxies)
        if not self.door.comes(transport, household(peer), is_proxy):
            transport.write(FULL)
            transport.close()
            return
        self.late = self.loop.call_later(self.door.head, self.show_out)

    def data_received(self, data: bytes) -> None:
        """Somebody speaks; half a request gets so many seconds to become a whole one."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self.patient()
            self.door.speaks(self.transport)
        elif self.late is None:
            self.late = self.loop.call_later(self.door.head, self.show_out)

    def patient(self) -> None:
        """No hurry any more."""
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def show_out(self) -> None:
        """Too late."""
        self.late = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Answered."""
        super().on_response_complete()
        self.door.falls_silent(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self.patient()
        self.door.goes(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a live socket."""
        self.patient()
        self.door.speaks(self.transport)
        super().handle_websocket_upgrade(event)


class Unread:
    """What a page has said that nobody has read yet: a queue for one reader, a tenth of asyncio's in memory."""

    __slots__ = ("_items", "_reader")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        """Something more."""
        self._items.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The next one, when it is there."""
        while not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        self._reader = None
        return self._items.pop(0)

    def qsize(self) -> int:
        """How many."""
        return len(self._items)

    def empty(self) -> bool:
        """Whether all was read."""
        return not self._items


class LiveConnection(WebSocketsSansIOProtocol):
    """A live socket that is counted until it is gone, and small: thousands may only listen."""

    door: Door

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = Unread()  # type: ignore[assignment]

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


def through(door: Door, proxies: Any = None) -> dict[str, Any]:
    """What uvicorn has to know to use this door."""
    return {
        "http": type("Connection", (Connection,), {"door": door, "proxies": proxies}),
        "ws": type("LiveConnection", (LiveConnection,), {"door": door}),
    }


class Server(uvicorn.Server):
    """A server that is shut at once: whoever waits for news gets an answer first."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self.application = app

    async def shutdown(self, sockets: Any = None) -> None:
        """Wake those who wait, then close."""
        rooms = getattr(self.application.state, "rooms", None)
        if rooms is not None:
            self.application.state.is_stopping = True
            rooms.wake()
            self.application.state.ears.close()
            await rooms.house.thinking.dismiss()
        await super().shutdown(sockets)
