"""Queue of reviews, computed one at a time in a low-priority process; finished reports are stored."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass

from domik.kernel.errors import BadRecord
from domik.kernel.phrase import Phrase
from domik.reviews import Report, iter_reports, parse_report, parse_reviewable
from domik.server.bots.background import Background, BackgroundProcess
from domik.server.http.errors import HttpError, LimitExceeded
from domik.server.store import Store
from domik.table import Table
from domik.table.history import record_of

log = logging.getLogger("domik.server")
MAX_QUEUED = 20  # reviews queued or running
MAX_CACHED = 24  # reports in memory


@dataclass(frozen=True)
class ReviewBudget:
    """Limits for one review; None means the default."""

    seconds: float | None = None
    worlds: int | None = None


@dataclass
class ReviewJob:
    id: str
    record: str
    report: Report | None = None  # latest intermediate report
    is_running: bool = False


def check_finished(table: Table) -> None:
    """Raise HttpError 409 unless the game was played to its end: a review reveals everybody's cards."""
    if not table.is_over:
        raise HttpError(409, Phrase("web.review.not_over"))
    if not table.is_finished:
        raise HttpError(409, Phrase("web.review.given_up"))


def review_in_background(record: str, effort: ReviewBudget) -> Iterator[bytes]:
    """Successive reports as JSON, each more complete than the last."""
    for report in iter_reports(record, seconds=effort.seconds, worlds=effort.worlds):
        yield report.to_json().encode()


class ReviewQueue:
    """Queue, worker task and cache of reports."""

    def __init__(self, store: Store, effort: ReviewBudget | None = None, background: Background | None = None) -> None:
        self.store = store
        self.budget = effort or ReviewBudget()
        self.jobs: OrderedDict[str, ReviewJob] = OrderedDict()  # the first one is running
        self.failed: OrderedDict[str, None] = OrderedDict()
        self._cache: OrderedDict[str, Report] = OrderedDict()
        self._background = background or BackgroundProcess()
        self._runner: asyncio.Task[None] | None = None

    async def load(self, id: str) -> Report | None:
        """The finished report; None if there is none, or if it was written in a format that can no longer be read."""
        found = self._cache.get(id)
        if found is None:
            data = await self.store.reviews.read(id)
            if data is None:  # it may have finished during the read
                return self._cache.get(id)
            try:
                found = await asyncio.to_thread(lambda: parse_report(zlib.decompress(data).decode()))
            except (BadRecord, zlib.error):
                return None
            self._add_to_cache(id, found)
        return found

    def _add_to_cache(self, id: str, report: Report) -> None:
        self._cache[id] = report
        if len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)

    def queue_length(self) -> int:
        return len(self.jobs)

    def queue_position(self, id: str) -> int:
        """Number of reviews ahead of this one; 0 while it is running."""
        return list(self.jobs).index(id)

    async def enqueue(self, table: Table) -> None:
        """Queue a review unless it is stored, queued or running.

        Raises HttpError 409 if the game is not finished, LimitExceeded if the queue is full.
        """
        check_finished(table)
        if table.id in self.jobs or await self.load(table.id) is not None:
            return
        record = record_of(table)
        text = await asyncio.to_thread(record.to_json)
        await asyncio.to_thread(parse_reviewable, text)  # raises here, where the reader sees the error
        if table.id in self.jobs:  # requested by another page during the await
            return
        if len(self.jobs) >= MAX_QUEUED:
            raise LimitExceeded(Phrase("web.review.full", {"n": MAX_QUEUED}))
        self.failed.pop(table.id, None)
        self.jobs[table.id] = ReviewJob(table.id, text)
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.jobs:
            job = next(iter(self.jobs.values()))
            try:
                await self._run_job(job)
            except Exception:
                log.exception("the review of table %s failed", job.id)
                self.failed[job.id] = None
                if len(self.failed) > MAX_QUEUED:
                    self.failed.popitem(last=False)
            finally:
                self.jobs.pop(job.id, None)

    async def _run_job(self, job: ReviewJob) -> None:
        """Run one review in a process, keep each intermediate report for display, and store the last."""
        last = b""
        job.is_running = True
        async with aclosing(self._background.stream(review_in_background, job.record, self.budget)) as found:
            async for last in found:
                job.report = await asyncio.to_thread(parse_report, last.decode())
        if job.report is None or job.report.progress < 1.0:
            raise RuntimeError("the process ended before the review did")
        await self.store.reviews.save(job.id, zlib.compress(last))
        self._add_to_cache(job.id, job.report)

    async def close(self) -> None:
        """Stop the worker; unfinished reviews are lost and have to be requested again."""
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)
        await self._background.close()
