"""SQLite in memory, kept by the browser as a snapshot and a log."""

from __future__ import annotations

import asyncio

import pytest

from domik.offline.database import MAX_LOGGED, BrowserDatabase, open_database
from domik.server.store import Store, WriteFailed
from tests.offline.browser_page import MemoryStorage


async def reopened(storage: MemoryStorage) -> Store:
    return Store(await open_database(storage, storage.snapshot, list(storage.log)))


def test_what_was_answered_is_there_again() -> None:
    async def main() -> None:
        storage = MemoryStorage()
        store = await reopened(storage)
        await store.key_value.put("kind", "part", "key", b"\x00document")
        assert await (await reopened(storage)).key_value.get("kind", "part", "key") == b"\x00document"

    asyncio.run(main())


def test_a_long_log_becomes_a_snapshot() -> None:
    async def main() -> None:
        storage = MemoryStorage()
        store = await reopened(storage)
        for number in range(MAX_LOGGED + 5):
            await store.key_value.put("kind", "part", str(number), b"1")
        assert len(storage.log) < 10
        found = await (await reopened(storage)).key_value.get_all("kind", "part")
        assert len(found) == MAX_LOGGED + 5

    asyncio.run(main())


def test_writes_that_come_together_share_a_commit() -> None:
    async def main() -> None:
        storage = MemoryStorage()
        store = await reopened(storage)
        before = len(storage.log)
        await asyncio.gather(*(store.key_value.put("kind", "part", str(number), b"1") for number in range(20)))
        assert len(storage.log) - before <= 2
        assert isinstance(store.database, BrowserDatabase)
        assert store.database.writes == 20

    asyncio.run(main())


def test_a_full_quota_loses_nothing_and_says_so() -> None:
    """What the browser does not keep was not written, neither there nor in memory; later all goes on."""

    async def main() -> None:
        storage = MemoryStorage()
        store = await reopened(storage)
        await store.key_value.put("kind", "part", "before", b"1")
        storage.is_full = True
        with pytest.raises(WriteFailed):
            await store.key_value.put("kind", "part", "meanwhile", b"1")
        assert await store.key_value.get("kind", "part", "meanwhile") is None
        storage.is_full = False
        await store.key_value.put("kind", "part", "after", b"1")
        assert set(await (await reopened(storage)).key_value.get_all("kind", "part")) == {"before", "after"}

    asyncio.run(main())


def test_a_bad_write_harms_no_other() -> None:
    async def main() -> None:
        storage = MemoryStorage()
        store = await reopened(storage)
        good = store.key_value.put("kind", "part", "key", b"1")
        bad = store.database.write([("INSERT INTO nothing VALUES (?)", (1,))])
        results = await asyncio.gather(good, bad, return_exceptions=True)
        assert results[0] is None
        assert isinstance(results[1], WriteFailed)
        assert await (await reopened(storage)).key_value.get("kind", "part", "key") == b"1"

    asyncio.run(main())
