"""Tables as lists show them, and who sits at them."""

from __future__ import annotations

from typing import Any

import msgspec

from domik.server.store.database import Database, Statement

WAITING, PLAYING, OVER = "waiting", "playing", "over"
MOST_ASKED = 200  # ids of one question
COLUMNS = "id, game, opened, touched, state, listed, players, scores, clocked"
SHOW = (
    f"INSERT INTO tables({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
    " touched = excluded.touched, state = excluded.state, listed = excluded.listed, players = excluded.players,"
    " scores = excluded.scores, clocked = excluded.clocked"
)
SEAT = "INSERT INTO seats(owner, id, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"

BETWEEN = (
    "SELECT tables.id FROM seats JOIN tables ON tables.id = seats.id WHERE tables.state = 'over'"
    " GROUP BY tables.id HAVING COUNT(DISTINCT seats.owner) > 1 ORDER BY MAX(tables.touched) DESC LIMIT ?"
)


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
    clocked: bool = False  # whether time passes there when nobody looks


class Tables:
    """All tables by what their headers say."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def shown(self, header: Header) -> Statement:
        """Let lists show a table so."""
        texts = (msgspec.json.encode(header.players).decode(), msgspec.json.encode(header.scores).decode())
        counts = (header.opened, header.touched, header.state, int(header.listed))
        return SHOW, (header.id, header.game, *counts, *texts, int(header.clocked))

    def seated(self, id: str, owner: str, seat: int) -> Statement:
        """Somebody has a seat from now on."""
        return SEAT, (owner, id, seat)

    def unseated(self, id: str, owner: str, seat: int) -> Statement:
        """Somebody has that seat no more."""
        return "DELETE FROM seats WHERE owner = ? AND id = ? AND seat = ?", (owner, id, seat)

    async def touch(self, id: str, at: int) -> None:
        """Somebody was there until now."""
        await self.database.write([("UPDATE tables SET touched = ? WHERE id = ? AND touched < ?", (at, id, at))])

    async def header(self, id: str) -> Header | None:
        """One table, if it is known."""
        rows = await self.database.rows(f"SELECT {COLUMNS} FROM tables WHERE id = ?", id)
        return header_of(rows[0]) if rows else None

    async def live(self) -> list[str]:
        """Waiting and playing tables."""
        rows = await self.database.rows("SELECT id FROM tables WHERE state IN ('waiting', 'playing')")
        return [str(row[0]) for row in rows]

    async def ticking(self) -> list[str]:
        """Games where a clock runs, the latest first."""
        rows = await self.database.rows(
            "SELECT id FROM tables WHERE state = 'playing' AND clocked = 1 ORDER BY touched DESC"
        )
        return [str(row[0]) for row in rows]

    async def mine(self, owner: str, most: int) -> list[tuple[Header, int]]:
        """The tables where somebody sits, with their seat: unfinished games first, then the latest."""
        columns = ", ".join(f"tables.{name}" for name in COLUMNS.split(", "))
        rows = await self.database.rows(
            f"SELECT {columns}, MIN(seats.seat) FROM seats JOIN tables ON tables.id = seats.id WHERE seats.owner = ?"
            " GROUP BY tables.id ORDER BY tables.state = 'over', tables.touched DESC LIMIT ?",
            owner,
            most,
        )
        return [(header_of(row), int(row[9])) for row in rows]

    async def over(self, ids: list[str]) -> set[str]:
        """Which of these tables are over."""
        found: set[str] = set()
        for first in range(0, len(ids), MOST_ASKED):
            some = ids[first : first + MOST_ASKED]
            marks = ", ".join("?" * len(some))
            query = f"SELECT id FROM tables WHERE state = 'over' AND id IN ({marks})"
            found |= {str(row[0]) for row in await self.database.rows(query, *some)}
        return found

    async def between_people(self, most: int) -> list[str]:
        """The latest finished tables where more than one person sat."""
        rows = await self.database.rows(BETWEEN, most)
        return [str(row[0]) for row in rows]

    async def latest(self, most: int) -> list[Header]:
        """Whatever was touched last, listed or not: for whoever keeps the house."""
        rows = await self.database.rows(f"SELECT {COLUMNS} FROM tables ORDER BY touched DESC LIMIT ?", most)
        return [header_of(row) for row in rows]

    async def recent(self, most: int) -> list[Header]:
        """The latest finished games that may be listed."""
        rows = await self.database.rows(
            f"SELECT {COLUMNS} FROM tables WHERE state = 'over' AND listed = 1 ORDER BY touched DESC LIMIT ?", most
        )
        return [header_of(row) for row in rows]


def header_of(row: tuple[Any, ...]) -> Header:
    """A header from its columns."""
    id, game, opened, touched, state, listed, players, scores, clocked = row[:9]
    names = msgspec.json.decode(players, type=list[str])
    return Header(
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
