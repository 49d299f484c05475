"""A session: one socket at work. It takes wishes and sends back what changed."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from starlette.websockets import WebSocketDisconnect

from domik.kernel.errors import DomikError, IllegalMove
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of
from domik.server.limits import LARGEST_MESSAGE, Bucket
from domik.server.painting import painted, players_of, words_pen
from domik.server.room import Room
from domik.server.rooms import Rooms
from domik.server.thinking import best_bot
from domik.server.viewer import Viewer
from domik.server.wire import COME_AGAIN, Wire
from domik.table import Entry, Table
from domik.table.fair import LONGEST_ENTROPY
from domik.table.seating import add_entropy, resign, stand_in
from domik.table.table import refuse
from domik.table.taking_back import answer, ask_back, take_back
from domik.table.talk import all_want_rematch, lead_on, say, want_rematch

TOO_FAST = 4429


class Wish(msgspec.Struct):
    """What a page may ask for."""

    do: str
    id: int = 0
    got: int = 0  # the last message the page has
    action: int = -1
    seat: int = -1
    turn: str = ""
    text: str = ""


decoder = msgspec.json.Decoder(Wish)


class Session:
    """One socket at work."""

    def __init__(self, rooms: Rooms, room: Room, viewer: Viewer, wire: Wire) -> None:
        self.rooms = rooms
        self.room = room
        self.viewer = viewer
        self.wire = wire
        self.bucket = Bucket(40, 20)
        self.chat_bucket = Bucket(5, 0.5)
        self.hint_bucket = Bucket(3, 0.5)

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
                room.greet(viewer)
            await room.returned(viewer)
            await self.read()
        except (WebSocketDisconnect, ConnectionError):
            pass
        finally:
            metrics.sockets -= 1
            self.wire.cut()
            if viewer.wire is self.wire:
                viewer.wire = None
                viewer.left_at = time.monotonic()
            room.house.start(self.left())

    async def left(self) -> None:
        """Others see a while later that somebody is gone: a reload is no absence."""
        await asyncio.sleep(self.room.house.absent + 0.1)
        if not self.viewer.is_connected and not self.room.is_broken:
            with contextlib.suppress(ConnectionError):
                await self.room.do(lambda _table, _at: [])

    async def read(self) -> None:
        """Take wishes, one after another."""
        while True:
            text = await self.wire.text()
            if len(text) > LARGEST_MESSAGE or not self.bucket.take():
                self.room.house.metrics.limited += 1
                self.wire.hang_up(TOO_FAST)
                return
            try:
                wish = decoder.decode(text)
            except (msgspec.DecodeError, ValueError):
                self.refuse(Phrase("web.error.message"), 0)
                continue
            self.viewer.acknowledge(wish.got)
            await self.grant(wish)

    async def grant(self, wish: Wish) -> None:
        """Do what is wished, or say why not."""
        try:
            await self.wished(wish)
        except IllegalMove:
            self.object(wish)
        except DomikError as error:
            self.refuse(error.phrase, wish.id)

    def refuse(self, phrase: Phrase, reply: int, clause: str = "") -> None:
        """Say no, with the reason in the page's language."""
        pen = words_pen(self.viewer.language, self.room.table.match.title.name)
        self.room.house.metrics.refused += 1
        self.viewer.send({"refused": [reply, clause, pen.say(phrase)]})

    def object(self, wish: Wish) -> None:
        """A move against the rules: the game says which clause."""
        table, seat = self.room.table, self.viewer.eyes
        if not 0 <= wish.action <= 62:
            self.refuse(Phrase("table.error.action"), wish.id)
            return
        found = table.match.objections(table.view(seat), action_of(wish.action))
        if found:
            self.refuse(found[0].reason, wish.id, found[0].clause)
        else:
            self.refuse(Phrase("table.error.action"), wish.id)

    async def wished(self, wish: Wish) -> None:
        """Every kind of wish."""
        room, viewer = self.room, self.viewer
        seat = viewer.eyes
        if wish.do == "look":
            await room.do(lambda _table, _at: self.lift_curtain(wish.seat), viewer, wish.id)
            return
        if wish.do == "hint":
            await self.hint(wish)
            return
        if wish.do == "chat":
            if not self.chat_bucket.take():
                raise refuse("chat_fast")
            teller = seat if seat >= 0 else (viewer.seats or [-1])[0]
            name = room.table.seats[teller].name if teller >= 0 else viewer.name
            await room.do(lambda table, at: say(table, teller, name, wish.text, at), viewer, wish.id)
            return
        if not viewer.seats:
            raise refuse("onlooker")
        await room.do(lambda table, at: self.acted(table, wish, seat, at), viewer, wish.id)
        if wish.do == "rematch":
            await self.rematch()

    def acted(self, table: Table, wish: Wish, seat: int, at: int) -> list[Entry]:
        """What a seat may do; everything is checked by the table."""
        if wish.do == "luck":
            return self.add_luck(table, wish.text, at)
        if wish.do == "begin":
            return table.begin(at)
        if wish.do == "stand_in":
            if wish.seat in self.room.present() or not table.is_dealt:
                raise refuse("present")
            return stand_in(table, wish.seat, at)
        if wish.do == "rematch":
            return [entry for own in self.viewer.seats for entry in want_rematch(table, own, at)]
        if seat < 0:
            raise refuse("curtain")
        if wish.do == "move":
            if not 0 <= wish.action <= 62:
                raise refuse("action")
            if table.seat(seat).played_by_bot:
                raise refuse("bot_seat")
            return table.submit(seat, action_of(wish.action), at, wish.turn)
        simple = {"undo": take_back, "ask": ask_back, "resign": resign}
        if wish.do in simple:
            return simple[wish.do](table, seat, at)
        if wish.do in ("yes", "no"):
            return answer(table, seat, wish.do == "yes", at)
        raise refuse("action")

    def add_luck(self, table: Table, share: str, at: int) -> list[Entry]:
        """A page's share of the luck, for all its seats."""
        entries: list[Entry] = []
        for seat in self.viewer.seats:
            if not table.is_dealt and not table.seats[seat].entropy:
                entries += add_entropy(table, seat, share[: LONGEST_ENTROPY - 3] + (f"-{seat}" if share else ""), at)
        return entries

    def lift_curtain(self, seat: int) -> list[Entry]:
        """Show the table to the person of this seat."""
        if seat not in self.viewer.seats:
            raise refuse("seat", seat=seat + 1)
        self.viewer.eyes = seat
        return []

    async def hint(self, wish: Wish) -> None:
        """What the best bot would do with what this seat knows."""
        room, viewer, table = self.room, self.viewer, self.room.table
        seat = viewer.eyes
        if not table.terms.hints:
            raise refuse("hints")
        if not table.awaits(seat):
            raise refuse("turn")
        if not self.hint_bucket.take():
            raise refuse("hint_fast")
        turn = table.turn(seat)
        action = await room.house.thinking.decide(table, seat, best_bot())
        if table.turn(seat) != turn or not table.awaits(seat):
            raise refuse("stale")
        view = table.view(seat)
        players = players_of(table, room.present())
        drawing = painted(table.match, view, players, viewer.language, viewer.phone, viewer.in_letters)
        pen = words_pen(viewer.language, table.match.title.name)
        path = drawing.whole().paths.get(action.bit_length() - 1, ())
        viewer.send({"hint": [pen.say(table.match.hint(view, action)), *path], "ok": wish.id})

    async def rematch(self) -> None:
        """When everybody wants it, the new table opens and the old one leads there."""
        room = self.room
        if all_want_rematch(room.table):
            fresh = await self.rooms.rematch(room)
            await room.do(lambda table, at: [] if table.next_table else lead_on(table, fresh.table.id, at))
