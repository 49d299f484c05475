"""Small documents by kind, part and key; attempts at shared deals and the settings of a server are kept as such."""

from __future__ import annotations

import secrets
import time

import msgspec

from domik.server.store.database import Database

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


ADD_SETTING = "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
SET_SETTING = "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


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

    async def daily_secret(self, wanted: bool) -> str:
        """The secret that makes daily deals unpredictable elsewhere; empty where it was never wanted.

        It is created at the first call with `wanted` and kept for good.
        """
        if wanted:
            await self.database.write([(ADD_SETTING, ("daily", secrets.token_hex(32)))])
        rows = await self.database.fetch_all("SELECT value FROM meta WHERE key = 'daily'")
        return str(rows[0][0]) if rows else ""

    async def probe_write(self) -> None:
        """Write something and wait until it is durable; WriteFailed where that is not possible."""
        await self.database.write([(SET_SETTING, ("probe", str(time.time_ns())))])
