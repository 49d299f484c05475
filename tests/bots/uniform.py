"""Whether all worlds there are come up alike."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

World = TypeVar("World", bound=Hashable)


def assert_uniform(counts: Counter[World], worlds: Sequence[World], draws: int) -> None:
    """All worlds and no others, and none more often than chance allows: chi-square within five deviations."""
    assert set(counts) <= set(worlds), "a world that cannot be"
    expected = draws / len(worlds)
    chi = sum((counts[world] - expected) ** 2 / expected for world in worlds)
    freedom = len(worlds) - 1
    assert abs(chi - freedom) < 5 * math.sqrt(2 * freedom) + 5, (chi, freedom)
