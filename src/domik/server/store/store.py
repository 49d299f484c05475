"""The store: everything that outlives the process, by its nouns."""

from __future__ import annotations

import asyncio
from pathlib import Path

from domik.server.store.database import Database
from domik.server.store.journals import Journals
from domik.server.store.kept_people import KeptPeople
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
        self.reviews = KeptReviews(database)
        self.settings = Settings(database)
        self.puzzles = KeptPuzzles(database)
        self.shelf = Shelf(database)

    def append(
        self, id: str, first: int, entries: list[Entry], header: Header | None, seats: list[tuple[str, int]]
    ) -> asyncio.Future[None]:
        """Add entries from number `first` on, and what the lists show where it changed; done when all of it is safe."""
        rows = self.journals.rows(id, first, entries)
        if header is None and not seats:
            return self.database.write((), rows)
        statements = [self.tables.seated(id, owner, seat) for owner, seat in seats]
        if header is not None:
            statements.append(self.tables.shown(header))
        return self.database.write(statements, rows)

    def delete(self, id: str) -> asyncio.Future[None]:
        """Forget a table with all that belongs to it."""
        names = ("journal", "seats", "reviews", "tables", "leases")
        return self.database.write([(f"DELETE FROM {name} WHERE id = ?", (id,)) for name in names])

    async def close(self) -> None:
        """Write what waits, and close."""
        await self.database.close()


class SqliteStore(Store):
    """Everything in one SQLite file."""

    def __init__(self, file: Path | str) -> None:
        self.sqlite = SqliteDatabase(file)
        super().__init__(self.sqlite)


def open_store(data: Path | str, address: str = "") -> Store:
    """The store of a data file, or of a database for several servers; DataTrouble says what is wrong with it.

    `address` is where the other servers of that database reach this one.
    """
    if not str(data).startswith(POSTGRES):
        return SqliteStore(data)
    try:
        from domik.server.store.postgres_store import PostgresStore
    except ImportError:
        raise DataTrouble("no_driver", POSTGRES[0] + "...") from None
    return PostgresStore(str(data), address)
