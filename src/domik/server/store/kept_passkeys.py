"""Passkeys: what a phone or computer proves itself with; only the public half is here, with how often it was used."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from domik.server.store.database import Database

KEEP = (
    "INSERT INTO passkeys(credential, owner, public, uses, label, made) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (credential) DO NOTHING"
)
ONE = "SELECT credential, owner, public, uses, label, made FROM passkeys WHERE credential = ?"
OF = "SELECT credential, owner, public, uses, label, made FROM passkeys WHERE owner = ? ORDER BY made, credential"


@dataclass(frozen=True)
class Passkey:
    """One of somebody's."""

    id: str
    owner: str
    public: bytes
    uses: int
    label: str
    made: int


class KeptPasskeys:
    """Everybody's."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, owner: str) -> list[Passkey]:
        """Somebody's, the oldest first."""
        return await self.found(OF, owner)

    async def one(self, id: str) -> Passkey | None:
        """By its id, if it is known here."""
        return next(iter(await self.found(ONE, id)), None)

    async def found(self, query: str, what: str) -> list[Passkey]:
        """What a query finds."""
        rows = await self.database.rows(query, what)
        return [
            Passkey(str(id), str(owner), bytes(public), int(uses), str(label), int(made))
            for id, owner, public, uses, label, made in rows
        ]

    def keep(self, key: Passkey) -> asyncio.Future[None]:
        """A new one; an id that is somebody's already stays theirs. Done when it is safe."""
        return self.database.write([(KEEP, (key.id, key.owner, key.public, key.uses, key.label, key.made))])

    def use(self, id: str, uses: int) -> asyncio.Future[None]:
        """It was used; how often, as it counts itself."""
        return self.database.write([("UPDATE passkeys SET uses = ? WHERE credential = ?", (uses, id))])

    def drop(self, id: str, owner: str) -> asyncio.Future[None]:
        """It opens nothing any more."""
        return self.database.write([("DELETE FROM passkeys WHERE credential = ? AND owner = ?", (id, owner))])
