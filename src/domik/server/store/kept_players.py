"""Names with a page: what somebody chose to show of themselves, under a name that nobody else here has a page under."""

from __future__ import annotations

import asyncio

import msgspec

from domik.server.store.database import Database

CLAIM = "INSERT INTO players(name, owner, shown) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
DROP = "DELETE FROM players WHERE owner = ?"


def folded(name: str) -> str:
    """A name as it is looked for: capitals and spaces make no difference."""
    return " ".join(name.casefold().split())


class KeptPlayers:
    """Everybody who shows a page."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def claim(self, owner: str, name: str, shown: list[str]) -> bool:
        """Show a page under a name; false where somebody else's stands there, and then nothing changes."""
        found = await self.owner(name)
        if found and found != owner:
            return False
        row = folded(name), owner, msgspec.json.encode(shown).decode()
        await self.database.write([(DROP, (owner,)), (CLAIM, row)])
        return await self.owner(name) == owner  # another may have been quicker by a hair

    def drop(self, owner: str) -> asyncio.Future[None]:
        """Show nothing any more; done when it is safe."""
        return self.database.write([(DROP, (owner,))])

    async def owner(self, name: str) -> str:
        """Whose page stands under a name; empty for none."""
        rows = await self.database.rows("SELECT owner FROM players WHERE name = ?", folded(name))
        return str(rows[0][0]) if rows else ""

    async def shown(self, owner: str) -> list[str] | None:
        """What somebody shows; None without a page."""
        rows = await self.database.rows("SELECT shown FROM players WHERE owner = ?", owner)
        return msgspec.json.decode(str(rows[0][0]), type=list[str]) if rows else None

    async def among(self, owners: list[str]) -> set[str]:
        """Those who show a page."""
        if not owners:
            return set()
        marks = ", ".join("?" * len(owners))
        rows = await self.database.rows(f"SELECT owner FROM players WHERE owner IN ({marks})", *owners)
        return {str(row[0]) for row in rows}
