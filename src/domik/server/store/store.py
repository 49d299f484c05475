"""The Store, which bundles the repositories over one database: tables, journals, leases, and `open_store`."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from domik.server.store.counted_tables import CountedTableRepository
from domik.server.store.database import Database, JournalRow, Statement
from domik.server.store.errors import DataError
from domik.server.store.phone_tables import PhoneTableRepository
from domik.server.store.repositories import (
    AttemptRepository,
    DeviceRepository,
    KeyValueStore,
    LoginKeyRepository,
    PasskeyRepository,
    PersonRepository,
    ProfileRepository,
    PuzzleAttemptRepository,
    ReviewRepository,
    Settings,
)
from domik.server.store.retention import Retention
from domik.server.store.sqlite import SqliteDatabase
from domik.table.journal import Entry

WAITING, PLAYING, OVER = "waiting", "playing", "over"
MAX_IDS = 200  # ids per query
SELECT_COMPANIONS = (
    "SELECT other.owner, MAX(tables.touched) AS latest FROM seats AS mine"
    " JOIN seats AS other ON other.id = mine.id AND other.owner <> mine.owner"
    " JOIN tables ON tables.id = mine.id AND tables.state <> 'waiting'"
    " WHERE mine.owner = ? GROUP BY other.owner ORDER BY latest DESC LIMIT ?"
)
COLUMNS = "id, game, opened, touched, state, listed, players, scores, clocked"
UPSERT_TABLE = (
    f"INSERT INTO tables({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
    " touched = excluded.touched, state = excluded.state, listed = excluded.listed, players = excluded.players,"
    " scores = excluded.scores, clocked = excluded.clocked"
)
INSERT_SEAT = "INSERT INTO seats(owner, id, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"

SELECT_MULTIPLAYER = (
    "SELECT tables.id FROM seats JOIN tables ON tables.id = seats.id WHERE tables.state = 'over'"
    " GROUP BY tables.id HAVING COUNT(DISTINCT seats.owner) > 1 ORDER BY MAX(tables.touched) DESC LIMIT ?"
)


class TableHeader(msgspec.Struct, frozen=True):
    """What lists show of a table; times in milliseconds since 1970."""

    id: str
    game: str
    opened: int
    touched: int
    state: str
    listed: bool
    players: list[str]
    scores: list[int]
    clocked: bool = False  # whether its clock runs while no page is open


class TableRepository:
    """Headers of tables, and who has which seat."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def upsert_statement(self, header: TableHeader) -> Statement:
        texts = (msgspec.json.encode(header.players).decode(), msgspec.json.encode(header.scores).decode())
        counts = (header.opened, header.touched, header.state, int(header.listed))
        return UPSERT_TABLE, (header.id, header.game, *counts, *texts, int(header.clocked))

    def seat_statement(self, id: str, owner: str, seat: int) -> Statement:
        return INSERT_SEAT, (owner, id, seat)

    def unseat_statement(self, id: str, owner: str, seat: int) -> Statement:
        return "DELETE FROM seats WHERE owner = ? AND id = ? AND seat = ?", (owner, id, seat)

    async def touch(self, id: str, at: int) -> None:
        """Set when the table was last used, unless a later time is stored."""
        await self.database.write([("UPDATE tables SET touched = ? WHERE id = ? AND touched < ?", (at, id, at))])

    async def header(self, id: str) -> TableHeader | None:
        rows = await self.database.fetch_all(f"SELECT {COLUMNS} FROM tables WHERE id = ?", id)
        return header_from_row(rows[0]) if rows else None

    async def unfinished_ids(self) -> list[str]:
        rows = await self.database.fetch_all("SELECT id FROM tables WHERE state IN ('waiting', 'playing')")
        return [str(row[0]) for row in rows]

    async def clocked_ids(self) -> list[str]:
        """Games with a running clock, the latest first."""
        rows = await self.database.fetch_all(
            "SELECT id FROM tables WHERE state = 'playing' AND clocked = 1 ORDER BY touched DESC"
        )
        return [str(row[0]) for row in rows]

    async def list_for_owner(self, owner: str, most: int) -> list[tuple[TableHeader, int]]:
        """Tables of an owner with their lowest seat: unfinished games first, then the latest."""
        columns = ", ".join(f"tables.{name}" for name in COLUMNS.split(", "))
        rows = await self.database.fetch_all(
            f"SELECT {columns}, MIN(seats.seat) FROM seats JOIN tables ON tables.id = seats.id WHERE seats.owner = ?"
            " GROUP BY tables.id ORDER BY tables.state = 'over', tables.touched DESC LIMIT ?",
            owner,
            most,
        )
        return [(header_from_row(row), int(row[9])) for row in rows]

    async def finished_among(self, ids: list[str]) -> set[str]:
        found: set[str] = set()
        for first in range(0, len(ids), MAX_IDS):
            some = ids[first : first + MAX_IDS]
            marks = ", ".join("?" * len(some))
            query = f"SELECT id FROM tables WHERE state = 'over' AND id IN ({marks})"
            found |= {str(row[0]) for row in await self.database.fetch_all(query, *some)}
        return found

    async def multiplayer_ids(self, most: int) -> list[str]:
        rows = await self.database.fetch_all(SELECT_MULTIPLAYER, most)
        return [str(row[0]) for row in rows]

    async def companions(self, owner: str, most: int) -> list[str]:
        """Owners who had a seat in a game of this owner's that was dealt, the latest first."""
        rows = await self.database.fetch_all(SELECT_COMPANIONS, owner, most)
        return [str(row[0]) for row in rows]

    async def list_latest(self, most: int) -> list[TableHeader]:
        """The tables last touched, listed or not: for the administrator."""
        rows = await self.database.fetch_all(f"SELECT {COLUMNS} FROM tables ORDER BY touched DESC LIMIT ?", most)
        return [header_from_row(row) for row in rows]

    async def list_recent_finished(self, most: int) -> list[TableHeader]:
        """The latest finished games that may be listed publicly."""
        rows = await self.database.fetch_all(
            f"SELECT {COLUMNS} FROM tables WHERE state = 'over' AND listed = 1 ORDER BY touched DESC LIMIT ?", most
        )
        return [header_from_row(row) for row in rows]


def header_from_row(row: tuple[Any, ...]) -> TableHeader:
    id, game, opened, touched, state, listed, players, scores, clocked = row[:9]
    names = msgspec.json.decode(players, type=list[str])
    return TableHeader(
        id,
        game,
        opened,
        touched,
        state,
        bool(listed),
        names,
        msgspec.json.decode(scores, type=list[int]),
        bool(clocked),
    )


class JournalRepository:
    def __init__(self, database: Database) -> None:
        self.database = database

    def encode_rows(self, id: str, first: int, entries: list[Entry]) -> list[JournalRow]:
        return [(id, first + k, msgspec.json.encode(entry)) for k, entry in enumerate(entries)]

    async def read(self, id: str) -> list[Entry]:
        """All entries in order, including those still being written; ValueError where they are damaged."""
        await self.database.flush()
        found = await self.database.fetch_all("SELECT number, entry FROM journal WHERE id = ? ORDER BY number", id)
        if [row[0] for row in found] != list(range(len(found))):
            raise ValueError("the journal has a gap")
        return [msgspec.json.decode(row[1], type=Entry) for row in found]


OnLeasesLost = Callable[[list[str]], None]
OnMessage = Callable[[str, str], None]


class Leases(Protocol):
    """The leases on tables, as one node sees them."""

    @property
    def are_shared(self) -> bool:
        """Whether there may be other nodes."""
        ...

    def holds(self, id: str) -> bool:
        """Whether this node holds the table, as far as it knows without a query."""
        ...

    async def acquire(self, id: str) -> str:
        """Take the lease on a table; return "" on success, else the address of the node that holds it."""
        ...

    async def create(self, id: str) -> None: ...

    def release(self, id: str) -> None:
        """Give up the lease, so that any node may take the table."""
        ...

    async def orphans(self) -> list[str]:
        """Ids of tables with a running clock that no node holds."""
        ...

    def start(self, lost: OnLeasesLost) -> None:
        """Begin; `lost` is called in this event loop with tables that other nodes have taken over."""
        ...

    def publish(self, channel: str, text: str) -> None:
        """Send a short message to all other nodes on one of the fixed channels."""
        ...

    def subscribe(self, channel: str, heard: OnMessage) -> None:
        """Call `heard` in this event loop with the node and text of each message on a channel."""
        ...


class SingleNodeLeases:
    """Leases where there is only one node: it holds every table."""

    are_shared = False

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables

    def holds(self, id: str) -> bool:
        return True

    async def acquire(self, id: str) -> str:
        return ""

    async def create(self, id: str) -> None:
        pass

    def release(self, id: str) -> None:
        pass

    async def orphans(self) -> list[str]:
        """At startup, every table with a running clock."""
        return await self._tables.clocked_ids()

    def start(self, lost: OnLeasesLost) -> None:
        pass

    def publish(self, channel: str, text: str) -> None:
        pass

    def subscribe(self, channel: str, heard: OnMessage) -> None:
        pass


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
        self.counted = CountedTableRepository(self.key_value)
        self.phones = PhoneTableRepository(self.key_value)
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
