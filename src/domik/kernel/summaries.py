"""A finished game as one table: where in it every line of the tally stands.

A game's `words.ledger`, where it has one, names the columns of one seat's table (COLUMNS) and puts each line into it
(`spot`). Without columns the seats are the columns, and one table serves all of them; without a `words.ledger` every
reason is a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from domik.kernel.phrase import Phrase


class ScoreColumn(NamedTuple):
    """One heading."""

    heading: Phrase
    mark: str = ""  # a room colour, whose own shape then stands there


class ScoreCell(NamedTuple):
    """Where a line of the tally stands."""

    row: Phrase
    column: int = -1  # of the game's columns; -1: of none, only its sum is written
    note: str = ""  # written beside the points: a factor, a count
    theirs: str = ""  # the count of the other seat, where seats are the columns


class RecapShare(NamedTuple):
    """What one seat has of a part, and what that brought."""

    held: int
    points: int


class RecapPart(NamedTuple):
    """One row: a colour, a kind, a goal."""

    heading: Phrase
    mark: str  # a room colour, whose own shape then stands there; or nothing
    worth: str  # as it is written: x2
    meaning: Phrase | None  # of a worth that somebody changed
    by: int  # who changed it; -1: nobody
    shares: tuple[RecapShare, ...]  # by seat


class RoundRecap(NamedTuple):
    """A whole round."""

    title: Phrase
    clause: str
    parts: tuple[RecapPart, ...]
    remark: Phrase | None  # the one thing worth saying about it

    def total(self, seat: int) -> int:
        """What a seat got in all."""
        return sum(part.shares[seat].points for part in self.parts)


class GameProgress(NamedTuple):
    """A place on the way through a game."""

    what: Phrase  # as people say it: "Round 3 of 12"
    at: int  # from 1 on
    of: int


NOBODY = -1  # when nobody begins


@dataclass(frozen=True)
class ComponentLabel:
    """A card, tile, room, tool or goal that can be counted: which sort of thing it is, and its name."""

    sort: str  # a word of the report: [balance.sort.*]
    name: Phrase
