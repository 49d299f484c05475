"""A finished game as one table: where in it every line of the tally stands.

A game's `words.ledger`, where it has one, names the columns of one seat's table (COLUMNS) and puts each line into it
(`spot`). Without columns the seats are the columns, and one table serves all of them; without a `words.ledger` every
reason is a row.
"""

from __future__ import annotations

from typing import NamedTuple

from domik.kernel.phrase import Phrase


class Column(NamedTuple):
    """One heading."""

    heading: Phrase
    mark: str = ""  # a room colour, whose own shape then stands there


class Spot(NamedTuple):
    """Where a line of the tally stands."""

    row: Phrase
    column: int = -1  # of the game's columns; -1: of none, only its sum is written
    note: str = ""  # written beside the points: a factor, a count
    theirs: str = ""  # the count of the other seat, where seats are the columns
