"""Tables that a person has left or deleted, which no longer appear in their lists."""

from __future__ import annotations

import msgspec

from domik.server.store import OVER, Store, TableHeader
from domik.table.clock import now

HIDDEN = "away"  # key-value kind; part is the owner, key the table
DELETED = "deleted"  # key-value kind; the key is a table that is purged once its undo window is over
UNDO_WINDOW = 60_000  # milliseconds
MAX_LISTED = 500


async def hidden_table_ids(store: Store, owner: str) -> set[str]:
    return set(await store.key_value.get_all(HIDDEN, owner))


async def visible_tables(store: Store, owner: str, most: int) -> list[tuple[TableHeader, int]]:
    """The tables of an owner with their seat, without hidden ones."""
    gone = await hidden_table_ids(store, owner)
    return [
        (header, seat)
        for header, seat in await store.tables.list_for_owner(owner, most + len(gone))
        if header.id not in gone
    ]


async def unfinished_tables(store: Store, owner: str) -> list[TableHeader]:
    return [header for header, _ in await visible_tables(store, owner, MAX_LISTED) if header.state != OVER]


async def hide_table(store: Store, owner: str, id: str) -> None:
    await store.key_value.put(HIDDEN, owner, id, b"{}")


async def unhide_table(store: Store, owner: str, id: str) -> None:
    await store.key_value.delete(HIDDEN, owner, id)


async def mark_deleted(store: Store, id: str) -> None:
    """Mark a table for purging after UNDO_WINDOW."""
    await store.key_value.put(DELETED, "", id, msgspec.json.encode(now()))


async def unmark_deleted(store: Store, id: str) -> None:
    await store.key_value.delete(DELETED, "", id)


async def purgeable_table_ids(store: Store, at: int) -> list[str]:
    """Deleted tables whose undo window is over at a time in milliseconds."""
    marked = await store.key_value.get_all(DELETED, "")
    return [id for id, when in marked.items() if at - msgspec.json.decode(when, type=int) >= UNDO_WINDOW]
