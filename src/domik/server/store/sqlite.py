"""SQLite: a data file with an exclusive lock, a writer that checkpoints in pauses, and migration."""

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
    """An exclusive lock beside the data file; DataError where another process has it.

    Two servers on one file would each take the other's moves for damage. The operating system releases the lock
    however the process ends.
    """

    def __init__(self, file: Path) -> None:
        self._handle = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            lock_file(self._handle)
        except OSError:
            os.close(self._handle)
            raise DataError("in_use", str(file)) from None

    def release(self) -> None:
        """Release the lock; its file stays, since removing it would race with other processes."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


if os.name == "nt":
    import msvcrt

    def lock_file(handle: int) -> None:
        """Lock without waiting; OSError where the lock is taken."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def lock_file(handle: int) -> None:
        """Lock without waiting; OSError where the lock is taken."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


IDLE_BEFORE_CHECKPOINT = 1.0  # seconds without work before a checkpoint
MAX_UNCHECKPOINTED = 20_000  # commits after which any pause is used for a checkpoint
CHECK_LOG_EVERY = 256  # commits between two checks of the log's size
LARGEST_LOG = 32 << 20  # bytes from which a checkpoint is made even without a pause: the disk is finite
MOST_ROWS = 100  # rows per statement


class SqliteCommitter:
    """Commits on one connection, which is reopened after an unexpected error."""

    def __init__(self, file: Path, open_one: Callable[[], sqlite3.Connection]) -> None:
        self.file = file
        self._open_connection = open_one
        self._connection: sqlite3.Connection | None = open_one()
        self._inode = file.stat().st_ino
        self._file_lock = threading.Lock()  # between a checkpoint and a look at the file
        self._file_header = read_header(file)
        self._commits = 0
        self._checkpointed_at = 0  # the value of _commits at the last checkpoint

    def commit(self, batch: list[PendingWrite]) -> list[Exception | None]:
        """Commit in one transaction; on an error each write alone, so that a bad one affects no other."""
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
        except Exception as error:  # passed to the callers that wait
            self._recover(error)
            return WriteFailed(error)
        self._commits += 1
        return None

    def _verified_connection(self) -> sqlite3.Connection:
        """The connection, if the file is still the one opened: a deleted file would lose the writes."""
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
        """Roll back; after anything but an integrity error, drop the connection."""
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

    # ---- checkpoints -------------------------------------------------------------------------------

    def idle_timeout(self) -> float | None:
        since = self._commits - self._checkpointed_at
        return IDLE_BEFORE_CHECKPOINT if 0 < since < MAX_UNCHECKPOINTED else 0.0 if since else None

    def run_maintenance(self) -> None:
        """Checkpoint the write-ahead log."""
        self._checkpointed_at = self._commits
        if self._connection is not None:
            with self._file_lock, contextlib.suppress(sqlite3.OperationalError):  # a reader is active: next time
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                self._file_header = read_header(self.file)

    def truncate_log(self) -> None:
        """Checkpoint everything and empty the log; called from another thread than the writer's."""
        with self._file_lock, contextlib.closing(self._open_connection()) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._file_header = read_header(self.file)

    def is_overwritten(self) -> bool:
        """Whether something else has written to the file: in this mode only a checkpoint does."""
        with self._file_lock:
            return read_header(self.file) != self._file_header

    def _checkpoint_if_large(self) -> None:
        with contextlib.suppress(OSError, sqlite3.Error):
            if os.stat(f"{self.file}-wal").st_size > LARGEST_LOG:
                self.run_maintenance()

    def close(self) -> None:
        """Close the connection; SQLite checkpoints when the last one closes."""
        if self._connection is not None:
            self._connection.close()


HEADER_BYTES = 100  # the first bytes of an SQLite file: page count, schema, and the number that `probe` counts up


def read_header(file: Path) -> bytes:
    """The header of the file itself, without what is still in the write-ahead log."""
    with file.open("rb") as opened:
        return opened.read(HEADER_BYTES)


def insert_rows(connection: sqlite3.Connection, rows: list[JournalRow]) -> None:
    """Insert many rows per statement: each statement costs a switch between this thread and the event loop."""
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        connection.execute(_insert_statement(len(some)), [value for row in some for value in row])


@lru_cache(maxsize=MOST_ROWS)
def _insert_statement(rows: int) -> str:
    return "INSERT INTO journal VALUES " + ", ".join(["(?, ?, ?)"] * rows)


REQUIRED_TABLES = {"meta", "journal"}  # present in every data file


class SqliteDatabase:
    """A data file that this process holds exclusively."""

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
            self._probes = int(self._reader.execute("PRAGMA user_version").fetchone()[0])
            self.committer = SqliteCommitter(self.file, lambda: connect(self.file))
        except (sqlite3.Error, OSError, ValueError) as error:
            self._lock.release()
            raise data_error_for(str(self.file), error) from None
        except DataError:
            self._lock.release()
            raise
        self.writer = Writer(self.committer)

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[JournalRow] = ()) -> asyncio.Future[None]:
        return self.writer.write(statements, rows)

    def flush(self) -> asyncio.Future[None]:
        return self.writer.write()

    async def fetch_all(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        """Raises DataCorrupt for a damaged file, ReadFailed for other errors."""

        def read() -> list[tuple[Any, ...]]:
            with self._reader_lock:
                try:
                    return self._reader.execute(query, args).fetchall()
                except sqlite3.DatabaseError as error:
                    raise (
                        DataCorrupt(str(error)) if sqlite_error_kind(error) == "corrupt" else ReadFailed(error)
                    ) from None

        return await asyncio.to_thread(read)

    def contains(self, column: str) -> str:
        return f"instr({column}, ?) > 0"

    async def fold(self) -> None:
        """Empty the write-ahead log into the file, where deleted content is overwritten (`secure_delete`)."""
        await self.flush()
        await asyncio.to_thread(self.committer.truncate_log)

    async def probe(self) -> None:
        """Write, and check that the file was not overwritten in place, such as by an older copy of itself.

        The number in the file's header makes every copy from before another one.
        """
        self._probes += 1
        await self.write([(f"PRAGMA user_version = {self._probes % (1 << 31)}", ())])
        if await asyncio.to_thread(self.committer.is_overwritten):
            raise DataCorrupt(f"{self.file} was overwritten by something else")

    async def close(self) -> None:
        await asyncio.to_thread(self.writer.close)
        with self._reader_lock:
            self._reader.close()
        self._lock.release()


def prepare_file(file: Path) -> None:
    """Create the file if needed, readable by its owner only; DataError where that is impossible."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise DataError("no_folder", str(file), folder=str(folder))
    if file.is_dir():
        raise DataError("folder", str(file))
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        if file.stat().st_mode & 0o077:
            with contextlib.suppress(PermissionError):  # another user's file that is only writable for us
                file.chmod(0o600)
    except OSError as error:
        raise DataError("read_only", str(file), str(error.strerror)) from None


def connect(file: Path) -> sqlite3.Connection:
    """A connection that syncs every commit and never checkpoints by itself."""
    connection = sqlite3.connect(file, timeout=30, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA secure_delete=ON")  # what is forgotten is not left in free pages
        connection.execute("PRAGMA wal_autocheckpoint=0")  # the writer checkpoints in pauses, so no move waits
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def read_version(file: Path) -> int:
    """The schema version of a file, without changing it; DataError for a newer or a foreign file."""
    with contextlib.closing(sqlite3.connect(file, timeout=30)) as connection:
        return version_in(connection, str(file))


def version_in(connection: sqlite3.Connection, name: str) -> int:
    """The schema version of an open database; `name` is how errors call it."""
    names = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names:
        return 0
    if not names >= REQUIRED_TABLES:
        raise DataError("foreign", name)
    found = connection.execute(READ_VERSION).fetchone()
    version = int(found[0]) if found else 0  # from before there were versions
    if version > NEWEST:
        raise DataError("newer", name, version=version, known=NEWEST)
    return version


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Migrate to the newest version in one transaction."""
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
