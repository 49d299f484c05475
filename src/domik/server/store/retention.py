"""Deletion of tables, expiry of old ones, and erasure of a person's data on request."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import msgspec

from domik.server.store.database import Database, Statement
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
        return [
            str(row[0]) for row in await self.database.fetch_all("SELECT DISTINCT id FROM seats WHERE owner = ?", owner)
        ]

    async def erase_from_table(self, id: str, owner: str) -> None:
        """Remove a person's name, chat and key from a table; a table without other players is deleted."""
        await self.database.write([(REVOKE_LEASE, (id,))])
        await self.database.flush()
        seats = await self.database.fetch_all("SELECT owner, seat FROM seats WHERE id = ?", id)
        if all(str(row[0]) == owner for row in seats):
            await self.delete_table(id)
            return
        own = {int(row[1]) for row in seats if row[0] == owner}
        alias = f"forgotten{secrets.token_hex(8)}"
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

    async def erase_person(self, owner: str) -> None:
        """Delete what is stored about a person outside of tables."""
        await self.database.write(
            [(f"DELETE FROM {table} WHERE {column} = ?", (owner,)) for table, column in PERSON_COLUMNS]
        )

    async def owners_at_seat(self, id: str, seat: int) -> list[str]:
        rows = await self.database.fetch_all("SELECT owner FROM seats WHERE id = ? AND seat = ?", id, seat)
        return [str(row[0]) for row in rows]


def deletion_statements(id: str) -> list[Statement]:
    return [(f"DELETE FROM {table} WHERE {column} = ?", (id,)) for table, column in TABLE_COLUMNS]


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
        entry = entry | {"text": NO_TEXT}
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
