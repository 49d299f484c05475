"""The daily deal: its stored seed, its page before, while and after it is played, and its place on the home page.

A seed is fixed before its day begins, whatever is updated or set later.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik import __version__
from domik.deals import Day, Deal, daily_deal, day_of, parse_day
from domik.deals.deal import daily_seed
from domik.deals.results import matchpoints_against
from domik.games import GAMES
from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import Visitor, visitor_of
from domik.server.edge.limits import limit_keys
from domik.server.http.dates import day_text, short_weekday
from domik.server.http.errors import HttpError, LimitExceeded
from domik.server.http.requests import redirect, service
from domik.server.live.live_tables import LiveTables, check_opening_limit
from domik.server.pages.deals.attempts import (
    DONE,
    OPEN,
    STARTED,
    AttemptResult,
    attempt_results,
    attempt_state,
    attempt_table,
    days_played,
    own_result,
    redirect_to_attempt,
    redirect_to_casual_game,
    seat_names,
    streak_of,
    visitor_attempt,
)
from domik.server.pages.deals.bot_field import BotField
from domik.server.pages.deals.daily_result import DailyResult
from domik.server.pages.review.review_queue import ReviewQueue
from domik.server.rendering.renderers import words_pen
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import find_game, game_card, render_page
from domik.table import Table
from domik.table.clock import now

SEED_KIND = "day"  # key-value kind: seed by date and game


class StoredSeed(msgspec.Struct, frozen=True):
    """Seed of one daily deal, and the Domik version that created it."""

    seed: str
    version: str


def today() -> Day:
    """The current day in UTC."""
    return day_of(now())


async def deal_of_day(live_tables: LiveTables, game: str, day: Day) -> Deal:
    """The game's deal of a day; seeds of today and later are stored on first use."""
    services = live_tables.services
    kept = await services.store.key_value.get(SEED_KIND, str(day), game)
    if kept is None:
        fresh = msgspec.json.encode(StoredSeed(daily_seed(day, game, services.daily_secret), __version__))
        kept = (
            fresh if day < today() else await services.store.key_value.put_if_absent(SEED_KIND, str(day), game, fresh)
        )
    return daily_deal(game, day, seed=msgspec.json.decode(kept, type=StoredSeed).seed)


async def next_day_hash(live_tables: LiveTables, game: str, day: Day) -> str:
    """Published commitment to the next day's deal: its hash and nothing else."""
    return (await deal_of_day(live_tables, game, day.days_later(1))).hash


@dataclass(frozen=True)
class DailyStrip:
    game: str
    state: str
    stage: str = ""  # how far a started game has come
    percent: int | None = None  # matchpoints; None without anyone to compare with, or if the game was ended early


async def daily_strip(live_tables: LiveTables, company: BotField, deal: Deal, visitor: Visitor) -> DailyStrip:
    table = None if visitor.is_new else await attempt_table(live_tables, deal, visitor.owner)
    if table is None:
        return DailyStrip(deal.game, OPEN)
    if not table.is_over:
        return DailyStrip(deal.game, STARTED, stage_text(table, deal.seat, visitor.language))
    return DailyStrip(deal.game, DONE, "", await attempt_percent(live_tables, company, deal, visitor, table))


def stage_text(table: Table, seat: int, language: str) -> str:
    """How far the game has come, in the game's words."""
    stage = table.match.progress(table.view(seat)) if table.is_dealt else None
    return words_pen(language, table.match.package.name).words.say(stage.what) if stage else ""


async def attempt_percent(
    live_tables: LiveTables, company: BotField, deal: Deal, visitor: Visitor, table: Table
) -> int | None:
    """Matchpoint percentage of the visitor's attempt against all people and bots; None if it does not count."""
    found = await attempt_results(live_tables, deal)
    mine = own_result(found, visitor.owner, table.id)
    if mine is None:
        return None
    others = other_scores(found, mine) + await bot_scores(company, deal, visitor.owner)
    return matchpoints_against(mine.score, others).percent


def other_scores(found: list[AttemptResult], mine: AttemptResult) -> list[int]:
    return [one.score for one in found if one.table != mine.table]


async def bot_scores(company: BotField, deal: Deal, asker: str) -> list[int]:
    return [one.score for one in await company.games_at(deal, asker)]


async def daily_strips(live_tables: LiveTables, company: BotField, day: Day, visitor: Visitor) -> dict[str, DailyStrip]:
    return {
        game: await daily_strip(live_tables, company, await deal_of_day(live_tables, game, day), visitor)
        for game in GAMES
    }


MAX_FACES = 3
DAYS_SHOWN = 7


def requested_day(request: Request) -> Day:
    """Day from the URL, today if it names none; raises HttpError 404 for an invalid or future date."""
    text = request.path_params.get("day", "")
    try:
        return parse_day(text, today()) if text else today()
    except BadOption as error:
        raise HttpError(404, error.phrase) from None


async def requested_deal(request: Request) -> tuple[Deal, Day]:
    game, day = find_game(request.path_params["game"]).name, requested_day(request)
    return await deal_of_day(service(request, LiveTables), game, day), day


async def daily_index(request: Request) -> Response:
    """GET /daily: redirect to the first daily deal that the visitor has not finished."""
    visitor = visitor_of(request)
    strips = await daily_strips(service(request, LiveTables), service(request, BotField), today(), visitor)
    waiting = [game for game, one in strips.items() if one.state == STARTED]
    waiting += [game for game, one in strips.items() if one.state != DONE]
    return redirect(request, f"/daily/{(waiting or list(strips))[0]}")


async def daily_page(request: Request) -> Response:
    """One game's deal of a day: the invitation to play before, the result after."""
    deal, day = await requested_deal(request)
    visitor, live_tables = visitor_of(request), service(request, LiveTables)
    table = None if visitor.is_new else await attempt_table(live_tables, deal, visitor.owner)
    context = await daily_context(request, deal, day, table)
    if day == today():
        await service(request, BotField).games_at(deal, visitor.owner)  # the first view of the day queues the bot games
    if (table is not None and table.is_over) or day < today():
        outcome = await load_result(request, deal, day, table)
        return render_page(request, "daily_result.html", **context, **outcome.context())
    return render_page(request, "daily.html", **context)


async def daily_context(request: Request, deal: Deal, day: Day, table: Table | None) -> dict[str, Any]:
    visitor, live_tables = visitor_of(request), service(request, LiveTables)
    found = await attempt_results(live_tables, deal)
    days = set() if visitor.is_new else await days_played(live_tables, visitor.owner)
    week = [today().days_later(k - DAYS_SHOWN + 1) for k in range(DAYS_SHOWN)]
    names = seat_names(deal, visitor)
    strips = await daily_strips(live_tables, service(request, BotField), today(), visitor)
    return {
        "here": request.scope["path"],
        "game": game_card(GAMES[deal.game], visitor.language),
        "day": str(day),
        "date": day_text(day.date, visitor.language),
        "number": day.date.day,
        "month": day_text(day.date, visitor.language).split(" ", 1)[-1],
        "is_today": day == today(),
        "hash": deal.hash,
        "next_hash": await next_day_hash(live_tables, deal.game, today()),
        "ends": datetime.fromtimestamp(today().opens / 1000, UTC).isoformat(),
        "seed": deal.seed if day < today() else "",
        "bots": [name for seat, name in enumerate(names) if seat != deal.seat],
        "half": table is not None and not table.is_over,
        "table": table.id if table is not None else "",
        "faces": [(one.name, one.animal) for one in found[-MAX_FACES:]],
        "played": len(found),
        "streak": await streak_of(live_tables, visitor, today()),
        "week": [(short_weekday(one.date, visitor.language), one in days, one == today()) for one in week],
        "others": [
            (game_card(GAMES[game], visitor.language), strip)
            for game, strip in strips.items()
            if game != deal.game or day != today()
        ],
    }


async def load_result(request: Request, deal: Deal, day: Day, table: Table | None) -> DailyResult:
    """Result of the day for the visitor; also requests the review of their game, which the share line needs."""
    visitor, live_tables = visitor_of(request), service(request, LiveTables)
    reviews = service(request, ReviewQueue)
    report = None
    if table is not None and table.is_finished:
        report = await reviews.load(table.id)
        if report is None and table.id not in reviews.failed:
            with contextlib.suppress(LimitExceeded):  # requested again at the next view
                await reviews.enqueue(table)
    bots = await service(request, BotField).games_at(deal, limit_keys(request)[0])
    return DailyResult(
        deal,
        day,
        visitor,
        await attempt_results(live_tables, deal),
        bots,
        service(request, BotField).is_complete(bots),
        table,
        report,
        table is not None and table.id in reviews.jobs,
        await streak_of(live_tables, visitor, today()),
    )


async def result_progress(request: Request) -> Response:
    """JSON for a result page that is still waiting: number of bot games, and whether the review is done."""
    deal, _ = await requested_deal(request)
    visitor, live_tables = visitor_of(request), service(request, LiveTables)
    reviews = service(request, ReviewQueue)
    table = await attempt_table(live_tables, deal, visitor.owner)
    judged = table is not None and await reviews.load(table.id) is not None
    asker = limit_keys(request)[0]
    return json_response({"bots": len(await service(request, BotField).games_at(deal, asker)), "judged": judged})


async def play_daily(request: Request) -> Response:
    """Start or resume the counted attempt; raises HttpError 409 after its day."""
    check_opening_limit(request)
    game, day = find_game(request.path_params["game"]).name, requested_day(request)
    if day < today():
        raise HttpError(409, Phrase("web.daily.too_late"))
    return await redirect_to_attempt(request, await deal_of_day(service(request, LiveTables), game, day))


async def play_daily_again(request: Request) -> Response:
    """Play the deal again without counting: after the counted attempt, or once its day is over."""
    check_opening_limit(request)
    deal, day = await requested_deal(request)
    if day == today() and attempt_state(await visitor_attempt(request, deal)) != DONE:
        raise HttpError(409, Phrase("web.daily.first"))
    return await redirect_to_casual_game(request, deal)


PAGES = (
    ("/daily", daily_index),
    ("/daily/{game}", daily_page),
    ("/daily/{day}/{game}", daily_page),
)
READS = [("/daily/{day}/{game}/news", result_progress)]
WRITES = (("/daily/{day}/{game}/play", play_daily), ("/daily/{day}/{game}/again", play_daily_again))
