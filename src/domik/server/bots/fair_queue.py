"""A fair queue for worker processes.

Tables with people come before tables without; then the address with the least recent processor time, then the table
with the least, then the order of arrival. Usage decays by half every HALF_LIFE seconds, so a club behind one address
is slowed down while others wait, but never shut out.
"""

from __future__ import annotations

import asyncio
import time

HALF_LIFE = 30.0
NEGLIGIBLE = 0.001  # seconds of usage that are forgotten
WATCHED, UNWATCHED = 0, 1


class DecayingUsage:
    """Seconds of work per key, with exponential decay."""

    def __init__(self) -> None:
        self._spent: dict[str, tuple[float, float]] = {}  # seconds, and the time of that value

    def __len__(self) -> int:
        return len(self._spent)

    def recent(self, who: str, now: float) -> float:
        spent, at = self._spent.get(who, (0.0, now))
        return float(spent * 0.5 ** ((now - at) / HALF_LIFE))

    def add(self, who: str, seconds: float, now: float) -> None:
        self._spent[who] = (self.recent(who, now) + seconds, now)

    def prune(self, now: float) -> None:
        for who in [who for who in self._spent if self.recent(who, now) < NEGLIGIBLE]:
            del self._spent[who]


class QueueEntry:
    def __init__(self, rank: int, address: str, table: str, number: int) -> None:
        self.priority = rank
        self.address = address
        self.table = table
        self.number = number
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class FairQueue:
    """A semaphore of `places` slots; the next entry is chosen when a slot becomes free."""

    def __init__(self, places: int) -> None:
        self.free_slots = places
        self.waiting: list[QueueEntry] = []
        self.usage_by_address = DecayingUsage()
        self.usage_by_table = DecayingUsage()
        self.is_closed = False
        self._number = 0

    async def acquire(self, rank: int, address: str, table: str) -> None:
        """Wait for a slot, which has to be released; CancelledError once the queue is closed."""
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
            elif not mine.ready.cancelled():  # the slot was assigned at the same moment
                self.release(address, table, 0.0)
            raise

    def release(self, address: str, table: str, seconds: float) -> None:
        """Release a slot and charge the seconds for which it was used."""
        now = time.monotonic()
        self.usage_by_address.add(address, seconds, now)
        self.usage_by_table.add(table, seconds, now)
        self.free_slots += 1
        self._assign_slots()

    def close(self) -> None:
        """Cancel all waiting entries."""
        self.is_closed = True
        waiting, self.waiting = self.waiting, []
        for one in waiting:
            one.ready.cancel()

    def _assign_slots(self) -> None:
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
