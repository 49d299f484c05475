"""The worker process in which bots decide, and the server's handle of it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from domik.bots import BotSpec
from domik.bots.search import obvious_move
from domik.bots.spec import HINT
from domik.games import cached_match
from domik.judge.advice import advise
from domik.kernel.luck import luck_of
from domik.kernel.state import view_from

MAX_DECISIONS = 2000  # then the process is replaced, so that memory used by searches is freed
# game, seats, options, own component file, view, seat, bot, seed, whether obvious moves may be played without a search
DecisionTask = tuple[str, int, dict[str, object], str, list[int], int, BotSpec, str, bool]
DecisionResult = tuple[int, float, str]  # the action (one bit), CPU seconds, error message


class WorkerStopped(Exception):
    """The process was stopped, or died twice."""


def decide(task: DecisionTask) -> int:
    game, seats, options, components, numbers, seat, bot, seed, hurried = task
    match = cached_match(game, seats, options, components)
    view = view_from(match.game, seat, numbers)
    if bot == HINT:
        return advise(match, view)
    legal, luck = int(view.legal()), luck_of(seed)
    if hurried and bot.settings is not None and legal & (legal - 1):
        found = obvious_move(view, legal, bot.settings, luck_of(f"{seed} at a glance"))
        if found:
            return found
    return int(bot.start(luck).decide(view, legal))


def exit_with_parent() -> None:
    """Make this process exit when the server is gone for whatever reason, and ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def worker_main(pipe: Connection, kindness: int) -> None:
    exit_with_parent()
    if kindness and hasattr(os, "nice"):  # not on Windows
        os.nice(kindness)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task: DecisionTask = pipe.recv()
            began = time.process_time()
            try:
                action, wrong = decide(task), ""
            except Exception as error:
                action, wrong = 0, f"{type(error).__name__}: {error}"
            pipe.send((action, time.process_time() - began, wrong))


class BotWorker:
    """The server's handle of a worker process. `ask` blocks and needs a thread of its own."""

    def __init__(self, kindness: int) -> None:
        self.niceness = kindness
        self.is_wanted = True
        self.decisions = 0
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._start_lock = threading.Lock()

    def ask(self, task: DecisionTask) -> DecisionResult:
        """One decision; a process that died is restarted once. WorkerStopped after `stop`."""
        try:
            return self._ask(task)
        except (EOFError, OSError):
            self._discard()
        try:
            return self._ask(task)
        except (EOFError, OSError):
            self._discard()
            raise WorkerStopped from None

    def _ask(self, task: DecisionTask) -> DecisionResult:
        if self.decisions >= MAX_DECISIONS:
            self._discard()
        pipe = self._start()
        self.decisions += 1
        pipe.send(task)
        answer: DecisionResult = pipe.recv()
        return answer

    def _start(self) -> Connection:
        """The pipe to the process; `spawn` keeps the server's memory out of it."""
        with self._start_lock:
            if not self.is_wanted:
                raise WorkerStopped
            if self._pipe is None:
                context = multiprocessing.get_context("spawn")
                self._pipe, theirs = context.Pipe()
                self._process = context.Process(target=worker_main, args=(theirs, self.niceness), daemon=True)
                self._process.start()
                theirs.close()
                self.decisions = 0
            return self._pipe

    def _discard(self) -> None:
        """Kill the process; only called by `ask`, since only that knows that the pipe is not in use."""
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()

    def stop(self) -> None:
        """Kill the process from any thread; a pending `ask` raises WorkerStopped."""
        with self._start_lock:
            self.is_wanted = False
            if self._process is not None:
                self._process.kill()
