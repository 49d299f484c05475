"""Public profile of a player: only what they chose to show."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import service
from domik.server.live.game_results import TableResult
from domik.server.live.live_tables import LiveTables, live_table_of
from domik.server.pages.learn.lesson_pages import stars_of
from domik.server.pages.people.my_games import (
    Rival,
    StatisticsCard,
    results_for,
    rivals_of,
    statistics_cards,
    tables_of_owner,
)
from domik.server.pages.people.ratings import Ratings, format_rating
from domik.server.rendering.templates import game_name, render_page
from domik.server.store import Store
from domik.table.clock import now

DAY = 24 * 3600 * 1000
ACTIVITY_DAYS = 35  # five weeks


@dataclass(frozen=True)
class PracticeCounts:
    puzzles: int
    lessons: int


def activity_by_day(results: list[tuple[TableResult, int]], at: int) -> list[int]:
    """Activity on each of the last days from 0 to 3, oldest first."""
    counts = [0] * ACTIVITY_DAYS
    for result, _ in results:
        back = at // DAY - result.at // DAY
        if 0 <= back < ACTIVITY_DAYS:
            counts[ACTIVITY_DAYS - 1 - back] += 1
    return [min(one, 3) for one in counts]


async def visible_rivals(store: Store, results: list[tuple[TableResult, int]]) -> list[Rival]:
    """Most frequent opponents, among those who have a public profile themselves."""
    whole = [one for one in results if one[0].is_complete]
    owners = {chair.owners[0] for result, _ in whole for chair in result.chairs if chair.owners}
    return rivals_of(whole, among=await store.profiles.owners_with_profile(sorted(owners)))


async def practice_counts(store: Store, owner: str) -> PracticeCounts:
    puzzles = sum([sum((await store.puzzles.final_outcomes(owner, game)).values()) for game in GAMES])
    return PracticeCounts(puzzles, sum(len(won) for won in (await stars_of(store, owner)).values()))


async def player_page(request: Request) -> Response:
    """GET /player/NAME."""
    live_tables = service(request, LiveTables)
    ratings = service(request, Ratings)
    store, visitor = live_tables.services.store, visitor_of(request)
    name = request.path_params["name"]
    owner = await store.profiles.find_owner(name)
    shown = await store.profiles.visible_parts(owner) if owner else None
    if shown is None:
        raise HttpError(404, Phrase("web.player.none", {"name": name[:40]}))
    results = await results_for(request, await tables_of_owner(live_tables, owner))
    whole = [one for one in results if one[0].is_complete]
    stood = await ratings.for_owner(owner) if "ratings" in shown else {}
    stats: list[StatisticsCard] = []
    if "statistics" in shown:
        stats = await statistics_cards(request, results, visitor.language, stood)
    return render_page(
        request,
        "player.html",
        here=request.scope["path"],
        person=await store.people.read(owner),
        shown=shown,
        is_mine=owner == visitor.owner,
        stats=stats,
        played=len(whole),
        won=sum(result.place(seat) == 1 for result, seat in whole),
        days=activity_by_day(results, now()) if "statistics" in shown else [],
        rivals=await visible_rivals(store, results) if "rivals" in shown else [],
        ratings=[]
        if stats
        else [(game_name(game, visitor.language), format_rating(one)) for game, one in stood.items()],
        exercise=await practice_counts(store, owner) if "exercise" in shown else None,
    )


async def table_ratings(request: Request) -> Response:
    """GET /t/ID/ratings: the ratings of a table's people for its menu; empty unless all of them publish theirs."""
    live_tables, ratings = service(request, LiveTables), service(request, Ratings)
    table = (await live_table_of(request)).table
    people = [
        (k, seat, sorted(seat.owners)[0]) for k, seat in enumerate(table.seats) if seat.owners and not seat.is_bot
    ]
    shown = [await live_tables.services.store.profiles.visible_parts(owner) or [] for _, _, owner in people]
    rows = []
    if len({owner for _, _, owner in people}) > 1 and all("ratings" in parts for parts in shown):
        for number, seat, owner in people:
            found = (await ratings.for_owner(owner)).get(table.match.package.name)
            rows.append((number, seat.animal, seat.name, format_rating(found) if found is not None else ("", "")))
    return render_page(request, "table_ratings.html", rows=rows)


READS = [("/t/{id}/ratings", table_ratings)]
