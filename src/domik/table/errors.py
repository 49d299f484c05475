"""What a table refuses, for a reason of its own and not of the game's rules."""

from __future__ import annotations

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Argument, Phrase


class TableError(DomikError):
    """The table says no."""


def refuse(key: str, **args: Argument) -> TableError:
    """The refusal of that name."""
    return TableError(Phrase(f"table.error.{key}", args))
