"""The shelf: small documents that outlive the process, by kind and key. The first under a key can stay there."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from domik.server.writer import Writer

SHELF_SCHEMA = """
CREATE TABLE IF NOT EXISTS shelf(kind TEXT NOT NULL, key TEXT NOT NULL, document BLOB NOT NULL,
  PRIMARY KEY(kind, key)) WITHOUT ROWID;
"""
MOST_KEYS = 200  # of one question
LAST = "\U0010ffff"  # comes after every letter of a key
Rows = Callable[..., Awaitable[list[tuple[Any, ...]]]]


class Shelf(Protocol):
    """Documents of a few kinds; whatever is awaited here is safe on the disk afterwards."""

    async def get(self, kind: str, key: str) -> bytes | None:
        """The document under a key."""
        ...

    async def many(self, kind: str, keys: list[str]) -> dict[str, bytes]:
        """The documents under these keys, as far as there are any."""
        ...

    async def under(self, kind: str, start: str, most: int = 1000) -> list[tuple[str, bytes]]:
        """Every document whose key begins so, by key."""
        ...

    async def put(self, kind: str, key: str, document: bytes) -> None:
        """Keep a document, instead of the one that stood there."""
        ...

    async def put_first(self, kind: str, key: str, document: bytes) -> bytes:
        """Keep a document unless one stands there already; the one that stands there now. Nobody can be first twice."""
        ...

    async def drop(self, kind: str, key: str) -> None:
        """Take a document away."""
        ...


class SqliteShelf:
    """The shelf in the store's own file, written by its one writer."""

    def __init__(self, writer: Writer, rows: Rows) -> None:
        self._writer = writer
        self._rows = rows

    async def get(self, kind: str, key: str) -> bytes | None:
        """One row."""
        rows = await self._rows("SELECT document FROM shelf WHERE kind = ? AND key = ?", kind, key)
        return bytes(rows[0][0]) if rows else None

    async def many(self, kind: str, keys: list[str]) -> dict[str, bytes]:
        """A few hundred rows at once."""
        found: dict[str, bytes] = {}
        for first in range(0, len(keys), MOST_KEYS):
            some = keys[first : first + MOST_KEYS]
            marks = ", ".join("?" * len(some))
            query = f"SELECT key, document FROM shelf WHERE kind = ? AND key IN ({marks})"
            found |= {str(key): bytes(document) for key, document in await self._rows(query, kind, *some)}
        return found

    async def under(self, kind: str, start: str, most: int = 1000) -> list[tuple[str, bytes]]:
        """A range of keys."""
        rows = await self._rows(
            "SELECT key, document FROM shelf WHERE kind = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?",
            *(kind, start, start + LAST, most),
        )
        return [(str(key), bytes(document)) for key, document in rows]

    async def put(self, kind: str, key: str, document: bytes) -> None:
        """One row."""
        await self._write("INSERT OR REPLACE INTO shelf VALUES (?, ?, ?)", kind, key, document)

    async def put_first(self, kind: str, key: str, document: bytes) -> bytes:
        """The one writer takes one after another, so one is first."""
        await self._write("INSERT OR IGNORE INTO shelf VALUES (?, ?, ?)", kind, key, document)
        found = await self.get(kind, key)
        return document if found is None else found

    async def drop(self, kind: str, key: str) -> None:
        """One row less."""
        await self._write("DELETE FROM shelf WHERE kind = ? AND key = ?", kind, key)

    async def _write(self, query: str, *args: object) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute(query, args)

        await self._writer.write(job)
