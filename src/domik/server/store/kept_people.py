"""People as they want to be called: a name and an animal, by what the store knows of a visitor."""

from __future__ import annotations

import asyncio

from domik.server.store.database import Database
from domik.server.store.person import Person

KEEP = (
    "INSERT INTO people(owner, name, animal) VALUES (?, ?, ?)"
    " ON CONFLICT (owner) DO UPDATE SET name = excluded.name, animal = excluded.animal"
)
KNOW = (
    "INSERT INTO people(owner, name, animal, known) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (owner) DO UPDATE SET known = excluded.known"
)
KNOWN = "SELECT owner, name, animal, known FROM people WHERE known > 0 ORDER BY known DESC, name, owner"


class KeptPeople:
    """Everybody who ever said who they are."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def keep(self, owner: str, person: Person) -> asyncio.Future[None]:
        """Keep who somebody says they are; done when it is safe."""
        return self.database.write([(KEEP, (owner, person.name, person.animal))])

    async def read(self, owner: str) -> Person:
        """Who somebody said they are; both empty when they never did."""
        rows = await self.database.rows("SELECT name, animal, known FROM people WHERE owner = ?", owner)
        return Person(str(rows[0][0]), str(rows[0][1]), int(rows[0][2])) if rows else Person()

    def know(self, owner: str, person: Person, known: int) -> asyncio.Future[None]:
        """The host knows somebody, or after all not; done when it is safe."""
        return self.database.write([(KNOW, (owner, person.name, person.animal, known))])

    async def all_known(self) -> list[tuple[str, Person]]:
        """Everybody whom the host knows, the host first."""
        rows = await self.database.rows(KNOWN)
        return [(str(owner), Person(str(name), str(animal), int(known))) for owner, name, animal, known in rows]
