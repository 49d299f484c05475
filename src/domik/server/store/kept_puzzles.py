"""Tries at puzzles: how the first go went, and whether a later one set it right."""

from __future__ import annotations

import asyncio
import time

from domik.server.store.database import Database

NOTE = (
    "INSERT INTO puzzles(owner, game, puzzle, first, later, made) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (owner, game, puzzle) DO UPDATE SET later = CASE WHEN excluded.later > puzzles.later"
    " THEN excluded.later ELSE puzzles.later END"
)
OF = "SELECT puzzle, later FROM puzzles WHERE owner = ? AND game = ? ORDER BY made, puzzle"
FIRSTS = "SELECT puzzle, first FROM puzzles WHERE owner = ? AND game = ? ORDER BY made, puzzle"
SHARE = "SELECT COUNT(*), SUM(first) FROM puzzles WHERE game = ? AND puzzle = ?"
LEAST = 3  # people before a share says something


class KeptPuzzles:
    """Everybody's tries."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def note(self, owner: str, game: str, puzzle: str, right: bool) -> asyncio.Future[None]:
        """Remember a try; the first one is never changed. Done when it is safe."""
        row = owner, game, puzzle, int(right), int(right), int(time.time() * 1000)
        return self.database.write([(NOTE, row)])

    async def of(self, owner: str, game: str) -> dict[str, bool]:
        """What somebody tried, the oldest first: whether it was right in the end."""
        return {str(puzzle): bool(right) for puzzle, right in await self.database.rows(OF, owner, game)}

    async def firsts(self, owner: str, game: str) -> dict[str, bool]:
        """What somebody tried, the oldest first: whether the first go was right."""
        return {str(puzzle): bool(right) for puzzle, right in await self.database.rows(FIRSTS, owner, game)}

    async def share(self, game: str, puzzle: str) -> int | None:
        """How many of a hundred people found a puzzle at the first go; None when too few tried."""
        (many, right), *_ = await self.database.rows(SHARE, game, puzzle)
        return round(100 * int(right) / int(many)) if int(many) >= LEAST else None
