"""All rooms: opened, found again after a restart, put away when nobody uses them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from typing import Any

from markupsafe import escape

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.server.http.errors import Elsewhere, NoSuchTable, SetAside, TooManyTables
from domik.server.live.house import House
from domik.server.live.room import Room
from domik.server.store import NotRead
from domik.server.thinking.matches import match_for
from domik.server.thinking.thinking import bot_names
from domik.server.visitors.keys import new_id
from domik.server.visitors.putting_away import unfinished
from domik.table import Entry, Setup, Table
from domik.table.clock import now
from domik.table.fair import new_seed
from domik.table.same import Same
from domik.table.seating import sit
from domik.table.setup import HUMAN, SCREEN, read_setup
from domik.table.table import open_table, restored

IDLE = 600.0  # seconds before an unused room leaves the memory
FORGOTTEN = 120.0  # seconds before a page that left has to load everything anew
MOST_LIVE = 20  # unfinished tables a visitor may have
MOST_ASIDE = 1000  # tables that are known to be damaged
ADOPTION = 2.0  # seconds between two looks for tables whose node is gone
BREATH = 0.005  # seconds between two tables that are loaded unasked: people come first
log = logging.getLogger("domik.server")


class Rooms:
    """Every table that is in memory, and the way to the others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rooms: dict[str, Room] = {}
        self.aside: OrderedDict[str, None] = OrderedDict()  # tables whose journals cannot be read
        self.is_closing = False
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def get(self, id: str) -> Room:
        """The room of a table, loaded when it is not there; NoSuchTable, SetAside or Elsewhere when it cannot be."""
        room = self.rooms.get(id)
        if room is not None and not room.is_broken and self.house.store.leases.holds(id):
            room.visit()
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
        if address := await self.house.store.leases.take(id):
            raise Elsewhere(address)
        self.drop([id])  # what may still be in memory is of another time
        try:
            journal = await self.house.store.journals.read(id)
        except ValueError as error:
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

    async def look(self, id: str) -> Table | None:
        """A table as it is now, to be looked at, never changed, whichever node keeps it; None where there is none."""
        try:
            return (await self.get(id)).table
        except (NoSuchTable, SetAside):
            return None
        except Elsewhere:
            journal = await self.house.store.journals.read(id)
            return replayed(id, journal) if journal else None

    def drop(self, ids: list[str]) -> None:
        """Let go of tables that another node keeps by now: their pages come again, and are led there."""
        for id in ids:
            room = self.rooms.pop(id, None)
            if room is not None:
                room.leave()

    async def wind_clocks(self) -> None:
        """Load the games whose clocks run on their own, where no node has them; others load when they are visited."""
        leases = self.house.store.leases
        leases.start(self.drop)
        while True:
            with contextlib.suppress(NotRead):
                for id in await leases.orphans():
                    with contextlib.suppress(NoSuchTable, SetAside, Elsewhere):
                        await self.get(id)
                    await asyncio.sleep(BREATH)
            if not leases.are_shared:
                return
            await asyncio.sleep(ADOPTION)

    async def open(
        self,
        setup: Setup,
        owner: str,
        name: str,
        branch: dict[str, Any] | None = None,
        seats: list[int] | None = None,
        same: Same | None = None,
        id: str = "",
        host: str = "",
        animal: str = "",
    ) -> Room:
        """A new table with its host seated: at the first human seat and at all seats of their own screen."""
        for plan in setup.seats:
            if plan.bot not in bot_names():
                raise DomikError(Phrase("error.bot", {"bot": plan.bot, "bots": ", ".join(bot_names())}))
        if owner and len(await unfinished(self.house.store, owner)) >= MOST_LIVE:
            raise TooManyTables(Phrase("web.error.tables", {"n": MOST_LIVE}))
        match = match_for(setup.game, len(setup.seats), setup.options)
        table, entries = open_table(id or new_id(), match, setup, new_seed(), now(), branch, same, host or owner)
        for number in hosted(setup) if seats is None else seats:
            if owner:
                plan = setup.seats[number]
                face = animal if plan.kind == HUMAN else ""
                entries += sit(table, number, owner, plan.name or name, now(), face)
        room = Room(self.house, table)
        await self.house.store.leases.open(table.id)
        async with room.lock:
            await room.save(0, entries)
        self.rooms[table.id] = room
        self.house.metrics.tables_opened += 1
        return room

    def wake(self) -> None:
        """Let everybody go who waits for news: there will be none, for the house is being closed."""
        self.is_closing = True
        for room in self.rooms.values():
            for future in room.waiting:
                if not future.done():
                    future.set_result(None)

    def tell_all(self, text: str) -> None:
        """A word from whoever keeps the house, at once on every open table."""
        for room in self.rooms.values():
            for viewer in room.viewers.values():
                if viewer.is_connected:
                    viewer.say({"refused": [0, "", str(escape(text))]})  # the page takes it as markup

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
                if not room.is_broken and not room.table.is_over:
                    self.house.start(self.house.store.tables.touch(id, now()))
                self.house.store.leases.release(id)


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
