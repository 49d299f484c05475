"""The door: who is let in, how long somebody may stand in it, and how it is shut.

Every connection costs a descriptor, and there is an end to those. So nobody may hold more than a share of them, nor
come and go without end; whoever does not say within a few seconds what they want is shown out, and when all places are
taken the one who has been silent for longest makes room for the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from domik.server.door.sockets import LiveConnection
from domik.server.door.threshold import AT_ONCE, FULL, WAITING, Threshold
from domik.server.http.limits import TokenBuckets
from domik.server.http.params import address_prefix

if TYPE_CHECKING:
    from starlette.applications import Starlette

log = logging.getLogger("domik.server")
HEAD = 10.0  # seconds in which somebody has to say what they want
RESERVED = 64  # descriptors for the data file, the bots' processes, and answers to those who are turned away
MOST_OPEN = 20_000


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
        proxies: Container[str] = (),
    ) -> None:
        self.most = most if most is not None else min(MOST_OPEN, max(16, descriptors() - RESERVED))
        self.most_each = most_each
        self.head = head
        self.coming = TokenBuckets(*coming)  # of one address: so many at once, and so many a second
        self.proxies = proxies
        self.each: Counter[str] = Counter()
        self.inside: dict[asyncio.BaseTransport, str] = {}
        self.silent: OrderedDict[asyncio.BaseTransport, None] = OrderedDict()  # who has not said what they want
        self.expected: set[tuple[str, int]] = set()  # whom the threshold let in, until they are here
        self.turned_away = 0

    def speaks_for_many(self, peer: str) -> bool:
        """Whether this is a proxy; whoever comes through a socket file has no address."""
        return not peer or peer in self.proxies

    def expects(self, peer: str, port: int) -> bool:
        """Whether somebody at the threshold may come in; how often they come is counted here."""
        is_welcome = self.is_welcome(peer)
        if is_welcome:
            self.expected.add((peer, port))
        else:
            self.turned_away += 1
        return is_welcome

    def is_welcome(self, peer: str, is_expected: bool = False) -> bool:
        """Whether somebody neither holds nor comes too much; a proxy speaks for many."""
        address = address_prefix(peer)
        return self.speaks_for_many(peer) or (
            self.each[address] < self.most_each and (is_expected or self.coming.take(address))
        )

    def comes(self, transport: asyncio.Transport, peer: str, port: int = 0) -> bool:
        """Whether there is a place for somebody, whom the threshold may have counted."""
        is_expected = (peer, port) in self.expected
        self.expected.discard((peer, port))
        if not self.is_welcome(peer, is_expected):
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
        self.inside[transport] = address = address_prefix(peer)
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
    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes."""
        super().connection_made(transport)
        if self.door.comes(transport, *(self.client or ("", 0))):
            self.late = self.loop.call_later(self.door.head, self.show_out)
        else:
            transport.write(FULL)
            transport.close()

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


def through(door: Door) -> dict[str, Any]:
    """What uvicorn has to know to use this door."""
    return {
        "http": type("Connection", (Connection,), {"door": door}),
        "ws": type("LiveConnection", (LiveConnection,), {"door": door}),
        "backlog": AT_ONCE,
    }


class Server(uvicorn.Server):
    """A server with a door, that is shut at once: whoever waits for news gets an answer first."""

    def __init__(self, config: uvicorn.Config, app: Starlette, thresholds: Sequence[Threshold] = ()) -> None:
        super().__init__(config)
        self.application = app
        for one in thresholds:
            one.door = getattr(config.http, "door", None)

    async def startup(self, sockets: Any = None) -> None:
        """Open; the system keeps more who come than asyncio, which knows one number for both, lets in at once."""
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                with listening.dup() as same:
                    same.listen(WAITING)

    async def shutdown(self, sockets: Any = None) -> None:
        """Wake those who wait, then close."""
        rooms = getattr(self.application.state, "live_tables", None)
        if rooms is not None:
            self.application.state.is_stopping = True
            rooms.release_waiters()
            self.application.state.bot_events.close()
            await rooms.services.bot_pool.cancel_all()
        await super().shutdown(sockets)
