"""A worker: one process in which bots think. It can be ended at any moment, and is started anew when it is needed."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from domik.bots import bot_of
from domik.bots.obvious import obvious
from domik.bots.spec import thought_of
from domik.kernel.luck import luck_of
from domik.kernel.state import view_from
from domik.server.thinking.matches import match_for

MOST_DECISIONS = 2000  # then a fresh process: whatever a search has piled up goes with the old one
# game, seats, options, view, seat, bot, seed, whether somebody waits and obvious moves need no thought
Task = tuple[str, int, dict[str, object], list[int], int, str, str, bool]
Answer = tuple[int, float, str]  # the action (one bit), CPU seconds, what went wrong


class Ended(Exception):
    """The process is gone, or was never wanted."""


def decide(task: Task) -> int:
    """One decision from one view; the rules are made once for all decisions of tables alike."""
    game, seats, options, numbers, seat, bot, seed, hurried = task
    match = match_for(game, seats, options)
    view = view_from(match.game, seat, numbers)
    legal, luck = int(view.legal()), luck_of(seed)
    if hurried and legal & (legal - 1):
        found = obvious(view, legal, thought_of(bot), luck_of(f"{seed} at a glance"))
        if found:
            return found
    return int(bot_of(bot, luck).decide(view, legal))


def watch_parent() -> None:
    """Runs first in a process: when the server is gone, however it went, the process goes too; Ctrl-C is not for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def work(pipe: Connection, kindness: int) -> None:
    """The process: one decision after another."""
    watch_parent()
    if kindness and hasattr(os, "nice"):  # not everywhere
        os.nice(kindness)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task: Task = pipe.recv()
            began = time.process_time()
            try:
                action, wrong = decide(task), ""
            except Exception as error:
                action, wrong = 0, f"{type(error).__name__}: {error}"
            pipe.send((action, time.process_time() - began, wrong))


class Worker:
    """The server's end of it. `ask` waits for the answer and belongs in a thread of its own."""

    def __init__(self, kindness: int) -> None:
        self.kindness = kindness
        self.is_wanted = True
        self.asked = 0
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._starting = threading.Lock()

    def ask(self, task: Task) -> Answer:
        """One decision; a process that was killed from outside is started anew, once. Ended when it was ours to end."""
        try:
            return self._ask(task)
        except (EOFError, OSError):
            self._drop()
        try:
            return self._ask(task)
        except (EOFError, OSError):
            self._drop()
            raise Ended from None

    def _ask(self, task: Task) -> Answer:
        if self.asked >= MOST_DECISIONS:
            self._drop()
        pipe = self._started()
        self.asked += 1
        pipe.send(task)
        answer: Answer = pipe.recv()
        return answer

    def _started(self) -> Connection:
        """The pipe to the process, started by `spawn`: nothing of the server's memory goes into it."""
        with self._starting:
            if not self.is_wanted:
                raise Ended
            if self._pipe is None:
                context = multiprocessing.get_context("spawn")
                self._pipe, theirs = context.Pipe()
                self._process = context.Process(target=work, args=(theirs, self.kindness), daemon=True)
                self._process.start()
                theirs.close()
                self.asked = 0
            return self._pipe

    def _drop(self) -> None:
        """Away with the process; only who asks may do that, for nobody else knows that the pipe is not in use."""
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()

    def end(self) -> None:
        """End the process, whatever it is at; whoever waits for its answer gets none. From any thread."""
        with self._starting:
            self.is_wanted = False
            if self._process is not None:
                self._process.kill()
