"""All rooms: opened, found again after a restart, put away when nobody uses them."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections import OrderedDict
from typing import Any

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.server.errors import NoSuchTable, SetAside, TooMany
from domik.server.house import House
from domik.server.keys import new_id
from domik.server.matches import match_for
from domik.server.room import Room
from domik.server.thinking import bot_names
from domik.table import Entry, Setup, Table
from domik.table.clock import now
from domik.table.fair import new_seed
from domik.table.seating import sit
from domik.table.setup import HUMAN, SCREEN, read_setup
from domik.table.table import open_table, restored

IDLE = 600.0  # seconds before an unused room leaves the memory
FORGOTTEN = 120.0  # seconds before a page that left has to load everything anew
MOST_LIVE = 20  # unfinished tables a visitor may have
MOST_ASIDE = 1000  # tables that are known to be damaged
BREATH = 0.005  # seconds between two tables that are loaded unasked: people come first
log = logging.getLogger("domik.server")


class Rooms:
    """Every table that is in memory, and the way to the others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rooms: dict[str, Room] = {}
        self.aside: OrderedDict[str, None] = OrderedDict()  # tables whose journals cannot be read
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def get(self, id: str) -> Room:
        """The room of a table, loaded when it is not there; NoSuchTable or SetAside when it cannot be."""
        room = self.rooms.get(id)
        if room is not None and not room.is_broken:
            room.used_at = time.monotonic()
            return room
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        if not (id.isalnum() and len(id) < 40):
            raise NoSuchTable()
        if id in self.aside:
            raise SetAside()
        try:
            journal = await self.house.store.journals.read(id)
        except (ValueError, sqlite3.DatabaseError) as error:
            raise self._set_aside(id, error) from None
        if not journal:
            raise NoSuchTable()
        try:
            table = replayed(id, journal)
        except Exception as error:  # whatever a spoilt row does to the rules, it does it to this table alone
            raise self._set_aside(id, error) from None
        self.rooms[id] = room = Room(self.house, table)
        room.go_on()
        return room

    def _set_aside(self, id: str, error: Exception) -> SetAside:
        """Remember that a table cannot be loaded, and tell the log once."""
        log.error("table %s is set aside, its journal cannot be read: %s: %s", id, type(error).__name__, error)
        self.house.metrics.errors += 1
        self.aside[id] = None
        if len(self.aside) > MOST_ASIDE:
            self.aside.popitem(last=False)
        return SetAside()

    async def visit(self, id: str) -> Room | None:
        """The room of a table that some list names; None where it is damaged or gone."""
        try:
            return await self.get(id)
        except (NoSuchTable, SetAside):
            return None

    async def wind_clocks(self) -> None:
        """After a start, load the games whose clocks run on their own; all others load when they are visited."""
        for id in await self.house.store.tables.ticking():
            await self.visit(id)
            await asyncio.sleep(BREATH)

    async def open(
        self, setup: Setup, owner: str, name: str, branch: dict[str, Any] | None = None, seats: list[int] | None = None
    ) -> Room:
        """A new table with its host seated: at the first human seat and at all seats of their own screen."""
        for plan in setup.seats:
            if plan.bot not in bot_names():
                raise DomikError(Phrase("error.bot", {"bot": plan.bot, "bots": ", ".join(bot_names())}))
        if (
            owner
            and len([row for row, _ in await self.house.store.tables.mine(owner, 200) if row.state != "over"])
            >= MOST_LIVE
        ):
            raise TooMany(Phrase("web.error.tables", {"n": MOST_LIVE}))
        match = match_for(setup.game, len(setup.seats), setup.options)
        table, entries = open_table(new_id(), match, setup, new_seed(), now(), branch)
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


def replayed(id: str, journal: list[Entry]) -> Table:
    """The table that a journal tells of."""
    setup = read_setup(journal[0]["setup"])
    match = match_for(setup.game, len(setup.seats), setup.options)
    return restored(id, match, setup, journal, now())


def hosted(setup: Setup) -> list[int]:
    """The seats of whoever opens the table."""
    humans = [number for number, plan in enumerate(setup.seats) if plan.kind == HUMAN]
    screens = [number for number, plan in enumerate(setup.seats) if plan.kind == SCREEN]
    return sorted(humans[:1] + screens)
