"""Bots think in processes of their own, so that no table ever waits for another table's bot."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from domik.bots import BOTS, FAMILY, bot_of
from domik.kernel.luck import luck_of
from domik.kernel.state import view_from
from domik.server.matches import match_for
from domik.table import Table
from domik.table.same import luck_seed, steady

DECISIONS_A_WORKER = 2000  # then a fresh process: whatever a search has piled up goes with the old one
Task = tuple[str, int, dict[str, object], list[int], int, str, str]  # game, seats, options, view, seat, bot, seed


def bot_names() -> tuple[str, ...]:
    """Every bot that may sit at a table here."""
    return BOTS


def levels() -> tuple[str, ...]:
    """The bots that the table form offers, the weakest first."""
    return FAMILY


def best_bot() -> str:
    """Whose advice a hint is."""
    return "hard"


def usual_bot() -> str:
    """Who plays when nobody says otherwise."""
    return "normal"


def decide(task: Task) -> int:
    """Runs in a worker: one decision from one view; the rules are made once for all decisions of tables alike."""
    game, seats, options, numbers, seat, bot, seed = task
    match = match_for(game, seats, options)
    view = view_from(match.game, seat, numbers)
    return int(bot_of(bot, luck_of(seed)).decide(view, int(view.legal())))


def watch_parent() -> None:
    """Runs first in a worker: when the server is gone, however it went, the worker goes too."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


class Thinking:
    """The worker processes; made when the first bot has to think."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self.decisions = 0

    def pool(self) -> ProcessPoolExecutor:
        """The processes, started by `spawn`: nothing of the server's memory goes into them."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self.workers, mp_context=context, initializer=watch_parent, max_tasks_per_child=DECISIONS_A_WORKER
            )
        return self._pool

    async def decide(self, table: Table, seat: int, bot: str) -> int:
        """What the bot would do (one bit), knowing only what the seat knows."""
        view = table.view(seat)
        numbers = [int(number) for number in view.numbers]
        task: Task = (
            *(table.match.title.name, table.match.seats, table.match.options_json()),
            *(numbers, seat, steady(bot) if table.same else bot, luck_seed(table.rival_seed(), view)),
        )
        loop = asyncio.get_running_loop()
        try:
            action = await loop.run_in_executor(self.pool(), decide, task)
        except BrokenProcessPool:  # a worker was killed from outside: start anew, once
            self._pool = None
            action = await loop.run_in_executor(self.pool(), decide, task)
        self.decisions += 1
        return action

    def close(self) -> None:
        """Let the workers go."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
