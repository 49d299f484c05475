"""Playing a shared deal: the one counted attempt per person, casual games, and everybody's results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from starlette.requests import Request
from starlette.responses import Response

from domik.deals import Day, Deal
from domik.deals.deal import day_streak
from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import Visitor, new_table_id, set_visitor_cookie, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import redirect, service
from domik.server.live.game_results import results_of
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables
from domik.server.pages.tables.forms import redirect_to_table
from domik.server.pages.tables.profile import name_for_others, suggested_animal
from domik.server.rendering.bot_names import free_bot_names
from domik.server.store.repositories import CountedAttempt
from domik.table import Table
from domik.table.clock import now

DAILY_PREFIX = "daily-"
MAX_DAYS = 3700  # upper bound of a streak


@dataclass(frozen=True)
class AttemptResult:
    owner: str
    name: str
    animal: str
    table: str
    score: int
    at: int  # finishing time, milliseconds


def seat_names(deal: Deal, visitor: Visitor) -> list[str]:
    mine = name_for_others(visitor)
    bots = iter(free_bot_names([mine], visitor.language))
    return [mine if seat == deal.seat else next(bots) for seat in range(deal.seats)]


async def open_deal_table(
    live_tables: LiveTables, deal: Deal, visitor: Visitor, counts: bool, id: str = ""
) -> LiveTable:
    """Open a table for the deal and deal at once; `counts` makes it the counted attempt."""
    names = seat_names(deal, visitor)
    setup = deal.setup(names, counts)
    live_table = await live_tables.open(
        setup,
        visitor.owner,
        names[deal.seat],
        None,
        [deal.seat],
        deal.shared_deal(counts),
        id,
        animal=suggested_animal(visitor),
    )
    await live_table.execute(lambda table, at: [] if table.is_dealt else table.begin(at))
    return live_table


async def open_counted_attempt(live_tables: LiveTables, deal: Deal, visitor: Visitor) -> str:
    """Table id of the visitor's one counted attempt, opened on the first call and the same ever after.

    Raises HttpError 409 once the deal has been revealed.
    """
    if deal.opens and now() >= deal.opens:
        raise HttpError(409, Phrase("web.daily.too_late"))
    async with live_tables.services.opening_lock:
        wanted = CountedAttempt(new_table_id(), now(), visitor.name, visitor.animal)
        mine = await live_tables.services.store.attempts.claim(deal.name, visitor.owner, wanted)
        if not await live_tables.exists(mine.table):  # first call, or the server stopped between claiming and opening
            await open_deal_table(live_tables, deal, visitor, True, mine.table)
    return mine.table


async def attempt_table(live_tables: LiveTables, deal: Deal, owner: str) -> Table | None:
    """Table of the owner's counted attempt; None before they have started."""
    mine = await live_tables.services.store.attempts.find(deal.name, owner)
    return await live_tables.peek(mine.table) if mine is not None else None


async def attempt_results(live_tables: LiveTables, deal: Deal) -> list[AttemptResult]:
    """Results of all attempts finished before the deal was revealed, in order of finishing; each table counts once."""
    attempts = await live_tables.services.store.attempts.at_deal(deal.name)
    over = await live_tables.services.store.tables.finished_among([one.table for one in attempts.values()])
    results = await results_of(live_tables, sorted(over))
    found: dict[str, AttemptResult] = {}
    for owner, mine in sorted(attempts.items(), key=lambda pair: pair[1].at):
        result = results.get(mine.table)
        if result is None or not result.is_complete or mine.table in found or (deal.opens and result.at >= deal.opens):
            continue
        chair = result.chairs[deal.seat]
        score = result.scores[deal.seat]
        found[mine.table] = AttemptResult(owner, chair.name, mine.animal or chair.animal, mine.table, score, result.at)
    return sorted(found.values(), key=lambda one: one.at)


def own_result(found: Sequence[AttemptResult], owner: str, table: str = "") -> AttemptResult | None:
    """The owner's result, found by table id too since they may have played on another device."""
    return next((one for one in found if one.owner == owner or (table and one.table == table)), None)


def parse_daily_name(name: str) -> Day | None:
    """Day of a daily deal's name; None for other deals."""
    if not name.startswith(DAILY_PREFIX):
        return None
    try:
        return Day(date.fromisoformat(name.removeprefix(DAILY_PREFIX)[:10]))
    except ValueError:
        return None


async def days_played(live_tables: LiveTables, owner: str) -> set[Day]:
    attempts = await live_tables.services.store.attempts.of_owner(owner)
    daily = {name: mine.table for name, mine in attempts.items() if parse_daily_name(name) is not None}
    latest = sorted(daily, reverse=True)[: MAX_DAYS * max(1, len(GAMES))]
    over = await live_tables.services.store.tables.finished_among([daily[name] for name in latest])
    return {day for name in latest if daily[name] in over and (day := parse_daily_name(name)) is not None}


async def streak_of(live_tables: LiveTables, visitor: Visitor, today: Day) -> int:
    return 0 if visitor.is_new else day_streak(await days_played(live_tables, visitor.owner), today)


OPEN, STARTED, DONE = "open", "half", "done"


def attempt_state(table: Table | None) -> str:
    """OPEN, STARTED or DONE, from the table of the attempt."""
    return OPEN if table is None else DONE if table.is_over else STARTED


async def visitor_attempt(request: Request, deal: Deal) -> Table | None:
    """Table of the visitor's counted attempt; None before they have started."""
    visitor = visitor_of(request)
    return None if visitor.is_new else await attempt_table(service(request, LiveTables), deal, visitor.owner)


async def redirect_to_attempt(request: Request, deal: Deal) -> Response:
    """Redirect to the counted attempt; pressing the button again leads to the same table."""
    visitor = visitor_of(request)
    response = redirect(request, f"/t/{await open_counted_attempt(service(request, LiveTables), deal, visitor)}")
    set_visitor_cookie(response, visitor, request)
    return response


async def redirect_to_casual_game(request: Request, deal: Deal) -> Response:
    """Redirect to a new table of the deal whose result is not compared."""
    visitor = visitor_of(request)
    return await redirect_to_table(
        await open_deal_table(service(request, LiveTables), deal, visitor, False), visitor, request
    )
