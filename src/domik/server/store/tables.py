"""Tables as lists show them, and who sits at them."""

from __future__ import annotations

from typing import Any

import msgspec

from domik.server.store.database import Database, JournalRow, Statement
from domik.table.journal import Entry

WAITING, PLAYING, OVER = "waiting", "playing", "over"
MAX_IDS = 200  # ids of one question
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
    """A table in a list."""

    id: str
    game: str
    opened: int
    touched: int
    state: str
    listed: bool
    players: list[str]
    scores: list[int]
    clocked: bool = False  # whether time passes there when nobody looks


class TableRepository:
    """All tables by what their headers say."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def upsert_statement(self, header: TableHeader) -> Statement:
        """Let lists show a table so."""
        texts = (msgspec.json.encode(header.players).decode(), msgspec.json.encode(header.scores).decode())
        counts = (header.opened, header.touched, header.state, int(header.listed))
        return UPSERT_TABLE, (header.id, header.game, *counts, *texts, int(header.clocked))

    def seat_statement(self, id: str, owner: str, seat: int) -> Statement:
        """Somebody has a seat from now on."""
        return INSERT_SEAT, (owner, id, seat)

    def unseat_statement(self, id: str, owner: str, seat: int) -> Statement:
        """Somebody has that seat no more."""
        return "DELETE FROM seats WHERE owner = ? AND id = ? AND seat = ?", (owner, id, seat)

    async def touch(self, id: str, at: int) -> None:
        """Somebody was there until now."""
        await self.database.write([("UPDATE tables SET touched = ? WHERE id = ? AND touched < ?", (at, id, at))])

    async def header(self, id: str) -> TableHeader | None:
        """One table, if it is known."""
        rows = await self.database.fetch_all(f"SELECT {COLUMNS} FROM tables WHERE id = ?", id)
        return header_from_row(rows[0]) if rows else None

    async def unfinished_ids(self) -> list[str]:
        """Waiting and playing tables."""
        rows = await self.database.fetch_all("SELECT id FROM tables WHERE state IN ('waiting', 'playing')")
        return [str(row[0]) for row in rows]

    async def clocked_ids(self) -> list[str]:
        """Games where a clock runs, the latest first."""
        rows = await self.database.fetch_all(
            "SELECT id FROM tables WHERE state = 'playing' AND clocked = 1 ORDER BY touched DESC"
        )
        return [str(row[0]) for row in rows]

    async def list_for_owner(self, owner: str, most: int) -> list[tuple[TableHeader, int]]:
        """The tables where somebody sits, with their seat: unfinished games first, then the latest."""
        columns = ", ".join(f"tables.{name}" for name in COLUMNS.split(", "))
        rows = await self.database.fetch_all(
            f"SELECT {columns}, MIN(seats.seat) FROM seats JOIN tables ON tables.id = seats.id WHERE seats.owner = ?"
            " GROUP BY tables.id ORDER BY tables.state = 'over', tables.touched DESC LIMIT ?",
            owner,
            most,
        )
        return [(header_from_row(row), int(row[9])) for row in rows]

    async def finished_among(self, ids: list[str]) -> set[str]:
        """Which of these tables are over."""
        found: set[str] = set()
        for first in range(0, len(ids), MAX_IDS):
            some = ids[first : first + MAX_IDS]
            marks = ", ".join("?" * len(some))
            query = f"SELECT id FROM tables WHERE state = 'over' AND id IN ({marks})"
            found |= {str(row[0]) for row in await self.database.fetch_all(query, *some)}
        return found

    async def multiplayer_ids(self, most: int) -> list[str]:
        """The latest finished tables where more than one person sat."""
        rows = await self.database.fetch_all(SELECT_MULTIPLAYER, most)
        return [str(row[0]) for row in rows]

    async def list_latest(self, most: int) -> list[TableHeader]:
        """Whatever was touched last, listed or not: for whoever keeps the house."""
        rows = await self.database.fetch_all(f"SELECT {COLUMNS} FROM tables ORDER BY touched DESC LIMIT ?", most)
        return [header_from_row(row) for row in rows]

    async def list_recent_finished(self, most: int) -> list[TableHeader]:
        """The latest finished games that may be listed."""
        rows = await self.database.fetch_all(
            f"SELECT {COLUMNS} FROM tables WHERE state = 'over' AND listed = 1 ORDER BY touched DESC LIMIT ?", most
        )
        return [header_from_row(row) for row in rows]


def header_from_row(row: tuple[Any, ...]) -> TableHeader:
    """A header from its columns."""
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
    """All journals by their tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def encode_rows(self, id: str, first: int, entries: list[Entry]) -> list[JournalRow]:
        """Entries from number `first` on, as they are written."""
        return [(id, first + k, msgspec.json.encode(entry)) for k, entry in enumerate(entries)]

    async def read(self, id: str) -> list[Entry]:
        """Every entry in its order, those still on their way to the disk among them; ValueError where one is spoilt."""
        await self.database.flush()
        found = await self.database.fetch_all("SELECT number, entry FROM journal WHERE id = ? ORDER BY number", id)
        if [row[0] for row in found] != list(range(len(found))):
            raise ValueError("the journal has a gap")
        return [msgspec.json.decode(row[1], type=Entry) for row in found]
