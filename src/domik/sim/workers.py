"""Worker processes: each builds the rules of a job once and then plays the parts it is given."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from domik.kernel.errors import DomikError
from domik.kernel.package import Match

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult, Pool

PART_SECONDS = 0.2  # Ctrl-C waits for compiled code, so a part must be short
GROWTH = 8  # largest growth from one part to the next while the speed is being learned
PARTS_AHEAD = 3  # parts queued per worker, so that none waits
WORKERS_PER_CORE = 2  # more would only take memory
POOL_WORTH_SECONDS = 3.0  # remaining seconds of work that are worth starting a pool for
Outcome = TypeVar("Outcome")
Play = Callable[[Any, Match, range], Outcome]  # takes the job, its rules and some game numbers


class WorkerJob(Protocol):
    """The picklable description of a simulation or ladder."""

    def match(self) -> Match: ...


class WorkerState:
    """Globals of a worker process."""

    plan: WorkerJob
    match: Match


def run_parts(
    plan: WorkerJob, match: Match, play: Play[Outcome], games: range, workers: int | None
) -> Iterator[Outcome]:
    """Yield the outcomes of all games part by part, in order.

    The first parts run in this process, to learn how long a game takes; a pool is started if enough work is left. With
    `workers` None it may use all cores.
    """
    size = 1
    many = bounded_workers(workers)
    while games:
        part, games = games[:size], games[size:]
        seconds, outcome = timed_part(plan, match, play, part)
        yield outcome
        size = next_part_size(len(part), seconds)
        learned = size < GROWTH * len(part)
        left = len(games) * seconds / len(part)
        if many > 1 and games and (workers is not None or (learned and left > POOL_WORTH_SECONDS)):
            yield from run_parts_in_pool(plan, play, games, size, min(many, len(games)))
            return


def timed_part(plan: WorkerJob, match: Match, play: Play[Outcome], part: range) -> tuple[float, Outcome]:
    """Play a part; returns CPU seconds and outcome."""
    before = time.process_time()
    outcome = play(plan, match, part)
    return time.process_time() - before, outcome


def next_part_size(games: int, seconds: float) -> int:
    """Games in the next part, from the time that the last one took."""
    return max(1, min(GROWTH * games, int(PART_SECONDS * games / max(seconds, 1e-6))))


def run_parts_in_pool(plan: WorkerJob, play: Play[Outcome], games: range, size: int, workers: int) -> Iterator[Outcome]:
    """Play in a pool with a few parts queued per worker; outcomes are yielded in order."""
    with start_pool(plan, workers) as pool:
        waiting: deque[tuple[int, AsyncResult[tuple[float, Outcome]]]] = deque()
        while games or waiting:
            while games and len(waiting) < PARTS_AHEAD * workers:
                piece = min(size, -(-len(games) // workers))
                waiting.append((piece, pool.apply_async(run_in_worker, (timed_part, (play, games[:piece])))))
                games = games[piece:]
            many, part = waiting.popleft()
            seconds, outcome = part.get()
            yield outcome
            size = next_part_size(many, seconds)


def start_pool(plan: WorkerJob, workers: int) -> Pool:
    """Start processes that ignore Ctrl-C from their first instruction, by inheriting the signal's disposition."""
    import multiprocessing  # imported late: most runs are short and need no workers

    with ignored_interrupts():
        return multiprocessing.get_context("spawn").Pool(workers, init_worker, (plan,))


@contextmanager
def ignored_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a moment, as processes that are started meanwhile then do from their first instruction."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def init_worker(plan: WorkerJob) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    WorkerState.plan = plan
    WorkerState.match = plan.match()


def run_in_worker(play: Callable[..., Outcome], part: tuple[Any, ...]) -> Outcome:
    """Call `play(plan, match, *part)` in a worker.

    A DomikError becomes a RuntimeError, since phrases cannot be pickled.
    """
    try:
        return play(WorkerState.plan, WorkerState.match, *part)
    except DomikError as error:
        raise RuntimeError(str(error)) from None


def bounded_workers(wanted: int | None) -> int:
    """The number of worker processes to start: all cores by default, and never many times as many."""
    cores = available_cores()
    return cores if wanted is None else min(wanted, WORKERS_PER_CORE * cores)


def available_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
