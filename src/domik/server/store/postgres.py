"""PostgreSQL as the writer's thread sees it: one transaction and one NOTIFY a batch, every row fenced by its lease.

A batch of moves alone is a single statement: it locks the leases of its tables, inserts the rows whose epoch still
holds, and tells the other servers. Whatever a server that was cut off tries to write finds another epoch, and nothing
is inserted.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from domik.server.store.database import JournalRow, PendingWrite, Statement, Writer
from domik.server.store.errors import DataError, LeaseLost, ReadFailed, WriteFailed
from domik.server.store.migrations import NEWEST, POSTGRES, READ_VERSION, WRITE_VERSION, pending_statements
from domik.server.store.postgres_leases import PostgresLeases
from domik.server.store.store import Store

Connection = psycopg.Connection[tuple[Any, ...]]
TABLES_CHANNEL = "domik_tables"  # the channel that says which tables have changed
MAX_NOTIFICATION = 7000  # bytes: PostgreSQL carries 8000
RETRY_SECONDS = 12.0  # seconds that writes wait for a database that is away
RETRY_PAUSE = 0.1
INSERT_FENCED = """
WITH m(id, number, entry, epoch) AS (SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bytea[], %s::bigint[])),
f AS (SELECT id, epoch FROM leases WHERE id = ANY(%s) AND node = %s ORDER BY id FOR SHARE),
w AS (INSERT INTO journal(id, number, entry)
  SELECT m.id, m.number, m.entry FROM m JOIN f ON f.id = m.id AND f.epoch = m.epoch RETURNING id)
SELECT pg_notify(%s, %s), (SELECT array_agg(DISTINCT id) FROM w)
"""
LOCK_LEASES = "SELECT id, epoch FROM leases WHERE id = ANY(%s) AND node = %s ORDER BY id FOR SHARE"
INSERT_ROWS = "INSERT INTO journal(id, number, entry) SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bytea[])"
SELECT_STORED = """
SELECT j.id, j.number, j.entry FROM journal j
JOIN unnest(%s::text[], %s::bigint[]) AS m(id, number) ON j.id = m.id AND j.number = m.number
"""


class PostgresCommitter:
    """One connection, opened anew when it breaks."""

    def __init__(self, open_one: Callable[[], Connection], leases: PostgresLeases) -> None:
        self._open_connection = open_one
        self._leases = leases
        self._connection: Connection | None = None
        self._open_transaction = ""  # the one that may or may not have been committed when the connection broke
        self.notifies = 0

    def commit(self, batch: list[PendingWrite]) -> list[Exception | None]:
        """All in one transaction; if that fails, each on its own; if the connection fails, again when there is one."""
        if not any(write.rows or write.statements for write in batch):
            return [None] * len(batch)
        end = time.monotonic() + RETRY_SECONDS
        was_cut = False
        while True:
            try:
                if was_cut and (settled := self._recover_outcome(batch)) is not None:
                    return settled
                return self._attempt(batch)
            except psycopg.OperationalError as error:
                self._disconnect()
                was_cut = True
                if time.monotonic() > end:
                    return [WriteFailed(error)] * len(batch)
                time.sleep(RETRY_PAUSE)
            except Exception as error:
                self._disconnect()  # a connection in an unknown state is none
                if len(batch) == 1:
                    return [self._resolve_duplicate(batch[0], error) if was_cut else WriteFailed(error)]
                return [self.commit([write])[0] for write in batch]

    def _attempt(self, batch: list[PendingWrite]) -> list[Exception | None]:
        connection = self._connection or self._open_connection()
        self._connection = connection
        self._open_transaction = ""
        if any(write.statements for write in batch):
            held = self._write_transaction(connection, batch)
        else:
            held = self._write_rows(connection, batch)
        return [None if all(row[0] in held for row in write.rows) else LeaseLost(write.rows[0][0]) for write in batch]

    def _write_rows(self, connection: Connection, batch: list[PendingWrite]) -> set[str]:
        """One statement, one journey to the database and back."""
        rows = [row for write in batch for row in write.rows]
        ids, numbers, entries = [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]
        epochs = [self._leases.epoch(id) for id in ids]
        told = self._notification(ids)
        values = (ids, numbers, entries, epochs, ids, self._leases.node, TABLES_CHANNEL, told)
        found = connection.execute(INSERT_FENCED, values, prepare=True).fetchone()
        self.notifies += 1
        return set(found[1] or ()) if found else set()

    def _write_transaction(self, connection: Connection, batch: list[PendingWrite]) -> set[str]:
        """Rows and statements of those whose leases hold."""
        with connection.transaction():
            ids = sorted({row[0] for write in batch for row in write.rows})
            with connection.pipeline():
                mark = connection.execute("SELECT pg_current_xact_id()::text")
                leases = connection.execute(LOCK_LEASES, (ids, self._leases.node))
            found = mark.fetchone()
            held = {id for id, epoch in leases.fetchall() if epoch == self._leases.epoch(id)}
            good = [write for write in batch if all(row[0] in held for row in write.rows)]
            rows = [row for write in good for row in write.rows]
            with connection.pipeline():
                if rows:
                    columns = ([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])
                    connection.execute(INSERT_ROWS, columns)
                    connection.execute("SELECT pg_notify(%s, %s)", (TABLES_CHANNEL, self._notification(columns[0])))
                    self.notifies += 1
                for write in good:
                    for statement, values in write.statements:
                        connection.execute(to_psycopg(statement), values)
            self._open_transaction = str(found[0]) if found else ""
        self._open_transaction = ""
        return held

    def _notification(self, ids: list[str]) -> str:
        """What the other servers hear: who, and which tables."""
        text = msgspec.json.encode([self._leases.node, *sorted(set(ids))]).decode()
        return text if len(text) < MAX_NOTIFICATION else msgspec.json.encode([self._leases.node]).decode()

    # ---- after the connection broke ------------------------------------------------------------------

    def _recover_outcome(self, batch: list[PendingWrite]) -> list[Exception | None] | None:
        """Whether the batch was committed although nobody could tell us; None when it was not."""
        connection = self._connection = self._connection or self._open_connection()
        while self._open_transaction:
            found = connection.execute("SELECT pg_xact_status(%s::text::xid8)", (self._open_transaction,)).fetchone()
            if found is None or found[0] == "aborted":
                break
            if found[0] == "committed":
                return [None] * len(batch)
            time.sleep(RETRY_PAUSE)  # the old connection is still at it
        if not any(write.statements for write in batch) and all(self._is_stored(write) for write in batch):
            return [None] * len(batch)
        return None

    def _resolve_duplicate(self, write: PendingWrite, error: Exception) -> Exception | None:
        """A row that is there already may be the very one that we wrote before the connection broke."""
        with contextlib.suppress(psycopg.Error):
            self._connection = self._connection or self._open_connection()
            if isinstance(error, psycopg.errors.UniqueViolation) and self._is_stored(write):
                return None
        return WriteFailed(error)

    def _is_stored(self, write: PendingWrite) -> bool:
        connection = self._connection
        assert connection is not None
        keys = ([row[0] for row in write.rows], [row[1] for row in write.rows])
        found = {(id, number): bytes(entry) for id, number, entry in connection.execute(SELECT_STORED, keys).fetchall()}
        return all(found.get((row[0], row[1])) == row[2] for row in write.rows)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error):
                connection.close()

    # ---- the rest of a ledger --------------------------------------------------------------------------

    def idle_timeout(self) -> float | None:
        """There is nothing to put off."""
        return None

    def run_maintenance(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """The end."""
        self._disconnect()


@lru_cache(maxsize=512)
def to_psycopg(query: str) -> str:
    """A statement as psycopg wants it."""
    return query.replace("%", "%%").replace("?", "%s")


MIN_VERSION = 15  # of PostgreSQL
MIGRATION_LOCK = 0x646F6D69  # the advisory lock of whoever migrates: servers that start together do it once
MAX_READERS = 4  # connections
POOL_TIMEOUT = 5.0  # seconds that a reader waits for one of them
CONNECTION_OPTIONS: dict[str, Any] = {  # a database that vanished without a word is noticed within seconds
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
    "application_name": "domik",
}


class PostgresDatabase:
    """One node of several, or the only one."""

    def __init__(self, data: str, address: str = "") -> None:
        self.data = data
        try:
            with connect(data) as connection:
                migrate(connection, redact_dsn(data))
        except psycopg.Error as error:
            raise DataError("no_database", redact_dsn(data), short_message(error)) from None
        self._pool = ConnectionPool(
            data,
            kwargs=CONNECTION_OPTIONS | {"autocommit": True},
            min_size=1,
            max_size=MAX_READERS,
            check=ConnectionPool.check_connection,
            open=True,
            name="domik-readers",
        )
        self.leases = PostgresLeases(lambda: connect(data), address)
        self.committer = PostgresCommitter(lambda: connect(data), self.leases)
        self.writer = Writer(self.committer)

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[JournalRow] = ()) -> asyncio.Future[None]:
        """One thing more for the next commit."""
        return self.writer.write(statements, rows)

    def flush(self) -> asyncio.Future[None]:
        """Done when the writer has come past this point."""
        return self.writer.write()

    async def fetch_all(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        """Read beside the writer."""

        def read() -> list[tuple[Any, ...]]:
            try:
                with self._pool.connection(POOL_TIMEOUT) as connection:
                    return connection.execute(to_psycopg(query), args).fetchall()
            except (psycopg.Error, PoolTimeout) as error:
                raise ReadFailed(error) from None

        return await asyncio.to_thread(read)

    async def close(self) -> None:
        """Stop the writer when it has nothing left, then let the tables go."""
        await asyncio.to_thread(self.writer.close)
        await asyncio.to_thread(self.leases.close)
        await asyncio.to_thread(self._pool.close)


def connect(data: str) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection that commits every statement on its own unless told otherwise."""
    return psycopg.connect(data, autocommit=True, **CONNECTION_OPTIONS)


def migrate(connection: psycopg.Connection[tuple[Any, ...]], data: str) -> None:
    """Bring the database to the newest version, all of it or nothing; a newer one is refused."""
    server = connection.info.server_version // 10_000
    if server < MIN_VERSION:
        raise DataError("old_database", data, version=server, known=MIN_VERSION)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
        there = connection.execute("SELECT to_regclass('meta') IS NOT NULL").fetchone()
        found = connection.execute(READ_VERSION).fetchone() if there and there[0] else None
        version = int(found[0]) if found else 0
        if version > NEWEST:
            raise DataError("newer", data, version=version, known=NEWEST)
        for statement in pending_statements(version, POSTGRES):
            connection.execute(to_psycopg(statement))
        if version != NEWEST:
            connection.execute(to_psycopg(WRITE_VERSION), (str(NEWEST),))


def redact_dsn(data: str) -> str:
    """An address without its password."""
    parts = psycopg.conninfo.conninfo_to_dict(data)
    named = [f"{parts[name]}" for name in ("host", "port", "dbname") if parts.get(name)]
    return "postgresql://" + "/".join(named)


def short_message(error: Exception) -> str:
    """What happened, without the details that fill a screen."""
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else type(error).__name__


class PostgresStore(Store):
    """Everything in one PostgreSQL database, for one node or many."""

    def __init__(self, data: str, address: str = "") -> None:
        self.postgres = PostgresDatabase(data, address)
        super().__init__(self.postgres)
        self.leases = self.postgres.leases
