"""Refusals by the table itself, as opposed to the rules of the game."""

from __future__ import annotations

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Argument, Phrase


class TableError(DomikError):
    """A request that the table refuses."""


def refuse(key: str, **args: Argument) -> TableError:
    """Build the error of this key under [table.error]."""
    return TableError(Phrase(f"table.error.{key}", args))
