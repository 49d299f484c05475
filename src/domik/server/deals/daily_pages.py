"""The addresses of the deal of the day: before it, while it lasts, and what came of it."""

from __future__ import annotations

import contextlib
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.deals import Day, Deal, day_from
from domik.games import GAMES
from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase
from domik.server.deals.begun import DONE, HALF, for_fun, state_of, to_the_try, tried
from domik.server.deals.company import Company
from domik.server.deals.daily import days_of, entries, my_table, names_for, streak_of
from domik.server.deals.daily_result import Outcome
from domik.server.deals.daily_strip import strips_of
from domik.server.deals.days import deal_of, next_hash, today
from domik.server.http.errors import Refused, TooMany
from domik.server.paper.answers import answered
from domik.server.paper.dates import day_of, short_day
from domik.server.paper.templates import page
from domik.server.review.reviews import Reviews
from domik.server.tables.forms import limited, rooms_of
from domik.server.tables.pages import card, checked, switched
from domik.server.visitors.visitors import visitor_of
from domik.table import Table

SHOWN_FACES = 3
A_WEEK = 7


def company_of(request: Request) -> Company:
    """The bots that play along."""
    company: Company = request.app.state.company
    return company


def asked_day(request: Request) -> Day:
    """The day of an address; today where it names none."""
    text = request.path_params.get("day", "")
    try:
        return day_from(text, today()) if text else today()
    except BadOption as error:
        raise Refused(404, error.phrase) from None


async def asked_deal(request: Request) -> tuple[Deal, Day]:
    """The deal of an address."""
    game, day = checked(request.path_params["game"]).name, asked_day(request)
    return await deal_of(rooms_of(request), game, day), day


async def index(request: Request) -> Response:
    """The first deal that waits for the visitor."""
    if switch := switched(request):
        return switch
    visitor = visitor_of(request)
    strips = await strips_of(rooms_of(request), company_of(request), today(), visitor)
    waiting = [game for game, one in strips.items() if one.state == HALF]
    waiting += [game for game, one in strips.items() if one.state != DONE]
    return RedirectResponse(f"/daily/{(waiting or list(strips))[0]}", 303)


async def daily(request: Request) -> Response:
    """A game's deal of a day: what counts before it is played, the result after it."""
    if switch := switched(request):
        return switch
    deal, day = await asked_deal(request)
    visitor, rooms = visitor_of(request), rooms_of(request)
    table = None if visitor.is_new else await my_table(rooms, deal, visitor.owner)
    context = await frame(request, deal, day, table)
    if day == today():
        await company_of(request).at(deal)  # bots sit down when the first one looks
    if (table is not None and table.is_over) or day < today():
        outcome = await outcome_of(request, deal, day, table)
        return page(request, "daily_result.html", **context, **outcome.context())
    return page(request, "daily.html", **context)


async def frame(request: Request, deal: Deal, day: Day, table: Table | None) -> dict[str, Any]:
    """What both pages show."""
    visitor, rooms = visitor_of(request), rooms_of(request)
    found = await entries(rooms, deal)
    days = set() if visitor.is_new else await days_of(rooms, visitor.owner)
    week = [today().after(k - A_WEEK + 1) for k in range(A_WEEK)]
    names = names_for(deal, visitor)
    strips = await strips_of(rooms, company_of(request), today(), visitor)
    return {
        "here": request.scope["path"],
        "game": card(GAMES[deal.game], visitor.language),
        "day": str(day),
        "date": day_of(day.date, visitor.language),
        "number": day.date.day,
        "month": day_of(day.date, visitor.language).split(" ", 1)[-1],
        "is_today": day == today(),
        "hash": deal.hash,
        "next_hash": await next_hash(rooms, deal.game, today()),
        "seed": deal.seed if day < today() else "",
        "bots": [name for seat, name in enumerate(names) if seat != deal.seat],
        "half": table is not None and not table.is_over,
        "table": table.id if table is not None else "",
        "faces": [(one.name, one.animal) for one in found[-SHOWN_FACES:]],
        "played": len(found),
        "streak": await streak_of(rooms, visitor, today()),
        "week": [(short_day(one.date, visitor.language), one in days, one == today()) for one in week],
        "others": [
            (card(GAMES[game], visitor.language), strip)
            for game, strip in strips.items()
            if game != deal.game or day != today()
        ],
    }


async def outcome_of(request: Request, deal: Deal, day: Day, table: Table | None) -> Outcome:
    """What came of it; the review of one's own game is asked for, so that there is something to share."""
    visitor, rooms = visitor_of(request), rooms_of(request)
    reviews: Reviews = request.app.state.reviews
    report = None
    if table is not None and table.is_finished:
        report = await reviews.kept(table.id)
        if report is None and table.id not in reviews.failed:
            with contextlib.suppress(TooMany):  # then when somebody looks again
                await reviews.ask(table)
    bots = await company_of(request).at(deal)
    return Outcome(
        deal,
        day,
        visitor,
        await entries(rooms, deal),
        bots,
        company_of(request).is_whole(bots),
        table,
        report,
        table is not None and table.id in reviews.jobs,
        await streak_of(rooms, visitor, today()),
    )


async def news(request: Request) -> Response:
    """How much of the result there is: a page that waits for the rest looks again."""
    deal, _ = await asked_deal(request)
    visitor, rooms = visitor_of(request), rooms_of(request)
    reviews: Reviews = request.app.state.reviews
    table = await my_table(rooms, deal, visitor.owner)
    judged = table is not None and await reviews.kept(table.id) is not None
    return answered({"bots": len(await company_of(request).at(deal)), "judged": judged})


async def play(request: Request) -> Response:
    """The one try that counts: the same table however often the button is pressed."""
    limited(request)
    game, day = checked(request.path_params["game"]).name, asked_day(request)
    if day < today():
        raise Refused(409, Phrase("web.daily.too_late"))
    return await to_the_try(request, await deal_of(rooms_of(request), game, day))


async def again(request: Request) -> Response:
    """The same deal once more, for fun: after the try that counts, or when its day is over."""
    limited(request)
    deal, day = await asked_deal(request)
    if day == today() and state_of(await tried(request, deal)) != DONE:
        raise Refused(409, Phrase("web.daily.first"))
    return await for_fun(request, deal)


READS = (
    ("/daily", index),
    ("/daily/{game}", daily),
    ("/daily/{day}/{game}", daily),
    ("/daily/{day}/{game}/news", news),
)
WRITES = (("/daily/{day}/{game}/play", play), ("/daily/{day}/{game}/again", again))
