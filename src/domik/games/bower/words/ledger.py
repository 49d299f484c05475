"""Bower's eggs as a table: goals by seat, with what each nest shows for them."""

from __future__ import annotations

from typing import Final

from domik.kernel.ledger import Column, Spot
from domik.kernel.phrase import Phrase
from domik.kernel.tally import Line

COLUMNS: Final[tuple[Column, ...]] = ()
GOALS: Final = (("surface", "ledger.group"), ("goal", "ledger.column"), ("tile", "ledger.ornament"))

NAMED: Final = ("surface", "column", "goal", "tile")


def spot(line: Line) -> Spot:
    """A group, a column or a bonus tile (BW-51 to BW-53, BW-32), and both counts."""
    args = line.reason.args
    key = next((key for name, key in GOALS if name in args), "")
    if not key:
        return Spot(line.reason)
    row = Phrase(key, {name: args[name] for name in NAMED if name in args})
    return Spot(row, note=str(args.get("mine", 1)), theirs=str(args.get("theirs", 0)))  # BW-53: exactly 1 to 0
