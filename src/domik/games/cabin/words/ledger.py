"""Cozy Cabin's points as a table: months and resources by seat."""

from __future__ import annotations

from typing import Final

from domik.kernel.ledger import Column, Spot
from domik.kernel.phrase import Phrase
from domik.kernel.tally import Line

COLUMNS: Final[tuple[Column, ...]] = ()


def spot(line: Line) -> Spot:
    """What a die or the months left gave (CC-30), without the number, so that seats share the row."""
    args = line.reason.args
    if line.reason.key == "tally.months":
        return Spot(Phrase("ledger.months"))
    resource = args.get("resource")
    return Spot(resource) if isinstance(resource, Phrase) else Spot(line.reason)
