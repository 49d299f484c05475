"""The deal of the day in one line, for the foot of a game's card: open, under way, or played."""

from __future__ import annotations

from dataclasses import dataclass

from domik.deals import Day, Deal
from domik.deals.matchpoints import versus
from domik.games import GAMES
from domik.server.deals.begun import DONE, HALF, OPEN
from domik.server.deals.company import Company
from domik.server.deals.daily import Entry, entries, mine_in, my_table
from domik.server.deals.days import deal_of
from domik.server.live.rooms import Rooms
from domik.server.sight.pens import words_pen
from domik.server.visitors.visitors import Visitor
from domik.table import Table


@dataclass(frozen=True)
class Strip:
    """One game's deal of the day for one visitor."""

    game: str
    state: str
    stage: str = ""  # where they stopped
    percent: int | None = None  # of the matchpoints; None where nobody can be compared, or it was ended early


async def strip_of(rooms: Rooms, company: Company, deal: Deal, visitor: Visitor) -> Strip:
    """How far somebody is with a deal."""
    table = None if visitor.is_new else await my_table(rooms, deal, visitor.owner)
    if table is None:
        return Strip(deal.game, OPEN)
    if not table.is_over:
        return Strip(deal.game, HALF, stage_of(table, deal.seat, visitor.language))
    return Strip(deal.game, DONE, "", await percent_of(rooms, company, deal, visitor, table))


def stage_of(table: Table, seat: int, language: str) -> str:
    """How far a game has come, in its own words."""
    stage = table.match.stage(table.view(seat)) if table.is_dealt else None
    return words_pen(language, table.match.title.name).words.say(stage.what) if stage else ""


async def percent_of(rooms: Rooms, company: Company, deal: Deal, visitor: Visitor, table: Table) -> int | None:
    """The matchpoints of somebody's try against everybody, people and bots."""
    found = await entries(rooms, deal)
    mine = mine_in(found, visitor.owner, table.id)
    return None if mine is None else versus(mine.score, others_of(found, mine) + await bots_at(company, deal)).percent


def others_of(found: list[Entry], mine: Entry) -> list[int]:
    """The scores of the other people."""
    return [one.score for one in found if one.table != mine.table]


async def bots_at(company: Company, deal: Deal) -> list[int]:
    """The scores of the bots that have played so far."""
    return [one.score for one in await company.at(deal)]


async def strips_of(rooms: Rooms, company: Company, day: Day, visitor: Visitor) -> dict[str, Strip]:
    """Every game's deal of the day."""
    return {game: await strip_of(rooms, company, await deal_of(rooms, game, day), visitor) for game in GAMES}
