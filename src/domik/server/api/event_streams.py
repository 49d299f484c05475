"""Server-sent event streams for bots: one queue per connected listener, fed through pub/sub from every node."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

from domik.server.api.schemas import Event
from domik.server.cluster.pubsub import PubSub
from domik.server.http.streams import KEEPALIVE_SECONDS, format_event

TOPIC = "bot"
MAX_QUEUED = 200  # events per listener that does not read; further ones are dropped


class BotEventStreams:
    """Queues of the listeners connected to this node, by owner hash."""

    def __init__(self, between: PubSub) -> None:
        self._pubsub = between
        self._queues: dict[str, set[asyncio.Queue[Event | None]]] = {}
        self._is_closed = False
        between.subscribe(TOPIC, self._deliver)

    def publish(self, owner: str, what: Event) -> None:
        """Send an event to all listeners of a bot, on every node."""
        self._pubsub.publish(TOPIC, msgspec.json.encode((owner, what)).decode())

    def _deliver(self, text: str) -> None:
        owner, what = msgspec.json.decode(text, type=tuple[str, Event])
        for queue in self._queues.get(owner, ()):
            if not queue.full():
                queue.put_nowait(what)

    async def stream(self, owner: str, known: Callable[[], Awaitable[list[Event]]]) -> AsyncIterator[bytes]:
        """Yield the known events, then new ones as they arrive, with keep-alive comments in between."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(MAX_QUEUED)
        self._queues.setdefault(owner, set()).add(queue)
        try:
            yield b": listening\n\n"
            told = [format_event(one.type, one) for one in await known()]  # queried after subscribing: none is missed
            waiting = queue.qsize()  # and these may be told already
            for data in told:
                yield data
            while not self._is_closed:
                try:
                    what = await asyncio.wait_for(queue.get(), KEEPALIVE_SECONDS)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if what is None:
                    return
                data, waiting = format_event(what.type, what), waiting - 1
                if waiting < 0 or data not in told:
                    yield data
        finally:
            self._queues[owner].discard(queue)
            if not self._queues[owner]:
                del self._queues[owner]

    def close(self) -> None:
        """End all streams; the server is shutting down."""
        self._is_closed = True
        for queues in self._queues.values():
            for queue in queues:
                if not queue.full():
                    queue.put_nowait(None)
