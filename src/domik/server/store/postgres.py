"""PostgreSQL: one transaction and one NOTIFY per batch, every journal row fenced by its lease.

A batch of moves alone is a single statement: it locks the leases of its tables, inserts the rows whose epoch still
holds, and notifies the other nodes. Whatever a disconnected node tries to write later has an old epoch and is not
inserted.
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
TABLES_CHANNEL = "domik_tables"  # the NOTIFY channel with the ids of changed tables
MAX_NOTIFICATION = 7000  # bytes; PostgreSQL's limit is 8000
RETRY_SECONDS = 12.0  # seconds for which writes are retried while the database is unreachable
RETRY_PAUSE = 0.1
INSERT_FENCED = """
WITH m(id, number, entry, epoch) AS (SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bytea[], %s::bigint[])),
f AS (SELECT id, epoch FROM leases WHERE id = ANY(%s) AND node = %s ORDER BY id FOR SHARE),
w AS (INSERT INTO journal(id, number, entry)
  SELECT m.id, m.number, m.entry FROM m JOIN f ON f.id = m.id AND f.epoch = m.epoch RETURNING id)
SELECT pg_notify(%s, %s), (SELECT array_agg(DISTINCT id) FROM w)
"""
PROBE = "INSERT INTO meta(key, value) VALUES ('probe', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
LOCK_LEASES = "SELECT id, epoch FROM leases WHERE id = ANY(%s) AND node = %s ORDER BY id FOR SHARE"
INSERT_ROWS = "INSERT INTO journal(id, number, entry) SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bytea[])"
SELECT_STORED = """
SELECT j.id, j.number, j.entry FROM journal j
JOIN unnest(%s::text[], %s::bigint[]) AS m(id, number) ON j.id = m.id AND j.number = m.number
"""


class PostgresCommitter:
    """Commits on one connection, which is reopened when it breaks."""

    def __init__(self, open_one: Callable[[], Connection], leases: PostgresLeases) -> None:
        self._open_connection = open_one
        self._leases = leases
        self._connection: Connection | None = None
        self._open_transaction = ""  # id of a transaction whose outcome is unknown because the connection broke
        self.notifies = 0

    def commit(self, batch: list[PendingWrite]) -> list[Exception | None]:
        """Commit in one transaction; on an error each write alone; on a lost connection retry."""
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
                self._disconnect()  # its state is unknown
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
        """Insert journal rows in one statement, that is one round trip; return the tables whose lease held."""
        rows = [row for write in batch for row in write.rows]
        ids, numbers, entries = [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]
        epochs = [self._leases.epoch(id) for id in ids]
        told = self._notification(ids)
        values = (ids, numbers, entries, epochs, ids, self._leases.node, TABLES_CHANNEL, told)
        found = connection.execute(INSERT_FENCED, values, prepare=True).fetchone()
        self.notifies += 1
        return set(found[1] or ()) if found else set()

    def _write_transaction(self, connection: Connection, batch: list[PendingWrite]) -> set[str]:
        """Run rows and statements of the writes whose leases hold; return the tables still held."""
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
        """The payload for other nodes: this node and the changed tables, or the node alone if too long."""
        text = msgspec.json.encode([self._leases.node, *sorted(set(ids))]).decode()
        return text if len(text) < MAX_NOTIFICATION else msgspec.json.encode([self._leases.node]).decode()

    # ---- after the connection broke ------------------------------------------------------------------

    def _recover_outcome(self, batch: list[PendingWrite]) -> list[Exception | None] | None:
        """The results of a batch that was committed before its connection broke; None if it was not."""
        connection = self._connection = self._connection or self._open_connection()
        while self._open_transaction:
            found = connection.execute("SELECT pg_xact_status(%s::text::xid8)", (self._open_transaction,)).fetchone()
            if found is None or found[0] == "aborted":
                break
            if found[0] == "committed":
                return [None] * len(batch)
            time.sleep(RETRY_PAUSE)  # the old connection is still committing
        if not any(write.statements for write in batch) and all(self._is_stored(write) for write in batch):
            return [None] * len(batch)
        return None

    def _resolve_duplicate(self, write: PendingWrite, error: Exception) -> Exception | None:
        """None if the row that is already there is the one written before the connection broke."""
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

    # ---- the rest of a committer -------------------------------------------------------------------------

    def idle_timeout(self) -> float | None:
        return None

    def run_maintenance(self) -> None:
        pass

    def close(self) -> None:
        self._disconnect()


@lru_cache(maxsize=512)
def to_psycopg(query: str) -> str:
    """A statement with psycopg's placeholders."""
    return query.replace("%", "%%").replace("?", "%s")


MIN_VERSION = 15  # major version of PostgreSQL
MIGRATION_LOCK = 0x646F6D69  # advisory lock held while migrating: nodes that start together migrate once
MAX_READERS = 4  # connections
POOL_TIMEOUT = 5.0  # seconds that a reader waits for a connection
CONNECTION_OPTIONS: dict[str, Any] = {  # a database that vanishes silently is noticed within seconds
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
    "application_name": "domik",
}


class PostgresDatabase:
    """The connection of one node to a database that may be shared by several."""

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
        return self.writer.write(statements, rows)

    def flush(self) -> asyncio.Future[None]:
        return self.writer.write()

    async def fetch_all(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        def read() -> list[tuple[Any, ...]]:
            try:
                with self._pool.connection(POOL_TIMEOUT) as connection:
                    return connection.execute(to_psycopg(query), args).fetchall()
            except (psycopg.Error, PoolTimeout) as error:
                raise ReadFailed(error) from None

        return await asyncio.to_thread(read)

    def contains(self, column: str) -> str:
        return f"position(?::bytea in {column}) > 0"

    async def fold(self) -> None:
        """The database's own vacuum clears its files (docs/hosting.md)."""

    async def probe(self) -> None:
        await self.write([(PROBE, (str(time.time_ns()),))])

    async def close(self) -> None:
        """Stop the writer once its queue is empty, then release all leases."""
        await asyncio.to_thread(self.writer.close)
        await asyncio.to_thread(self.leases.close)
        await asyncio.to_thread(self._pool.close)


def connect(data: str) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection in autocommit mode."""
    return psycopg.connect(data, autocommit=True, **CONNECTION_OPTIONS)


def migrate(connection: psycopg.Connection[tuple[Any, ...]], data: str) -> None:
    """Migrate to the newest version in one transaction; DataError for a newer database or an old PostgreSQL."""
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
    """A connection string without its password, for messages."""
    parts = psycopg.conninfo.conninfo_to_dict(data)
    place = ":".join(f"{parts[name]}" for name in ("host", "port") if parts.get(name))
    return f"postgresql://{place}/{parts.get('dbname') or ''}"


def short_message(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else type(error).__name__


class PostgresStore(Store):
    """A store in one PostgreSQL database, for one node or several."""

    def __init__(self, data: str, address: str = "") -> None:
        self.postgres = PostgresDatabase(data, address)
        super().__init__(self.postgres)
        self.leases = self.postgres.leases
