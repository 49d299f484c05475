"""The same deal for many: the deal of the day, duplicates, matchpoints, where two tables part (docs/daily.md)."""

from __future__ import annotations

from domik.deals.day import Day, day_of, parse_day
from domik.deals.deal import Deal, daily_deal

__all__ = ["Day", "Deal", "daily_deal", "day_of", "parse_day"]
