"""What somebody has put away: tables they left or deleted are in no list of theirs any more."""

from __future__ import annotations

import msgspec

from domik.server.store import OVER, Store, TableHeader
from domik.table.clock import now

HIDDEN = "away"  # of the shelf, by owner and table
DELETED = "deleted"  # by table: it is forgotten when nobody wanted it back for a while
UNDO_WINDOW = 60_000  # milliseconds
MAX_LISTED = 500


async def hidden_table_ids(store: Store, owner: str) -> set[str]:
    """The tables that somebody has put away."""
    return set(await store.key_value.get_all(HIDDEN, owner))


async def visible_tables(store: Store, owner: str, most: int) -> list[tuple[TableHeader, int]]:
    """Somebody's tables with their seat, without what they put away."""
    gone = await hidden_table_ids(store, owner)
    return [
        (header, seat)
        for header, seat in await store.tables.list_for_owner(owner, most + len(gone))
        if header.id not in gone
    ]


async def unfinished_tables(store: Store, owner: str) -> list[TableHeader]:
    """Somebody's tables that are not over."""
    return [header for header, _ in await visible_tables(store, owner, MAX_LISTED) if header.state != OVER]


async def hide_table(store: Store, owner: str, id: str) -> None:
    """Out of somebody's lists."""
    await store.key_value.put(HIDDEN, owner, id, b"{}")


async def unhide_table(store: Store, owner: str, id: str) -> None:
    """Back into somebody's lists."""
    await store.key_value.delete(HIDDEN, owner, id)


async def mark_deleted(store: Store, id: str) -> None:
    """To be forgotten soon."""
    await store.key_value.put(DELETED, "", id, msgspec.json.encode(now()))


async def unmark_deleted(store: Store, id: str) -> None:
    """Not to be forgotten after all."""
    await store.key_value.delete(DELETED, "", id)


async def purgeable_table_ids(store: Store, at: int) -> list[str]:
    """The tables that nobody wanted back in time."""
    marked = await store.key_value.get_all(DELETED, "")
    return [id for id, when in marked.items() if at - msgspec.json.decode(when, type=int) >= UNDO_WINDOW]
