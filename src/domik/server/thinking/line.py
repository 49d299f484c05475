"""The line for the bots' processes: people first, and nobody waits because somebody else asks for much.

Of those who wait, tables with people come before tables that only bots look at; then whoever's address has had the
least of the processors lately, then whose table has, then who came first. What somebody had is forgotten by half every
HALF_LIFE seconds, so a club behind one address is slowed while others wait, and never shut out.
"""

from __future__ import annotations

import asyncio
import time

HALF_LIFE = 30.0
FORGOTTEN = 0.001  # seconds of work that are not worth remembering
WATCHED, UNWATCHED = 0, 1


class Spending:
    """Who had how many seconds of work lately."""

    def __init__(self) -> None:
        self._spent: dict[str, tuple[float, float]] = {}  # seconds, as of when

    def __len__(self) -> int:
        return len(self._spent)

    def of(self, who: str, now: float) -> float:
        """What is remembered of it now."""
        spent, at = self._spent.get(who, (0.0, now))
        return float(spent * 0.5 ** ((now - at) / HALF_LIFE))

    def add(self, who: str, seconds: float, now: float) -> None:
        """So much more."""
        self._spent[who] = (self.of(who, now) + seconds, now)

    def forget(self, now: float) -> None:
        """Drop whom nothing is remembered of."""
        for who in [who for who in self._spent if self.of(who, now) < FORGOTTEN]:
            del self._spent[who]


class Waiting:
    """Somebody in the line."""

    def __init__(self, rank: int, address: str, table: str, number: int) -> None:
        self.rank = rank
        self.address = address
        self.table = table
        self.number = number
        self.called: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Line:
    """So many may work at once; who comes next is decided when a place becomes free."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.waiting: list[Waiting] = []
        self.addresses = Spending()
        self.tables = Spending()
        self.is_closed = False
        self._number = 0

    async def enter(self, rank: int, address: str, table: str) -> None:
        """Wait for a place; whoever got one has to leave it."""
        if self.is_closed:
            raise asyncio.CancelledError
        self._number += 1
        mine = Waiting(rank, address, table, self._number)
        self.waiting.append(mine)
        self._call()
        try:
            await mine.called
        except asyncio.CancelledError:
            if mine in self.waiting:
                self.waiting.remove(mine)
            elif not mine.called.cancelled():  # called in the same moment
                self.leave(address, table, 0.0)
            raise

    def leave(self, address: str, table: str, seconds: float) -> None:
        """Give the place free, and be charged for the time."""
        now = time.monotonic()
        self.addresses.add(address, seconds, now)
        self.tables.add(table, seconds, now)
        self.free += 1
        self._call()

    def close(self) -> None:
        """Send everybody away who waits: nobody will be called any more."""
        self.is_closed = True
        waiting, self.waiting = self.waiting, []
        for one in waiting:
            one.called.cancel()

    def _call(self) -> None:
        """Give free places to those who come next."""
        now = time.monotonic()
        while self.free and self.waiting:
            next_one = min(
                self.waiting,
                key=lambda one: (
                    *(one.rank, self.addresses.of(one.address, now), self.tables.of(one.table, now), one.number),
                ),
            )
            self.waiting.remove(next_one)
            self.free -= 1
            next_one.called.set_result(None)
        if not self.waiting:
            self.addresses.forget(now)
            self.tables.forget(now)
