"""The interface between the repositories and a database, and the writer thread that groups commits.

Statements are written once, in what SQLite and PostgreSQL both understand: `?` for values, `ON CONFLICT` instead of
`INSERT OR ...`, booleans as 0 and 1, times as whole milliseconds.
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

Statement = tuple[str, tuple[object, ...]]  # SQL with a `?` for each value
JournalRow = tuple[str, int, bytes]  # table id, entry number, encoded entry


class WriterStats(Protocol):
    """Counters of the writer; fewer commits than writes means that writes were grouped."""

    commits: int
    writes: int

    def queue_length(self) -> int: ...


class Database(Protocol):
    """A database with a single writer. A future from `write` is done when the data are durable."""

    @property
    def writer(self) -> WriterStats: ...

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[JournalRow] = ()) -> asyncio.Future[None]:
        """Write journal rows, then run the statements, atomically; WriteFailed means that nothing was written."""
        ...

    def flush(self) -> asyncio.Future[None]:
        """Done when everything queued until now is durable or has failed."""
        ...

    async def fetch_all(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        """The rows of a query; ReadFailed where it cannot be run."""
        ...

    def contains(self, column: str) -> str:
        """SQL that says whether the bytes of a column contain those of a `?`."""
        ...

    async def fold(self) -> None:
        """Leave nothing of what was deleted in the files of the data, as far as this database can."""
        ...

    async def probe(self) -> None:
        """Write something and wait until it is durable; WriteFailed or DataCorrupt where the data are not usable."""
        ...

    async def close(self) -> None:
        """Write what is queued, and close."""
        ...


GROUP_DELAY = 0.001  # seconds to wait for more writes, per write of the last commit: a commit costs about ten writes
MAX_GROUP_DELAY = 0.02  # upper bound of that delay in seconds; only a server that is always busy reaches it
GROUP_THRESHOLD = (
    4  # writes in the last commit from which waiting pays; with fewer, the added latency costs more than it saves
)
LOG_INTERVAL = 10.0  # seconds before the same error is logged again
log = logging.getLogger("domik.server")


class PendingWrite:
    """A queued write and the future of the caller that awaits it."""

    __slots__ = ("done", "loop", "rows", "statements")

    def __init__(
        self, rows: Sequence[JournalRow], statements: Sequence[Statement], loop: asyncio.AbstractEventLoop
    ) -> None:
        self.rows = rows
        self.statements = statements
        self.loop = loop
        self.done: asyncio.Future[None] = loop.create_future()

    def resolve(self, error: Exception | None) -> None:
        """Set the future's outcome; call it in the event loop of the write."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Committer(Protocol):
    """A database as seen from the writer thread."""

    def commit(self, batch: list[PendingWrite]) -> list[Exception | None]:
        """Write a batch together; return the error of each write, None for success."""
        ...

    def idle_timeout(self) -> float | None:
        """Seconds without work after which to call `run_maintenance`; None for never."""
        ...

    def run_maintenance(self) -> None:
        """Do postponed work while the queue is empty."""
        ...

    def close(self) -> None: ...


class Writer:
    """The writer thread of one database. It survives every exception that the database raises."""

    def __init__(self, ledger: Committer) -> None:
        self._committer = ledger
        self._queue: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._run, name="domik-writer", daemon=True)
        self._last_logged: dict[str, float] = {}
        self.commits = 0
        self.writes = 0
        self._worker.start()

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[JournalRow] = ()) -> asyncio.Future[None]:
        """Queue journal rows and statements; the future is done when they are durable."""
        write = PendingWrite(rows, statements, asyncio.get_running_loop())
        self._queue.put(write)
        return write.done

    def queue_length(self) -> int:
        return self._queue.qsize()

    def close(self) -> None:
        """Write what is queued, and stop."""
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
        """Wait for work; after a while without any, run maintenance."""
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
        except Exception as error:  # a committer should not raise; if it does, callers must still get an answer
            results = [WriteFailed(error)] * len(batch)
        self.commits += any(error is None for error in results)
        for failure in results:
            if failure is None:
                self.writes += 1
            else:
                self._log_error(failure)
        return results

    def _log_error(self, error: Exception) -> None:
        """Log an error unless the same one was logged within LOG_INTERVAL."""
        why = getattr(error, "why", error)
        line, at = f"{type(why).__name__}: {why}", time.monotonic()
        if at - self._last_logged.get(line, -LOG_INTERVAL) >= LOG_INTERVAL:
            self._last_logged = {line: at}
            log.error("the data could not be written: %s", line)

    def _resolve(self, results: list[tuple[PendingWrite, Exception | None]]) -> None:
        """Resolve a whole batch with one wake-up per event loop."""
        loops = {write.loop for write, _ in results}
        for loop in loops:
            mine = [(write, error) for write, error in results if write.loop is loop]
            try:
                loop.call_soon_threadsafe(_resolve_all, mine)
            except RuntimeError:  # that loop is closed, so no caller is waiting in it
                continue


def _resolve_all(results: list[tuple[PendingWrite, Exception | None]]) -> None:
    for write, error in results:
        write.resolve(error)
