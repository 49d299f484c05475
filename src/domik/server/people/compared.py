"""What ratings may use: everybody's results at deals that are open to all by now, the days' and the clubs'."""

from __future__ import annotations

import msgspec

from domik.deals import Deal
from domik.deals.matchpoints import place
from domik.games import GAMES
from domik.server.deals.clubs import CLUB, Club
from domik.server.deals.daily import entries
from domik.server.deals.days import deal_of, today
from domik.server.live.rooms import Rooms
from domik.server.people.ratings import Comparison
from domik.table.clock import now

MOST_DAYS = 90  # looked back


async def comparison_at(rooms: Rooms, deal: Deal) -> Comparison | None:
    """Who did better at one deal; None where fewer than two people played it."""
    found = await entries(rooms, deal)
    scores = [one.score for one in found]
    if len(found) < 2:
        return None
    return Comparison(deal.game, max(one.at for one in found), {one.owner: place(one.score, scores) for one in found})


async def compared(rooms: Rooms) -> list[Comparison]:
    """All comparisons at deals that nobody can play for points any more."""
    deals = [await deal_of(rooms, game, today().after(-back)) for back in range(1, MOST_DAYS) for game in GAMES]
    for kept in (await rooms.house.store.shelf.under(CLUB, "")).values():
        club = msgspec.json.decode(kept, type=Club)
        if now() >= club.closes:
            deals += [one for one in club.deals() if one.game in GAMES]
    found = [await comparison_at(rooms, deal) for deal in deals]
    return [one for one in found if one is not None]
