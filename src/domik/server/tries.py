"""Tries at a deal that many play: whoever is first at a key keeps it, so nobody has two tries that count."""

from __future__ import annotations

import msgspec

from domik.server.rooms import Rooms
from domik.server.shelf import Shelf

TRY, TRIED = "try", "tried"  # of the shelf: under deal/owner and under owner/deal


class Try(msgspec.Struct, frozen=True):
    """One try that counts."""

    table: str
    at: int
    name: str = ""
    animal: str = ""


async def take(shelf: Shelf, deal: str, owner: str, wanted: Try) -> Try:
    """The one try of this owner: the wanted one if it is the first, else the one there was."""
    kept = await shelf.put_first(TRY, f"{deal}/{owner}", msgspec.json.encode(wanted))
    found = msgspec.json.decode(kept, type=Try)
    await shelf.put(TRIED, f"{owner}/{deal}", kept)
    return found


async def try_of(shelf: Shelf, deal: str, owner: str) -> Try | None:
    """The try of this owner, if there is one."""
    kept = await shelf.get(TRY, f"{deal}/{owner}")
    return msgspec.json.decode(kept, type=Try) if kept is not None else None


async def tries_at(shelf: Shelf, deal: str) -> dict[str, Try]:
    """Everybody's try at a deal, by owner."""
    start = f"{deal}/"
    found = await shelf.under(TRY, start)
    return {key[len(start) :]: msgspec.json.decode(kept, type=Try) for key, kept in found}


async def tried_by(shelf: Shelf, owner: str, kind: str) -> dict[str, Try]:
    """All tries of one owner at deals of a kind, by deal."""
    found = await shelf.under(TRIED, f"{owner}/{kind}")
    return {key.partition("/")[2]: msgspec.json.decode(kept, type=Try) for key, kept in found}


async def has_finished(rooms: Rooms, deal: str, owner: str) -> bool:
    """Whether this owner's try at a deal is over."""
    found = await try_of(rooms.house.store.shelf, deal, owner)
    return found is not None and (await rooms.get(found.table)).table.is_over
