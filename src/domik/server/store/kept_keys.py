"""Keys to an identity: kept as hashes, one for each person at most, gone when they say so."""

from __future__ import annotations

import asyncio

from domik.server.store.database import Database

DROP = "DELETE FROM house_keys WHERE owner = ?"
ADD = "INSERT INTO house_keys(key, owner, made) VALUES (?, ?, ?)"


class KeptKeys:
    """What opens whose door."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def keep(self, owner: str, hashed: str, at: int) -> asyncio.Future[None]:
        """A new key; the one before opens nothing any more. Done when it is safe."""
        return self.database.write([(DROP, (owner,)), (ADD, (hashed, owner, at))])

    def drop(self, owner: str) -> asyncio.Future[None]:
        """No key opens that door any more."""
        return self.database.write([(DROP, (owner,))])

    async def owner(self, hashed: str) -> str:
        """Whom a key belongs to; empty for a wrong one."""
        rows = await self.database.rows("SELECT owner FROM house_keys WHERE key = ?", hashed)
        return str(rows[0][0]) if rows else ""

    async def made(self, owner: str) -> int | None:
        """When somebody's key was made, if there is one."""
        rows = await self.database.rows("SELECT made FROM house_keys WHERE owner = ?", owner)
        return int(rows[0][0]) if rows else None
