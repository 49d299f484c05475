"""Tries at a deal that many play: whoever is first at a key keeps it, so nobody has two tries that count."""

from __future__ import annotations

import msgspec

from domik.server.live.rooms import Rooms
from domik.server.store.shelf import Shelf

TRY, TRIED = "try", "tried"  # of the shelf: by deal and owner, by owner and deal
MOST_TRIES = 10_000


class Try(msgspec.Struct, frozen=True):
    """One try that counts."""

    table: str
    at: int
    name: str = ""
    animal: str = ""


async def take(shelf: Shelf, deal: str, owner: str, wanted: Try) -> Try:
    """The one try of this owner: the wanted one if it is the first, else the one there was."""
    kept = await shelf.put_first(TRY, deal, owner, msgspec.json.encode(wanted))
    await shelf.put(TRIED, owner, deal, kept)
    return msgspec.json.decode(kept, type=Try)


async def try_of(shelf: Shelf, deal: str, owner: str) -> Try | None:
    """The try of this owner, if there is one."""
    kept = await shelf.get(TRY, deal, owner)
    return msgspec.json.decode(kept, type=Try) if kept is not None else None


async def tries_at(shelf: Shelf, deal: str) -> dict[str, Try]:
    """Everybody's try at a deal, by owner."""
    found = await shelf.under(TRY, deal, MOST_TRIES)
    return {owner: msgspec.json.decode(kept, type=Try) for owner, kept in found.items()}


async def tried_by(shelf: Shelf, owner: str) -> dict[str, Try]:
    """All tries of one owner, by deal."""
    found = await shelf.under(TRIED, owner, MOST_TRIES)
    return {deal: msgspec.json.decode(kept, type=Try) for deal, kept in found.items()}


async def has_finished(rooms: Rooms, deal: str, owner: str) -> bool:
    """Whether this owner's try at a deal is over."""
    found = await try_of(rooms.house.store.shelf, deal, owner)
    table = await rooms.look(found.table) if found is not None else None
    return table is not None and table.is_over
