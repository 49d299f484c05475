"""Days by universal time, and the seed of each: from the date, the version and a secret that a server may have."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from domik import __version__
from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase

SECONDS_A_DAY = 86400
FIRST_DAY = date(2026, 1, 1)  # there were no deals before


@dataclass(frozen=True, order=True)
class Day:
    """One day, from midnight to midnight UTC."""

    date: date

    def __str__(self) -> str:
        return self.date.isoformat()

    @property
    def opens(self) -> int:
        """When its seeds are shown: the midnight at its end, in milliseconds since 1970."""
        midnight = datetime(self.date.year, self.date.month, self.date.day, tzinfo=UTC)
        return 1000 * (int(midnight.timestamp()) + SECONDS_A_DAY)

    def after(self, days: int) -> Day:
        """So many days later."""
        return Day(self.date + timedelta(days=days))


def day_of(now: int) -> Day:
    """The day of a moment, in milliseconds since 1970."""
    return Day(datetime.fromtimestamp(now / 1000, UTC).date())


def day_from(text: str, today: Day) -> Day:
    """The day that somebody asks for; BadOption for what is no date, and for days whose deals nobody may know yet."""
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


def seed_of(day: Day, game: str, secret: str = "", version: str = __version__) -> str:
    """The seed of a game's deal of the day: the same on all servers of one version that have no secret of their own."""
    parts = "".join(f"{len(part)}:{part}" for part in (version, str(day), game, secret))
    return hashlib.sha256(f"domik day {parts}".encode()).hexdigest()
