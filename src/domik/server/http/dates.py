"""Dates and times as people say them in their language."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

from babel.dates import format_date, format_timedelta

DATE_AFTER = timedelta(days=6)


def time_ago(at: int, language: str) -> str:
    """How long ago a time was (milliseconds since 1970), or its day where that is more than DATE_AFTER ago."""
    gone = timedelta(seconds=max(0, time.time() - at / 1000))
    if gone > DATE_AFTER:
        return day_text(datetime.fromtimestamp(at / 1000, UTC).date(), language)
    return str(format_timedelta(-gone, add_direction=True, locale=language))


def day_text(day: date, language: str) -> str:
    """A day and month, such as "16 November"."""
    return str(format_date(day, "d MMMM", locale=language))


def whole_date(day: date, language: str) -> str:
    """A day with its year, such as "16 November 2026"."""
    return str(format_date(day, "d MMMM y", locale=language))


def short_weekday(day: date, language: str) -> str:
    """A weekday, such as "Mon"."""
    return str(format_date(day, "ccc", locale=language))
