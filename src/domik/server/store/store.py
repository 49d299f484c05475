"""The store: everything that outlives the process, by its nouns."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any

from domik.server.store.database import Database
from domik.server.store.errors import DataError
from domik.server.store.key_value import KeyValueStore, Settings
from domik.server.store.leases import Leases, SingleNodeLeases
from domik.server.store.repositories import (
    DeviceRepository,
    LoginKeyRepository,
    PasskeyRepository,
    PersonRepository,
    ProfileRepository,
    PuzzleAttemptRepository,
    ReviewRepository,
)
from domik.server.store.retention import Retention
from domik.server.store.sqlite import SqliteDatabase
from domik.server.store.tables import JournalRepository, TableHeader, TableRepository
from domik.table.journal import Entry

POSTGRES = ("postgresql://", "postgres://")


class Store:
    """Nouns over one database; add yours here."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.tables = TableRepository(database)
        self.leases: Leases = SingleNodeLeases(self.tables)
        self.journals = JournalRepository(database)
        self.people = PersonRepository(database)
        self.devices = DeviceRepository(database)
        self.login_keys = LoginKeyRepository(database)
        self.passkeys = PasskeyRepository(database)
        self.profiles = ProfileRepository(database)
        self.reviews = ReviewRepository(database)
        self.settings = Settings(database)
        self.puzzles = PuzzleAttemptRepository(database)
        self.key_value = KeyValueStore(database)
        self.retention = Retention(database)

    def append(
        self,
        id: str,
        first: int,
        entries: list[Entry],
        header: TableHeader | None,
        seats: list[tuple[str, int]],
        gone: list[tuple[str, int]] | None = None,
    ) -> asyncio.Future[None]:
        """Add entries from number `first` on, and what the lists show where it changed; done when all of it is safe.

        `seats` are those who sat down with their seat, `gone` those who were sent away.
        """
        rows = self.journals.encode_rows(id, first, entries)
        if header is None and not seats and not gone:
            return self.database.write((), rows)
        statements = [self.tables.seat_statement(id, owner, seat) for owner, seat in seats]
        statements += [self.tables.unseat_statement(id, owner, seat) for owner, seat in gone or ()]
        if header is not None:
            statements.append(self.tables.upsert_statement(header))
        return self.database.write(statements, rows)

    async def close(self) -> None:
        """Write what waits, and close."""
        await self.database.close()


class SqliteStore(Store):
    """Everything in one SQLite file."""

    def __init__(self, file: Path | str) -> None:
        self.sqlite = SqliteDatabase(file)
        super().__init__(self.sqlite)


def is_database_url(data: Path | str) -> bool:
    """Whether that is the address of a database, and no file."""
    return str(data).startswith(POSTGRES)


def postgres_module(name: str) -> Any:
    """A module of this folder that needs the extra packages; DataTrouble where they are missing."""
    try:
        return importlib.import_module(f"domik.server.store.{name}")
    except ImportError:
        raise DataError("no_driver", POSTGRES[0] + "...") from None


def open_store(data: Path | str, address: str = "") -> Store:
    """The store of a data file, or of a database for several servers; DataTrouble says what is wrong with it.

    `address` is where the other servers of that database reach this one.
    """
    if not is_database_url(data):
        return SqliteStore(data)
    store: Store = postgres_module("postgres").PostgresStore(str(data), address)
    return store
