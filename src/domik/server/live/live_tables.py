"""All tables in memory: opened, loaded on demand, evicted when idle."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from typing import Any

from markupsafe import escape
from starlette.requests import HTTPConnection

from domik.bots import BOTS
from domik.games import cached_match
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import new_table_id, unfinished_tables
from domik.server.http.errors import HeldByOtherNode, HttpError, NoSuchTable, TableQuarantined, TooManyTables
from domik.server.http.requests import client_address, service
from domik.server.live.live_table import LiveTable
from domik.server.live.services import Services
from domik.server.rendering.player_names import bot_numbers_by_name, check_name_free
from domik.server.store import ReadFailed
from domik.table import Entry, Setup, Table
from domik.table.clock import now
from domik.table.fair_deal import SharedDeal, new_seed
from domik.table.seating import sit
from domik.table.setup import HUMAN, SCREEN, read_setup
from domik.table.table import open_table, restore_table

IDLE_TIMEOUT = 600.0  # seconds before an unused table is evicted
VIEWER_TIMEOUT = 120.0  # seconds before a disconnected page has to load everything anew
MAX_UNFINISHED = 20  # unfinished tables per visitor
MAX_UNREADABLE = 1000  # damaged tables that are remembered
ADOPTION_INTERVAL = 2.0  # seconds between two checks for tables whose node is gone
CLOSE_BANNED = 4403  # as for a wrong origin: the page does not reconnect
LOAD_PAUSE = 0.005  # seconds between two tables loaded in advance: visitors come first
log = logging.getLogger("domik.server")


class LiveTables:
    """Tables in memory, and loading of the others."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.by_id: dict[str, LiveTable] = {}
        self.unreadable: OrderedDict[str, None] = OrderedDict()  # tables whose journals cannot be read
        self.is_closing = False
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def get(self, id: str) -> LiveTable:
        """A table, loaded where needed; NoSuchTable, TableQuarantined or HeldByOtherNode when it cannot be."""
        live_table = self.by_id.get(id)
        if live_table is not None and not live_table.is_broken and self.services.store.leases.holds(id):
            live_table.record_visit()
            return live_table
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable:
        if not (id.isalnum() and len(id) < 40):
            raise NoSuchTable()
        if id in self.unreadable:
            raise TableQuarantined()
        if address := await self.services.store.leases.acquire(id):
            raise HeldByOtherNode(address)
        self.drop([id])  # what may still be in memory is outdated
        try:
            journal = await self.services.store.journals.read(id)
        except ValueError as error:
            raise self._mark_unreadable(id, error) from None
        if not journal:
            raise NoSuchTable()
        try:
            table = table_from_journal(id, journal)
        except Exception as error:  # however a damaged entry makes the rules fail, only this table is affected
            raise self._mark_unreadable(id, error) from None
        self.by_id[id] = live_table = LiveTable(self.services, table)
        live_table.resume()
        return live_table

    def _mark_unreadable(self, id: str, error: Exception) -> TableQuarantined:
        """Quarantine a table, and log it once."""
        log.error("table %s is set aside, its journal cannot be read: %s: %s", id, type(error).__name__, error)
        self.services.metrics.errors += 1
        self.unreadable[id] = None
        if len(self.unreadable) > MAX_UNREADABLE:
            self.unreadable.popitem(last=False)
        return TableQuarantined()

    async def exists(self, id: str) -> bool:
        """Whether a table was ever opened, on any node, and not deleted since."""
        return id in self.by_id or await self.services.store.tables.header(id) is not None

    async def peek(self, id: str) -> Table | None:
        """A table for reading only, whichever node holds it; None where there is none."""
        try:
            return (await self.get(id)).table
        except (NoSuchTable, TableQuarantined):
            return None
        except HeldByOtherNode:
            journal = await self.services.store.journals.read(id)
            return table_from_journal(id, journal) if journal else None

    def drop(self, ids: list[str]) -> None:
        """Close tables that another node holds now; their pages reconnect and are relayed."""
        for id in ids:
            live_table = self.by_id.pop(id, None)
            if live_table is not None:
                live_table.close()

    async def load_clocked_tables(self) -> None:
        """Load games with a running clock that no node holds; others are loaded when they are visited."""
        leases = self.services.store.leases
        leases.start(self.drop)
        while True:
            with contextlib.suppress(ReadFailed):
                for id in await leases.orphans():
                    with contextlib.suppress(NoSuchTable, TableQuarantined, HeldByOtherNode):
                        await self.get(id)
                    await asyncio.sleep(LOAD_PAUSE)
            if not leases.are_shared:
                return
            await asyncio.sleep(ADOPTION_INTERVAL)

    async def open(
        self,
        setup: Setup,
        owner: str,
        name: str,
        branch: dict[str, Any] | None = None,
        seats: list[int] | None = None,
        shared_deal: SharedDeal | None = None,
        id: str = "",
        host: str = "",
        animal: str = "",
    ) -> LiveTable:
        """Create a table and seat its host: at the first human seat and all seats of a shared screen.

        DomikError for an unknown bot, TooManyTables where the owner has too many unfinished ones, HttpError 409 for a
        name that is somebody else's.
        """
        for plan in setup.seats:
            if plan.bot not in BOTS:
                raise DomikError(Phrase("error.bot", {"bot": plan.bot, "bots": ", ".join(BOTS)}))
        if owner and len(await unfinished_tables(self.services.store, owner)) >= MAX_UNFINISHED:
            raise TooManyTables(Phrase("web.error.tables", {"n": MAX_UNFINISHED}))
        screens = {plan.name for plan in setup.seats if plan.kind == SCREEN}  # others give their names when they come
        for typed in {name, *(screens - bot_numbers_by_name().keys())} if owner else ():
            await check_name_free(self.services.store, typed, owner)
        match = cached_match(setup.game, len(setup.seats), setup.options, setup.components)
        table, entries = open_table(
            id or new_table_id(), match, setup, new_seed(), now(), branch, shared_deal, host or owner
        )
        for number in host_seats(setup) if seats is None else seats:
            if owner:
                plan = setup.seats[number]
                face = animal if plan.kind == HUMAN else ""
                entries += sit(table, number, owner, plan.name or name, now(), face)
        live_table = LiveTable(self.services, table)
        await self.services.store.leases.create(table.id)
        async with live_table.lock:
            await live_table.save(0, entries)
        self.by_id[table.id] = live_table
        self.services.metrics.tables_opened += 1
        return live_table

    def release_waiters(self) -> None:
        """Wake everything that waits for a change, because the server is shutting down."""
        self.is_closing = True
        for close in self.services.on_shutdown:
            close()
        for live_table in self.by_id.values():
            for future in live_table.waiters:
                if not future.done():
                    future.set_result(None)

    def announce(self, text: str) -> None:
        """Show the administrator's message on every open page."""
        for live_table in self.by_id.values():
            for viewer in live_table.viewers.values():
                if viewer.is_connected:
                    viewer.send_answer({"refused": [0, "", str(escape(text))]})  # the page inserts it as markup

    def disconnect(self, who: str) -> None:
        """Close the sockets of a banned address, browser or person at this node."""
        for live_table in self.by_id.values():
            for viewer in live_table.viewers.values():
                if who in (viewer.address, viewer.owner, viewer.device) and viewer.outbox is not None:
                    viewer.outbox.close(CLOSE_BANNED)

    def evict_idle(self) -> None:
        """Evict unused tables, and viewers that did not reconnect."""
        at = time.monotonic()
        for id, live_table in list(self.by_id.items()):
            for viewer in [one for one in live_table.viewers.values() if not one.is_connected]:
                if at - viewer.left_at > VIEWER_TIMEOUT:
                    del live_table.viewers[viewer.id]
            ticking = live_table.table.clock.is_running and live_table.table.is_dealt and not live_table.table.is_over
            busy = (
                live_table.viewers
                or live_table.lock.locked()
                or live_table.waiters
                or ticking
                or live_table.is_thinking()
            )
            if live_table.is_broken or (not busy and at - live_table.used_at > IDLE_TIMEOUT):
                del self.by_id[id]
                if not live_table.is_broken and not live_table.table.is_over:
                    self.services.start_task(self.services.store.tables.touch(id, now()))
                self.services.store.leases.release(id)


async def live_table_of(request: HTTPConnection) -> LiveTable:
    """The table that the path of a request names."""
    return await service(request, LiveTables).get(request.path_params["id"])


def check_opening_limit(request: HTTPConnection) -> None:
    """Apply the rate limit for opening tables; HttpError 429."""
    if not service(request, Services).table_limits.take(client_address(request)):
        raise HttpError(429, Phrase("web.error.fast"))


def table_from_journal(id: str, journal: list[Entry]) -> Table:
    setup = read_setup(journal[0]["setup"])
    match = cached_match(setup.game, len(setup.seats), setup.options, setup.components)
    return restore_table(id, match, setup, journal, now())


def host_seats(setup: Setup) -> list[int]:
    """The seats of the person who opens the table."""
    humans = [number for number, plan in enumerate(setup.seats) if plan.kind == HUMAN]
    screens = [number for number, plan in enumerate(setup.seats) if plan.kind == SCREEN]
    return sorted(humans[:1] + screens)
