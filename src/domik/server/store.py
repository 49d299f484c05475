"""What outlives the process: journals, seats, the list of tables. One interface, so that databases can differ."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import threading
from pathlib import Path
from typing import Any, Protocol

import msgspec

from domik.server.people import Person
from domik.server.shelf import SHELF_SCHEMA, Shelf, SqliteShelf
from domik.server.writer import Writer
from domik.table.journal import Entry

SCHEMA = """
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables(id TEXT PRIMARY KEY, game TEXT NOT NULL, opened INTEGER NOT NULL,
  touched INTEGER NOT NULL,
  state TEXT NOT NULL, listed INTEGER NOT NULL, players TEXT NOT NULL, scores TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_state ON tables(state, touched);
CREATE TABLE IF NOT EXISTS journal(id TEXT NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL,
  PRIMARY KEY(id, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats(owner TEXT NOT NULL, id TEXT NOT NULL, seat INTEGER NOT NULL,
  PRIMARY KEY(owner, id, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS people(owner TEXT PRIMARY KEY, name TEXT NOT NULL, animal TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviews(id TEXT PRIMARY KEY, report BLOB NOT NULL);
"""
WAITING, PLAYING, OVER = "waiting", "playing", "over"


class Header(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    opened: int
    touched: int
    state: str
    listed: bool
    players: list[str]
    scores: list[int]


class Store(Protocol):
    """Where tables are kept. What `append` gives is done only when everything is safe."""

    shelf: Shelf  # everything else that has to be kept

    def append(
        self, id: str, first: int, entries: list[Entry], header: Header | None, seats: list[tuple[str, int]]
    ) -> asyncio.Future[None]:
        """Add entries from number `first` on, and what the lists show where it changed."""
        ...

    async def journal(self, id: str) -> list[Entry]:
        """Everything that happened at a table; empty when there is none."""
        ...

    async def live(self) -> list[str]:
        """The tables that are not over."""
        ...

    async def mine(self, owner: str, most: int) -> list[tuple[Header, int]]:
        """The tables where somebody sits, with their seat, the latest first."""
        ...

    async def recent(self, most: int) -> list[Header]:
        """The latest finished games that may be listed."""
        ...

    def keep_review(self, id: str, report: bytes) -> asyncio.Future[None]:
        """Keep the review of a finished game; done when it is safe."""
        ...

    async def review(self, id: str) -> bytes | None:
        """The review of a game, if one is kept."""
        ...

    def delete(self, id: str) -> asyncio.Future[None]:
        """Forget a table with all that belongs to it."""
        ...

    def keep_person(self, owner: str, person: Person) -> asyncio.Future[None]:
        """Keep who somebody says they are; done when it is safe."""
        ...

    async def person(self, owner: str) -> Person:
        """Who somebody said they are; both empty when they never did."""
        ...

    async def key(self) -> str:
        """The key that seat secrets are made from; made once."""
        ...

    async def close(self) -> None:
        """Write what waits, and close."""
        ...


class SqliteStore:
    """Journals in one SQLite file: one writer thread, group commit, every commit flushed to the disk."""

    def __init__(self, file: Path | str) -> None:
        self.file = str(file)
        with self._connect() as connection:
            connection.executescript(SCHEMA + SHELF_SCHEMA)
        connection.close()
        self._reading = threading.Lock()
        self._reader = self._connect()
        self.writer = Writer(self._connect)
        self.shelf: Shelf = SqliteShelf(self.writer, self._rows)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, timeout=30, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(
            "PRAGMA wal_autocheckpoint=0"
        )  # no move waits for a checkpoint: the writer makes them at leisure
        return connection

    def append(
        self, id: str, first: int, entries: list[Entry], header: Header | None, seats: list[tuple[str, int]]
    ) -> asyncio.Future[None]:
        """One job for the writer thread."""
        rows = [(id, first + k, msgspec.json.encode(entry)) for k, entry in enumerate(entries)]

        if header is None and not seats:
            return self.writer.write(None, rows)

        def job(connection: sqlite3.Connection) -> None:
            if header is not None:
                connection.execute(
                    "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        *(header.id, header.game, header.opened, header.touched, header.state, header.listed),
                        *(msgspec.json.encode(header.players), msgspec.json.encode(header.scores)),
                    ),
                )
            if seats:
                connection.executemany(
                    "INSERT OR IGNORE INTO seats VALUES (?, ?, ?)", [(owner, id, seat) for owner, seat in seats]
                )

        return self.writer.write(job, rows)

    async def _rows(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        def read() -> list[tuple[Any, ...]]:
            with self._reading:
                return self._reader.execute(query, args).fetchall()

        return await asyncio.to_thread(read)

    async def journal(self, id: str) -> list[Entry]:
        """Every entry in its order, those still on their way to the disk among them."""
        await self.writer.all_written()
        rows = await self._rows("SELECT entry FROM journal WHERE id = ? ORDER BY number", id)
        return [msgspec.json.decode(row[0], type=Entry) for row in rows]

    async def live(self) -> list[str]:
        """Waiting and playing tables."""
        return [str(row[0]) for row in await self._rows("SELECT id FROM tables WHERE state IN ('waiting', 'playing')")]

    async def mine(self, owner: str, most: int) -> list[tuple[Header, int]]:
        """Unfinished games first, then the latest."""
        rows = await self._rows(
            "SELECT tables.*, MIN(seat) FROM seats JOIN tables USING (id) WHERE owner = ? GROUP BY id"
            " ORDER BY state = 'over', touched DESC LIMIT ?",
            owner,
            most,
        )
        return [(_header(row), int(str(row[8]))) for row in rows]

    async def recent(self, most: int) -> list[Header]:
        """The latest finished games."""
        rows = await self._rows(
            "SELECT * FROM tables WHERE state = 'over' AND listed ORDER BY touched DESC LIMIT ?", most
        )
        return [_header(row) for row in rows]

    def keep_review(self, id: str, report: bytes) -> asyncio.Future[None]:
        """One row a game, the latest review."""
        return self.writer.write(
            lambda connection: _run(connection, "INSERT OR REPLACE INTO reviews VALUES (?, ?)", id, report)
        )

    async def review(self, id: str) -> bytes | None:
        """Bytes as they were kept."""
        rows = await self._rows("SELECT report FROM reviews WHERE id = ?", id)
        return bytes(rows[0][0]) if rows else None

    def delete(self, id: str) -> asyncio.Future[None]:
        """From every list."""

        def job(connection: sqlite3.Connection) -> None:
            for name in ("journal", "seats", "reviews", "tables"):
                connection.execute(f"DELETE FROM {name} WHERE id = ?", (id,))

        return self.writer.write(job)

    def keep_person(self, owner: str, person: Person) -> asyncio.Future[None]:
        """One row a person, the latest name and animal."""
        query = "INSERT OR REPLACE INTO people VALUES (?, ?, ?)"
        return self.writer.write(lambda connection: _run(connection, query, owner, person.name, person.animal))

    async def person(self, owner: str) -> Person:
        """As it was kept."""
        rows = await self._rows("SELECT name, animal FROM people WHERE owner = ?", owner)
        return Person(str(rows[0][0]), str(rows[0][1])) if rows else Person()

    async def key(self) -> str:
        """Made when the file is new."""
        fresh = secrets.token_hex(32)
        await self.writer.write(
            lambda connection: _run(connection, "INSERT OR IGNORE INTO meta VALUES ('key', ?)", fresh)
        )
        rows = await self._rows("SELECT value FROM meta WHERE key = 'key'")
        return str(rows[0][0])

    async def close(self) -> None:
        """Stop the writer when it has nothing left."""
        await asyncio.to_thread(self.writer.close)
        with self._reading:
            self._reader.close()


def _run(connection: sqlite3.Connection, query: str, *args: object) -> None:
    connection.execute(query, args)


def _header(row: tuple[Any, ...]) -> Header:
    id, game, opened, touched, state, listed, players, scores = row[:8]
    return msgspec.convert(
        {
            "id": id,
            "game": game,
            "opened": opened,
            "touched": touched,
            "state": state,
            "listed": bool(listed),
            "players": msgspec.json.decode(players),
            "scores": msgspec.json.decode(scores),
        },
        Header,
    )
