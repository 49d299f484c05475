"""Tests of days begin at noon, universal time: no midnight passes while they run, whenever they are started.

Only Domik's own clock is set (domik.table.clock), which says what day it is; Python's goes right.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import time_ns

import pytest

SHIFT = "DOMIK_TEST_SHIFT"  # nanoseconds; one number for all processes of a run, so that they agree what time it is
NOON = 12 * 3600 * 10**9
DAY = 2 * NOON


def agree() -> None:
    """Choose by how much clocks are wrong in this run, once."""
    os.environ.setdefault(SHIFT, str(NOON - time_ns() % DAY))


def set_clock() -> Iterator[None]:
    """Set Domik's clock in this process; what was true before is true again afterwards."""
    shift = int(os.environ[SHIFT])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("domik.table.clock.time_ns", lambda: time_ns() + shift)
        yield
