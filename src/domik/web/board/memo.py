"""The memo of drawings: what was drawn once is kept, and how much of it is decided here."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

# Results kept of each function: more gains nothing for a hundred tables that are played at once (docs/decisions/0016)
SIZE = 1024

Given = ParamSpec("Given")
Result = TypeVar("Result")


def memo(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Keep the latest results of a function of hashable arguments."""
    return cast("Callable[Given, Result]", lru_cache(maxsize=SIZE)(function))
