"""Tests of days begin at noon, universal time: no midnight passes while they run, whenever they are started."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

SHIFT = "DOMIK_TEST_SHIFT"  # nanoseconds; one number for all processes of a run, so that they agree what time it is
NOON = 12 * 3600 * 10**9
DAY = 2 * NOON


def agree() -> None:
    """Choose by how much clocks are wrong in this run, once."""
    os.environ.setdefault(SHIFT, str(NOON - time.time_ns() % DAY))


def set_clock() -> Iterator[None]:
    """Set this process's clock; what was true before is true again afterwards."""
    shift, seconds, nanoseconds = int(os.environ[SHIFT]), time.time, time.time_ns
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time_ns", lambda: nanoseconds() + shift)
        patch.setattr(time, "time", lambda: seconds() + shift / 10**9)
        yield
