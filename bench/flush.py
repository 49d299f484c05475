"""How long this disk takes to make one small write durable: what no durable move can undercut."""

from __future__ import annotations

import os
import tempfile
import time


def flushes(count: int) -> list[float]:
    """How long one small durable write takes on this disk, in milliseconds, sorted."""
    found = []
    with tempfile.TemporaryFile() as file:
        for _ in range(count):
            time.sleep(0.005)
            began = time.perf_counter()
            os.write(file.fileno(), b"x" * 4096)
            os.fsync(file.fileno())
            found.append(1000 * (time.perf_counter() - began))
    return sorted(found)
