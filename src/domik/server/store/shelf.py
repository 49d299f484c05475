"""The shelf: small documents by kind, part and key. The first under a key can stay there for good."""

from __future__ import annotations

from domik.server.store.database import Database

MOST_KEYS = 200  # of one question
PUT = (
    "INSERT INTO shelf(kind, part, key, document) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (kind, part, key) DO UPDATE SET document = excluded.document"
)
PUT_FIRST = "INSERT INTO shelf(kind, part, key, document) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
DROP = "DELETE FROM shelf WHERE kind = ? AND part = ? AND key = ?"
GET = "SELECT document FROM shelf WHERE kind = ? AND part = ? AND key = ?"
UNDER = "SELECT key, document FROM shelf WHERE kind = ? AND part = ? ORDER BY key LIMIT ?"


class Shelf:
    """Documents of a few kinds; whatever is awaited here is safe afterwards."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def get(self, kind: str, part: str, key: str) -> bytes | None:
        """The document under a key."""
        rows = await self.database.rows(GET, kind, part, key)
        return bytes(rows[0][0]) if rows else None

    async def many(self, kind: str, part: str, keys: list[str]) -> dict[str, bytes]:
        """The documents under these keys, as far as there are any."""
        found: dict[str, bytes] = {}
        for first in range(0, len(keys), MOST_KEYS):
            some = keys[first : first + MOST_KEYS]
            marks = ", ".join("?" * len(some))
            query = f"SELECT key, document FROM shelf WHERE kind = ? AND part = ? AND key IN ({marks})"
            rows = await self.database.rows(query, kind, part, *some)
            found |= {str(key): bytes(document) for key, document in rows}
        return found

    async def under(self, kind: str, part: str, most: int = 1000) -> dict[str, bytes]:
        """Every document of a part, by key."""
        rows = await self.database.rows(UNDER, kind, part, most)
        return {str(key): bytes(document) for key, document in rows}

    async def put(self, kind: str, part: str, key: str, document: bytes) -> None:
        """Keep a document, instead of the one that stood there."""
        await self.database.write([(PUT, (kind, part, key, document))])

    async def put_first(self, kind: str, part: str, key: str, document: bytes) -> bytes:
        """Keep a document unless one stands there; the one that stands there now. Nobody can be first twice."""
        await self.database.write([(PUT_FIRST, (kind, part, key, document))])
        found = await self.get(kind, part, key)
        return document if found is None else found

    async def drop(self, kind: str, part: str, key: str) -> None:
        """Take a document away."""
        await self.database.write([(DROP, (kind, part, key))])
