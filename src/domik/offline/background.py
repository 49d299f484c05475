"""Background work in a worker of the browser, which ends with the work (Background in server/bots/background.py)."""

from __future__ import annotations

import pickle
from collections.abc import AsyncGenerator, Iterator
from typing import Any

from domik.offline.browser import BrowserPage
from domik.server.bots.background import Work


class BackgroundWorker:
    def __init__(self, page: BrowserPage) -> None:
        self._page = page

    async def stream(self, work: Work, *given: Any) -> AsyncGenerator[bytes, None]:
        job = self._page.work(pickle.dumps((work, given)))
        try:
            while (piece := await job.next()) is not None:
                yield piece
        finally:
            job.end()

    async def close(self) -> None:
        """A worker ends with its page."""


def pieces(job: bytes) -> Iterator[bytes]:
    """In the background worker: what the work yields."""
    work, given = pickle.loads(job)
    found: Iterator[bytes] = work(*given)
    return found
