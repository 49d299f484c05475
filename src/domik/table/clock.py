"""Game clocks: a budget for the whole game with a bonus per move, a limit for every single move, or none."""

from __future__ import annotations

from time import time_ns

from domik.table.setup import Terms


def now() -> int:
    """Milliseconds since 1970."""
    return time_ns() // 1_000_000


MINUTE = 60_000
DAY = 24 * 60 * MINUTE


class Clock:
    """Time spent by every seat, in milliseconds; the clocks of all awaited seats run at once.

    Time between a seat's last move and a crash of the server is not counted: `since` is reset on restart.
    """

    def __init__(self, seats: int, terms: Terms) -> None:
        self.budget = terms.minutes * MINUTE
        self.bonus = terms.bonus * 1000
        self.limit = terms.days * DAY
        self.spent = [0] * seats
        self.since: list[int | None] = [None] * seats  # when the seat's clock was started

    @property
    def is_running(self) -> bool:
        """Whether the table has any time limit."""
        return bool(self.budget or self.limit)

    def switch(self, awaited: int, now: int) -> None:
        """Start the clocks of the awaited seats and stop the others."""
        for seat in range(len(self.spent)):
            if not awaited >> seat & 1:
                self.since[seat] = None
            elif self.since[seat] is None:
                self.since[seat] = now

    def press(self, seat: int, now: int) -> None:
        """Stop the clock of a seat that has moved, charge its time and grant its bonus."""
        began = self.since[seat]
        if began is not None:
            self.spent[seat] += max(0, now - began) - self.bonus
        self.since[seat] = None

    def time_left(self, seat: int, now: int) -> int | None:
        """Milliseconds left to a seat; None without a limit."""
        began = self.since[seat]
        running = max(0, now - began) if began is not None else 0
        left = [self.budget - self.spent[seat] - running] if self.budget else []
        if self.limit:
            left.append(self.limit - running)
        return min(left) if left else None

    def next_timeout(self, now: int) -> int | None:
        """Milliseconds until the first running clock expires; None if none does."""
        left = [self.time_left(seat, now) for seat, began in enumerate(self.since) if began is not None]
        return min((ms for ms in left if ms is not None), default=None)
