"""One thread that writes: all that waits goes into one transaction, so a hundred moves cost one flush of the disk."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache

GATHERING = 0.001  # seconds to let others join a commit, for each write of the last one: a commit costs ten writes
LONGEST = 0.02  # seconds of that at most: only a server that is busy all the time comes to it
CROWD = 4  # writes of one commit that are much company; with fewer, waiting would cost people more than it saves
LEISURE = 1.0  # seconds without work before a checkpoint
MOST_UNFOLDED = 20_000  # commits after which any pause will do
MOST_ROWS = 100  # of one statement
Job = Callable[[sqlite3.Connection], None]
Row = tuple[str, int, bytes]  # of the journal: table, number, entry


class Write:
    """One thing to write and whoever waits for it."""

    def __init__(self, rows: Sequence[Row], job: Job | None, loop: asyncio.AbstractEventLoop) -> None:
        self.rows = rows
        self.job = job
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


class Writer:
    """The writer thread of one SQLite file."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._run, name="domik-writer", daemon=True)
        self.commits = 0
        self._folded = 0
        self.writes = 0
        self._worker.start()

    def write(self, job: Job | None, rows: Sequence[Row] = ()) -> asyncio.Future[None]:
        """Write rows of the journal, and run the job; when the future is done, it is on the disk."""
        write = Write(rows, job, asyncio.get_running_loop())
        self._queue.put(write)
        return write.done

    def all_written(self) -> asyncio.Future[None]:
        """Done when everything that was handed over until now is on the disk, or has failed."""
        return self.write(None)

    def close(self) -> None:
        """Write what waits, and stop."""
        self._queue.put(None)
        self._worker.join()

    def _run(self) -> None:
        connection = self._connect()
        stopping, company = False, 0
        while not stopping:
            batch: list[Write] = []
            item = self._next(connection)
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
                self._commit(connection, batch)
            company = len(batch)
        connection.close()

    def _next(self, connection: sqlite3.Connection) -> Write | None:
        """Wait for work; when there is none for a while, fold the write-ahead log into the file."""
        try:
            since = self.commits - self._folded
            return self._queue.get(timeout=LEISURE if 0 < since < MOST_UNFOLDED else 0.0 if since else None)
        except queue.Empty:
            with contextlib.suppress(sqlite3.OperationalError):  # somebody reads just now: next time
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._folded = self.commits
            return self._queue.get()

    def _commit(self, connection: sqlite3.Connection, batch: list[Write]) -> None:
        """All in one transaction; if that fails, each on its own, so that one bad job spoils no other."""
        error = self._attempt(connection, batch)
        if error is None or len(batch) == 1:
            self._tell([(write, error) for write in batch])
            return
        self._tell([(write, self._attempt(connection, [write])) for write in batch])

    def _attempt(self, connection: sqlite3.Connection, batch: list[Write]) -> Exception | None:
        try:
            connection.execute("BEGIN IMMEDIATE")
            insert(connection, [row for write in batch for row in write.rows])
            for write in batch:
                if write.job is not None:
                    write.job(connection)
            connection.execute("COMMIT")
        except Exception as error:  # whatever it is, it goes to those who wait
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return error
        self.commits += 1
        self.writes += len(batch)
        return None

    def _tell(self, results: list[tuple[Write, Exception | None]]) -> None:
        """One wake-up of each event loop for the whole batch."""
        loops = {write.loop for write, _ in results}
        for loop in loops:
            mine = [(write, error) for write, error in results if write.loop is loop]
            try:
                loop.call_soon_threadsafe(_tell_all, mine)
            except RuntimeError:  # that loop is closed: nobody waits there any more
                continue


def insert(connection: sqlite3.Connection, rows: list[Row]) -> None:
    """Rows of many tables in one statement: for every statement the event loop and this thread change places."""
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        connection.execute(_insertion(len(some)), [value for row in some for value in row])


@lru_cache(maxsize=MOST_ROWS)
def _insertion(rows: int) -> str:
    return "INSERT INTO journal VALUES " + ", ".join(["(?, ?, ?)"] * rows)


def _tell_all(results: list[tuple[Write, Exception | None]]) -> None:
    for write, error in results:
        write.tell(error)
