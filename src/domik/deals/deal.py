"""A deal shared by many tables: the cards, the player's seat, the bots in the other seats; and the deals of a day."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from domik import __version__
from domik.games import game_package
from domik.kernel.errors import BadOption
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.table.fair_deal import SharedDeal, commitment, deal_from_seed, mix_seed
from domik.table.setup import BOT, HUMAN, SeatPlan, Setup, Terms
from domik.table.table import Table, open_table

SECONDS_A_DAY = 86400
FIRST_DAY = date(2026, 1, 1)  # no daily deals before


@dataclass(frozen=True, order=True)
class Day:
    """One day, from midnight to midnight UTC."""

    date: date

    def __str__(self) -> str:
        return self.date.isoformat()

    @property
    def opens(self) -> int:
        """When its seeds are published: the midnight at its end, in milliseconds since 1970."""
        midnight = datetime(self.date.year, self.date.month, self.date.day, tzinfo=UTC)
        return 1000 * (int(midnight.timestamp()) + SECONDS_A_DAY)

    def days_later(self, days: int) -> Day:
        return Day(self.date + timedelta(days=days))


def day_of(now: int) -> Day:
    """The day of a time in milliseconds since 1970."""
    return Day(datetime.fromtimestamp(now / 1000, UTC).date())


def parse_day(text: str, today: Day) -> Day:
    """Parse YYYY-MM-DD; BadOption for anything else, for the future, and for days before FIRST_DAY."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        raise BadOption(Phrase("deal.error.date", {"date": text[:20], "today": str(today)}))
    try:
        found = Day(date.fromisoformat(text))
    except ValueError:
        raise BadOption(Phrase("deal.error.date", {"date": text[:20], "today": str(today)})) from None
    if found > today:
        raise BadOption(Phrase("deal.error.future", {"date": str(found)}))
    if found.date < FIRST_DAY:
        raise BadOption(Phrase("deal.error.past", {"date": str(found), "first": FIRST_DAY.isoformat()}))
    return found


def daily_seed(day: Day, game: str, secret: str = "", version: str = __version__) -> str:
    """The seed of a game's daily deal, equal on all servers of one version without a secret."""
    parts = "".join(f"{len(part)}:{part}" for part in (version, str(day), game, secret))
    return hashlib.sha256(f"domik day {parts}".encode()).hexdigest()


FORGIVEN_EVERY = 7  # one missed day in this many does not break a streak


def day_streak(days: Collection[Day], today: Day) -> int:
    """Length of the streak of days played up to today; today counts as missed only once it is over."""
    at = today if today in days else today.days_later(-1)
    count = 0
    last_missed: Day | None = None
    while True:
        if at in days:
            count += 1
        elif at.days_later(-1) in days and (last_missed is None or (last_missed.date - at.date).days >= FORGIVEN_EVERY):
            last_missed = at
        else:
            return count
        at = at.days_later(-1)


USUAL_SEATS = 3
RATED_TERMS = Terms(hints=False, listed=False)  # for a rated attempt
PRACTICE_TERMS = Terms(listed=False)  # for the attempts after it
RIVAL = "normal"  # bot in the other seats


@dataclass(frozen=True)
class Deal:
    """What all tables of the deal have in common."""

    name: str  # tables with the same name can be compared
    game: str
    seats: int
    seed: str  # for the cards and the bots' luck
    seat: int = 0  # the player's seat
    bots: tuple[str, ...] = ()  # by seat; the player's own entry is ignored
    options: Mapping[str, Any] = field(default_factory=dict)
    opens: int = 0  # when seed and cards may be published, in milliseconds since 1970
    cards: tuple[int, ...] = ()  # the cards of an earlier game; if empty, the seed deals

    def match(self) -> Match:
        return game_package(self.game).match(self.seats, dict(self.options))

    @property
    def hash(self) -> str:
        """The commitment published before play; the seed published later must match it."""
        return commitment(self.seed)

    def deal_numbers(self, match: Match) -> list[int]:
        return list(self.cards) or deal_from_seed(match, mix_seed(self.seed, []))

    def shared_deal(self, counts: bool) -> SharedDeal:
        """The part that a table stores."""
        return SharedDeal(self.name, self.seed, counts, self.opens, self.cards)

    def setup(self, names: Sequence[str], counts: bool) -> Setup:
        """A table's setup; `names` are those of all seats."""
        plans = [
            SeatPlan(HUMAN, name) if seat == self.seat else SeatPlan(BOT, name, self.bots[seat])
            for seat, name in enumerate(names)
        ]
        return Setup(self.game, dict(self.options), tuple(plans), RATED_TERMS if counts else PRACTICE_TERMS)

    def table(self, counts: bool = False) -> Table:
        """A table in memory, started and ready for the player's first decision."""
        setup = self.setup([""] * self.seats, counts)
        table, _ = open_table(self.name, self.match(), setup, self.seed, 0, shared_deal=self.shared_deal(counts))
        table.begin(0)
        return table


def usual_seats(game: str) -> int:
    """The default number of seats."""
    title = game_package(game)
    return min(max(USUAL_SEATS, title.least_seats), title.most_seats)


def daily_name(day: Day, game: str) -> str:
    return f"daily-{day}-{game}"


def daily_deal(game: str, day: Day, secret: str = "", version: str = __version__, seed: str = "") -> Deal:
    """A game's deal of the day.

    Pass a stored `seed`, so that an update of the server during the day changes nothing.
    """
    seats = usual_seats(game)
    options = game_package(game).schema.read({})
    found = seed or daily_seed(day, game, secret, version)
    return Deal(daily_name(day, game), game, seats, found, 0, (RIVAL,) * seats, options, day.opens)
