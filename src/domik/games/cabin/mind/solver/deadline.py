"""Time limit of the solver."""

from __future__ import annotations

import time
from typing import final


@final
class Deadline:
    """A point in this process's CPU time, in seconds; 0 means no limit."""

    def __init__(self, until: float) -> None:
        self.until: float = until

    def is_over(self) -> bool:
        return self.until > 0.0 and time.process_time() >= self.until
