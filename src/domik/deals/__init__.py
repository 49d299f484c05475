"""One deal played by many: daily deals, duplicate matches, matchpoints and comparisons (docs/daily.md)."""

from __future__ import annotations

from domik.deals.day import Day, day_of, parse_day
from domik.deals.deal import Deal, daily_deal

__all__ = ["Day", "Deal", "daily_deal", "day_of", "parse_day"]
