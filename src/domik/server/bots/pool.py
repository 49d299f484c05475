"""Bots think in processes of their own, so that no table ever waits for another table's bot."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor

from domik.bots import BOTS, PLAYER_LEVELS
from domik.bots.search import HINT_BOT, LEVELS
from domik.kernel.game import Game
from domik.server.bots.fair_queue import UNWATCHED, WATCHED, FairQueue
from domik.server.bots.worker import BotWorker, DecisionResult, DecisionTask, WorkerStopped
from domik.table import Table
from domik.table.shared_deal import decision_seed, deterministic_spec

DECISION_TIMEOUT = 60.0  # seconds of one decision: a bot that takes longer has lost its way
TURN_BUDGET = 6.5  # seconds that all searching bots of a table may think between two moves of a person
MAX_DECISION_SECONDS, MIN_DECISION_SECONDS = 1.4, 0.1  # of one decision
DECISIONS_PER_TURN = 2.5  # decisions that a bot has to make in a turn, more or less
SEARCH_NICENESS = 5  # of `nice` for those who think long: pages and quick bots get the processor at once


def bot_names() -> tuple[str, ...]:
    """Every bot that may sit at a table here."""
    return BOTS


def bot_levels() -> tuple[str, ...]:
    """The bots that the table form offers, the weakest first."""
    return PLAYER_LEVELS


def hint_bot() -> str:
    """Whose advice a hint is."""
    return HINT_BOT


def default_bot() -> str:
    """Who plays when nobody says otherwise."""
    return "normal"


def is_searching(bot: str) -> bool:
    """Whether a bot searches; the others answer in an instant, and have a process that is free for them."""
    return bot.partition(":")[0] in LEVELS


def time_budget(spent: float, searching: int) -> int:
    """How many milliseconds a searching bot may take, when so many search and have had so many seconds already.

    Each takes a share of what is left of PATIENCE, so that together they never take more, however often they decide.
    """
    left = max(0.0, TURN_BUDGET - spent)
    return round(
        1000 * min(MAX_DECISION_SECONDS, max(MIN_DECISION_SECONDS, left / (DECISIONS_PER_TURN * max(1, searching))))
    )


def with_time_limit(bot: str, milliseconds: int, game: Game) -> str:
    """The same bot with no more time than that; what somebody set by hand stays."""
    level = LEVELS.get(bot)
    if level is None or milliseconds >= level.milliseconds:
        return bot
    return f"{bot}:iterations={level.iterations_for(game)},milliseconds={milliseconds}"


class WorkerPool:
    """Some processes and the line for them."""

    def __init__(self, workers: int, kindness: int) -> None:
        self.queue = FairQueue(workers)
        self.niceness = kindness
        self.idle = [BotWorker(kindness) for _ in range(workers)]
        self.busy: set[BotWorker] = set()
        self.threads = ThreadPoolExecutor(workers, "domik-bots")

    async def ask(self, task: DecisionTask, rank: int, address: str, table: str) -> DecisionResult:
        """The answer, when it is this table's turn."""
        await self.queue.acquire(rank, address, table)
        worker, began = self.idle.pop(), time.monotonic()
        self.busy.add(worker)
        asked = asyncio.get_running_loop().run_in_executor(self.threads, worker.ask, task)

        def done(answer: asyncio.Future[DecisionResult]) -> None:  # also long after whoever asked has gone
            answer.exception()
            self.busy.discard(worker)
            self.idle.append(worker if worker.is_wanted else BotWorker(self.niceness))
            self.queue.release(address, table, time.monotonic() - began)

        asked.add_done_callback(done)
        in_time, _ = await asyncio.wait([asked], timeout=DECISION_TIMEOUT)
        if not in_time:
            worker.stop()
            raise TimeoutError(f"a bot did not answer within {DECISION_TIMEOUT:g} s")
        try:
            return asked.result()
        except WorkerStopped:
            if self.queue.is_closed:  # the house is being closed: no answer is no fault
                raise asyncio.CancelledError from None
            raise

    def stop_all(self) -> None:
        """End the processes, whatever they are at."""
        for worker in (*self.busy, *self.idle):
            worker.stop()

    def close(self) -> None:
        """Leave nothing behind."""
        self.stop_all()
        self.threads.shutdown(wait=True, cancel_futures=True)


class BotPool:
    """Two lanes, for quick bots and for those who search; processes are started when the first bot has to think."""

    def __init__(self, workers: int | None = None) -> None:
        cores = os.cpu_count() or 2
        deep = workers or (cores - 1 if cores > 2 else cores)  # they are kind: pages come first even so
        self.quick = WorkerPool(max(1, deep // 4), 0)
        self.deep = WorkerPool(deep, SEARCH_NICENESS)
        self.decisions = 0
        self.cpu_seconds: dict[str, float] = {}  # of CPU time, by bot

    async def decide(
        self, table: Table, seat: int, bot: str, watched: bool = True, address: str = "", most: int = 0
    ) -> int:
        """What the bot would do (one bit), knowing only what the seat knows; `most` are milliseconds, 0: no limit."""
        view = table.view(seat)
        numbers = [int(number) for number in view.numbers]
        deep = is_searching(bot)
        game = table.match.game
        spec = deterministic_spec(bot, game) if table.shared_deal else with_time_limit(bot, most, game) if most else bot
        task: DecisionTask = (
            *(table.match.package.name, table.match.seats, table.match.options_json()),
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
        name = bot.partition(":")[0]
        self.cpu_seconds[name] = self.cpu_seconds.get(name, 0.0) + seconds
        return action

    async def cancel_all(self) -> None:
        """Nobody will be answered any more: those who wait, for a place or for an answer, are told to stop."""
        for lane in (self.quick, self.deep):
            lane.queue.close()
        for lane in (self.quick, self.deep):
            await asyncio.to_thread(lane.stop_all)

    def close(self) -> None:
        """Let the workers go, whatever they are thinking about."""
        self.quick.close()
        self.deep.close()
