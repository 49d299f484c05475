"""Dream Home's points as a table: rooms and furnishings by what they score for."""

from __future__ import annotations

from typing import Final

from domik.kernel.ledger import Column, Spot
from domik.kernel.phrase import Phrase
from domik.kernel.tally import Line

COLUMNS: Final = (
    Column(Phrase("ledger.room")),
    Column(Phrase("ledger.beside")),
    Column(Phrase("ledger.furnishing")),
)
UNDER: Final = {"tally.room": 0, "tally.rooms": 0, "tally.beside": 1, "tally.furnishing": 2, "tally.designer": 2}


def spot(line: Line) -> Spot:
    """A room's size and neighbour, a furnishing and its designer in one row each (DH-60, DH-26, DH-61, DH-50)."""
    args, column = line.reason.args, UNDER.get(line.reason.key, -1)
    name = args.get("furnishing" if column == 2 else "room")
    if column < 0 or not isinstance(name, Phrase):
        return Spot(line.reason)
    return Spot(name, column, f"×{args['n']}" if line.reason.key == "tally.rooms" else "")
