"""The Store, which bundles the repositories over one database, and `open_store`."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any

from domik.server.store.database import Database
from domik.server.store.errors import DataError
from domik.server.store.key_value import AttemptRepository, KeyValueStore, Settings
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
    """The repositories over one database; new ones are added here."""

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
        self.attempts = AttemptRepository(self.key_value)
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
        """Append journal entries from number `first` on, together with changes of header and seats.

        `seats` are (owner, seat) pairs that were taken, `gone` those that were given up. The future is done when all
        of it is durable.
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
        """Write what is queued, and close."""
        await self.database.close()


class SqliteStore(Store):
    def __init__(self, file: Path | str) -> None:
        self.sqlite = SqliteDatabase(file)
        super().__init__(self.sqlite)


def is_database_url(data: Path | str) -> bool:
    """Whether the data are in a PostgreSQL database rather than a file."""
    return str(data).startswith(POSTGRES)


def postgres_module(name: str) -> Any:
    """Import a module that needs the extra packages; DataError where they are missing."""
    try:
        return importlib.import_module(f"domik.server.store.{name}")
    except ImportError:
        raise DataError("no_driver", POSTGRES[0] + "...") from None


def open_store(data: Path | str, address: str = "") -> Store:
    """Open a data file or a database; DataError says what is wrong with it.

    `address` is where the other nodes of that database reach this one.
    """
    if not is_database_url(data):
        return SqliteStore(data)
    store: Store = postgres_module("postgres").PostgresStore(str(data), address)
    return store
