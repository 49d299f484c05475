"""Worker processes: each makes the rules of a plan once and then plays whatever part of it is handed out."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from domik.kernel.errors import DomikError
from domik.kernel.package import Match

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult, Pool

PART_SECONDS = 0.2  # seconds: Ctrl-C waits for compiled code, so a part must be short
GROWTH = 8  # how much longer a part may get at once, while its speed is still being learned
PARTS_AHEAD = 3  # parts given out for each worker, so that none waits
POOL_WORTH_SECONDS = 3.0  # seconds of work left that are worth starting workers for
Outcome = TypeVar("Outcome")
Play = Callable[[Any, Match, range], Outcome]  # of a plan, its rules, and the numbers of some of its games


class WorkerJob(Protocol):
    """What is to be played, a run or a ladder: all that a worker has to know."""

    def match(self) -> Match:
        """The rules."""
        ...


class WorkerState:
    """What a worker process keeps from part to part."""

    plan: WorkerJob
    match: Match


def run_parts(
    plan: WorkerJob, match: Match, play: Play[Outcome], games: range, workers: int | None
) -> Iterator[Outcome]:
    """All games part by part in order: the first here, to learn how long a game takes, then where it is fastest."""
    size = 1
    many = available_cores() if workers is None else workers
    while games:
        part, games = games[:size], games[size:]
        seconds, outcome = timed_part(plan, match, play, part)
        yield outcome
        size = next_part_size(len(part), seconds)
        learned = size < GROWTH * len(part)
        left = len(games) * seconds / len(part)
        if many > 1 and games and (workers is not None or (learned and left > POOL_WORTH_SECONDS)):
            yield from run_parts_in_pool(plan, play, games, size, many)
            return


def timed_part(plan: WorkerJob, match: Match, play: Play[Outcome], part: range) -> tuple[float, Outcome]:
    """A part, and the CPU seconds that it took."""
    before = time.process_time()
    outcome = play(plan, match, part)
    return time.process_time() - before, outcome


def next_part_size(games: int, seconds: float) -> int:
    """How many games the next part should have, by the time that this one took."""
    return max(1, min(GROWTH * games, int(PART_SECONDS * games / max(seconds, 1e-6))))


def run_parts_in_pool(plan: WorkerJob, play: Play[Outcome], games: range, size: int, workers: int) -> Iterator[Outcome]:
    """The games handed out to fresh processes a little ahead, given back in order."""
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
    """Fresh processes that do not hear Ctrl-C from their very start: a deaf parent's children are born deaf."""
    import multiprocessing  # only now: most runs are short, and need no workers

    context = multiprocessing.get_context("spawn")
    if threading.current_thread() is not threading.main_thread():
        return context.Pool(workers, init_worker, (plan,))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return context.Pool(workers, init_worker, (plan,))
    finally:
        signal.signal(signal.SIGINT, before)


def init_worker(plan: WorkerJob) -> None:
    """Make the rules once; Ctrl-C is the starting process's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    WorkerState.plan = plan
    WorkerState.match = plan.match()


def run_in_worker(play: Callable[..., Outcome], part: tuple[Any, ...]) -> Outcome:
    """`play(plan, match, *part)` in a worker; an error of the game travels as text, since phrases do not."""
    try:
        return play(WorkerState.plan, WorkerState.match, *part)
    except DomikError as error:
        raise RuntimeError(str(error)) from None


def available_cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
