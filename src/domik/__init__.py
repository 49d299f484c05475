"""Domik plays four little-house board games: `domik.new("treehouse", seats=3)` deals one (docs/python.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domik.public import (
        BadComponents,
        BadNotation,
        BadOption,
        BadRecord,
        DomikError,
        Move,
        Moves,
        Play,
        Player,
        Points,
        RefusedMove,
        Result,
        Tally,
        View,
        bot,
        load,
        new,
        titles,
    )

__version__ = "0.1.0"
__all__ = [
    "BadComponents",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "DomikError",
    "Move",
    "Moves",
    "Play",
    "Player",
    "Points",
    "RefusedMove",
    "Result",
    "Tally",
    "View",
    "bot",
    "load",
    "new",
    "titles",
]


def __getattr__(name: str) -> object:
    """The public names are loaded when first asked for, so that commands start at once."""
    if name not in __all__:
        raise AttributeError(f"module 'domik' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module("domik.public"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """What there is to see, before anything is loaded."""
    return sorted([*globals(), *__all__])
