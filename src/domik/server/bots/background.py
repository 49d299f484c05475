"""Low-priority background work that streams its results: the interface, and its implementation by a process."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Protocol

from domik.server.bots.worker import exit_with_parent

NICENESS = 19  # bots that have to move come first
Work = Callable[..., Iterator[bytes]]  # a function of a module, since it is called by its name elsewhere


class Background(Protocol):
    """Somewhere to work where no page waits for it."""

    def stream(self, work: Work, *given: Any) -> AsyncGenerator[bytes, None]:
        """What `work(*given)` yields; closing the generator ends the work."""
        ...

    async def close(self) -> None: ...


class BackgroundProcess:
    """One process at a time, with the lowest priority."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "domik-background")

    async def stream(self, work: Work, *given: Any) -> AsyncGenerator[bytes, None]:
        """What `work(*given)` yields in a process of its own; closing the generator ends the process."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=send_pieces, args=(work, given, theirs), daemon=True)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, process.start)
            theirs.close()
            while (piece := await loop.run_in_executor(self._threads, receive_piece, ours)) is not None:
                yield piece
        finally:
            if process.is_alive():
                process.terminate()
            with contextlib.suppress(OSError):
                ours.close()

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)


def send_pieces(work: Work, given: tuple[Any, ...], pipe: Connection) -> None:
    """Process entry point."""
    lower_priority()
    for piece in work(*given):
        pipe.send_bytes(piece)
    pipe.close()


def lower_priority() -> None:
    exit_with_parent()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)


def receive_piece(pipe: Connection) -> bytes | None:
    """The next piece, or None at the end of the stream."""
    try:
        return pipe.recv_bytes()
    except (EOFError, OSError):
        return None
