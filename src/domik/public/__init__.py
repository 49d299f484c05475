"""The public face: what `import domik` offers, in words instead of masks."""

from domik.kernel.errors import BadComponents, BadNotation, BadOption, BadRecord, DomikError
from domik.public.errors import RefusedMove
from domik.public.move import Move, Moves
from domik.public.play import Play
from domik.public.player import Player, bot
from domik.public.result import Points, Result, Tally
from domik.public.start import load, new, titles
from domik.public.view import View

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
