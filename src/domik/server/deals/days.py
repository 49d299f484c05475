"""Days as this server keeps them: a seed is fixed before its day begins, whatever is updated or set meanwhile."""

from __future__ import annotations

import msgspec

from domik import __version__
from domik.deals import Day, Deal, daily_deal, day_of
from domik.deals.day import seed_of
from domik.server.live.rooms import Rooms
from domik.table.clock import now

KIND = "day"  # of the shelf, by date and game


class KeptSeed(msgspec.Struct, frozen=True):
    """The seed of one deal of the day, and who made it."""

    seed: str
    version: str


def today() -> Day:
    """The day it is, by universal time."""
    return day_of(now())


async def deal_of(rooms: Rooms, game: str, day: Day) -> Deal:
    """The deal of a day; today's and tomorrow's are kept from the first question on."""
    house = rooms.house
    kept = await house.store.shelf.get(KIND, str(day), game)
    if kept is None:
        fresh = msgspec.json.encode(KeptSeed(seed_of(day, game, house.secret), __version__))
        kept = fresh if day < today() else await house.store.shelf.put_first(KIND, str(day), game, fresh)
    return daily_deal(game, day, seed=msgspec.json.decode(kept, type=KeptSeed).seed)


async def next_hash(rooms: Rooms, game: str, day: Day) -> str:
    """What is promised for the day after: its hash, and nothing else of it."""
    return (await deal_of(rooms, game, day.after(1))).hash
