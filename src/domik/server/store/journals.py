"""Journals: everything that ever happened at every table."""

from __future__ import annotations

import msgspec

from domik.server.store.database import Database, Row
from domik.table.journal import Entry


class Journals:
    """All journals by their tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def rows(self, id: str, first: int, entries: list[Entry]) -> list[Row]:
        """Entries from number `first` on, as they are written."""
        return [(id, first + k, msgspec.json.encode(entry)) for k, entry in enumerate(entries)]

    async def read(self, id: str) -> list[Entry]:
        """Every entry in its order, those still on their way to the disk among them; ValueError where one is spoilt."""
        await self.database.all_written()
        found = await self.database.rows("SELECT number, entry FROM journal WHERE id = ? ORDER BY number", id)
        if [row[0] for row in found] != list(range(len(found))):
            raise ValueError("the journal has a gap")
        return [msgspec.json.decode(row[1], type=Entry) for row in found]
