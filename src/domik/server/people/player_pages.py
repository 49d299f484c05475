"""A player's page: what somebody chose to show of themselves, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused
from domik.server.learn.stars import stars_of
from domik.server.live.results import Result
from domik.server.live.rooms import Rooms
from domik.server.paper.templates import page
from domik.server.people.my_games import Plotted, mine_of, results_for, statistics
from domik.server.people.ratings import Ratings, rating_words
from domik.server.people.statistics import Rival, rivals_of
from domik.server.store import Store
from domik.server.tables.pages import game_name, switched
from domik.server.visitors.visitors import visitor_of
from domik.table.clock import now

DAY = 24 * 3600 * 1000
DAYS = 35  # five weeks


@dataclass(frozen=True)
class Exercise:
    """What somebody has practised."""

    puzzles: int
    lessons: int


def days_of(results: list[tuple[Result, int]], at: int) -> list[int]:
    """How much was played on each of the last days, from 0 to 3, the oldest first."""
    counts = [0] * DAYS
    for result, _ in results:
        back = at // DAY - result.at // DAY
        if 0 <= back < DAYS:
            counts[DAYS - 1 - back] += 1
    return [min(one, 3) for one in counts]


async def visible_rivals(store: Store, results: list[tuple[Result, int]]) -> list[Rival]:
    """The people somebody plays with most, of those who show a page themselves."""
    whole = [one for one in results if one[0].is_whole]
    owners = {chair.owners[0] for result, _ in whole for chair in result.chairs if chair.owners}
    return rivals_of(whole, among=await store.players.among(sorted(owners)))


async def exercise_of(store: Store, owner: str) -> Exercise:
    """Puzzles solved and lessons with a star."""
    puzzles = sum([sum((await store.puzzles.of(owner, game)).values()) for game in GAMES])
    return Exercise(puzzles, sum(len(won) for won in (await stars_of(store, owner)).values()))


async def player(request: Request) -> Response:
    """GET /player/NAME."""
    if switch := switched(request):
        return switch
    rooms: Rooms = request.app.state.rooms
    ratings: Ratings = request.app.state.ratings
    store, visitor = rooms.house.store, visitor_of(request)
    name = request.path_params["name"]
    owner = await store.players.owner(name)
    shown = await store.players.shown(owner) if owner else None
    if shown is None:
        raise Refused(404, Phrase("web.player.none", {"name": name[:40]}))
    results = await results_for(request, await mine_of(rooms, owner))
    whole = [one for one in results if one[0].is_whole]
    stood = await ratings.of(owner) if "ratings" in shown else {}
    stats: list[Plotted] = []
    if "statistics" in shown:
        stats = await statistics(request, results, visitor.language, stood)
    return page(
        request,
        "player.html",
        here=request.scope["path"],
        person=await store.people.read(owner),
        shown=shown,
        is_mine=owner == visitor.owner,
        stats=stats,
        played=len(whole),
        won=sum(result.place(seat) == 1 for result, seat in whole),
        days=days_of(results, now()) if "statistics" in shown else [],
        rivals=await visible_rivals(store, results) if "rivals" in shown else [],
        ratings=[]
        if stats
        else [(game_name(game, visitor.language), rating_words(one)) for game, one in stood.items()],
        exercise=await exercise_of(store, owner) if "exercise" in shown else None,
    )
