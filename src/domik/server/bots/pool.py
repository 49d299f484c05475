"""Pools of worker processes in which bots decide, so that no table waits for another table's bot."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from domik.bots import BOTS, PLAYER_LEVELS, BotSpec
from domik.bots.spec import HINT
from domik.kernel.game import Game
from domik.server.bots.fair_queue import UNWATCHED, WATCHED, FairQueue
from domik.server.bots.worker import BotWorker, DecisionResult, DecisionTask, WorkerStopped
from domik.table import Table
from domik.table.fair_deal import decision_seed, deterministic_bot

DECISION_TIMEOUT = 60.0  # seconds per decision after which a bot counts as hung
TURN_BUDGET = 6.5  # seconds that all searching bots of a table may think between two moves of a person
MAX_DECISION_SECONDS, MIN_DECISION_SECONDS = 1.4, 0.1  # per decision
DECISIONS_PER_TURN = 2.5  # rough number of decisions that a bot makes in a turn
SEARCH_NICENESS = 5  # for searching bots: pages and quick bots get the processor first


def bot_names() -> tuple[str, ...]:
    return BOTS


def default_bot() -> str:
    return "normal"


def time_budget(spent: float, searching: int) -> int:
    """Milliseconds for one decision, where `searching` bots have used `spent` seconds of the turn.

    Each takes a share of what is left of TURN_BUDGET, so together they never take more, however often they decide.
    """
    left = max(0.0, TURN_BUDGET - spent)
    return round(
        1000 * min(MAX_DECISION_SECONDS, max(MIN_DECISION_SECONDS, left / (DECISIONS_PER_TURN * max(1, searching))))
    )


def with_time_limit(bot: BotSpec, milliseconds: int, game: Game) -> BotSpec:
    """The same bot with a time limit; an explicit specification is left as it is."""
    usual = bot.usual_settings()
    if usual is None or milliseconds >= usual.milliseconds:
        return bot
    return bot.with_budget(usual.iterations_for(game), milliseconds)


class DecisionPool(Protocol):
    """Where decisions are made: a queue, and whoever works it off."""

    queue: FairQueue

    @property
    def busy(self) -> Collection[object]:
        """Those who are thinking now."""
        ...

    async def ask(self, task: DecisionTask, rank: int, address: str, table: str) -> DecisionResult: ...

    def stop_all(self) -> None: ...

    def close(self) -> None: ...


class WorkerPool:
    """Worker processes of one priority and their queue."""

    def __init__(self, workers: int, kindness: int) -> None:
        self.queue = FairQueue(workers)
        self.niceness = kindness
        self.idle = [BotWorker(kindness) for _ in range(workers)]
        self._busy: set[BotWorker] = set()
        self.threads = ThreadPoolExecutor(workers, "domik-bots")

    @property
    def busy(self) -> Collection[BotWorker]:
        return self._busy

    async def ask(self, task: DecisionTask, rank: int, address: str, table: str) -> DecisionResult:
        """The result of a task; TimeoutError where the worker takes longer than DECISION_TIMEOUT."""
        await self.queue.acquire(rank, address, table)
        worker, began = self.idle.pop(), time.monotonic()
        self._busy.add(worker)
        asked = asyncio.get_running_loop().run_in_executor(self.threads, worker.ask, task)

        def on_done(answer: asyncio.Future[DecisionResult]) -> None:  # also long after the caller was cancelled
            answer.exception()
            self._busy.discard(worker)
            self.idle.append(worker if worker.is_wanted else BotWorker(self.niceness))
            self.queue.release(address, table, time.monotonic() - began)

        asked.add_done_callback(on_done)
        in_time, _ = await asyncio.wait([asked], timeout=DECISION_TIMEOUT)
        if not in_time:
            worker.stop()
            raise TimeoutError(f"a bot did not answer within {DECISION_TIMEOUT:g} s")
        try:
            return asked.result()
        except WorkerStopped:
            if self.queue.is_closed:  # the server is shutting down
                raise asyncio.CancelledError from None
            raise

    def stop_all(self) -> None:
        for worker in (*self._busy, *self.idle):
            worker.stop()

    def close(self) -> None:
        self.stop_all()
        self.threads.shutdown(wait=True, cancel_futures=True)


def worker_pools(workers: int | None = None) -> tuple[WorkerPool, WorkerPool]:
    """Processes for quick and for searching bots; they are started at the first decision."""
    cores = os.cpu_count() or 2
    deep = workers or (cores - 1 if cores > 2 else cores)  # niced, so pages come first even so
    return WorkerPool(max(1, deep // 4), 0), WorkerPool(deep, SEARCH_NICENESS)


class BotPool:
    """Two pools, for quick and for searching bots, and the levels that they are fast enough for."""

    def __init__(
        self,
        workers: int | None = None,
        pools: tuple[DecisionPool, DecisionPool] | None = None,
        levels: tuple[str, ...] = PLAYER_LEVELS,
    ) -> None:
        self.quick: DecisionPool
        self.deep: DecisionPool
        self.quick, self.deep = pools or worker_pools(workers)
        self.levels = levels  # that the table form offers, the weakest first
        self.decisions = 0
        self.cpu_seconds: dict[str, float] = {}  # CPU time by bot

    async def decide(
        self, table: Table, seat: int, bot: BotSpec, watched: bool = True, address: str = "", most: int = 0
    ) -> int:
        """The bot's action (one bit) from the view of the seat; `most` is in milliseconds, 0 for no limit."""
        view = table.view(seat)
        numbers = [int(number) for number in view.numbers]
        deep = bot.is_searching  # the others answer at once and have workers of their own
        game = table.match.game
        is_fixed = table.shared_deal is not None and bot != HINT
        spec = deterministic_bot(bot, game) if is_fixed else with_time_limit(bot, most, game) if most else bot
        task: DecisionTask = (
            *(table.match.package.name, table.match.seats, table.match.options_json(), table.setup.components),
            *(
                numbers,
                seat,
                spec,
                decision_seed(table.bot_seed(), view),
                bool(most) and table.shared_deal is None and deep,
            ),
        )
        lane = self.deep if deep else self.quick
        action, seconds, wrong = await lane.ask(task, WATCHED if watched else UNWATCHED, address, table.id)
        if wrong:
            raise RuntimeError(wrong)
        self.decisions += 1
        self.cpu_seconds[bot.name] = self.cpu_seconds.get(bot.name, 0.0) + seconds
        return action

    async def cancel_all(self) -> None:
        """Cancel everything that waits for a slot or a result, before shutdown."""
        for lane in (self.quick, self.deep):
            lane.queue.close()
        for lane in (self.quick, self.deep):
            await asyncio.to_thread(lane.stop_all)

    def close(self) -> None:
        self.quick.close()
        self.deep.close()
