"""A session: one socket at work. It takes wishes and sends back what changed."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from starlette.websockets import WebSocketDisconnect

from domik.kernel.errors import DomikError, IllegalMove
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of, is_action
from domik.server.http.errors import Refused
from domik.server.http.limits import LARGEST_MESSAGE, Patience
from domik.server.http.wire import COME_AGAIN, Wire
from domik.server.live.news import greet, push
from domik.server.live.room import Room
from domik.server.live.rooms import Rooms
from domik.server.live.wishes import Wish, grant
from domik.server.sight.pens import words_pen
from domik.server.sight.viewer import Viewer
from domik.table.clock import MINUTE

TOO_FAST = 4429
PING, PONG = '{"do":"ping"}', b"{}"  # a page that has heard nothing for a while asks whether the line holds


decoder = msgspec.json.Decoder(Wish)


class Session:
    """One socket at work."""

    def __init__(self, rooms: Rooms, room: Room, viewer: Viewer, wire: Wire) -> None:
        self.rooms = rooms
        self.room = room
        self.viewer = viewer
        self.wire = wire

    async def run(self) -> None:
        """Greet the page and read what it wishes until it is gone."""
        viewer, room = self.viewer, self.room
        metrics = room.house.metrics
        old, viewer.wire = viewer.wire, self.wire
        if old is not None:  # the page has come back by another socket before its last one was found dead
            old.hang_up(COME_AGAIN)
        metrics.sockets += 1
        try:
            async with room.lock:
                greet(room, viewer)
            await room.returned(viewer)
            await self.read()
        except (WebSocketDisconnect, ConnectionError, Refused):  # Refused: nothing can be written, and the room is gone
            pass
        finally:
            metrics.sockets -= 1
            self.wire.cut()
            if viewer.wire is self.wire:
                viewer.wire = None
                viewer.left_at = room.visited_at = time.monotonic()
                room.heard(viewer.seats)
            room.house.start(self.left())

    async def left(self) -> None:
        """Others see a while later that somebody is gone (a reload is no absence), and when a bot may play there."""
        waits = self.room.table.terms.patience * MINUTE / 1000
        for seconds in (self.room.house.absent + 0.1, waits) if self.viewer.seats and waits else (0.1,):
            await asyncio.sleep(seconds)
            if self.viewer.is_connected or self.room.is_broken:
                return
            with contextlib.suppress(ConnectionError, Refused):
                await self.room.do(lambda _table, _at: [])

    async def read(self) -> None:
        """Take wishes, one after another."""
        while True:
            text = await self.wire.text()
            if len(text) > LARGEST_MESSAGE or not self.may(self.room.house.kinds.wishes):
                self.room.house.metrics.limited += 1
                self.wire.hang_up(TOO_FAST)
                return
            if text == PING:
                self.wire.post(PONG)
                continue
            try:
                wish = decoder.decode(text)
            except (msgspec.DecodeError, ValueError, RecursionError):
                self.refuse(Phrase("web.error.message"), 0)
                continue
            self.viewer.acknowledge(wish.got)
            await self.grant(wish)

    def may(self, patience: Patience) -> bool:
        """Whether whoever is at the other end may ask for one more of a kind, over all their sockets."""
        return patience.allows(self.viewer.owner, self.viewer.address)

    async def grant(self, wish: Wish) -> None:
        """Do what is wished, or say why not."""
        try:
            await grant(self, wish)
        except IllegalMove:
            self.object(wish)
        except DomikError as error:
            self.refuse(error.phrase, wish.id)
            if wish.do == "undo":  # its button promised too much, and knows better by now
                async with self.room.lock:
                    push(self.room)

    def refuse(self, phrase: Phrase, reply: int, clause: str = "") -> None:
        """Say no, with the reason in the page's language."""
        pen = words_pen(self.viewer.language, self.room.table.match.title.name)
        self.room.house.metrics.refused += 1
        self.viewer.say({"refused": [reply, clause, pen.say(phrase)]})

    def object(self, wish: Wish) -> None:
        """A move against the rules: the game says which clause."""
        table, seat = self.room.table, self.viewer.eyes
        if not is_action(wish.action):
            self.refuse(Phrase("table.error.action"), wish.id)
            return
        found = table.match.objections(table.view(seat), action_of(wish.action))
        if found:
            self.refuse(found[0].reason, wish.id, found[0].clause)
        else:
            self.refuse(Phrase("table.error.action"), wish.id)
