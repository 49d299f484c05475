"""One deal played by many: daily deals, duplicate matches, matchpoints and comparisons (docs/daily.md)."""

from __future__ import annotations

from domik.deals.deal import Day, Deal, daily_deal, day_of, parse_day

__all__ = ["Day", "Deal", "daily_deal", "day_of", "parse_day"]
