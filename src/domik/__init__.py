"""Domik plays four little-house board games: `domik.new("treehouse", seats=3)` deals one (docs/python.md)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domik.kernel.errors import BadComponents as BadComponents
    from domik.kernel.errors import BadNotation as BadNotation
    from domik.kernel.errors import BadOption as BadOption
    from domik.kernel.errors import BadPosition as BadPosition
    from domik.kernel.errors import BadRecord as BadRecord
    from domik.kernel.errors import DomikError as DomikError
    from domik.kernel.errors import IllegalMove as IllegalMove
    from domik.public.errors import RefusedMove as RefusedMove
    from domik.public.move import Move as Move
    from domik.public.move import Moves as Moves
    from domik.public.play import Play as Play
    from domik.public.position import TablePosition as TablePosition
    from domik.public.position import position as position
    from domik.public.result import Points as Points
    from domik.public.result import Result as Result
    from domik.public.result import Tally as Tally
    from domik.public.start import Player as Player
    from domik.public.start import bot as bot
    from domik.public.start import load as load
    from domik.public.start import new as new
    from domik.public.start import titles as titles
    from domik.public.view import View as View
    from domik.reviews import review as review

__version__ = "0.2.0"

try:
    import librt  # noqa: F401 - its arrays load when they are used
except ImportError:  # a pure install, which does without
    from domik.kernel.plain_vec import plain_vecs

    sys.modules["librt.vecs"] = plain_vecs()

# Where the public names live: they are loaded when first asked for, so that commands start at once.
HOMES = {
    "kernel.errors": (
        "BadComponents",
        "BadNotation",
        "BadOption",
        "BadPosition",
        "BadRecord",
        "DomikError",
        "IllegalMove",
    ),
    "public.errors": ("RefusedMove",),
    "public.move": ("Move", "Moves"),
    "public.play": ("Play",),
    "public.position": ("TablePosition", "position"),
    "public.result": ("Points", "Result", "Tally"),
    "public.start": ("Player", "bot", "load", "new", "titles"),
    "public.view": ("View",),
    "reviews": ("review",),
}
__all__ = tuple(name for names in HOMES.values() for name in names)


def __getattr__(name: str) -> object:
    """A public name, loaded now."""
    from importlib import import_module

    for home, names in HOMES.items():
        if name in names:
            return getattr(import_module(f"domik.{home}"), name)
    raise AttributeError(f"module 'domik' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What there is to see, before anything is loaded."""
    return sorted([*globals(), *__all__])
