"""When the solver must come to an end."""

from __future__ import annotations

import time
from typing import final


@final
class Deadline:
    """A moment in this process's CPU time; 0 is never."""

    def __init__(self, until: float) -> None:
        self.until: float = until

    def is_over(self) -> bool:
        """Whether it has come."""
        return self.until > 0.0 and time.process_time() >= self.until
