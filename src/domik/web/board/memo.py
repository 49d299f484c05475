"""The memo of drawings: what was drawn is kept for the next drawing, and how much of it is decided here.

More would gain nothing for eighty tables that are played at once (docs/decisions/0071): what hits is nearly always
the drawing of the same move for the next page. All caches of drawings have this size.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

MARKUP = 256  # results kept of a function that draws a thing, which looks the same at many tables
FRAGMENTS = 256  # of a function that draws what is on one table: its next drawing asks for it again

Given = ParamSpec("Given")
Result = TypeVar("Result")


def memo(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Keep the latest results of a function of hashable arguments."""
    return cast("Callable[Given, Result]", lru_cache(maxsize=MARKUP)(function))


def fragment_memo(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The same for a function that returns a `Fragment`."""
    return cast("Callable[Given, Result]", lru_cache(maxsize=FRAGMENTS)(function))
