"""A lock beside the data file: two servers on one file would each take the other's moves for damage."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from domik.server.store.database import JournalRow, PendingWrite, Statement, Writer
from domik.server.store.errors import DataCorrupt, DataError, ReadFailed, WriteFailed, data_error_for, sqlite_error_kind
from domik.server.store.migrations import NEWEST, READ_VERSION, SQLITE, WRITE_VERSION, pending_statements


class DataLock:
    """Held as long as the process lives, however it ends: the system lets go of it."""

    def __init__(self, file: Path) -> None:
        self._handle = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            lock_file(self._handle)
        except OSError:
            os.close(self._handle)
            raise DataError("in_use", str(file)) from None

    def release(self) -> None:
        """Let others have the file; the lock's own file stays, since removing it would race with them."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


if os.name == "nt":
    import msvcrt

    def lock_file(handle: int) -> None:
        """Lock a file, or OSError."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def lock_file(handle: int) -> None:
        """Lock a file, or OSError."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


IDLE_BEFORE_CHECKPOINT = 1.0  # seconds without work before the log is folded into the file
MAX_UNCHECKPOINTED = 20_000  # commits after which any pause will do
CHECK_LOG_EVERY = 256  # commits between two looks at the size of the log
LARGEST_LOG = 32 << 20  # bytes of it that are folded even where there is no pause: a disk is not endless
MOST_ROWS = 100  # of one statement


class SqliteCommitter:
    """One connection, opened anew after anything strange."""

    def __init__(self, file: Path, open_one: Callable[[], sqlite3.Connection]) -> None:
        self.file = file
        self._open_connection = open_one
        self._connection: sqlite3.Connection | None = open_one()
        self._inode = file.stat().st_ino
        self._commits = 0
        self._checkpointed_at = 0  # commits when the log was last folded

    def commit(self, batch: list[PendingWrite]) -> list[Exception | None]:
        """All in one transaction; if that fails, each on its own, so that one bad write spoils no other."""
        error = self._attempt(batch)
        if error is None or len(batch) == 1:
            results = [error] * len(batch)
        else:
            results = [self._attempt([write]) for write in batch]
        if self._commits - self._checkpointed_at >= CHECK_LOG_EVERY and self._commits % CHECK_LOG_EVERY == 0:
            self._checkpoint_if_large()
        return results

    def _attempt(self, batch: list[PendingWrite]) -> Exception | None:
        try:
            connection = self._verified_connection()
            connection.execute("BEGIN IMMEDIATE")
            insert_rows(connection, [row for write in batch for row in write.rows])
            for write in batch:
                for statement, values in write.statements:
                    connection.execute(statement, values)
            connection.execute("COMMIT")
        except Exception as error:  # whatever it is, it goes to those who wait
            self._recover(error)
            return WriteFailed(error)
        self._commits += 1
        return None

    def _verified_connection(self) -> sqlite3.Connection:
        """The connection to the file of this name: writing to one that was deleted would keep nothing."""
        try:
            there = os.stat(self.file).st_ino
        except FileNotFoundError:
            raise FileNotFoundError(f"{self.file} is gone") from None
        if there != self._inode:
            raise FileNotFoundError(f"{self.file} is another file than before")
        if self._connection is None:
            self._connection = self._open_connection()
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

    def idle_timeout(self) -> float | None:
        """A second where a few commits wait to be folded, none at all where many do."""
        since = self._commits - self._checkpointed_at
        return IDLE_BEFORE_CHECKPOINT if 0 < since < MAX_UNCHECKPOINTED else 0.0 if since else None

    def run_maintenance(self) -> None:
        """Fold."""
        self._checkpointed_at = self._commits
        if self._connection is not None:
            with contextlib.suppress(sqlite3.OperationalError):  # somebody reads just now: next time
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _checkpoint_if_large(self) -> None:
        with contextlib.suppress(OSError, sqlite3.Error):
            if os.stat(f"{self.file}-wal").st_size > LARGEST_LOG:
                self.run_maintenance()

    def close(self) -> None:
        """The end; SQLite folds the log when the last connection closes."""
        if self._connection is not None:
            self._connection.close()


def insert_rows(connection: sqlite3.Connection, rows: list[JournalRow]) -> None:
    """Rows of many tables in one statement: for every statement the event loop and this thread change places."""
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        connection.execute(_insert_statement(len(some)), [value for row in some for value in row])


@lru_cache(maxsize=MOST_ROWS)
def _insert_statement(rows: int) -> str:
    return "INSERT INTO journal VALUES " + ", ".join(["(?, ?, ?)"] * rows)


REQUIRED_TABLES = {"meta", "journal"}  # what every data file of ours holds


class SqliteDatabase:
    """One data file, which this process has to itself."""

    def __init__(self, file: Path | str) -> None:
        self.file = Path(file)
        prepare_file(self.file)
        self._lock = DataLock(self.file)
        try:
            version = read_version(self.file)
            with contextlib.closing(connect(self.file)) as connection:
                migrate(connection, version)
            self._reader_lock = threading.Lock()
            self._reader = connect(self.file)
            self.committer = SqliteCommitter(self.file, lambda: connect(self.file))
        except (sqlite3.Error, OSError, ValueError) as error:
            self._lock.release()
            raise data_error_for(str(self.file), error) from None
        except DataError:
            self._lock.release()
            raise
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
            with self._reader_lock:
                try:
                    return self._reader.execute(query, args).fetchall()
                except sqlite3.DatabaseError as error:
                    raise (
                        DataCorrupt(str(error)) if sqlite_error_kind(error) == "corrupt" else ReadFailed(error)
                    ) from None

        return await asyncio.to_thread(read)

    async def close(self) -> None:
        """Stop the writer when it has nothing left."""
        await asyncio.to_thread(self.writer.close)
        with self._reader_lock:
            self._reader.close()
        self._lock.release()


def prepare_file(file: Path) -> None:
    """The file for its owner alone, made when it is not there."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise DataError("no_folder", str(file), folder=str(folder))
    if file.is_dir():
        raise DataError("folder", str(file))
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        if file.stat().st_mode & 0o077:
            with contextlib.suppress(PermissionError):  # somebody else's file that we may write: their business
                file.chmod(0o600)
    except OSError as error:
        raise DataError("read_only", str(file), str(error.strerror)) from None


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


def read_version(file: Path) -> int:
    """The version of a file, which stays as it is; one that is newer, or another program's, is refused."""
    with contextlib.closing(sqlite3.connect(file, timeout=30)) as connection:
        names = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            return 0
        if not names >= REQUIRED_TABLES:
            raise DataError("foreign", str(file))
        found = connection.execute(READ_VERSION).fetchone()
    version = int(found[0]) if found else 0  # from before there were versions
    if version > NEWEST:
        raise DataError("newer", str(file), version=version, known=NEWEST)
    return version


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a file to the newest version, all of it or nothing."""
    if version == NEWEST:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in pending_statements(version, SQLITE):
            connection.execute(statement)
        connection.execute(WRITE_VERSION, (str(NEWEST),))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
