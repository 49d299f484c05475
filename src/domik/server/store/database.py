"""A database as the nouns of the store see it: rows to read, statements to write, one dialect for all of them.

Statements are written once, in what SQLite and PostgreSQL both understand: `?` for values, `ON CONFLICT` instead of
`INSERT OR ...`, truth as 0 and 1, time as whole milliseconds.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Sequence
from typing import Any, Protocol

from domik.server.store.errors import WriteFailed

Statement = tuple[str, tuple[object, ...]]  # with a `?` for each value
JournalRow = tuple[str, int, bytes]  # of the journal: table, number, entry


class WriterStats(Protocol):
    """How much was written: few commits for many writes is what grouping is for."""

    commits: int
    writes: int

    def queue_length(self) -> int:
        """How many wait to be written."""
        ...


class Database(Protocol):
    """Where everything is kept. What `write` gives is done only when everything is safe."""

    @property
    def writer(self) -> WriterStats:
        """Whoever writes."""
        ...

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[JournalRow] = ()) -> asyncio.Future[None]:
        """Rows of the journal, then the statements: all of it or, with NotWritten, nothing."""
        ...

    def flush(self) -> asyncio.Future[None]:
        """Done when everything that was handed over until now is safe, or has failed."""
        ...

    async def fetch_all(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        """What a query finds."""
        ...

    async def close(self) -> None:
        """Write what waits, and close."""
        ...


GROUP_DELAY = 0.001  # seconds to let others join a commit, for each write of the last one: a commit costs ten writes
MAX_GROUP_DELAY = 0.02  # seconds of that at most: only a server that is busy all the time comes to it
GROUP_THRESHOLD = (
    4  # writes of one commit that are much company; with fewer, waiting would cost people more than it saves
)
LOG_INTERVAL = 10.0  # seconds before the log hears of the same trouble again
log = logging.getLogger("domik.server")


class PendingWrite:
    """One thing to write and whoever waits for it."""

    __slots__ = ("done", "loop", "rows", "statements")

    def __init__(
        self, rows: Sequence[JournalRow], statements: Sequence[Statement], loop: asyncio.AbstractEventLoop
    ) -> None:
        self.rows = rows
        self.statements = statements
        self.loop = loop
        self.done: asyncio.Future[None] = loop.create_future()

    def resolve(self, error: Exception | None) -> None:
        """Say in the event loop how it went."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Committer(Protocol):
    """A database as the writer's thread sees it."""

    def commit(self, batch: list[PendingWrite]) -> list[Exception | None]:
        """Write them together, and say of each how it went."""
        ...

    def idle_timeout(self) -> float | None:
        """How many seconds without work are worth a `rest`; None when there is nothing to do in it."""
        ...

    def run_maintenance(self) -> None:
        """There is nothing to write: do what was put off."""
        ...

    def close(self) -> None:
        """The end."""
        ...


class Writer:
    """The writer's thread of one database. Whatever the database throws, the thread goes on."""

    def __init__(self, ledger: Committer) -> None:
        self._committer = ledger
        self._queue: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._run, name="domik-writer", daemon=True)
        self._last_logged: dict[str, float] = {}
        self.commits = 0
        self.writes = 0
        self._worker.start()

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[JournalRow] = ()) -> asyncio.Future[None]:
        """Write rows of the journal and run the statements; when the future is done, it is on the disk."""
        write = PendingWrite(rows, statements, asyncio.get_running_loop())
        self._queue.put(write)
        return write.done

    def queue_length(self) -> int:
        """How many wait to be written."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what waits, and stop."""
        self._queue.put(None)
        self._worker.join()

    def _run(self) -> None:
        stopping, company = False, 0
        while not stopping:
            batch: list[PendingWrite] = []
            item = self._next()
            if company >= GROUP_THRESHOLD:
                time.sleep(min(MAX_GROUP_DELAY, company * GROUP_DELAY))
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
                self._resolve(list(zip(batch, self._commit(batch), strict=True)))
            company = len(batch)
        try:
            self._committer.close()
        except Exception:
            log.exception("the data could not be closed well")

    def _next(self) -> PendingWrite | None:
        """Wait for work; when there is none for a while, do what was put off."""
        try:
            return self._queue.get(timeout=self._committer.idle_timeout())
        except queue.Empty:
            try:
                self._committer.run_maintenance()
            except Exception as error:  # whatever it is, the next writes are worth a try
                self._log_error(error)
            return self._queue.get()

    def _commit(self, batch: list[PendingWrite]) -> list[Exception | None]:
        try:
            results = self._committer.commit(batch)
        except Exception as error:  # a ledger does not throw; if it does, those who wait must still hear of it
            results = [WriteFailed(error)] * len(batch)
        self.commits += any(error is None for error in results)
        for failure in results:
            if failure is None:
                self.writes += 1
            else:
                self._log_error(failure)
        return results

    def _log_error(self, error: Exception) -> None:
        """One line in the log, and not the same one all the time."""
        why = getattr(error, "why", error)
        line, at = f"{type(why).__name__}: {why}", time.monotonic()
        if at - self._last_logged.get(line, -LOG_INTERVAL) >= LOG_INTERVAL:
            self._last_logged = {line: at}
            log.error("the data could not be written: %s", line)

    def _resolve(self, results: list[tuple[PendingWrite, Exception | None]]) -> None:
        """One wake-up of each event loop for the whole batch."""
        loops = {write.loop for write, _ in results}
        for loop in loops:
            mine = [(write, error) for write, error in results if write.loop is loop]
            try:
                loop.call_soon_threadsafe(_resolve_all, mine)
            except RuntimeError:  # that loop is closed: nobody waits there any more
                continue


def _resolve_all(results: list[tuple[PendingWrite, Exception | None]]) -> None:
    for write, error in results:
        write.resolve(error)
