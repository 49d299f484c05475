"""People as they want to be called: a name and an animal, by what the store knows of a visitor."""

from __future__ import annotations

import asyncio

from domik.server.people import Person
from domik.server.store.database import Database

KEEP = (
    "INSERT INTO people(owner, name, animal) VALUES (?, ?, ?)"
    " ON CONFLICT (owner) DO UPDATE SET name = excluded.name, animal = excluded.animal"
)


class KeptPeople:
    """Everybody who ever said who they are."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def keep(self, owner: str, person: Person) -> asyncio.Future[None]:
        """Keep who somebody says they are; done when it is safe."""
        return self.database.write([(KEEP, (owner, person.name, person.animal))])

    async def read(self, owner: str) -> Person:
        """Who somebody said they are; both empty when they never did."""
        rows = await self.database.rows("SELECT name, animal FROM people WHERE owner = ?", owner)
        return Person(str(rows[0][0]), str(rows[0][1])) if rows else Person()
