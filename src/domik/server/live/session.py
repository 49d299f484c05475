"""The session of one live socket: it reads commands and sends updates."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from starlette.websockets import WebSocket

from domik.kernel.errors import DomikError, IllegalMove
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of, is_action
from domik.server.http.errors import HttpError
from domik.server.http.limits import LARGEST_MESSAGE, RateLimit
from domik.server.http.outbox import CLOSE_RECONNECT, Outbox
from domik.server.live.broadcast import broadcast, send_first_update
from domik.server.live.commands import Command, dispatch
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables
from domik.server.rendering.renderers import words_pen
from domik.server.rendering.viewer import Viewer
from domik.table.clock import MINUTE

CLOSE_TOO_FAST = 4429
PING, PONG = '{"do":"ping"}', b"{}"  # a page that has received nothing for a while checks the connection


command_decoder = msgspec.json.Decoder(Command)


class Session:
    def __init__(self, live_tables: LiveTables, live_table: LiveTable, viewer: Viewer, socket: WebSocket) -> None:
        self.live_tables = live_tables
        self.live_table = live_table
        self.viewer = viewer
        self.socket = socket
        self.outbox = Outbox(socket.send)

    async def run(self) -> None:
        viewer, live_table = self.viewer, self.live_table
        metrics = live_table.services.metrics
        old, viewer.outbox = viewer.outbox, self.outbox
        if old is not None:  # the page reconnected before its last socket was found dead
            old.close(CLOSE_RECONNECT)
        metrics.sockets += 1
        try:
            await self.serve()
        except (ConnectionError, HttpError):  # a write failed, and the table was closed
            self.outbox.close(CLOSE_RECONNECT)
            await self.read_commands()
        finally:
            metrics.sockets -= 1
            self.outbox.stop()
            if viewer.outbox is self.outbox:
                viewer.outbox = None
                viewer.left_at = live_table.visited_at = time.monotonic()
                live_table.mark_present(viewer.seats)
            live_table.services.start_task(self.announce_departure())

    async def serve(self) -> None:
        async with self.live_table.lock:
            send_first_update(self.live_table, self.viewer)
        await self.live_table.return_seats(self.viewer)
        await self.read_commands()

    async def announce_departure(self) -> None:
        """Update the other pages once a player counts as absent (a reload does not), and when a bot may take over."""
        waits = self.live_table.table.terms.patience * MINUTE / 1000
        for seconds in (self.live_table.services.absent_after + 0.1, waits) if self.viewer.seats and waits else (0.1,):
            await asyncio.sleep(seconds)
            if self.viewer.is_connected or self.live_table.is_broken:
                return
            with contextlib.suppress(ConnectionError, HttpError):
                await self.live_table.execute(lambda _table, _at: [])

    async def read_commands(self) -> None:
        while (message := await self.socket.receive())["type"] == "websocket.receive":
            if self.outbox.is_closed:  # the socket is being closed: ignore what still arrives
                continue
            text: str = message.get("text") or ""
            if len(text) > LARGEST_MESSAGE or not self.is_allowed(self.live_table.services.rate_limits.commands):
                self.live_table.services.metrics.limited += 1
                self.outbox.close(CLOSE_TOO_FAST)
                continue
            if text == PING:
                self.outbox.post(PONG)
                continue
            try:
                command = command_decoder.decode(text)
            except (msgspec.DecodeError, ValueError, RecursionError):
                self.refuse(Phrase("web.error.message"), 0)
                continue
            self.viewer.acknowledge(command.got)
            await self.run_command(command)

    def is_allowed(self, patience: RateLimit) -> bool:
        """Take a token from the rate limit of this visitor, over all their sockets."""
        return patience.allows(self.viewer.owner, self.viewer.address)

    async def run_command(self, command: Command) -> None:
        """Run a command, or send the reason why not."""
        try:
            await dispatch(self, command)
        except IllegalMove:
            self.explain_illegal_move(command)
        except DomikError as error:
            self.refuse(error.phrase, command.id)
            if command.do == "undo":  # the button was outdated: send the current state
                async with self.live_table.lock:
                    broadcast(self.live_table)

    def refuse(self, phrase: Phrase, reply: int, clause: str = "") -> None:
        """Send a refusal with its reason in the page's language."""
        pen = words_pen(self.viewer.language, self.live_table.table.match.package.name)
        self.live_table.services.metrics.refused += 1
        self.viewer.send_answer({"refused": [reply, clause, pen.say(phrase)]})

    def explain_illegal_move(self, command: Command) -> None:
        """Refuse an illegal move with the clause that the game names."""
        table, seat = self.live_table.table, self.viewer.view_seat
        if not is_action(command.action):
            self.refuse(Phrase("table.error.action"), command.id)
            return
        found = table.match.objections(table.view(seat), action_of(command.action))
        if found:
            self.refuse(found[0].reason, command.id, found[0].clause)
        else:
            self.refuse(Phrase("table.error.action"), command.id)
