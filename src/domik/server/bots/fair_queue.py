"""The line for the bots' processes: people first, and nobody waits because somebody else asks for much.

Of those who wait, tables with people come before tables that only bots look at; then whoever's address has had the
least of the processors lately, then whose table has, then who came first. What somebody had is forgotten by half every
HALF_LIFE seconds, so a club behind one address is slowed while others wait, and never shut out.
"""

from __future__ import annotations

import asyncio
import time

HALF_LIFE = 30.0
NEGLIGIBLE = 0.001  # seconds of work that are not worth remembering
WATCHED, UNWATCHED = 0, 1


class DecayingUsage:
    """Who had how many seconds of work lately."""

    def __init__(self) -> None:
        self._spent: dict[str, tuple[float, float]] = {}  # seconds, as of when

    def __len__(self) -> int:
        return len(self._spent)

    def recent(self, who: str, now: float) -> float:
        """What is remembered of it now."""
        spent, at = self._spent.get(who, (0.0, now))
        return float(spent * 0.5 ** ((now - at) / HALF_LIFE))

    def add(self, who: str, seconds: float, now: float) -> None:
        """So much more."""
        self._spent[who] = (self.recent(who, now) + seconds, now)

    def prune(self, now: float) -> None:
        """Drop whom nothing is remembered of."""
        for who in [who for who in self._spent if self.recent(who, now) < NEGLIGIBLE]:
            del self._spent[who]


class QueueEntry:
    """Somebody in the line."""

    def __init__(self, rank: int, address: str, table: str, number: int) -> None:
        self.priority = rank
        self.address = address
        self.table = table
        self.number = number
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class FairQueue:
    """So many may work at once; who comes next is decided when a place becomes free."""

    def __init__(self, places: int) -> None:
        self.free_slots = places
        self.waiting: list[QueueEntry] = []
        self.usage_by_address = DecayingUsage()
        self.usage_by_table = DecayingUsage()
        self.is_closed = False
        self._number = 0

    async def acquire(self, rank: int, address: str, table: str) -> None:
        """Wait for a place; whoever got one has to leave it."""
        if self.is_closed:
            raise asyncio.CancelledError
        self._number += 1
        mine = QueueEntry(rank, address, table, self._number)
        self.waiting.append(mine)
        self._assign_slots()
        try:
            await mine.ready
        except asyncio.CancelledError:
            if mine in self.waiting:
                self.waiting.remove(mine)
            elif not mine.ready.cancelled():  # called in the same moment
                self.release(address, table, 0.0)
            raise

    def release(self, address: str, table: str, seconds: float) -> None:
        """Give the place free, and be charged for the time."""
        now = time.monotonic()
        self.usage_by_address.add(address, seconds, now)
        self.usage_by_table.add(table, seconds, now)
        self.free_slots += 1
        self._assign_slots()

    def close(self) -> None:
        """Send everybody away who waits: nobody will be called any more."""
        self.is_closed = True
        waiting, self.waiting = self.waiting, []
        for one in waiting:
            one.ready.cancel()

    def _assign_slots(self) -> None:
        """Give free places to those who come next."""
        now = time.monotonic()
        while self.free_slots and self.waiting:
            next_one = min(
                self.waiting,
                key=lambda one: (
                    *(
                        one.priority,
                        self.usage_by_address.recent(one.address, now),
                        self.usage_by_table.recent(one.table, now),
                        one.number,
                    ),
                ),
            )
            self.waiting.remove(next_one)
            self.free_slots -= 1
            next_one.ready.set_result(None)
        if not self.waiting:
            self.usage_by_address.prune(now)
            self.usage_by_table.prune(now)
