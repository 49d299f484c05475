"""Worker processes: each makes the rules of a plan once and then plays whatever part of it is handed out."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from domik.kernel.errors import DomikError
from domik.kernel.title import Match

if TYPE_CHECKING:
    from multiprocessing.pool import Pool

Outcome = TypeVar("Outcome")


class Planned(Protocol):
    """What is to be played, a run or a ladder: all that a worker has to know."""

    def match(self) -> Match:
        """The rules."""
        ...


class Worker:
    """What a worker process keeps from part to part."""

    plan: Planned
    match: Match


def started(plan: Planned, workers: int) -> Pool:
    """Fresh processes that do not hear Ctrl-C from their very start: a deaf parent's children are born deaf."""
    import multiprocessing  # only now: most runs are short, and need no workers

    context = multiprocessing.get_context("spawn")
    if threading.current_thread() is not threading.main_thread():
        return context.Pool(workers, begin_work, (plan,))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return context.Pool(workers, begin_work, (plan,))
    finally:
        signal.signal(signal.SIGINT, before)


def begin_work(plan: Planned) -> None:
    """Make the rules once; Ctrl-C is the starting process's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Worker.plan = plan
    Worker.match = plan.match()


def work(play: Callable[..., Outcome], part: tuple[Any, ...]) -> Outcome:
    """`play(plan, match, *part)` in a worker; an error of the game travels as text, since phrases do not."""
    try:
        return play(Worker.plan, Worker.match, *part)
    except DomikError as error:
        raise RuntimeError(str(error)) from None


def cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
