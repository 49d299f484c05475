"""One thread that writes: all that waits goes into one transaction, so a hundred moves cost one flush of the disk."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Sequence
from typing import Protocol

from domik.server.store.database import Row, Statement
from domik.server.store.trouble import NotWritten

GATHERING = 0.001  # seconds to let others join a commit, for each write of the last one: a commit costs ten writes
LONGEST = 0.02  # seconds of that at most: only a server that is busy all the time comes to it
CROWD = 4  # writes of one commit that are much company; with fewer, waiting would cost people more than it saves
QUIET = 10.0  # seconds before the log hears of the same trouble again
log = logging.getLogger("domik.server")


class Write:
    """One thing to write and whoever waits for it."""

    __slots__ = ("done", "loop", "rows", "statements")

    def __init__(self, rows: Sequence[Row], statements: Sequence[Statement], loop: asyncio.AbstractEventLoop) -> None:
        self.rows = rows
        self.statements = statements
        self.loop = loop
        self.done: asyncio.Future[None] = loop.create_future()

    def tell(self, error: Exception | None) -> None:
        """Say in the event loop how it went."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Ledger(Protocol):
    """A database as the writer's thread sees it."""

    def commit(self, batch: list[Write]) -> list[Exception | None]:
        """Write them together, and say of each how it went."""
        ...

    def patience(self) -> float | None:
        """How many seconds without work are worth a `rest`; None when there is nothing to do in it."""
        ...

    def rest(self) -> None:
        """There is nothing to write: do what was put off."""
        ...

    def close(self) -> None:
        """The end."""
        ...


class Writer:
    """The writer's thread of one database. Whatever the database throws, the thread goes on."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._run, name="domik-writer", daemon=True)
        self._complained: dict[str, float] = {}
        self.commits = 0
        self.writes = 0
        self._worker.start()

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[Row] = ()) -> asyncio.Future[None]:
        """Write rows of the journal and run the statements; when the future is done, it is on the disk."""
        write = Write(rows, statements, asyncio.get_running_loop())
        self._queue.put(write)
        return write.done

    def waiting(self) -> int:
        """How many wait to be written."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what waits, and stop."""
        self._queue.put(None)
        self._worker.join()

    def _run(self) -> None:
        stopping, company = False, 0
        while not stopping:
            batch: list[Write] = []
            item = self._next()
            if company >= CROWD:
                time.sleep(min(LONGEST, company * GATHERING))
            while True:
                if item is None:
                    stopping = True
                else:
                    batch.append(item)
                try:
                    item = self._queue.get_nowait()
                except queue.Empty:
                    break
            if batch:
                self._tell(list(zip(batch, self._commit(batch), strict=True)))
            company = len(batch)
        try:
            self._ledger.close()
        except Exception:
            log.exception("the data could not be closed well")

    def _next(self) -> Write | None:
        """Wait for work; when there is none for a while, do what was put off."""
        try:
            return self._queue.get(timeout=self._ledger.patience())
        except queue.Empty:
            try:
                self._ledger.rest()
            except Exception as error:  # whatever it is, the next writes are worth a try
                self._complain(error)
            return self._queue.get()

    def _commit(self, batch: list[Write]) -> list[Exception | None]:
        try:
            results = self._ledger.commit(batch)
        except Exception as error:  # a ledger does not throw; if it does, those who wait must still hear of it
            results = [NotWritten(error)] * len(batch)
        self.commits += any(error is None for error in results)
        for failure in results:
            if failure is None:
                self.writes += 1
            else:
                self._complain(failure)
        return results

    def _complain(self, error: Exception) -> None:
        """One line in the log, and not the same one all the time."""
        why = getattr(error, "why", error)
        line, at = f"{type(why).__name__}: {why}", time.monotonic()
        if at - self._complained.get(line, -QUIET) >= QUIET:
            self._complained = {line: at}
            log.error("the data could not be written: %s", line)

    def _tell(self, results: list[tuple[Write, Exception | None]]) -> None:
        """One wake-up of each event loop for the whole batch."""
        loops = {write.loop for write, _ in results}
        for loop in loops:
            mine = [(write, error) for write, error in results if write.loop is loop]
            try:
                loop.call_soon_threadsafe(_tell_all, mine)
            except RuntimeError:  # that loop is closed: nobody waits there any more
                continue


def _tell_all(results: list[tuple[Write, Exception | None]]) -> None:
    for write, error in results:
        write.tell(error)
