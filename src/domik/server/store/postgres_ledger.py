"""PostgreSQL as the writer's thread sees it: one transaction and one NOTIFY a batch, every row fenced by its lease.

A batch of moves alone is a single statement: it locks the leases of its tables, inserts the rows whose epoch still
holds, and tells the other servers. Whatever a server that was cut off tries to write finds another epoch, and nothing
is inserted.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import psycopg

from domik.server.store.postgres_leases import PostgresLeases
from domik.server.store.trouble import LostLease, NotWritten
from domik.server.store.writer import Write

Connection = psycopg.Connection[tuple[Any, ...]]
TABLES = "domik_tables"  # the channel that says which tables have changed
MOST_TOLD = 7000  # bytes: PostgreSQL carries 8000
PATIENCE = 12.0  # seconds that writes wait for a database that is away
PAUSE = 0.1
FENCED = """
WITH m(id, number, entry, epoch) AS (SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bytea[], %s::bigint[])),
f AS (SELECT id, epoch FROM leases WHERE id = ANY(%s) AND node = %s ORDER BY id FOR SHARE),
w AS (INSERT INTO journal(id, number, entry)
  SELECT m.id, m.number, m.entry FROM m JOIN f ON f.id = m.id AND f.epoch = m.epoch RETURNING id)
SELECT pg_notify(%s, %s), (SELECT array_agg(DISTINCT id) FROM w)
"""
HELD = "SELECT id, epoch FROM leases WHERE id = ANY(%s) AND node = %s ORDER BY id FOR SHARE"
INSERT = "INSERT INTO journal(id, number, entry) SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bytea[])"
THERE = """
SELECT j.id, j.number, j.entry FROM journal j
JOIN unnest(%s::text[], %s::bigint[]) AS m(id, number) ON j.id = m.id AND j.number = m.number
"""


class PostgresLedger:
    """One connection, opened anew when it breaks."""

    def __init__(self, open_one: Callable[[], Connection], leases: PostgresLeases) -> None:
        self._open_one = open_one
        self._leases = leases
        self._connection: Connection | None = None
        self._transaction = ""  # the one that may or may not have been committed when the connection broke
        self.notifies = 0

    def commit(self, batch: list[Write]) -> list[Exception | None]:
        """All in one transaction; if that fails, each on its own; if the connection fails, again when there is one."""
        if not any(write.rows or write.statements for write in batch):
            return [None] * len(batch)
        end = time.monotonic() + PATIENCE
        was_cut = False
        while True:
            try:
                if was_cut and (settled := self._settled(batch)) is not None:
                    return settled
                return self._attempt(batch)
            except psycopg.OperationalError as error:
                self._hang_up()
                was_cut = True
                if time.monotonic() > end:
                    return [NotWritten(error)] * len(batch)
                time.sleep(PAUSE)
            except Exception as error:
                self._hang_up()  # a connection in an unknown state is none
                if len(batch) == 1:
                    return [self._known(batch[0], error) if was_cut else NotWritten(error)]
                return [self.commit([write])[0] for write in batch]

    def _attempt(self, batch: list[Write]) -> list[Exception | None]:
        connection = self._connection or self._open_one()
        self._connection = connection
        self._transaction = ""
        if any(write.statements for write in batch):
            held = self._all_together(connection, batch)
        else:
            held = self._rows_alone(connection, batch)
        return [None if all(row[0] in held for row in write.rows) else LostLease(write.rows[0][0]) for write in batch]

    def _rows_alone(self, connection: Connection, batch: list[Write]) -> set[str]:
        """One statement, one journey to the database and back."""
        rows = [row for write in batch for row in write.rows]
        ids, numbers, entries = [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]
        epochs = [self._leases.epoch(id) for id in ids]
        told = self._told(ids)
        values = (ids, numbers, entries, epochs, ids, self._leases.node, TABLES, told)
        found = connection.execute(FENCED, values, prepare=True).fetchone()
        self.notifies += 1
        return set(found[1] or ()) if found else set()

    def _all_together(self, connection: Connection, batch: list[Write]) -> set[str]:
        """Rows and statements of those whose leases hold."""
        with connection.transaction():
            ids = sorted({row[0] for write in batch for row in write.rows})
            with connection.pipeline():
                mark = connection.execute("SELECT pg_current_xact_id()::text")
                leases = connection.execute(HELD, (ids, self._leases.node))
            found = mark.fetchone()
            held = {id for id, epoch in leases.fetchall() if epoch == self._leases.epoch(id)}
            good = [write for write in batch if all(row[0] in held for row in write.rows)]
            rows = [row for write in good for row in write.rows]
            with connection.pipeline():
                if rows:
                    columns = ([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])
                    connection.execute(INSERT, columns)
                    connection.execute("SELECT pg_notify(%s, %s)", (TABLES, self._told(columns[0])))
                    self.notifies += 1
                for write in good:
                    for statement, values in write.statements:
                        connection.execute(spelled(statement), values)
            self._transaction = str(found[0]) if found else ""
        self._transaction = ""
        return held

    def _told(self, ids: list[str]) -> str:
        """What the other servers hear: who, and which tables."""
        text = msgspec.json.encode([self._leases.node, *sorted(set(ids))]).decode()
        return text if len(text) < MOST_TOLD else msgspec.json.encode([self._leases.node]).decode()

    # ---- after the connection broke ------------------------------------------------------------------

    def _settled(self, batch: list[Write]) -> list[Exception | None] | None:
        """Whether the batch was committed although nobody could tell us; None when it was not."""
        connection = self._connection = self._connection or self._open_one()
        while self._transaction:
            found = connection.execute("SELECT pg_xact_status(%s::text::xid8)", (self._transaction,)).fetchone()
            if found is None or found[0] == "aborted":
                break
            if found[0] == "committed":
                return [None] * len(batch)
            time.sleep(PAUSE)  # the old connection is still at it
        if not any(write.statements for write in batch) and all(self._is_there(write) for write in batch):
            return [None] * len(batch)
        return None

    def _known(self, write: Write, error: Exception) -> Exception | None:
        """A row that is there already may be the very one that we wrote before the connection broke."""
        with contextlib.suppress(psycopg.Error):
            self._connection = self._connection or self._open_one()
            if isinstance(error, psycopg.errors.UniqueViolation) and self._is_there(write):
                return None
        return NotWritten(error)

    def _is_there(self, write: Write) -> bool:
        connection = self._connection
        assert connection is not None
        keys = ([row[0] for row in write.rows], [row[1] for row in write.rows])
        found = {(id, number): bytes(entry) for id, number, entry in connection.execute(THERE, keys).fetchall()}
        return all(found.get((row[0], row[1])) == row[2] for row in write.rows)

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error):
                connection.close()

    # ---- the rest of a ledger --------------------------------------------------------------------------

    def patience(self) -> float | None:
        """There is nothing to put off."""
        return None

    def rest(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """The end."""
        self._hang_up()


@lru_cache(maxsize=512)
def spelled(query: str) -> str:
    """A statement as psycopg wants it."""
    return query.replace("%", "%%").replace("?", "%s")
