"""The store: everything that outlives the process, by its nouns."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any

from domik.server.store.database import Database
from domik.server.store.journals import Journals
from domik.server.store.keeping import Keeping
from domik.server.store.kept_devices import KeptDevices
from domik.server.store.kept_keys import KeptKeys
from domik.server.store.kept_passkeys import KeptPasskeys
from domik.server.store.kept_people import KeptPeople
from domik.server.store.kept_players import KeptPlayers
from domik.server.store.kept_puzzles import KeptPuzzles
from domik.server.store.kept_reviews import KeptReviews
from domik.server.store.leases import Alone, Leases
from domik.server.store.settings import Settings
from domik.server.store.shelf import Shelf
from domik.server.store.sqlite import SqliteDatabase
from domik.server.store.tables import Header, Tables
from domik.server.store.trouble import DataTrouble
from domik.table.journal import Entry

POSTGRES = ("postgresql://", "postgres://")


class Store:
    """Nouns over one database; add yours here."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.tables = Tables(database)
        self.leases: Leases = Alone(self.tables)
        self.journals = Journals(database)
        self.people = KeptPeople(database)
        self.devices = KeptDevices(database)
        self.house_keys = KeptKeys(database)
        self.passkeys = KeptPasskeys(database)
        self.players = KeptPlayers(database)
        self.reviews = KeptReviews(database)
        self.settings = Settings(database)
        self.puzzles = KeptPuzzles(database)
        self.shelf = Shelf(database)
        self.keeping = Keeping(database)

    def append(
        self,
        id: str,
        first: int,
        entries: list[Entry],
        header: Header | None,
        seats: list[tuple[str, int]],
        gone: list[tuple[str, int]] | None = None,
    ) -> asyncio.Future[None]:
        """Add entries from number `first` on, and what the lists show where it changed; done when all of it is safe.

        `seats` are those who sat down with their seat, `gone` those who were sent away.
        """
        rows = self.journals.rows(id, first, entries)
        if header is None and not seats and not gone:
            return self.database.write((), rows)
        statements = [self.tables.seated(id, owner, seat) for owner, seat in seats]
        statements += [self.tables.unseated(id, owner, seat) for owner, seat in gone or ()]
        if header is not None:
            statements.append(self.tables.shown(header))
        return self.database.write(statements, rows)

    async def close(self) -> None:
        """Write what waits, and close."""
        await self.database.close()


class SqliteStore(Store):
    """Everything in one SQLite file."""

    def __init__(self, file: Path | str) -> None:
        self.sqlite = SqliteDatabase(file)
        super().__init__(self.sqlite)


def is_database(data: Path | str) -> bool:
    """Whether that is the address of a database, and no file."""
    return str(data).startswith(POSTGRES)


def postgres_module(name: str) -> Any:
    """A module of this folder that needs the extra packages; DataTrouble where they are missing."""
    try:
        return importlib.import_module(f"domik.server.store.{name}")
    except ImportError:
        raise DataTrouble("no_driver", POSTGRES[0] + "...") from None


def open_store(data: Path | str, address: str = "") -> Store:
    """The store of a data file, or of a database for several servers; DataTrouble says what is wrong with it.

    `address` is where the other servers of that database reach this one.
    """
    if not is_database(data):
        return SqliteStore(data)
    store: Store = postgres_module("postgres_store").PostgresStore(str(data), address)
    return store
