"""Ears: the bots that listen for events here, and how events reach them on whichever server they listen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

from domik.server.api.forms import Event
from domik.server.http.streams import PULSE, event
from domik.server.nodes.between import Between

ABOUT = "bot"
MOST_WAITING = 200  # events for one listener that does not read


class Ears:
    """Who listens, by owner."""

    def __init__(self, between: Between) -> None:
        self._between = between
        self._listening: dict[str, set[asyncio.Queue[Event | None]]] = {}
        self._is_closed = False
        between.on(ABOUT, self._heard)

    def tell(self, owner: str, what: Event) -> None:
        """To all ears of a bot, wherever they are."""
        self._between.tell(ABOUT, msgspec.json.encode((owner, what)).decode())

    def _heard(self, text: str) -> None:
        owner, what = msgspec.json.decode(text, type=tuple[str, Event])
        for queue in self._listening.get(owner, ()):
            if not queue.full():
                queue.put_nowait(what)

    async def events(self, owner: str, known: Callable[[], Awaitable[list[Event]]]) -> AsyncIterator[bytes]:
        """What is known already, then what comes; a pulse when nothing does."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(MOST_WAITING)
        self._listening.setdefault(owner, set()).add(queue)
        try:
            yield b": listening\n\n"
            for one in await known():  # asked when the ear is there already, so that nothing is missed between
                yield event(one.type, one)
            while not self._is_closed:
                try:
                    what = await asyncio.wait_for(queue.get(), PULSE)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if what is None:
                    return
                yield event(what.type, what)
        finally:
            self._listening[owner].discard(queue)
            if not self._listening[owner]:
                del self._listening[owner]

    def close(self) -> None:
        """The house is being closed: nobody will hear anything any more."""
        self._is_closed = True
        for queues in self._listening.values():
            for queue in queues:
                if not queue.full():
                    queue.put_nowait(None)
