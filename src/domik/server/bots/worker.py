"""One Match for all tables that play alike, here and in the processes where bots think."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Mapping
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from domik.bots import bot_of
from domik.bots.search import obvious_move
from domik.bots.spec import search_settings_of
from domik.games import game_package
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.state import view_from

MAX_MATCHES = 512


def cached_match(game: str, seats: int, options: Mapping[str, object]) -> Match:
    """The rules of a game with these options: made and hashed once, not at every table or decision."""
    return _match(game, seats, msgspec.json.encode(options, order="sorted"))


@lru_cache(maxsize=MAX_MATCHES)
def _match(game: str, seats: int, options: bytes) -> Match:
    return game_package(game).match(seats, msgspec.json.decode(options, type=dict[str, Any]))


MAX_DECISIONS = 2000  # then a fresh process: whatever a search has piled up goes with the old one
# game, seats, options, view, seat, bot, seed, whether somebody waits and obvious moves need no thought
DecisionTask = tuple[str, int, dict[str, object], list[int], int, str, str, bool]
DecisionResult = tuple[int, float, str]  # the action (one bit), CPU seconds, what went wrong


class WorkerStopped(Exception):
    """The process is gone, or was never wanted."""


def decide(task: DecisionTask) -> int:
    """One decision from one view; the rules are made once for all decisions of tables alike."""
    game, seats, options, numbers, seat, bot, seed, hurried = task
    match = cached_match(game, seats, options)
    view = view_from(match.game, seat, numbers)
    legal, luck = int(view.legal()), luck_of(seed)
    if hurried and legal & (legal - 1):
        found = obvious_move(view, legal, search_settings_of(bot), luck_of(f"{seed} at a glance"))
        if found:
            return found
    return int(bot_of(bot, luck).decide(view, legal))


def exit_with_parent() -> None:
    """Runs first in a process: when the server is gone, however it went, the process goes too; Ctrl-C is not for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def worker_main(pipe: Connection, kindness: int) -> None:
    """The process: one decision after another."""
    exit_with_parent()
    if kindness and hasattr(os, "nice"):  # not everywhere
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
    """The server's end of it. `ask` waits for the answer and belongs in a thread of its own."""

    def __init__(self, kindness: int) -> None:
        self.niceness = kindness
        self.is_wanted = True
        self.decisions = 0
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._start_lock = threading.Lock()

    def ask(self, task: DecisionTask) -> DecisionResult:
        """One decision; a process that was killed from outside is started anew, once. Ended when it was ours to end."""
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
        """The pipe to the process, started by `spawn`: nothing of the server's memory goes into it."""
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
        """Away with the process; only who asks may do that, for nobody else knows that the pipe is not in use."""
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()

    def stop(self) -> None:
        """End the process, whatever it is at; whoever waits for its answer gets none. From any thread."""
        with self._start_lock:
            self.is_wanted = False
            if self._process is not None:
                self._process.kill()
