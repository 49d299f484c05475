"""Treehouse's points as a table: rounds by colours."""

from __future__ import annotations

from typing import Final

from domik.games.treehouse.rules.naming import colour_phrase
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.kernel.ledger import Column, Spot
from domik.kernel.phrase import Phrase
from domik.kernel.tally import Line

COLUMNS: Final = tuple(Column(colour_phrase(number), name) for number, name in enumerate(COLOUR_NAMES))
PLACES: Final = {column.heading: number for number, column in enumerate(COLUMNS)}
NOTES: Final = {"tally.double": "×2", "tally.most": "↑", "tally.fewest": "↓"}


def spot(line: Line) -> Spot:
    """A colour's points stand under it, in the row of their round or of the colour cards (TH-45, TH-50)."""
    args = line.reason.args
    colour = args.get("colour")
    if not isinstance(colour, Phrase):
        return Spot(line.reason)
    row = Phrase("ledger.round", {"n": args["round"]}) if "round" in args else Phrase("ledger.colour_card")
    return Spot(row, PLACES[colour], NOTES.get(line.reason.key, ""))
