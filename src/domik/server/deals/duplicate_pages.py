"""The addresses of duplicates: the deal of a finished game as a link, its tables, and who made what of it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.deals.matchpoints import place
from domik.games import GAMES, title_of
from domik.server.deals.begun import HALF, for_fun, state_of, to_the_try, tried
from domik.server.deals.beside import beside, bot_picture
from domik.server.deals.daily import entries, mine_in, names_for
from domik.server.deals.duplicates import duplicate, duplicate_of
from domik.server.live.sealing import check_revealed
from domik.server.paper.templates import page
from domik.server.tables.forms import form_of, limited, rooms_of, text_in
from domik.server.tables.pages import card, switched
from domik.server.visitors.visitors import visitor_of


async def take_it(request: Request) -> Response:
    """POST /t/ID/deal {at_once}: the deal of this finished game, to send to friends or to play without another step."""
    limited(request)
    rooms, visitor = rooms_of(request), visitor_of(request)
    table = (await rooms.get(request.path_params["id"])).table
    check_revealed(table)
    found = await duplicate_of(rooms, table, visitor.owner)
    if text_in(await form_of(request), "at_once") != "1":
        return RedirectResponse(f"/deal/{found.key}", 303)
    has_tried = await tried(request, found.deal()) is not None
    return await (for_fun if has_tried else to_the_try)(request, found.deal())


async def deal(request: Request) -> Response:
    """GET /deal/KEY: what it is, the link for a friend, and for those who have played it everybody's result."""
    if switch := switched(request):
        return switch
    rooms, visitor = rooms_of(request), visitor_of(request)
    found = await duplicate(rooms, request.path_params["key"])
    played = found.deal()
    table = await tried(request, played)
    done = table is not None and table.is_over
    everybody = sorted(await entries(rooms, played), key=lambda one: -one.score) if done else []
    mine = mine_in(everybody, visitor.owner, table.id if table else "")
    scores = [one.score for one in everybody]
    title = title_of(found.game)
    return page(
        request,
        "deal.html",
        here=request.scope["path"],
        game=card(GAMES[found.game], visitor.language),
        key=found.key,
        by=(found.name, found.animal),
        bots=[name for seat, name in enumerate(names_for(played, visitor)) if seat != found.seat],
        seat=found.seat,
        table=table.id if table else "",
        half=state_of(table) == HALF,
        done=done,
        mine=mine.table if mine else "",
        rows=[(place(one.score, scores), one, title.written(one.score)) for one in everybody],
    )


async def play(request: Request) -> Response:
    """POST /deal/KEY/play: the try that is compared."""
    limited(request)
    return await to_the_try(request, (await duplicate(rooms_of(request), request.path_params["key"])).deal())


async def again(request: Request) -> Response:
    """POST /deal/KEY/again: the same cards once more."""
    limited(request)
    return await for_fun(request, (await duplicate(rooms_of(request), request.path_params["key"])).deal())


READS = (
    ("/deal/{key}", deal),
    ("/t/{id}/beside/{other}", beside),
    ("/t/{id}/bot/{key}/picture", bot_picture),
)
WRITES = (("/t/{id}/deal", take_it), ("/deal/{key}/play", play), ("/deal/{key}/again", again))
