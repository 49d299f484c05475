"""Progress bars on standard error, so that output can be piped; they disappear when done."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn


def time_bar() -> Progress:
    return build_bar()


def count_bar() -> Progress:
    """A bar with a count of finished items."""
    return build_bar(MofNCompleteColumn())


def build_bar(*columns: ProgressColumn) -> Progress:
    shown = (TextColumn("{task.description}"), BarColumn(), *columns, TimeRemainingColumn())
    return Progress(*shown, console=Console(stderr=True), transient=True)
