"""Low-priority background work in a process of its own, which streams its results."""

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

NICENESS = 19  # bots that have to move come first


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


async def stream_from_process(
    threads: ThreadPoolExecutor, work: Callable[..., None], *given: Any
) -> AsyncGenerator[bytes, None]:
    """What `work(*given, pipe)` sends from a process of its own; closing the generator ends the process."""
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
