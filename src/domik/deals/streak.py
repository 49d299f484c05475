"""Days in a row: any game's deal keeps the row going, and one missed day in seven is forgiven."""

from __future__ import annotations

from collections.abc import Collection

from domik.deals.day import Day

FORGIVEN_EVERY = 7  # days from one missed day to the next that may be missed as well


def streak(days: Collection[Day], today: Day) -> int:
    """How many days somebody has played in a row up to today; today itself is not missed before it is over."""
    at = today if today in days else today.after(-1)
    count = 0
    last_missed: Day | None = None
    while True:
        if at in days:
            count += 1
        elif at.after(-1) in days and (last_missed is None or (last_missed.date - at.date).days >= FORGIVEN_EVERY):
            last_missed = at
        else:
            return count
        at = at.after(-1)
