"""What the script around Python offers (web/python.js): the seams of the server, as the browser fills them."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from typing import Protocol


class Storage(Protocol):
    """Where data stay when the page is closed; a promise is kept when the browser has them."""

    def append(self, entry: bytes) -> Awaitable[None]:
        """Add an entry to the log."""
        ...

    def replace(self, snapshot: bytes) -> Awaitable[None]:
        """Store a snapshot in place of everything before it, at once."""
        ...


class Job(Protocol):
    """Work in a worker of its own."""

    def next(self) -> Awaitable[bytes | None]:
        """The next piece; None after the last."""
        ...

    def end(self) -> None: ...


class SocketPage(Protocol):
    """Where the application's sockets end."""

    def socket(self, number: int, kind: str, data: bytes | str | None, code: int) -> None:
        """What the application says to a page's socket."""
        ...


class BrowserPage(SocketPage, Protocol):
    """The shell page and its workers."""

    storage: Storage

    def think(self, task: bytes) -> Awaitable[bytes]:
        """A searching bot's decision, made in a worker of its own."""
        ...

    def work(self, job: bytes) -> Job: ...


def set_clock() -> None:
    """Give this Python the clock that thinking is measured with: its only thread has all the time.

    To be called before anything else of Domik is imported.
    """
    if not hasattr(time, "thread_time"):
        vars(time)["thread_time"] = time.perf_counter
