"""SQLite: everything in one file, one writer's thread, group commit, every commit flushed to the disk."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from domik.server.store.data_lock import DataLock
from domik.server.store.database import Row, Statement
from domik.server.store.migrations import NEWEST, READ_VERSION, SQLITE, WRITE_VERSION, steps
from domik.server.store.sqlite_ledger import SqliteLedger
from domik.server.store.trouble import Damaged, DataTrouble, NotRead, kind_of, trouble_with
from domik.server.store.writer import Writer

OURS = {"meta", "journal"}  # what every data file of ours holds


class SqliteDatabase:
    """One data file, which this process has to itself."""

    def __init__(self, file: Path | str) -> None:
        self.file = Path(file)
        prepare(self.file)
        self._lock = DataLock(self.file)
        try:
            version = looked_into(self.file)
            with contextlib.closing(connect(self.file)) as connection:
                migrate(connection, version)
            self._reading = threading.Lock()
            self._reader = connect(self.file)
            self.ledger = SqliteLedger(self.file, lambda: connect(self.file))
        except (sqlite3.Error, OSError, ValueError) as error:
            self._lock.release()
            raise trouble_with(str(self.file), error) from None
        except DataTrouble:
            self._lock.release()
            raise
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
            with self._reading:
                try:
                    return self._reader.execute(query, args).fetchall()
                except sqlite3.DatabaseError as error:
                    raise Damaged(str(error)) if kind_of(error) == "corrupt" else NotRead(error) from None

        return await asyncio.to_thread(read)

    async def close(self) -> None:
        """Stop the writer when it has nothing left."""
        await asyncio.to_thread(self.writer.close)
        with self._reading:
            self._reader.close()
        self._lock.release()


def prepare(file: Path) -> None:
    """The file for its owner alone, made when it is not there."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise DataTrouble("no_folder", str(file), folder=str(folder))
    if file.is_dir():
        raise DataTrouble("folder", str(file))
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        if file.stat().st_mode & 0o077:
            with contextlib.suppress(PermissionError):  # somebody else's file that we may write: their business
                file.chmod(0o600)
    except OSError as error:
        raise DataTrouble("read_only", str(file), str(error.strerror)) from None


def connect(file: Path) -> sqlite3.Connection:
    """A connection that flushes every commit and never checkpoints by itself."""
    connection = sqlite3.connect(file, timeout=30, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA wal_autocheckpoint=0")  # no move waits for one: the writer makes them at leisure
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def looked_into(file: Path) -> int:
    """The version of a file, which stays as it is; one that is newer, or another program's, is refused."""
    with contextlib.closing(sqlite3.connect(file, timeout=30)) as connection:
        names = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            return 0
        if not names >= OURS:
            raise DataTrouble("foreign", str(file))
        found = connection.execute(READ_VERSION).fetchone()
    version = int(found[0]) if found else 0  # from before there were versions
    if version > NEWEST:
        raise DataTrouble("newer", str(file), version=version, known=NEWEST)
    return version


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a file to the newest version, all of it or nothing."""
    if version == NEWEST:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in steps(version, SQLITE):
            connection.execute(statement)
        connection.execute(WRITE_VERSION, (str(NEWEST),))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
