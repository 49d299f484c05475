"""Where bots decide without processes: quick ones at once, those who search in a worker of the browser."""

from __future__ import annotations

import pickle
import time
from collections.abc import Collection
from dataclasses import replace

from domik.bots.search import LEVELS
from domik.offline.browser import BrowserPage
from domik.server.bots.fair_queue import FairQueue
from domik.server.bots.worker import DecisionResult, DecisionTask, decide

HARD = LEVELS["hard"]
UNHURRIED = replace(HARD, milliseconds=2000)


class ImmediatePool:
    """Decides at once, before anything else happens (the DecisionPool interface of server/bots/pool.py)."""

    def __init__(self) -> None:
        self.queue = FairQueue(1)

    @property
    def busy(self) -> Collection[object]:
        return ()

    async def ask(self, task: DecisionTask, rank: int, address: str, table: str) -> DecisionResult:
        return timed_decision(task)

    def stop_all(self) -> None:
        """Nothing is ever under way."""

    def close(self) -> None:
        """Nothing is open."""


class BrowserWorkerPool:
    """Decides in a worker of the browser, one decision after another."""

    def __init__(self, page: BrowserPage) -> None:
        self.queue = FairQueue(1)
        self._page = page
        self._busy: set[str] = set()

    @property
    def busy(self) -> Collection[object]:
        return self._busy

    async def ask(self, task: DecisionTask, rank: int, address: str, table: str) -> DecisionResult:
        await self.queue.acquire(rank, address, table)
        began = time.monotonic()
        self._busy.add(table)
        try:
            result: DecisionResult = pickle.loads(await self._page.think(pickle.dumps(unhurried_task(task))))
        finally:
            self._busy.discard(table)
            self.queue.release(address, table, time.monotonic() - began)
        return result

    def stop_all(self) -> None:
        """A worker ends with its page."""

    def close(self) -> None:
        """A worker ends with its page."""


def unhurried_task(task: DecisionTask) -> DecisionTask:
    """Let `hard` think through all its worlds: nobody else waits for this processor, a slower one than servers have."""
    game, seats, options, components, numbers, seat, bot, seed, may_hurry = task
    if bot.settings == HARD:
        bot = replace(bot, settings=UNHURRIED)
    return game, seats, options, components, numbers, seat, bot, seed, may_hurry


def timed_decision(task: DecisionTask) -> DecisionResult:
    """A decision as a worker process reports it."""
    began = time.perf_counter()
    try:
        return decide(task), time.perf_counter() - began, ""
    except Exception as error:
        return 0, 0.0, f"{type(error).__name__}: {error}"


def think(task: bytes) -> bytes:
    """In the thinking worker: the decision on a task that BrowserWorkerPool has sent."""
    return pickle.dumps(timed_decision(pickle.loads(task)))
