"""Ctrl-C in the middle of a long run."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType


class Interruption:
    """Ctrl-C ends the run between two parts; what is being kept is kept whole."""

    def __init__(self) -> None:
        self.stopped = False
        self.keeping = False

    def __enter__(self) -> Interruption:
        self.main = threading.current_thread() is threading.main_thread()
        if self.main:
            self.before = signal.signal(signal.SIGINT, self.heard)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if self.main:
            signal.signal(signal.SIGINT, self.before)
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self.stopped = True
            return True
        return False

    def heard(self, number: int, frame: FrameType | None) -> None:
        """Stop now, or as soon as the part in hand is kept."""
        self.stopped = True
        if not self.keeping:
            raise KeyboardInterrupt
