"""Bots do not play on for nobody, and those who stopped waiting leave nothing behind."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

from domik.server.accounts.visitors import DerivedKeys
from domik.server.bots.pool import BotPool
from domik.server.http.metrics import Metrics
from domik.server.live.live_tables import LiveTables
from domik.server.live.services import Services
from domik.server.store import SqliteStore
from domik.table import SeatPlan, Setup
from domik.table.seating import add_entropy, sit, stand_in
from tests.server.api.test_api import begun
from tests.server.host import Host, finished
from tests.waiting import PATIENCE, eventually, eventually_async

SEATS = (SeatPlan("human", "a"), SeatPlan("bot", "b", "random"), SeatPlan("bot", "c", "random"))


def test_bots_stop_when_people_are_gone_and_go_on_when_somebody_looks_in(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "d.db")
        services = Services(store, DerivedKeys("k"), BotPool(1), Metrics(), 0.0, 5.0, bots_pause_after=PATIENCE)
        live_tables = LiveTables(services)
        live_table = await live_tables.open(Setup("treehouse", {}, SEATS), "", "")
        await live_table.execute(lambda table, at: sit(table, 0, "o", "", at))
        live_table.visited_at -= PATIENCE  # the people are gone before anything can begin
        await live_table.execute(lambda table, at: add_entropy(table, 0, "x", at))
        await live_table.execute(lambda table, at: stand_in(table, 0, at))
        assert not live_table.is_thinking()
        assert not services.tasks
        await live_tables.get(live_table.table.id)
        await eventually_async(lambda: live_table.table.moves)
        for task in list(services.tasks):
            task.cancel()
        await asyncio.gather(*services.tasks, return_exceptions=True)
        await asyncio.to_thread(services.bot_pool.close)
        await store.close()

    finished(main())


def test_dropped_long_polls_leave_nothing_behind(host: Host) -> None:
    table, _ = begun(host)
    live_table = host.call(host.rooms.get(table))
    asked = f"GET /api/tables/{table}?after=9999 HTTP/1.1\r\nHost: 127.0.0.1:{host.port}\r\n\r\n".encode()
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", host.port)) as gone:
            gone.sendall(asked)
            eventually(lambda: live_table.waiters)
        eventually(lambda: not live_table.waiters)
    eventually(lambda: len(host.server.server_state.tasks) <= 1)
