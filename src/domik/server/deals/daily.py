"""Playing a deal that many play: the one try that counts, tries for fun, and who has made what of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from domik.deals import Day, Deal
from domik.deals.streak import streak
from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused
from domik.server.live.results import results_of
from domik.server.live.room import Room
from domik.server.live.rooms import Rooms
from domik.server.live.tries import Try, take, tried_by, tries_at, try_of
from domik.server.paper.templates import web_words
from domik.server.sight.names import bot_name
from domik.server.visitors.keys import new_id
from domik.server.visitors.visitors import Visitor
from domik.table import Table
from domik.table.clock import now

PREFIX = "daily-"
MOST_DAYS = 3700  # that a streak is counted over


@dataclass(frozen=True)
class Entry:
    """Somebody's try that counts, played to its end in time."""

    owner: str
    name: str
    animal: str
    table: str
    score: int
    at: int  # when it was finished


def names_for(deal: Deal, visitor: Visitor) -> list[str]:
    """Who sits where."""
    mine = visitor.name or web_words(visitor.language)("guest")
    bots = iter(range(deal.seats))
    return [mine if seat == deal.seat else bot_name(next(bots), visitor.language) for seat in range(deal.seats)]


async def open_room(rooms: Rooms, deal: Deal, visitor: Visitor, counts: bool, id: str = "") -> Room:
    """A table of a deal, dealt: nobody else is waited for."""
    names = names_for(deal, visitor)
    setup = deal.setup(names, counts)
    same = deal.same(counts)
    room = await rooms.open(setup, visitor.owner, names[deal.seat], None, [deal.seat], same, id, animal=visitor.animal)
    await room.do(lambda table, at: [] if table.is_dealt else table.begin(at))
    return room


async def counted_table(rooms: Rooms, deal: Deal, visitor: Visitor) -> str:
    """The table of somebody's one try: opened now, or the one there is, however often they ask."""
    if deal.opens and now() >= deal.opens:
        raise Refused(409, Phrase("web.daily.too_late"))
    async with rooms.house.opening:
        wanted = Try(new_id(), now(), visitor.name, visitor.animal)
        mine = await take(rooms.house.store.shelf, deal.name, visitor.owner, wanted)
        if await rooms.look(mine.table) is None:  # the first time, or the plug was pulled before it was opened
            await open_room(rooms, deal, visitor, True, mine.table)
    return mine.table


async def my_table(rooms: Rooms, deal: Deal, owner: str) -> Table | None:
    """The table of somebody's one try, if they have begun."""
    mine = await try_of(rooms.house.store.shelf, deal.name, owner)
    return await rooms.look(mine.table) if mine is not None else None


async def entries(rooms: Rooms, deal: Deal) -> list[Entry]:
    """Everybody who played a deal to its end in time, the first to finish first; a table counts once."""
    tries = await tries_at(rooms.house.store.shelf, deal.name)
    over = await rooms.house.store.tables.over([one.table for one in tries.values()])
    results = await results_of(rooms, sorted(over))
    found: dict[str, Entry] = {}
    for owner, mine in sorted(tries.items(), key=lambda pair: pair[1].at):
        result = results.get(mine.table)
        if result is None or not result.is_whole or mine.table in found or (deal.opens and result.at >= deal.opens):
            continue
        chair = result.chairs[deal.seat]
        score = result.scores[deal.seat]
        found[mine.table] = Entry(owner, chair.name, mine.animal or chair.animal, mine.table, score, result.at)
    return sorted(found.values(), key=lambda one: one.at)


def mine_in(found: Sequence[Entry], owner: str, table: str = "") -> Entry | None:
    """One's own among them, be it from another device."""
    return next((one for one in found if one.owner == owner or (table and one.table == table)), None)


def day_in(name: str) -> Day | None:
    """The day of a deal of the day; None for other deals."""
    if not name.startswith(PREFIX):
        return None
    try:
        return Day(date.fromisoformat(name.removeprefix(PREFIX)[:10]))
    except ValueError:
        return None


async def days_of(rooms: Rooms, owner: str) -> set[Day]:
    """The days on which somebody played a deal of the day to its end."""
    tries = await tried_by(rooms.house.store.shelf, owner)
    daily = {name: mine.table for name, mine in tries.items() if day_in(name) is not None}
    latest = sorted(daily, reverse=True)[: MOST_DAYS * max(1, len(GAMES))]
    over = await rooms.house.store.tables.over([daily[name] for name in latest])
    return {day for name in latest if daily[name] in over and (day := day_in(name)) is not None}


async def streak_of(rooms: Rooms, visitor: Visitor, today: Day) -> int:
    """How many days in a row somebody has come."""
    return 0 if visitor.is_new else streak(await days_of(rooms, visitor.owner), today)
