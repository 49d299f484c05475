"""Settings: what the whole house shares, by name."""

from __future__ import annotations

import secrets
import time

from domik.server.store.database import Database

ADD = "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
SET = "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


class Settings:
    """Names and values."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def key(self) -> str:
        """The key that seat secrets are made from; made once."""
        await self.database.write([(ADD, ("key", secrets.token_hex(32)))])
        rows = await self.database.rows("SELECT value FROM meta WHERE key = 'key'")
        return str(rows[0][0])

    async def secret(self, wanted: bool) -> str:
        """What makes the deals of the day this house's own; empty where nobody ever wanted that. Made once, kept."""
        if wanted:
            await self.database.write([(ADD, ("daily", secrets.token_hex(32)))])
        rows = await self.database.rows("SELECT value FROM meta WHERE key = 'daily'")
        return str(rows[0][0]) if rows else ""

    async def probe(self) -> None:
        """Write something, and wait until it is safe; NotWritten when that is not possible."""
        await self.database.write([(SET, ("probe", str(time.time_ns())))])
