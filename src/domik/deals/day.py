"""Days in UTC, the daily seeds, and streaks of days played."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from domik import __version__
from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase

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
