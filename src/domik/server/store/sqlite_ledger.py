"""The SQLite file as the writer's thread sees it: one transaction a batch, the write-ahead log folded at leisure."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from domik.server.store.database import Row
from domik.server.store.trouble import NotWritten
from domik.server.store.writer import Write

LEISURE = 1.0  # seconds without work before the log is folded into the file
MOST_UNFOLDED = 20_000  # commits after which any pause will do
WORTH_A_LOOK = 256  # commits between two looks at the size of the log
LARGEST_LOG = 32 << 20  # bytes of it that are folded even where there is no pause: a disk is not endless
MOST_ROWS = 100  # of one statement


class SqliteLedger:
    """One connection, opened anew after anything strange."""

    def __init__(self, file: Path, open_one: Callable[[], sqlite3.Connection]) -> None:
        self.file = file
        self._open_one = open_one
        self._connection: sqlite3.Connection | None = open_one()
        self._inode = file.stat().st_ino
        self._commits = 0
        self._folded = 0  # commits when the log was last folded

    def commit(self, batch: list[Write]) -> list[Exception | None]:
        """All in one transaction; if that fails, each on its own, so that one bad write spoils no other."""
        error = self._attempt(batch)
        if error is None or len(batch) == 1:
            results = [error] * len(batch)
        else:
            results = [self._attempt([write]) for write in batch]
        if self._commits - self._folded >= WORTH_A_LOOK and self._commits % WORTH_A_LOOK == 0:
            self._fold_if_large()
        return results

    def _attempt(self, batch: list[Write]) -> Exception | None:
        try:
            connection = self._checked()
            connection.execute("BEGIN IMMEDIATE")
            insert(connection, [row for write in batch for row in write.rows])
            for write in batch:
                for statement, values in write.statements:
                    connection.execute(statement, values)
            connection.execute("COMMIT")
        except Exception as error:  # whatever it is, it goes to those who wait
            self._recover(error)
            return NotWritten(error)
        self._commits += 1
        return None

    def _checked(self) -> sqlite3.Connection:
        """The connection to the file of this name: writing to one that was deleted would keep nothing."""
        try:
            there = os.stat(self.file).st_ino
        except FileNotFoundError:
            raise FileNotFoundError(f"{self.file} is gone") from None
        if there != self._inode:
            raise FileNotFoundError(f"{self.file} is another file than before")
        if self._connection is None:
            self._connection = self._open_one()
        return self._connection

    def _recover(self, error: Exception) -> None:
        """Back to a connection without a transaction; after anything but a refused row, a new one."""
        connection = self._connection
        if connection is None:
            return
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            error = sqlite3.OperationalError("no way back")
        if not isinstance(error, sqlite3.IntegrityError):
            self._connection = None
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    # ---- folding the log ---------------------------------------------------------------------------

    def patience(self) -> float | None:
        """A second where a few commits wait to be folded, none at all where many do."""
        since = self._commits - self._folded
        return LEISURE if 0 < since < MOST_UNFOLDED else 0.0 if since else None

    def rest(self) -> None:
        """Fold."""
        self._folded = self._commits
        if self._connection is not None:
            with contextlib.suppress(sqlite3.OperationalError):  # somebody reads just now: next time
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _fold_if_large(self) -> None:
        with contextlib.suppress(OSError, sqlite3.Error):
            if os.stat(f"{self.file}-wal").st_size > LARGEST_LOG:
                self.rest()

    def close(self) -> None:
        """The end; SQLite folds the log when the last connection closes."""
        if self._connection is not None:
            self._connection.close()


def insert(connection: sqlite3.Connection, rows: list[Row]) -> None:
    """Rows of many tables in one statement: for every statement the event loop and this thread change places."""
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        connection.execute(_insertion(len(some)), [value for row in some for value in row])


@lru_cache(maxsize=MOST_ROWS)
def _insertion(rows: int) -> str:
    return "INSERT INTO journal VALUES " + ", ".join(["(?, ?, ?)"] * rows)
