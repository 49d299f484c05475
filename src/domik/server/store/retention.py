"""Deletion of tables, expiry of old ones, and erasure of a person's data on request."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import msgspec

from domik.server.store.database import Database, Statement
from domik.server.store.phone_tables import PHONE_SEAT_KIND, PHONES_KIND
from domik.table.journal import CHAT, OPEN, Entry

# Every column that names a table or a person; a new database table adds its columns here.
TABLE_COLUMNS = (
    *(("journal", "id"), ("seats", "id"), ("reviews", "id"), ("tables", "id"), ("leases", "id")),
    *(("shelf", "key"),),
)
PERSON_COLUMNS = (
    *(("people", "owner"), ("seats", "owner"), ("shelf", "part"), ("shelf", "key"), ("puzzles", "owner")),
    *(("devices", "owner"), ("house_keys", "owner"), ("passkeys", "owner"), ("players", "owner")),
)
NO_NAME = "—"
NO_TEXT = "…"
REVOKE_LEASE = "UPDATE leases SET node = '', epoch = epoch + 1 WHERE id = ?"  # whichever node holds it has to reload it
SELECT_DUPLICATE = "SELECT document FROM shelf WHERE kind = 'duplicate-of' AND part = ? AND key = ?"
SELECT_NAMED = "SELECT document FROM shelf WHERE kind = 'duplicate' AND part = '' AND key = ?"
UPDATE_NAMED = "UPDATE shelf SET document = ? WHERE kind = 'duplicate' AND part = '' AND key = ?"
UPDATE_DOCUMENT = "UPDATE shelf SET document = ? WHERE kind = ? AND part = ? AND key = ?"
UPDATE_ENTRY = "UPDATE journal SET entry = ? WHERE id = ? AND number = ?"


class Retention:
    def __init__(self, database: Database) -> None:
        self.database = database

    def delete_table(self, id: str) -> asyncio.Future[None]:
        """Delete a table with everything that belongs to it."""
        return self.database.write(deletion_statements(id))

    async def expired_ids(self, before: int, most: int = 200) -> list[str]:
        """Tables untouched since a time in milliseconds, the oldest first."""
        query = "SELECT id FROM tables WHERE touched < ? ORDER BY touched LIMIT ?"
        return [str(row[0]) for row in await self.database.fetch_all(query, before, most)]

    async def table_ids_of(self, owner: str) -> list[str]:
        """The tables where a person has sat, or has said something as a spectator."""
        sat = await self.database.fetch_all("SELECT DISTINCT id FROM seats WHERE owner = ?", owner)
        query = f"SELECT DISTINCT id FROM journal WHERE {self.database.contains('entry')}"
        named = await self.database.fetch_all(query, owner.encode())
        return sorted({str(row[0]) for row in (*sat, *named)})

    async def erase_from_table(self, id: str, owner: str) -> None:
        """Remove a person's name, chat and key from a table; a table without other players is deleted."""
        await self.database.write([(REVOKE_LEASE, (id,))])
        await self.database.flush()
        seats = await self.database.fetch_all("SELECT owner, seat FROM seats WHERE id = ?", id)
        own = {int(row[1]) for row in seats if row[0] == owner}
        await self.erase_from_duplicates(id, own)
        if seats and all(str(row[0]) == owner for row in seats):
            await self.delete_table(id)
            return
        alias = new_alias()
        statements: list[Statement] = [("DELETE FROM reviews WHERE id = ?", (id,))]
        statements.append(("DELETE FROM shelf WHERE key = ?", (id,)))
        for number, data in await self.database.fetch_all("SELECT number, entry FROM journal WHERE id = ?", id):
            entry = msgspec.json.decode(data, type=Entry)
            changed = msgspec.json.encode(anonymize_entry(entry, owner, own, alias))
            if changed != bytes(data):
                statements.append((UPDATE_ENTRY, (changed, id, number)))
        for (players,) in await self.database.fetch_all("SELECT players FROM tables WHERE id = ?", id):
            names = msgspec.json.decode(players, type=list[str])
            names = [NO_NAME if seat in own else name for seat, name in enumerate(names)]
            statements.append(("UPDATE tables SET players = ? WHERE id = ?", (msgspec.json.encode(names).decode(), id)))
        await self.database.write(statements)

    async def erase_from_duplicates(self, id: str, seats: set[int]) -> None:
        """Remove the name of the original player from duplicates of a table's deal."""
        for seat in sorted(seats):
            keys = await self.database.fetch_all(SELECT_DUPLICATE, id, str(seat))
            for key in (bytes(row[0]).decode() for row in keys):
                for (document,) in await self.database.fetch_all(SELECT_NAMED, key):
                    changed = msgspec.json.decode(document, type=dict[str, Any]) | {"name": NO_NAME}
                    await self.database.write([(UPDATE_NAMED, (msgspec.json.encode(changed), key))])

    async def erase_from_documents(self, owner: str) -> None:
        """Remove a person from small documents that are not under their own key, such as clubs that they founded."""
        query = f"SELECT kind, part, key, document FROM shelf WHERE {self.database.contains('document')}"
        alias = new_alias()
        for kind, part, key, document in await self.database.fetch_all(query, owner.encode()):
            if kind == PHONES_KIND:  # its host's: with the names that they typed
                await self.database.write(
                    [
                        ("DELETE FROM shelf WHERE kind = ? AND key = ?", (PHONES_KIND, key)),
                        ("DELETE FROM shelf WHERE kind = ? AND part = ?", (PHONE_SEAT_KIND, key)),
                    ]
                )
                continue
            try:
                changed = msgspec.json.encode(anonymize_document(msgspec.json.decode(document), owner, alias))
            except msgspec.DecodeError:  # not JSON: the owner alone, such as that of a bot's name
                await self.database.write(
                    [("DELETE FROM shelf WHERE kind = ? AND part = ? AND key = ?", (kind, part, key))]
                )
                continue
            await self.database.write([(UPDATE_DOCUMENT, (changed, kind, part, key))])

    async def erase_person(self, owner: str) -> None:
        """Delete what is stored about a person outside of tables, and what was deleted from the files."""
        await self.erase_from_documents(owner)
        statements: list[Statement] = [
            (f"DELETE FROM {table} WHERE {column} = ?", (owner,)) for table, column in PERSON_COLUMNS
        ]
        statements.append(("UPDATE passkeys SET device = '' WHERE device = ?", (owner,)))  # somebody else's passkey
        await self.database.write(statements)
        await self.database.fold()

    async def owners_at_seat(self, id: str, seat: int) -> list[str]:
        rows = await self.database.fetch_all("SELECT owner FROM seats WHERE id = ? AND seat = ?", id, seat)
        return [str(row[0]) for row in rows]


def deletion_statements(id: str) -> list[Statement]:
    return [(f"DELETE FROM {table} WHERE {column} = ?", (id,)) for table, column in TABLE_COLUMNS]


def new_alias() -> str:
    return f"forgotten{secrets.token_hex(8)}"


def anonymize_document(value: Any, owner: str, alias: str) -> Any:
    """A document without the owner, and without names beside it."""
    if isinstance(value, dict):
        named = {"name": NO_NAME} if owner in value.values() and isinstance(value.get("name"), str) else {}
        return {
            replace_value(key, owner, alias): anonymize_document(one, owner, alias)
            for key, one in (value | named).items()
        }
    if isinstance(value, list):
        return [anonymize_document(one, owner, alias) for one in value]
    return alias if value == owner else value


def anonymize_entry(entry: Entry, owner: str, seats: set[int], alias: str) -> Entry:
    """A journal entry without the person's name, chat text and key."""
    if entry["kind"] == OPEN:
        plans: list[dict[str, Any]] = entry["setup"]["seats"]
        named = [plan | {"name": NO_NAME} if k in seats and plan.get("name") else plan for k, plan in enumerate(plans)]
        return replace_owner(entry | {"setup": entry["setup"] | {"seats": named}}, owner, alias)
    is_theirs = entry.get("owner") == owner or entry.get("seat") in seats
    if is_theirs and "name" in entry:
        entry = entry | {"name": NO_NAME}
    if is_theirs and entry["kind"] == CHAT:
        entry = entry | {"text": NO_TEXT, "phrase": ""}
    return replace_owner(entry, owner, alias)


def replace_owner(entry: Entry, owner: str, alias: str) -> Entry:
    return {key: replace_value(value, owner, alias) for key, value in entry.items()}


def replace_value(value: Any, owner: str, alias: str) -> Any:
    """A value with the owner replaced in it, recursively."""
    if value == owner:
        return alias
    if isinstance(value, dict):
        return {replace_value(key, owner, alias): replace_value(one, owner, alias) for key, one in value.items()}
    if isinstance(value, list):
        return [replace_value(one, owner, alias) for one in value]
    return value
