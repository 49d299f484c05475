"""Daily deals and their stored seeds: a seed is fixed before its day begins, whatever is updated or set later."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from domik import __version__
from domik.deals import Day, Deal, daily_deal, day_of
from domik.deals.day import daily_seed
from domik.deals.results import matchpoints_against
from domik.games import GAMES
from domik.server.accounts.visitors import Visitor
from domik.server.live.live_tables import LiveTables
from domik.server.pages.deals.attempts import (
    DONE,
    OPEN,
    STARTED,
    AttemptResult,
    attempt_results,
    attempt_table,
    own_result,
)
from domik.server.pages.deals.bot_field import BotField
from domik.server.rendering.renderers import words_pen
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
    return (
        None
        if mine is None
        else matchpoints_against(mine.score, other_scores(found, mine) + await bot_scores(company, deal)).percent
    )


def other_scores(found: list[AttemptResult], mine: AttemptResult) -> list[int]:
    return [one.score for one in found if one.table != mine.table]


async def bot_scores(company: BotField, deal: Deal) -> list[int]:
    return [one.score for one in await company.games_at(deal)]


async def daily_strips(live_tables: LiveTables, company: BotField, day: Day, visitor: Visitor) -> dict[str, DailyStrip]:
    return {
        game: await daily_strip(live_tables, company, await deal_of_day(live_tables, game, day), visitor)
        for game in GAMES
    }
