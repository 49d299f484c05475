"""A connection that ends while its move is being written neither loses the move nor doubles it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from domik.kernel.record import action_of
from domik.server.accounts.visitors import DerivedKeys
from domik.server.bots.pool import BotPool
from domik.server.http.metrics import Metrics
from domik.server.live.live_tables import LiveTables
from domik.server.live.services import Services
from domik.server.store import SqliteStore
from domik.server.store.database import PendingWrite
from domik.server.store.sqlite import SqliteCommitter
from domik.table import Entry, SeatPlan, Setup, Table, Terms
from domik.table.seating import add_entropy, sit
from tests.server.host import finished
from tests.waiting import PATIENCE


def first_move(table: Table, at: int) -> list[Entry]:
    """The lowest action of the first awaited seat."""
    seat = (table.awaited_seats() & -table.awaited_seats()).bit_length() - 1
    legal = table.legal(seat)
    return table.submit(seat, action_of((legal & -legal).bit_length() - 1), at, table.turn_token(seat))


async def opened(live_tables: LiveTables) -> str:
    setup = Setup("treehouse", {}, (SeatPlan("human", "a"), SeatPlan("human", "b")), Terms(forced=False))
    live_table = await live_tables.open(setup, "", "")
    for seat in range(2):
        await live_table.execute(lambda table, at, seat=seat: sit(table, seat, f"o{seat}", "", at))  # type: ignore[misc]
        await live_table.execute(lambda table, at, seat=seat: add_entropy(table, seat, "x", at))  # type: ignore[misc]
    return live_table.table.id


async def until(test: Callable[[], bool]) -> None:
    """Let the others go on until something holds."""
    while not test():
        await asyncio.sleep(0)


@pytest.mark.parametrize("waits_for_the_lock", [False, True])
def test_a_move_whose_connection_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waits_for_the_lock: bool
) -> None:
    """The disk is slow; the mover's task is cancelled meanwhile, and somebody else opens the table at once."""
    gate, reached = threading.Event(), threading.Event()

    commit = SqliteCommitter.commit

    def slow(ledger: SqliteCommitter, batch: list[PendingWrite]) -> list[Exception | None]:
        reached.set()
        gate.wait(PATIENCE)
        return commit(ledger, batch)

    async def main() -> tuple[int, int, int]:
        store = SqliteStore(tmp_path / "d.db")
        live_tables = LiveTables(Services(store, DerivedKeys("k"), BotPool(), Metrics(), 0.0, 5.0))
        id = await opened(live_tables)
        live_table = await live_tables.get(id)
        monkeypatch.setattr(SqliteCommitter, "commit", slow)
        blocked = store.database.flush()
        await asyncio.to_thread(reached.wait, PATIENCE)
        mover = asyncio.create_task(live_table.execute(first_move))
        await until(lambda: store.database.writer.queue_length() > 0)
        victim = mover
        if waits_for_the_lock:  # a second wish of the same room is cancelled before it came to anything
            victim = asyncio.create_task(live_table.execute(first_move))
            await asyncio.sleep(0)  # it has come to the lock, which the first one holds
            assert live_table.lock.locked()
        victim.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await victim
        looking = asyncio.create_task(live_tables.get(id))
        await asyncio.sleep(0)  # it looks before anything is written
        gate.set()
        await blocked
        if waits_for_the_lock:
            await mover
        table = (await looking).table
        seen, kept = len(table.moves), await store.journals.read(id)
        written = sum(entry["kind"] == "move" for entry in kept)
        await (await live_tables.get(id)).execute(first_move)  # and the game goes on
        after = sum(entry["kind"] == "move" for entry in await store.journals.read(id))
        await store.close()
        return seen, written, after

    assert finished(main()) == (1, 1, 2)
