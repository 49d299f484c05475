"""Reviews that are kept: one a finished game, the latest."""

from __future__ import annotations

import asyncio

from domik.server.store.database import Database

KEEP = "INSERT INTO reviews(id, report) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET report = excluded.report"


class KeptReviews:
    """All reviews by their tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def keep(self, id: str, report: bytes) -> asyncio.Future[None]:
        """Keep the review of a finished game; done when it is safe."""
        return self.database.write([(KEEP, (id, report))])

    async def read(self, id: str) -> bytes | None:
        """The review of a game as it was kept, if one is."""
        rows = await self.database.rows("SELECT report FROM reviews WHERE id = ?", id)
        return bytes(rows[0][0]) if rows else None
