"""Repositories for the headers of tables, their seats and their journals."""

from __future__ import annotations

from typing import Any

import msgspec

from domik.server.store.database import Database, JournalRow, Statement
from domik.table.journal import Entry

WAITING, PLAYING, OVER = "waiting", "playing", "over"
MAX_IDS = 200  # ids per query
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
