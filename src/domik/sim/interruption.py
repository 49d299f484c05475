"""Graceful Ctrl-C during a long run."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType


class Interruption:
    """Context manager that turns Ctrl-C into a clean stop between two parts of a run.

    While `is_saving` is set the signal is only noted, so that a part is always saved completely.
    """

    def __init__(self) -> None:
        self.is_stopped = False
        self.is_saving = False

    def __enter__(self) -> Interruption:
        self.main = threading.current_thread() is threading.main_thread()
        if self.main:
            self.before = signal.signal(signal.SIGINT, self.handle_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if self.main:
            signal.signal(signal.SIGINT, self.before)
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self.is_stopped = True
            return True
        return False

    def handle_signal(self, number: int, frame: FrameType | None) -> None:
        self.is_stopped = True
        if not self.is_saving:
            raise KeyboardInterrupt
