"""Work aside: one process that gives way to everything else and sends what it finds, piece by piece."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from domik.server.bots.worker import exit_with_parent

NICENESS = 19  # of `nice`: a bot that has to move gets the processor at once


def lower_priority() -> None:
    """Runs first in such a process."""
    exit_with_parent()
    if hasattr(os, "nice"):  # not everywhere
        os.nice(NICENESS)


def receive_piece(pipe: Connection) -> bytes | None:
    """The next piece, or None when there will be no more."""
    try:
        return pipe.recv_bytes()
    except (EOFError, OSError):
        return None


async def stream_from_process(
    threads: ThreadPoolExecutor, work: Callable[..., None], *given: Any
) -> AsyncGenerator[bytes, None]:
    """What `work(*given, pipe)` sends from a process of its own; the process is ended with whoever listens."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(*given, theirs), daemon=True)
    loop = asyncio.get_running_loop()
    try:
        await loop.run_in_executor(threads, process.start)
        theirs.close()
        while (piece := await loop.run_in_executor(threads, receive_piece, ours)) is not None:
            yield piece
    finally:
        if process.is_alive():
            process.terminate()
        with contextlib.suppress(OSError):
            ours.close()
