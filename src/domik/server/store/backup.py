"""Online backup of a data file into one file, and restoring it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domik.server.store.errors import DataError, data_error_for
from domik.server.store.sqlite import DataLock, connect, migrate, read_version

TRANSIENT_TABLES = ("leases", "nodes")  # leases are only valid while their nodes run
CHUNK_ROWS = 500


def table_columns(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Every table of a file with its columns, without TRANSIENT_TABLES."""
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {
        name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        for name in tables
        if name not in TRANSIENT_TABLES
    }


def check_integrity(file: Path) -> None:
    """Raise DataError unless the file is an undamaged data file of a known version."""
    if not file.is_file():
        raise DataError("no_file", str(file))
    try:
        read_version(file)
        with contextlib.closing(sqlite3.connect(file)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except (sqlite3.Error, ValueError) as error:
        raise data_error_for(str(file), error) from None
    if found != ("ok",):
        raise DataError("corrupt", str(file), str(found[0]))


@contextlib.contextmanager
def atomic_file(out: Path, force: bool) -> Iterator[Path]:
    """A temporary file that replaces `out` when the block succeeds, after it was flushed to disk.

    DataError where `out` exists (unless `force`), its folder does not, or the block fails.
    """
    if out.exists() and not force:
        raise DataError("exists", str(out))
    if not out.absolute().parent.is_dir():
        raise DataError("no_folder", str(out), folder=str(out.absolute().parent))
    beside = out.with_name(f"{out.name}.part{os.getpid()}")
    try:
        os.close(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
        yield beside
        handle = os.open(beside, os.O_RDWR)
        os.fsync(handle)
        os.close(handle)
        os.replace(beside, out)
    except (sqlite3.Error, OSError) as error:
        raise data_error_for(str(out), error) from None
    finally:
        for left in (beside, Path(f"{beside}-wal"), Path(f"{beside}-shm"), Path(f"{beside}-journal")):
            left.unlink(missing_ok=True)


def back_up(file: Path, out: Path, force: bool = False) -> int:
    """Write a consistent copy of a data file that may be in use; return how many game tables it holds."""
    if not file.is_file():
        raise DataError("no_file", str(file))
    if out.exists() and os.path.samefile(file, out):
        raise DataError("same_file", str(out))
    try:
        read_version(file)
    except (sqlite3.Error, ValueError) as error:
        raise data_error_for(str(file), error) from None
    with atomic_file(out, force) as beside:
        with (
            contextlib.closing(sqlite3.connect(file, timeout=30)) as source,
            contextlib.closing(sqlite3.connect(beside)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # a single file, without a write-ahead log
        check_integrity(beside)
        with contextlib.closing(sqlite3.connect(beside)) as copy:
            return int(copy.execute("SELECT COUNT(*) FROM tables").fetchone()[0])


def restore(backup: Path, file: Path, force: bool = False) -> Path | None:
    """Replace the data file by a backup; return the new name of the file that was there before, if any."""
    check_integrity(backup)
    if not file.absolute().parent.is_dir():
        raise DataError("no_folder", str(file), folder=str(file.absolute().parent))
    if file.is_dir():
        raise DataError("folder", str(file))
    if file.exists() and os.path.samefile(backup, file):
        raise DataError("same_file", str(file))
    lock = DataLock(file)
    try:
        if file.exists() and file.stat().st_size and not force:
            raise DataError("exists", str(file))
        before = rename_existing(file)
        with atomic_file(file, force=True) as beside, contextlib.closing(sqlite3.connect(backup)) as source:
            with contextlib.closing(sqlite3.connect(beside)) as copy:
                source.backup(copy)
            with contextlib.closing(connect(beside)) as copy:
                migrate(copy, read_version(beside))
                copy.execute("PRAGMA journal_mode=DELETE")
        return before
    finally:
        lock.release()


def rename_existing(file: Path) -> Path | None:
    """Rename the data file and its write-ahead log; None where there is nothing to rename."""
    if not file.exists() or not file.stat().st_size:
        return None
    before = file.with_name(f"{file.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
    for end in ("-wal", ""):
        if Path(f"{file}{end}").exists():
            os.rename(f"{file}{end}", f"{before}{end}")
    Path(f"{file}-shm").unlink(missing_ok=True)
    return before


def row_chunks(cursor: Any) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a cursor, CHUNK_ROWS at a time."""
    while some := cursor.fetchmany(CHUNK_ROWS):
        yield some
