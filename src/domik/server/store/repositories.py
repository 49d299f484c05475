"""People: a name and an animal, by which others at the table know somebody. The store keeps them by their owner."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

import msgspec

from domik.server.store.database import Database
from domik.table.seat import ANIMALS
from domik.table.setup import tidy_name

STRANGER, KNOWN, HOST = 0, 1, 2


class Person(msgspec.Struct, frozen=True):
    """Who somebody says they are; name and animal may be empty. The host of the house says whom they know."""

    name: str = ""
    animal: str = ""
    known: int = STRANGER

    @property
    def is_known(self) -> bool:
        """Whether the host knows them."""
        return self.known >= KNOWN

    @property
    def is_host(self) -> bool:
        """Whether they are the host."""
        return self.known >= HOST


def parse_person(name: str, animal: str) -> Person:
    """What somebody typed and chose, tidied; an animal that we cannot draw is none."""
    return Person(tidy_name(name), animal if animal in ANIMALS else "")


SAVE_PERSON = (
    "INSERT INTO people(owner, name, animal) VALUES (?, ?, ?)"
    " ON CONFLICT (owner) DO UPDATE SET name = excluded.name, animal = excluded.animal"
)
SAVE_KNOWN = (
    "INSERT INTO people(owner, name, animal, known) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (owner) DO UPDATE SET known = excluded.known"
)
SELECT_KNOWN = "SELECT owner, name, animal, known FROM people WHERE known > 0 ORDER BY known DESC, name, owner"


class PersonRepository:
    """Everybody who ever said who they are."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def save(self, owner: str, person: Person) -> asyncio.Future[None]:
        """Keep who somebody says they are; done when it is safe."""
        return self.database.write([(SAVE_PERSON, (owner, person.name, person.animal))])

    async def read(self, owner: str) -> Person:
        """Who somebody said they are; both empty when they never did."""
        rows = await self.database.fetch_all("SELECT name, animal, known FROM people WHERE owner = ?", owner)
        return Person(str(rows[0][0]), str(rows[0][1]), int(rows[0][2])) if rows else Person()

    def set_known(self, owner: str, person: Person, known: int) -> asyncio.Future[None]:
        """The host knows somebody, or after all not; done when it is safe."""
        return self.database.write([(SAVE_KNOWN, (owner, person.name, person.animal, known))])

    async def list_known(self) -> list[tuple[str, Person]]:
        """Everybody whom the host knows, the host first."""
        rows = await self.database.fetch_all(SELECT_KNOWN)
        return [(str(owner), Person(str(name), str(animal), int(known))) for owner, name, animal, known in rows]


NO_OWNER = ""  # the owner of a device that was sent away from the identity that began on it
SAVE_DEVICE = (
    "INSERT INTO devices(device, owner, label, since, seen) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (device) DO UPDATE SET owner = excluded.owner, label = excluded.label, seen = excluded.seen"
)
SELECT_DEVICES = "SELECT device, label, since, seen FROM devices WHERE owner = ? ORDER BY since, device"
DISOWN_DEVICE = "UPDATE devices SET owner = '', label = '' WHERE device = ? AND owner = ?"
DELETE_DEVICE = "DELETE FROM devices WHERE device = ? AND owner = ?"


@dataclass(frozen=True)
class Device:
    """A browser somewhere."""

    id: str
    label: str
    since: int
    seen: int


class DeviceRepository:
    """Every browser that shares an identity."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def find_owner(self, device: str) -> tuple[str, int]:
        """Whose a device is, and when it was last seen; its own where nothing is known of it."""
        rows = await self.database.fetch_all("SELECT owner, seen FROM devices WHERE device = ?", device)
        return (str(rows[0][0]), int(rows[0][1])) if rows else (device, 0)

    async def list_for(self, owner: str) -> list[Device]:
        """Somebody's devices, the oldest first."""
        rows = await self.database.fetch_all(SELECT_DEVICES, owner)
        return [Device(str(id), str(label), int(since), int(seen)) for id, label, since, seen in rows]

    def save(self, device: str, owner: str, label: str, at: int) -> asyncio.Future[None]:
        """From now on this device is somebody's; done when it is safe."""
        return self.database.write([(SAVE_DEVICE, (device, owner, label, at, at))])

    def set_seen(self, device: str, at: int) -> asyncio.Future[None]:
        """Somebody came by it."""
        return self.database.write([("UPDATE devices SET seen = ? WHERE device = ?", (at, device))])

    def delete(self, device: str, owner: str) -> asyncio.Future[None]:
        """It is not theirs any more: it is its own person again, or nobody where their identity began on it."""
        return self.database.write([(DISOWN_DEVICE if device == owner else DELETE_DEVICE, (device, owner))])


DELETE_LOGIN_KEY = "DELETE FROM house_keys WHERE owner = ?"
INSERT_LOGIN_KEY = "INSERT INTO house_keys(key, owner, made) VALUES (?, ?, ?)"


class LoginKeyRepository:
    """What opens whose door."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def save(self, owner: str, hashed: str, at: int) -> asyncio.Future[None]:
        """A new key; the one before opens nothing any more. Done when it is safe."""
        return self.database.write([(DELETE_LOGIN_KEY, (owner,)), (INSERT_LOGIN_KEY, (hashed, owner, at))])

    def delete(self, owner: str) -> asyncio.Future[None]:
        """No key opens that door any more."""
        return self.database.write([(DELETE_LOGIN_KEY, (owner,))])

    async def find_owner(self, hashed: str) -> str:
        """Whom a key belongs to; empty for a wrong one."""
        rows = await self.database.fetch_all("SELECT owner FROM house_keys WHERE key = ?", hashed)
        return str(rows[0][0]) if rows else ""

    async def created_at(self, owner: str) -> int | None:
        """When somebody's key was made, if there is one."""
        rows = await self.database.fetch_all("SELECT made FROM house_keys WHERE owner = ?", owner)
        return int(rows[0][0]) if rows else None


SAVE_PASSKEY = (
    "INSERT INTO passkeys(credential, owner, public, uses, label, made) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (credential) DO NOTHING"
)
SELECT_PASSKEY = "SELECT credential, owner, public, uses, label, made FROM passkeys WHERE credential = ?"
SELECT_PASSKEYS = (
    "SELECT credential, owner, public, uses, label, made FROM passkeys WHERE owner = ? ORDER BY made, credential"
)


@dataclass(frozen=True)
class Passkey:
    """One of somebody's."""

    id: str
    owner: str
    public: bytes
    uses: int
    label: str
    made: int


class PasskeyRepository:
    """Everybody's."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def list_for(self, owner: str) -> list[Passkey]:
        """Somebody's, the oldest first."""
        return await self.select(SELECT_PASSKEYS, owner)

    async def get(self, id: str) -> Passkey | None:
        """By its id, if it is known here."""
        return next(iter(await self.select(SELECT_PASSKEY, id)), None)

    async def select(self, query: str, what: str) -> list[Passkey]:
        """What a query finds."""
        rows = await self.database.fetch_all(query, what)
        return [
            Passkey(str(id), str(owner), bytes(public), int(uses), str(label), int(made))
            for id, owner, public, uses, label, made in rows
        ]

    def save(self, key: Passkey) -> asyncio.Future[None]:
        """A new one; an id that is somebody's already stays theirs. Done when it is safe."""
        return self.database.write([(SAVE_PASSKEY, (key.id, key.owner, key.public, key.uses, key.label, key.made))])

    def set_use_count(self, id: str, uses: int) -> asyncio.Future[None]:
        """It was used; how often, as it counts itself."""
        return self.database.write([("UPDATE passkeys SET uses = ? WHERE credential = ?", (uses, id))])

    def delete(self, id: str, owner: str) -> asyncio.Future[None]:
        """It opens nothing any more."""
        return self.database.write([("DELETE FROM passkeys WHERE credential = ? AND owner = ?", (id, owner))])


INSERT_PROFILE = "INSERT INTO players(name, owner, shown) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
DELETE_PROFILE = "DELETE FROM players WHERE owner = ?"


def normalize_name(name: str) -> str:
    """A name as it is looked for: capitals and spaces make no difference."""
    return " ".join(name.casefold().split())


class ProfileRepository:
    """Everybody who shows a page."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def claim(self, owner: str, name: str, shown: list[str]) -> bool:
        """Show a page under a name; false where somebody else's stands there, and then nothing changes."""
        found = await self.find_owner(name)
        if found and found != owner:
            return False
        row = normalize_name(name), owner, msgspec.json.encode(shown).decode()
        await self.database.write([(DELETE_PROFILE, (owner,)), (INSERT_PROFILE, row)])
        return await self.find_owner(name) == owner  # another may have been quicker by a hair

    def delete(self, owner: str) -> asyncio.Future[None]:
        """Show nothing any more; done when it is safe."""
        return self.database.write([(DELETE_PROFILE, (owner,))])

    async def find_owner(self, name: str) -> str:
        """Whose page stands under a name; empty for none."""
        rows = await self.database.fetch_all("SELECT owner FROM players WHERE name = ?", normalize_name(name))
        return str(rows[0][0]) if rows else ""

    async def visible_parts(self, owner: str) -> list[str] | None:
        """What somebody shows; None without a page."""
        rows = await self.database.fetch_all("SELECT shown FROM players WHERE owner = ?", owner)
        return msgspec.json.decode(str(rows[0][0]), type=list[str]) if rows else None

    async def owners_with_profile(self, owners: list[str]) -> set[str]:
        """Those who show a page."""
        if not owners:
            return set()
        marks = ", ".join("?" * len(owners))
        rows = await self.database.fetch_all(f"SELECT owner FROM players WHERE owner IN ({marks})", *owners)
        return {str(row[0]) for row in rows}


SAVE_ATTEMPT = (
    "INSERT INTO puzzles(owner, game, puzzle, first, later, made) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (owner, game, puzzle) DO UPDATE SET later = CASE WHEN excluded.later > puzzles.later"
    " THEN excluded.later ELSE puzzles.later END"
)
SELECT_OUTCOMES = "SELECT puzzle, later FROM puzzles WHERE owner = ? AND game = ? ORDER BY made, puzzle"
SELECT_FIRST_OUTCOMES = "SELECT puzzle, first FROM puzzles WHERE owner = ? AND game = ? ORDER BY made, puzzle"
COUNT_FIRST_OUTCOMES = "SELECT COUNT(*), SUM(first) FROM puzzles WHERE game = ? AND puzzle = ?"
MIN_PEOPLE = 3  # people before a share says something


class PuzzleAttemptRepository:
    """Everybody's tries."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def save(self, owner: str, game: str, puzzle: str, right: bool) -> asyncio.Future[None]:
        """Remember a try; the first one is never changed. Done when it is safe."""
        row = owner, game, puzzle, int(right), int(right), int(time.time() * 1000)
        return self.database.write([(SAVE_ATTEMPT, row)])

    async def final_outcomes(self, owner: str, game: str) -> dict[str, bool]:
        """What somebody tried, the oldest first: whether it was right in the end."""
        return {
            str(puzzle): bool(right) for puzzle, right in await self.database.fetch_all(SELECT_OUTCOMES, owner, game)
        }

    async def first_outcomes(self, owner: str, game: str) -> dict[str, bool]:
        """What somebody tried, the oldest first: whether the first go was right."""
        return {
            str(puzzle): bool(right)
            for puzzle, right in await self.database.fetch_all(SELECT_FIRST_OUTCOMES, owner, game)
        }

    async def first_try_percent(self, game: str, puzzle: str) -> int | None:
        """How many of a hundred people found a puzzle at the first go; None when too few tried."""
        (many, right), *_ = await self.database.fetch_all(COUNT_FIRST_OUTCOMES, game, puzzle)
        return round(100 * int(right) / int(many)) if int(many) >= MIN_PEOPLE else None


SAVE_REVIEW = "INSERT INTO reviews(id, report) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET report = excluded.report"


class ReviewRepository:
    """All reviews by their tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def save(self, id: str, report: bytes) -> asyncio.Future[None]:
        """Keep the review of a finished game; done when it is safe."""
        return self.database.write([(SAVE_REVIEW, (id, report))])

    async def read(self, id: str) -> bytes | None:
        """The review of a game as it was kept, if one is."""
        rows = await self.database.fetch_all("SELECT report FROM reviews WHERE id = ?", id)
        return bytes(rows[0][0]) if rows else None
