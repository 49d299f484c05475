"""PostgreSQL: the same nouns for several servers at once (docs/scaling.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from domik.server.store.database import Row, Statement
from domik.server.store.migrations import NEWEST, POSTGRES, READ_VERSION, WRITE_VERSION, steps
from domik.server.store.postgres_leases import PostgresLeases
from domik.server.store.postgres_ledger import PostgresLedger, spelled
from domik.server.store.trouble import DataTrouble, NotRead
from domik.server.store.writer import Writer

OLDEST = 15  # of PostgreSQL
MIGRATING = 0x646F6D69  # the advisory lock of whoever migrates: servers that start together do it once
MOST_READING = 4  # connections
PATIENCE = 5.0  # seconds that a reader waits for one of them
ROBUST: dict[str, Any] = {  # a database that vanished without a word is noticed within seconds
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
                migrate(connection, shown(data))
        except psycopg.Error as error:
            raise DataTrouble("no_database", shown(data), first_line(error)) from None
        self._pool = ConnectionPool(
            data,
            kwargs=ROBUST | {"autocommit": True},
            min_size=1,
            max_size=MOST_READING,
            check=ConnectionPool.check_connection,
            open=True,
            name="domik-readers",
        )
        self.leases = PostgresLeases(lambda: connect(data), address)
        self.ledger = PostgresLedger(lambda: connect(data), self.leases)
        self.writer = Writer(self.ledger)

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[Row] = ()) -> asyncio.Future[None]:
        """One thing more for the next commit."""
        return self.writer.write(statements, rows)

    def all_written(self) -> asyncio.Future[None]:
        """Done when the writer has come past this point."""
        return self.writer.write()

    async def rows(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        """Read beside the writer."""

        def read() -> list[tuple[Any, ...]]:
            try:
                with self._pool.connection(PATIENCE) as connection:
                    return connection.execute(spelled(query), args).fetchall()
            except (psycopg.Error, PoolTimeout) as error:
                raise NotRead(error) from None

        return await asyncio.to_thread(read)

    async def close(self) -> None:
        """Stop the writer when it has nothing left, then let the tables go."""
        await asyncio.to_thread(self.writer.close)
        await asyncio.to_thread(self.leases.close)
        await asyncio.to_thread(self._pool.close)


def connect(data: str) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection that commits every statement on its own unless told otherwise."""
    return psycopg.connect(data, autocommit=True, **ROBUST)


def migrate(connection: psycopg.Connection[tuple[Any, ...]], data: str) -> None:
    """Bring the database to the newest version, all of it or nothing; a newer one is refused."""
    server = connection.info.server_version // 10_000
    if server < OLDEST:
        raise DataTrouble("old_database", data, version=server, known=OLDEST)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        there = connection.execute("SELECT to_regclass('meta') IS NOT NULL").fetchone()
        found = connection.execute(READ_VERSION).fetchone() if there and there[0] else None
        version = int(found[0]) if found else 0
        if version > NEWEST:
            raise DataTrouble("newer", data, version=version, known=NEWEST)
        for statement in steps(version, POSTGRES):
            connection.execute(spelled(statement))
        if version != NEWEST:
            connection.execute(spelled(WRITE_VERSION), (str(NEWEST),))


def shown(data: str) -> str:
    """An address without its password."""
    parts = psycopg.conninfo.conninfo_to_dict(data)
    named = [f"{parts[name]}" for name in ("host", "port", "dbname") if parts.get(name)]
    return "postgresql://" + "/".join(named)


def first_line(error: Exception) -> str:
    """What happened, without the details that fill a screen."""
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else type(error).__name__
