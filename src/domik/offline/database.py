"""The data of one browser: SQLite in memory, of which the browser keeps a snapshot and a log of all later writes.

A write is answered when the browser has its log entry, and is undone where it has not: then nothing was written.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from domik.offline.browser import Storage
from domik.server.store.database import JournalRow, PendingWrite, Statement
from domik.server.store.errors import ReadFailed, WriteFailed
from domik.server.store.migrations import NEWEST
from domik.server.store.sqlite import insert_rows, migrate, version_in

MAX_LOGGED = 400  # log entries before a snapshot replaces them


class LogEntry(msgspec.Struct, array_like=True, frozen=True):
    """What one commit wrote."""

    rows: list[tuple[str, int, bytes]]
    statements: list[tuple[str, tuple[Any, ...]]]


class BrowserDatabase:
    """A database in memory with a single writer (the Database interface of server/store/database.py)."""

    def __init__(self, connection: sqlite3.Connection, storage: Storage, logged: int) -> None:
        self._connection = connection
        self._storage = storage
        self._logged = logged
        self._pending: list[PendingWrite] = []
        self._writing: asyncio.Task[None] | None = None
        self.commits = 0
        self.writes = 0

    @property
    def writer(self) -> BrowserDatabase:
        return self

    def queue_length(self) -> int:
        return len(self._pending)

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[JournalRow] = ()) -> asyncio.Future[None]:
        write = PendingWrite(rows, statements, asyncio.get_running_loop())
        self._pending.append(write)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.ensure_future(self._write_pending())
        return write.done

    def flush(self) -> asyncio.Future[None]:
        return self.write()

    async def fetch_all(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, args).fetchall()
        except sqlite3.DatabaseError as error:
            raise ReadFailed(error) from None

    def contains(self, column: str) -> str:
        return f"instr({column}, ?) > 0"

    async def fold(self) -> None:
        """The storage is that of the person's own browser, which throws it away as a whole."""
        await self.flush()

    async def probe(self) -> None:
        await self.fetch_all("SELECT 1")

    async def close(self) -> None:
        await self.flush()
        self._connection.close()

    def snapshot(self) -> bytes:
        return self._connection.serialize()

    async def _write_pending(self) -> None:
        """Commit what waits; writes that come meanwhile share the next commit."""
        while self._pending:
            batch, self._pending = self._pending, []
            self._connection.execute("BEGIN")
            errors = [self._execute(write) for write in batch]
            done = [write for write, error in zip(batch, errors, strict=True) if error is None]
            lost = await self._keep(done)
            self._connection.execute("COMMIT" if lost is None else "ROLLBACK")
            for write, error in zip(batch, errors, strict=True):
                write.resolve(error or lost)

    def _execute(self, write: PendingWrite) -> WriteFailed | None:
        """Run one write; one that fails is undone alone."""
        try:
            self._connection.execute("SAVEPOINT one")
            insert_rows(self._connection, list(write.rows))
            for statement, values in write.statements:
                self._connection.execute(statement, values)
        except sqlite3.Error as error:
            self._connection.execute("ROLLBACK TO one")
            return WriteFailed(error)
        finally:
            self._connection.execute("RELEASE one")
        return None

    async def _keep(self, done: list[PendingWrite]) -> WriteFailed | None:
        """Hand what was written to the browser; the error where it has no place for it."""
        rows = [row for write in done for row in write.rows]
        statements = [statement for write in done for statement in write.statements]
        if not rows and not statements:
            return None
        try:
            if self._logged >= MAX_LOGGED:
                await self._storage.replace(self.snapshot())
                self._logged = 0
            else:
                await self._storage.append(msgspec.msgpack.encode((rows, statements)))
                self._logged += 1
        except Exception as error:  # whatever a browser may say: quota, a storage that was cleared, no permission
            return WriteFailed(error)
        self.commits += 1
        self.writes += len(done)
        return None


async def open_database(storage: Storage, snapshot: bytes, log: Sequence[bytes]) -> BrowserDatabase:
    """The database as it was: the snapshot, then the log, then whatever this version adds to the schema."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    if snapshot:
        connection.deserialize(snapshot)
    for data in log:
        entry = msgspec.msgpack.decode(data, type=LogEntry)
        connection.execute("BEGIN")
        insert_rows(connection, entry.rows)
        for statement, values in entry.statements:
            connection.execute(statement, values)
        connection.execute("COMMIT")
    version = version_in(connection, "domik")
    migrate(connection, version)
    if version != NEWEST or len(log) >= MAX_LOGGED:
        await storage.replace(connection.serialize())
        return BrowserDatabase(connection, storage, 0)
    return BrowserDatabase(connection, storage, len(log))
