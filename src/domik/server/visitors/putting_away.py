"""What somebody has put away: tables they left or deleted are in no list of theirs any more."""

from __future__ import annotations

import msgspec

from domik.server.store import OVER, Header, Store
from domik.table.clock import now

AWAY = "away"  # of the shelf, by owner and table
DELETED = "deleted"  # by table: it is forgotten when nobody wanted it back for a while
PATIENCE = 60_000  # milliseconds
MOST = 500


async def away(store: Store, owner: str) -> set[str]:
    """The tables that somebody has put away."""
    return set(await store.shelf.under(AWAY, owner))


async def listed(store: Store, owner: str, most: int) -> list[tuple[Header, int]]:
    """Somebody's tables with their seat, without what they put away."""
    gone = await away(store, owner)
    return [
        (header, seat) for header, seat in await store.tables.mine(owner, most + len(gone)) if header.id not in gone
    ]


async def unfinished(store: Store, owner: str) -> list[Header]:
    """Somebody's tables that are not over."""
    return [header for header, _ in await listed(store, owner, MOST) if header.state != OVER]


async def put_away(store: Store, owner: str, id: str) -> None:
    """Out of somebody's lists."""
    await store.shelf.put(AWAY, owner, id, b"{}")


async def take_out(store: Store, owner: str, id: str) -> None:
    """Back into somebody's lists."""
    await store.shelf.drop(AWAY, owner, id)


async def mark_deleted(store: Store, id: str) -> None:
    """To be forgotten soon."""
    await store.shelf.put(DELETED, "", id, msgspec.json.encode(now()))


async def unmark(store: Store, id: str) -> None:
    """Not to be forgotten after all."""
    await store.shelf.drop(DELETED, "", id)


async def forgotten(store: Store, at: int) -> list[str]:
    """The tables that nobody wanted back in time."""
    marked = await store.shelf.under(DELETED, "")
    return [id for id, when in marked.items() if at - msgspec.json.decode(when, type=int) >= PATIENCE]
