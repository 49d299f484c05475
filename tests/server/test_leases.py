"""Leases: one owner a table, and nobody else's rows get in, whatever they believe."""

from __future__ import annotations

import asyncio
import threading
import time

import psycopg
import pytest

from domik.server.store import TableHeader, WriteFailed
from domik.server.store.errors import DataError, LeaseLost
from domik.server.store.postgres import PostgresStore
from tests.postgres import Postgres
from tests.server.host import finished

SHORT = 0.8


@pytest.fixture
def data(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("domik.server.store.postgres_leases.LEASE", SHORT)
    monkeypatch.setattr("domik.server.store.postgres_leases.BEAT", SHORT / 4)
    return postgres.database()


def entry(at: int) -> list[dict[str, object]]:
    return [{"kind": "move", "at": at}]


def header(id: str, clocked: bool = False) -> TableHeader:
    return TableHeader(id, "treehouse", 1, 1, "playing", True, ["a"], [0], clocked)


async def stopped(store: PostgresStore) -> None:
    """As SIGSTOP does: its heart beats no more, and it does not know."""
    store.postgres.leases._stopping.set()
    await asyncio.to_thread(store.postgres.leases._heartbeat_thread.join)


def test_a_table_has_one_owner_and_changes_hands(data: str) -> None:
    async def main() -> None:
        one, two = PostgresStore(data, "http://one"), PostgresStore(data, "http://two")
        await one.leases.create("t")
        await one.append("t", 0, entry(0), header("t", clocked=True), [])
        assert await two.leases.acquire("t") == "http://one"
        assert not two.leases.holds("t")
        with pytest.raises(LeaseLost):
            await two.append("t", 1, entry(1), None, [])
        await asyncio.sleep(2 * SHORT)  # a lease is renewed as long as its node lives
        assert await two.leases.acquire("t") == "http://one"
        assert await two.leases.orphans() == []
        await stopped(one)
        await asyncio.sleep(1.2 * SHORT)
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
        await stopped(one)
        await asyncio.sleep(1.2 * SHORT)
        assert await two.leases.acquire("t") == ""
        leases = one.postgres.leases
        leases._stopping.clear()
        leases._heartbeat_thread = threading.Thread(target=leases._run, daemon=True)
        leases._heartbeat_thread.start()
        end = time.monotonic() + 10
        while not lost:
            assert time.monotonic() < end
            await asyncio.sleep(0.02)
        assert lost == ["t"]
        assert one.leases.holds("u"), "what nobody took is still its own"
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
        end = time.monotonic() + 10
        while await two.leases.acquire("t"):
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        await two.append("t", 1, entry(1), None, [])
        assert await two.leases.acquire("nothing") == ""
        assert not two.leases.holds("nothing")
        heard: list[str] = []
        two.leases.subscribe("domik_house", lambda _node, text: heard.append(text))
        one.leases.publish("domik_house", "hello")
        while heard != ["hello"]:
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
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
