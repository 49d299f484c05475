"""Backup of a PostgreSQL database into a data file, and restoring any data file into a database."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
from psycopg import IsolationLevel, sql

from domik.server.store.backup import atomic_file, check_integrity, row_chunks, table_columns
from domik.server.store.errors import DataError
from domik.server.store.postgres import connect, migrate, redact_dsn, short_message
from domik.server.store.postgres_leases import CLOCK
from domik.server.store.sqlite import connect as connect_file
from domik.server.store.sqlite import migrate as migrate_file

TEXT_COLUMNS = {"players", "scores"}  # stored as bytes by old files


def back_up_database(data: str, out: Path, force: bool = False) -> int:
    """Write a snapshot of a database in use to a data file; return how many game tables it holds."""
    with atomic_file(out, force) as beside:
        with contextlib.closing(connect_file(beside)) as copy:
            migrate_file(copy, 0)
            copy.execute("DELETE FROM meta")
            try:
                with connect(data) as source:
                    migrate(source, redact_dsn(data))
                    source.isolation_level = IsolationLevel.REPEATABLE_READ
                    with source.transaction():
                        for name, columns in table_columns(copy).items():
                            copy_table_out(source, copy, name, columns)
            except psycopg.Error as error:
                raise DataError("no_database", redact_dsn(data), short_message(error)) from None
            copy.execute("PRAGMA journal_mode=DELETE")
        check_integrity(beside)
        with contextlib.closing(sqlite3.connect(beside)) as copy:
            return int(copy.execute("SELECT COUNT(*) FROM tables").fetchone()[0])


def copy_table_out(source: psycopg.Connection[Any], copy: sqlite3.Connection, name: str, columns: list[str]) -> None:
    query = sql.SQL("SELECT {} FROM {}").format(
        sql.SQL(", ").join(sql.Identifier(one) for one in columns), sql.Identifier(name)
    )
    insertion = f"INSERT INTO {name}({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    with source.cursor(f"backup_{name}") as cursor:
        cursor.execute(query)
        for some in row_chunks(cursor):
            copy.execute("BEGIN")
            copy.executemany(insertion, some)
            copy.execute("COMMIT")


def restore_database(backup: Path, data: str, force: bool = False) -> int:
    """Load a backup into a database in one transaction; return how many game tables it holds.

    DataError where a node is running or, unless `force`, where the database has tables.
    """
    check_integrity(backup)
    try:
        with connect(data) as target:
            migrate(target, redact_dsn(data))
            with target.transaction(), contextlib.closing(sqlite3.connect(":memory:")) as newest:
                source = load_migrated(backup, newest)
                alive = target.execute(f"SELECT COUNT(*) FROM nodes WHERE until > {CLOCK}").fetchone()
                if alive and alive[0]:
                    raise DataError("in_use", redact_dsn(data))
                there = target.execute("SELECT COUNT(*) FROM tables").fetchone()
                if there and there[0] and not force:
                    raise DataError("exists", redact_dsn(data))
                for name, columns in table_columns(source).items():
                    target.execute(sql.SQL("TRUNCATE {}").format(sql.Identifier(name)))
                    copy_table_in(source, target, name, columns)
                target.execute("TRUNCATE leases")
                return int(source.execute("SELECT COUNT(*) FROM tables").fetchone()[0])
    except psycopg.Error as error:
        raise DataError("no_database", redact_dsn(data), short_message(error)) from None


def load_migrated(backup: Path, newest: sqlite3.Connection) -> sqlite3.Connection:
    """Load a backup into memory and migrate it there; the file is not changed."""
    from domik.server.store.sqlite import read_version

    with contextlib.closing(sqlite3.connect(backup)) as source:
        source.backup(newest)
    newest.isolation_level = None
    migrate_file(newest, read_version(backup))
    return newest


def copy_table_in(source: sqlite3.Connection, target: psycopg.Connection[Any], name: str, columns: list[str]) -> None:
    command = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(name), sql.SQL(", ").join(sql.Identifier(one) for one in columns)
    )
    texts = [column in TEXT_COLUMNS for column in columns]
    with target.cursor() as cursor, cursor.copy(command) as stream:
        for some in row_chunks(source.execute(f"SELECT {', '.join(columns)} FROM {name}")):
            for row in some:
                stream.write_row([as_text(value) if text else value for value, text in zip(row, texts, strict=True)])


def as_text(value: object) -> object:
    """Decode what old files store as bytes."""
    return value.decode() if isinstance(value, bytes) else value
