"""A server in a process of its own, for the benches that watch one from outside."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx


@contextlib.contextmanager
def serving(*program: str) -> Iterator[tuple[int, int]]:
    """What Python is told, with a port and a fresh data file behind it, once it answers: its port and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, *program, "--port", str(port), "--data", str(Path(folder, "d.db"))]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _ in range(600):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"http://127.0.0.1:{port}/healthz")
                    break
                time.sleep(0.05)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(15)
