"""Leases: one owner a table, and nobody else's rows get in, whatever they believe."""

from __future__ import annotations

import asyncio
import threading

import psycopg
import pytest

from domik.server.store import TableHeader, WriteFailed
from domik.server.store.errors import DataError, LeaseLost
from domik.server.store.postgres import PostgresStore
from tests.postgres import Postgres
from tests.server.host import finished
from tests.waiting import PATIENCE, eventually_async


@pytest.fixture
def data(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database whose nodes have long leases and quick hearts: a lease ends when a test says so."""
    monkeypatch.setattr("domik.server.store.postgres_leases.LEASE", PATIENCE)
    monkeypatch.setattr("domik.server.store.postgres_leases.BEAT", 0.1)
    return postgres.database()


def entry(at: int) -> list[dict[str, object]]:
    return [{"kind": "move", "at": at}]


def header(id: str, clocked: bool = False) -> TableHeader:
    return TableHeader(id, "treehouse", 1, 1, "playing", True, ["a"], [0], clocked)


def alive_until(data: str, store: PostgresStore) -> int:
    """Until when a node counts as alive, in milliseconds by the database's clock."""
    with psycopg.connect(data, autocommit=True) as connection:
        row = connection.execute("SELECT until FROM nodes WHERE node = %s", (store.postgres.leases.node,)).fetchone()
    assert row is not None
    return int(row[0])


async def stopped(data: str, store: PostgresStore) -> None:
    """As SIGSTOP for longer than a lease does: its heart beats no more, and it does not know."""
    leases = store.postgres.leases
    leases._stopping.set()
    await asyncio.to_thread(leases._heartbeat_thread.join)
    leases._until -= PATIENCE
    with psycopg.connect(data, autocommit=True) as connection:
        connection.execute("UPDATE nodes SET until = until - %s WHERE node = %s", (1000 * PATIENCE, leases.node))


def holder(data: str, id: str) -> str:
    """The node that has a table, "" for none."""
    with psycopg.connect(data, autocommit=True) as connection:
        row = connection.execute("SELECT node FROM leases WHERE id = %s", (id,)).fetchone()
    assert row is not None
    return str(row[0])


def test_a_table_has_one_owner_and_changes_hands(data: str) -> None:
    async def main() -> None:
        one, two = PostgresStore(data, "http://one"), PostgresStore(data, "http://two")
        await one.leases.create("t")
        await one.append("t", 0, entry(0), header("t", clocked=True), [])
        assert await two.leases.acquire("t") == "http://one"
        assert not two.leases.holds("t")
        with pytest.raises(LeaseLost):
            await two.append("t", 1, entry(1), None, [])
        first = alive_until(data, one)
        await eventually_async(lambda: alive_until(data, one) > first, "a lease is renewed as long as its node lives")
        assert await two.leases.acquire("t") == "http://one"
        assert await two.leases.orphans() == []
        await stopped(data, one)
        assert not one.leases.holds("t"), "it knows by its own clock"
        assert await two.leases.orphans() == ["t"]
        assert await two.leases.acquire("t") == ""
        for work in (
            one.append("t", 1, entry(1), None, []),
            one.append("t", 1, entry(1), header("t"), [("thief", 0)]),
            one.append("t", 2, entry(2), None, []),
        ):
            with pytest.raises(LeaseLost):
                await work
        assert await one.tables.list_for_owner("thief", 1) == []
        await two.append("t", 1, entry(7), None, [])
        assert [one["at"] for one in await two.journals.read("t")] == [0, 7]
        await two.close()
        await one.close()

    finished(main())


def test_a_node_that_wakes_hears_what_it_has_lost(data: str) -> None:
    async def main() -> None:
        one, two = PostgresStore(data, "http://one"), PostgresStore(data, "http://two")
        lost: list[str] = []
        one.leases.start(lost.extend)
        for id in ("t", "u"):
            await one.leases.create(id)
            await one.append(id, 0, entry(0), None, [])
        await stopped(data, one)
        assert await two.leases.acquire("t") == ""
        leases = one.postgres.leases
        leases._stopping.clear()
        leases._heartbeat_thread = threading.Thread(target=leases._run, daemon=True)
        leases._heartbeat_thread.start()
        await eventually_async(lambda: lost)
        assert lost == ["t"]
        await eventually_async(lambda: one.leases.holds("u"), "what nobody took is still its own")
        await one.append("u", 1, entry(1), None, [])
        await one.close()
        assert await two.leases.acquire("u") == "", "whoever goes lets go at once"
        await two.close()

    finished(main())


def test_what_is_released_is_free_and_what_is_none_is_nobodys(data: str) -> None:
    async def main() -> None:
        one, two = PostgresStore(data, "http://one"), PostgresStore(data, "http://two")
        await one.leases.create("t")
        await one.append("t", 0, entry(0), None, [])
        one.leases.release("t")
        await eventually_async(lambda: holder(data, "t") == "")
        assert await two.leases.acquire("t") == ""
        await two.append("t", 1, entry(1), None, [])
        assert await two.leases.acquire("nothing") == ""
        assert not two.leases.holds("nothing")
        heard: list[str] = []
        two.leases.subscribe("domik_house", lambda _node, text: heard.append(text))
        one.leases.publish("domik_house", "hello")
        await eventually_async(lambda: heard == ["hello"])
        await two.close()
        await one.close()

    finished(main())


def test_one_notify_for_many_moves(data: str) -> None:
    async def main() -> None:
        store = PostgresStore(data)
        for k in range(40):
            await store.leases.create(f"t{k}")
        before = store.postgres.committer.notifies
        for number in range(5):
            await asyncio.gather(*(store.append(f"t{k}", number, entry(k), None, []) for k in range(40)))
        assert store.postgres.committer.notifies - before <= 30, "200 moves"
        await store.close()

    finished(main())


def test_connections_that_are_cut(data: str) -> None:
    """The writer's connection is ended again and again under load: every write succeeds, and none twice."""

    async def main() -> None:
        store = PostgresStore(data)
        for id in ("t", "u"):
            await store.leases.create(id)
        with psycopg.connect(data, autocommit=True) as axe:
            for number in range(60):
                moves = [store.append("t", number, entry(number), None, [])]
                moves.append(store.append("u", number, entry(number), header("u"), [("o", number)]))
                if number % 6 == 3:
                    axe.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    )
                await asyncio.gather(*moves)
        for id in ("t", "u"):
            assert [one["at"] for one in await store.journals.read(id)] == list(range(60))
        await store.close()

    finished(main())


def test_a_database_that_is_away(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domik.server.store.postgres.RETRY_SECONDS", 0.3)
    with pytest.raises(DataError) as found:
        PostgresStore("postgresql://domik:geheim@127.0.0.1:1/none")
    assert found.value.kind == "no_database"
    assert "geheim" not in str(found.value.phrase)
    data = postgres.database()

    async def main() -> None:
        store = PostgresStore(data)
        with psycopg.connect(postgres.address("postgres"), autocommit=True) as axe:
            name = data.rsplit("/", 1)[1]
            axe.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            axe.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
            with pytest.raises(WriteFailed):
                await store.settings.probe_write()
            axe.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        await store.settings.probe_write()
        await store.close()

    finished(main())


def test_a_newer_database_is_refused(postgres: Postgres) -> None:
    data = postgres.database()
    finished(PostgresStore(data).close())
    with psycopg.connect(data, autocommit=True) as connection:
        connection.execute("UPDATE meta SET value = '999' WHERE key = 'schema'")
    with pytest.raises(DataError) as found:
        PostgresStore(data)
    assert found.value.kind == "newer"
