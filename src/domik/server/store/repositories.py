"""Repositories of people and what belongs to them, of small documents by key, and of the settings of a server."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta

from domik.server.store.database import Database
from domik.table.clock import DAY, now
from domik.table.setup import check_name
from domik.table.table import ANIMALS

STRANGER, KNOWN, HOST = 0, 1, 2


class Person(msgspec.Struct, frozen=True):
    """The name and animal that a person chose, either may be empty, and whether the administrator admits them."""

    name: str = ""
    animal: str = ""
    known: int = STRANGER

    @property
    def is_known(self) -> bool:
        """Whether the administrator has admitted them."""
        return self.known >= KNOWN

    @property
    def is_host(self) -> bool:
        return self.known >= HOST


def parse_person(name: str, animal: str) -> Person:
    """A person from form fields: an unknown animal is dropped; BadOption where the name has invisible characters."""
    return Person(check_name(name), animal if animal in ANIMALS else "")


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
    def __init__(self, database: Database) -> None:
        self.database = database

    def save(self, owner: str, person: Person) -> asyncio.Future[None]:
        """Store name and animal; the future is done when they are durable."""
        return self.database.write([(SAVE_PERSON, (owner, person.name, person.animal))])

    async def read(self, owner: str) -> Person:
        """The stored person; an empty one where nothing is stored."""
        rows = await self.database.fetch_all("SELECT name, animal, known FROM people WHERE owner = ?", owner)
        return Person(str(rows[0][0]), str(rows[0][1]), int(rows[0][2])) if rows else Person()

    def set_known(self, owner: str, person: Person, known: int) -> asyncio.Future[None]:
        """Set whether a person is admitted; `person` is only used where none is stored."""
        return self.database.write([(SAVE_KNOWN, (owner, person.name, person.animal, known))])

    async def list_known(self) -> list[tuple[str, Person]]:
        """Admitted owners, the administrator first."""
        rows = await self.database.fetch_all(SELECT_KNOWN)
        return [(str(owner), Person(str(name), str(animal), int(known))) for owner, name, animal, known in rows]


NO_OWNER = ""  # owner of a device that was removed from the identity created on it
SAVE_DEVICE = (
    "INSERT INTO devices(device, owner, label, since, seen) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (device) DO UPDATE SET owner = excluded.owner, label = excluded.label, seen = excluded.seen"
)
SELECT_DEVICES = "SELECT device, label, since, seen FROM devices WHERE owner = ? ORDER BY since, device"
DISOWN_DEVICE = "UPDATE devices SET owner = '', label = '' WHERE device = ? AND owner = ?"
DELETE_DEVICE = "DELETE FROM devices WHERE device = ? AND owner = ?"


@dataclass(frozen=True)
class Device:
    """A browser that shares an identity; times in milliseconds since 1970."""

    id: str
    label: str
    since: int
    seen: int


class DeviceRepository:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def find_owner(self, device: str) -> tuple[str, int]:
        """The owner of a device and when it was last seen; the device itself where none is stored."""
        rows = await self.database.fetch_all("SELECT owner, seen FROM devices WHERE device = ?", device)
        return (str(rows[0][0]), int(rows[0][1])) if rows else (device, 0)

    async def list_for(self, owner: str) -> list[Device]:
        """The devices of an owner, the oldest first."""
        rows = await self.database.fetch_all(SELECT_DEVICES, owner)
        return [Device(str(id), str(label), int(since), int(seen)) for id, label, since, seen in rows]

    def save(self, device: str, owner: str, label: str, at: int) -> asyncio.Future[None]:
        """Assign a device to an owner; the future is done when that is durable."""
        return self.database.write([(SAVE_DEVICE, (device, owner, label, at, at))])

    def set_seen(self, device: str, at: int) -> asyncio.Future[None]:
        return self.database.write([("UPDATE devices SET seen = ? WHERE device = ?", (at, device))])

    def delete(self, device: str, owner: str) -> asyncio.Future[None]:
        """Remove a device from its owner.

        The device is its own owner again, or has NO_OWNER where the owner's identity was created on it.
        """
        return self.database.write([(DISOWN_DEVICE if device == owner else DELETE_DEVICE, (device, owner))])


DELETE_LOGIN_KEY = "DELETE FROM house_keys WHERE owner = ?"
INSERT_LOGIN_KEY = "INSERT INTO house_keys(key, owner, made) VALUES (?, ?, ?)"


class LoginKeyRepository:
    """Hashed login keys, at most one per owner."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def save(self, owner: str, hashed: str, at: int) -> asyncio.Future[None]:
        """Replace the owner's key; the future is done when that is durable."""
        return self.database.write([(DELETE_LOGIN_KEY, (owner,)), (INSERT_LOGIN_KEY, (hashed, owner, at))])

    def delete(self, owner: str) -> asyncio.Future[None]:
        return self.database.write([(DELETE_LOGIN_KEY, (owner,))])

    async def find_owner(self, hashed: str) -> str:
        """The owner of a key; empty for a wrong one."""
        rows = await self.database.fetch_all("SELECT owner FROM house_keys WHERE key = ?", hashed)
        return str(rows[0][0]) if rows else ""

    async def created_at(self, owner: str) -> int | None:
        """When the owner's key was created, if there is one."""
        rows = await self.database.fetch_all("SELECT made FROM house_keys WHERE owner = ?", owner)
        return int(rows[0][0]) if rows else None


PASSKEY_COLUMNS = "credential, owner, public, uses, label, made, device"
SAVE_PASSKEY = (
    f"INSERT INTO passkeys({PASSKEY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (credential) DO NOTHING"
)
SELECT_PASSKEY = f"SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE credential = ?"
SELECT_PASSKEYS = f"SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE owner = ? ORDER BY made, credential"


@dataclass(frozen=True)
class Passkey:
    """A WebAuthn credential; `uses` is its signature counter."""

    id: str
    owner: str
    public: bytes
    uses: int
    label: str
    made: int
    device: str = ""  # the one it was made on; empty where an older version did not say


class PasskeyRepository:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def list_for(self, owner: str) -> list[Passkey]:
        """The passkeys of an owner, the oldest first."""
        return await self.select(SELECT_PASSKEYS, owner)

    async def get(self, id: str) -> Passkey | None:
        return next(iter(await self.select(SELECT_PASSKEY, id)), None)

    async def select(self, query: str, what: str) -> list[Passkey]:
        rows = await self.database.fetch_all(query, what)
        return [
            Passkey(str(id), str(owner), bytes(public), int(uses), str(label), int(made), str(device))
            for id, owner, public, uses, label, made, device in rows
        ]

    def save(self, key: Passkey) -> asyncio.Future[None]:
        """Store a new passkey; an id that is already stored keeps its owner."""
        row = (key.id, key.owner, key.public, key.uses, key.label, key.made, key.device)
        return self.database.write([(SAVE_PASSKEY, row)])

    def set_use_count(self, id: str, uses: int) -> asyncio.Future[None]:
        """Store the signature counter that the authenticator reported."""
        return self.database.write([("UPDATE passkeys SET uses = ? WHERE credential = ?", (uses, id))])

    def delete(self, id: str, owner: str) -> asyncio.Future[None]:
        return self.database.write([("DELETE FROM passkeys WHERE credential = ? AND owner = ?", (id, owner))])

    def delete_made_on(self, owner: str, device: str) -> asyncio.Future[None]:
        """Delete an owner's passkeys that were made on a device, or on one that is not known."""
        return self.database.write([("DELETE FROM passkeys WHERE owner = ? AND device IN (?, '')", (owner, device))])


INSERT_PROFILE = "INSERT INTO players(name, owner, shown) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
DELETE_PROFILE = "DELETE FROM players WHERE owner = ?"


def normalize_name(name: str) -> str:
    """A name as the key of a profile: case and spacing make no difference."""
    return " ".join(name.casefold().split())


class ProfileRepository:
    """Public profile pages and what parts of them are visible."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def claim(self, owner: str, name: str, shown: list[str]) -> bool:
        """Publish a profile under a name; false, and no change, where the name is taken."""
        found = await self.find_owner(name)
        if found and found != owner:
            return False
        row = normalize_name(name), owner, msgspec.json.encode(shown).decode()
        await self.database.write([(DELETE_PROFILE, (owner,)), (INSERT_PROFILE, row)])
        return await self.find_owner(name) == owner  # another request may have been faster

    def delete(self, owner: str) -> asyncio.Future[None]:
        return self.database.write([(DELETE_PROFILE, (owner,))])

    async def find_owner(self, name: str) -> str:
        """The owner of the profile under a name; empty for none."""
        rows = await self.database.fetch_all("SELECT owner FROM players WHERE name = ?", normalize_name(name))
        return str(rows[0][0]) if rows else ""

    async def visible_parts(self, owner: str) -> list[str] | None:
        """The published parts of a profile; None where there is no profile."""
        rows = await self.database.fetch_all("SELECT shown FROM players WHERE owner = ?", owner)
        return msgspec.json.decode(str(rows[0][0]), type=list[str]) if rows else None

    async def owners_with_profile(self, owners: list[str]) -> set[str]:
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
SELECT_ATTEMPTS = "SELECT game, puzzle, first, later, made FROM puzzles WHERE owner = ? ORDER BY made, game, puzzle"
SELECT_OUTCOMES = "SELECT puzzle, later FROM puzzles WHERE owner = ? AND game = ? ORDER BY made, puzzle"
SELECT_FIRST_OUTCOMES = "SELECT puzzle, first FROM puzzles WHERE owner = ? AND game = ? ORDER BY made, puzzle"
SELECT_ATTEMPT_TIMES = "SELECT made FROM puzzles WHERE owner = ?"
SELECT_RECENT_ATTEMPTS = "SELECT game, puzzle, first FROM puzzles WHERE owner = ? ORDER BY made DESC, puzzle LIMIT ?"
COUNT_FIRST_OUTCOMES = "SELECT COUNT(*), SUM(first) FROM puzzles WHERE game = ? AND puzzle = ?"
MIN_PEOPLE = 3  # people before a percentage means something


class TriedPuzzle(msgspec.Struct, frozen=True):
    """A puzzle that was tried: whether the first attempt was right, whether any was, and when it was first tried."""

    game: Annotated[str, Meta(max_length=200)]
    puzzle: Annotated[str, Meta(max_length=200)]
    first: bool
    later: bool
    made: Annotated[int, Meta(ge=0, lt=1 << 53)]


class PuzzleAttemptRepository:
    def __init__(self, database: Database) -> None:
        self.database = database

    def save(self, owner: str, game: str, puzzle: str, right: bool) -> asyncio.Future[None]:
        """Record an attempt; the outcome of the first one is never changed."""
        row = owner, game, puzzle, int(right), int(right), now()
        return self.database.write([(SAVE_ATTEMPT, row)])

    async def attempts(self, owner: str) -> list[TriedPuzzle]:
        """Everything that an owner has tried, the oldest first."""
        rows = await self.database.fetch_all(SELECT_ATTEMPTS, owner)
        return [TriedPuzzle(str(row[0]), str(row[1]), bool(row[2]), bool(row[3]), int(row[4])) for row in rows]

    def add(self, owner: str, attempts: Sequence[TriedPuzzle]) -> asyncio.Future[None]:
        """Add attempts from elsewhere; the outcome of a first one that is known here is never changed."""
        return self.database.write(
            [
                (SAVE_ATTEMPT, (owner, one.game, one.puzzle, int(one.first), int(one.later), one.made))
                for one in attempts
            ]
        )

    async def final_outcomes(self, owner: str, game: str) -> dict[str, bool]:
        """By puzzle, the oldest first: whether any attempt was right."""
        return {
            str(puzzle): bool(right) for puzzle, right in await self.database.fetch_all(SELECT_OUTCOMES, owner, game)
        }

    async def first_outcomes(self, owner: str, game: str) -> dict[str, bool]:
        """By puzzle, the oldest first: whether the first attempt was right."""
        return {
            str(puzzle): bool(right)
            for puzzle, right in await self.database.fetch_all(SELECT_FIRST_OUTCOMES, owner, game)
        }

    async def days(self, owner: str) -> set[int]:
        """The days, counted from the Unix epoch, on which the owner tried a puzzle for the first time."""
        return {int(made) // DAY for (made,) in await self.database.fetch_all(SELECT_ATTEMPT_TIMES, owner)}

    async def recent_first_outcomes(self, owner: str, most: int) -> list[tuple[str, str, bool]]:
        """Game, puzzle and whether the first attempt was right, the latest first."""
        rows = await self.database.fetch_all(SELECT_RECENT_ATTEMPTS, owner, most)
        return [(str(game), str(puzzle), bool(right)) for game, puzzle, right in rows]

    async def first_try_percent(self, game: str, puzzle: str) -> int | None:
        """Percentage of right first attempts; None with fewer than MIN_PEOPLE."""
        (many, right), *_ = await self.database.fetch_all(COUNT_FIRST_OUTCOMES, game, puzzle)
        return round(100 * int(right) / int(many)) if int(many) >= MIN_PEOPLE else None


SAVE_REVIEW = "INSERT INTO reviews(id, report) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET report = excluded.report"


class ReviewRepository:
    """Encoded reviews of finished games by table."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def save(self, id: str, report: bytes) -> asyncio.Future[None]:
        """Store a review; the future is done when it is durable."""
        return self.database.write([(SAVE_REVIEW, (id, report))])

    async def read(self, id: str) -> bytes | None:
        rows = await self.database.fetch_all("SELECT report FROM reviews WHERE id = ?", id)
        return bytes(rows[0][0]) if rows else None


MAX_KEYS = 200  # keys per query
PUT_DOCUMENT = (
    "INSERT INTO shelf(kind, part, key, document) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (kind, part, key) DO UPDATE SET document = excluded.document"
)
PUT_DOCUMENT_IF_ABSENT = "INSERT INTO shelf(kind, part, key, document) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
DELETE_DOCUMENT = "DELETE FROM shelf WHERE kind = ? AND part = ? AND key = ?"
SELECT_DOCUMENT = "SELECT document FROM shelf WHERE kind = ? AND part = ? AND key = ?"
SELECT_DOCUMENTS = "SELECT key, document FROM shelf WHERE kind = ? AND part = ? ORDER BY key LIMIT ?"


class KeyValueStore:
    """Documents by kind, part and key; a write is durable once it was awaited."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def get(self, kind: str, part: str, key: str) -> bytes | None:
        rows = await self.database.fetch_all(SELECT_DOCUMENT, kind, part, key)
        return bytes(rows[0][0]) if rows else None

    async def get_many(self, kind: str, part: str, keys: list[str]) -> dict[str, bytes]:
        """The documents under these keys; missing keys are left out."""
        found: dict[str, bytes] = {}
        for first in range(0, len(keys), MAX_KEYS):
            some = keys[first : first + MAX_KEYS]
            marks = ", ".join("?" * len(some))
            query = f"SELECT key, document FROM shelf WHERE kind = ? AND part = ? AND key IN ({marks})"
            rows = await self.database.fetch_all(query, kind, part, *some)
            found |= {str(key): bytes(document) for key, document in rows}
        return found

    async def get_all(self, kind: str, part: str, most: int = 1000) -> dict[str, bytes]:
        """The documents of a part by key, at most `most`."""
        rows = await self.database.fetch_all(SELECT_DOCUMENTS, kind, part, most)
        return {str(key): bytes(document) for key, document in rows}

    async def put(self, kind: str, part: str, key: str, document: bytes) -> None:
        """Store a document, replacing the one under that key."""
        await self.database.write([(PUT_DOCUMENT, (kind, part, key, document))])

    async def put_if_absent(self, kind: str, part: str, key: str, document: bytes) -> bytes:
        """Store a document unless the key has one; return the one stored. Atomic among nodes."""
        await self.database.write([(PUT_DOCUMENT_IF_ABSENT, (kind, part, key, document))])
        found = await self.get(kind, part, key)
        return document if found is None else found

    async def delete(self, kind: str, part: str, key: str) -> None:
        await self.database.write([(DELETE_DOCUMENT, (kind, part, key))])

    async def delete_parts_before(self, kind: str, part: str) -> None:
        """Delete the documents of all parts that come before one, by their letters."""
        await self.database.write([("DELETE FROM shelf WHERE kind = ? AND part < ?", (kind, part))])

    async def delete_part(self, kind: str, part: str) -> None:
        """Delete all documents of a part."""
        await self.database.write([("DELETE FROM shelf WHERE kind = ? AND part = ?", (kind, part))])

    async def delete_keys_before(self, kind: str, key: str) -> None:
        """Delete the documents of all parts whose keys come before one, by their letters."""
        await self.database.write([("DELETE FROM shelf WHERE kind = ? AND key < ?", (kind, key))])


ADD_SETTING = "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"


class CountedAttempt(msgspec.Struct, frozen=True):
    """The one attempt of a person at a shared deal that counts."""

    table: str
    at: int
    name: str = ""
    animal: str = ""


class AttemptRepository:
    """Counted attempts by deal and owner."""

    BY_DEAL, BY_OWNER = "try", "tried"  # kinds: part deal and key owner, part owner and key deal
    MOST = 10_000

    def __init__(self, documents: KeyValueStore) -> None:
        self._documents = documents

    async def claim(self, deal: str, owner: str, wanted: CountedAttempt) -> CountedAttempt:
        """Claim the owner's attempt: return the wanted one if it is the first, else the existing one."""
        kept = await self._documents.put_if_absent(self.BY_DEAL, deal, owner, msgspec.json.encode(wanted))
        await self._documents.put(self.BY_OWNER, owner, deal, kept)
        return msgspec.json.decode(kept, type=CountedAttempt)

    async def find(self, deal: str, owner: str) -> CountedAttempt | None:
        kept = await self._documents.get(self.BY_DEAL, deal, owner)
        return msgspec.json.decode(kept, type=CountedAttempt) if kept is not None else None

    async def at_deal(self, deal: str) -> dict[str, CountedAttempt]:
        """All attempts at a deal, by owner."""
        found = await self._documents.get_all(self.BY_DEAL, deal, self.MOST)
        return {owner: msgspec.json.decode(kept, type=CountedAttempt) for owner, kept in found.items()}

    async def of_owner(self, owner: str) -> dict[str, CountedAttempt]:
        """All attempts of one owner, by deal."""
        found = await self._documents.get_all(self.BY_OWNER, owner, self.MOST)
        return {deal: msgspec.json.decode(kept, type=CountedAttempt) for deal, kept in found.items()}


class Settings:
    """Named values that are kept for the lifetime of the data."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def signing_key(self) -> str:
        """The key from which all other keys are derived; created once."""
        await self.database.write([(ADD_SETTING, ("key", secrets.token_hex(32)))])
        rows = await self.database.fetch_all("SELECT value FROM meta WHERE key = 'key'")
        return str(rows[0][0])

    async def first_value(self, name: str, value: str) -> str:
        """A setting by name: the value that was kept first, for good."""
        await self.database.write([(ADD_SETTING, (name, value))])
        rows = await self.database.fetch_all("SELECT value FROM meta WHERE key = ?", name)
        return str(rows[0][0])

    async def daily_secret(self, wanted: bool) -> str:
        """The secret that makes daily deals unpredictable elsewhere; empty where it was never wanted.

        It is created at the first call with `wanted` and kept for good.
        """
        if wanted:
            await self.database.write([(ADD_SETTING, ("daily", secrets.token_hex(32)))])
        rows = await self.database.fetch_all("SELECT value FROM meta WHERE key = 'daily'")
        return str(rows[0][0]) if rows else ""

    async def probe_write(self) -> None:
        """Write something and wait until it is durable; WriteFailed or DataCorrupt where that is not possible."""
        await self.database.probe()
