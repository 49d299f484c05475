"""All rooms: opened, found again after a restart, put away when nobody uses them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.server.errors import NoSuchTable, TooManyTables
from domik.server.house import House
from domik.server.keys import new_id
from domik.server.matches import match_for
from domik.server.putting_away import unfinished
from domik.server.room import Room
from domik.server.thinking import bot_names
from domik.table import Setup
from domik.table.clock import now
from domik.table.fair import new_seed
from domik.table.same import Same
from domik.table.seating import sit
from domik.table.setup import HUMAN, SCREEN, read_setup
from domik.table.table import open_table, restored

IDLE = 600.0  # seconds before an unused room leaves the memory
FORGOTTEN = 120.0  # seconds before a page that left has to load everything anew
MOST_LIVE = 20  # unfinished tables a visitor may have


class Rooms:
    """Every table that is in memory, and the way to the others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def get(self, id: str) -> Room:
        """The room of a table, loaded when it is not there; NoSuchTable when it never was."""
        room = self.rooms.get(id)
        if room is not None and not room.is_broken:
            room.used_at = time.monotonic()
            return room
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        journal = await self.house.store.journal(id) if id.isalnum() and len(id) < 40 else []
        if not journal:
            raise NoSuchTable()
        setup = read_setup(journal[0]["setup"])
        match = match_for(setup.game, len(setup.seats), setup.options)
        room = Room(self.house, restored(id, match, setup, journal, now()))
        self.rooms[id] = room
        room.go_on()
        return room

    async def restore(self) -> None:
        """After a restart every unfinished game goes on, bots and clocks included."""
        for id in await self.house.store.live():
            try:
                await self.get(id)
            except DomikError:
                self.house.metrics.errors += 1

    async def open(
        self,
        setup: Setup,
        owner: str,
        name: str,
        branch: dict[str, Any] | None = None,
        seats: list[int] | None = None,
        same: Same | None = None,
        id: str = "",
    ) -> Room:
        """A new table with its host seated: at the first human seat and at all seats of their own screen."""
        for plan in setup.seats:
            if plan.bot not in bot_names():
                raise DomikError(Phrase("error.bot", {"bot": plan.bot, "bots": ", ".join(bot_names())}))
        if owner and len(await unfinished(self.house.store, owner)) >= MOST_LIVE:
            raise TooManyTables(Phrase("web.error.tables", {"n": MOST_LIVE}))
        match = match_for(setup.game, len(setup.seats), setup.options)
        table, entries = open_table(id or new_id(), match, setup, new_seed(), now(), branch, same)
        for number in hosted(setup) if seats is None else seats:
            if owner:
                plan_name = setup.seats[number].name
                entries += sit(table, number, owner, plan_name or name, now())
        room = Room(self.house, table)
        async with room.lock:
            await room.save(0, entries)
        self.rooms[table.id] = room
        self.house.metrics.tables_opened += 1
        return room

    async def rematch(self, old: Room) -> Room:
        """The same people at a new table, each in the same seat."""
        table = old.table
        setup = table.setup
        room = await self.open(setup, "", "")
        entries = []
        async with room.lock:
            first = room.table.entries
            for number, seat in enumerate(table.seats):
                for owner in sorted(seat.owners):
                    entries += sit(room.table, number, owner, seat.name, now())
            if entries:
                await room.save(first, entries)
        return room

    def sweep(self) -> None:
        """Put away rooms that nobody uses, and pages that did not come back."""
        at = time.monotonic()
        for id, room in list(self.rooms.items()):
            for viewer in [one for one in room.viewers.values() if not one.is_connected]:
                if at - viewer.left_at > FORGOTTEN:
                    del room.viewers[viewer.id]
            ticking = room.table.clock.is_running and room.table.is_dealt and not room.table.is_over
            busy = room.viewers or room.lock.locked() or room.waiting or ticking or room.is_thinking()
            if room.is_broken or (not busy and at - room.used_at > IDLE):
                del self.rooms[id]


def hosted(setup: Setup) -> list[int]:
    """The seats of whoever opens the table."""
    humans = [number for number, plan in enumerate(setup.seats) if plan.kind == HUMAN]
    screens = [number for number, plan in enumerate(setup.seats) if plan.kind == SCREEN]
    return sorted(humans[:1] + screens)
