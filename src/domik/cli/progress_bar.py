"""Bars that show how long work goes: on the error stream, so that an answer can be piped, and gone when it is done."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn


def time_bar() -> Progress:
    """How much of its time has gone."""
    return build_bar()


def count_bar() -> Progress:
    """How many of all are done."""
    return build_bar(MofNCompleteColumn())


def build_bar(*columns: ProgressColumn) -> Progress:
    """A bar with its name, these columns, and the time that is left."""
    shown = (TextColumn("{task.description}"), BarColumn(), *columns, TimeRemainingColumn())
    return Progress(*shown, console=Console(stderr=True), transient=True)
