"""The layout of score tables and round summaries: where each line of the tally belongs.

A game may name the columns of one seat's table and place each line in it (`score_columns` and `score_cell` of GameWords
in kernel/contract.py). Without columns the seats are the columns, and one table serves all of them; without
`score_cell` every reason is a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from domik.kernel.phrase import Phrase


class ScoreColumn(NamedTuple):
    """A column of one seat's score table."""

    heading: Phrase
    mark: str = ""  # a room colour, shown by its shape


class ScoreCell(NamedTuple):
    """The place of a tally line in the score table."""

    row: Phrase
    column: int = -1  # index into the game's columns; -1: only the total is shown
    note: str = ""  # shown beside the points: a factor, a count
    theirs: str = ""  # the other seat's count, where seats are the columns


class RecapShare(NamedTuple):
    """How much of a part one seat has, and the points for it."""

    held: int
    points: int


class RecapPart(NamedTuple):
    """One row of a round summary: a colour, a kind or a goal."""

    heading: Phrase
    mark: str  # a room colour, shown by its shape; or empty
    worth: str  # as shown: x2
    meaning: Phrase | None  # explains a worth that was changed
    by: int  # the seat that changed it, or -1
    shares: tuple[RecapShare, ...]  # by seat


class RoundRecap(NamedTuple):
    """The summary of one round."""

    title: Phrase
    clause: str
    parts: tuple[RecapPart, ...]
    remark: Phrase | None  # a remark on the round, if any

    def total(self, seat: int) -> int:
        return sum(part.shares[seat].points for part in self.parts)


class GameProgress(NamedTuple):
    """A position within the game, such as round 3 of 12."""

    what: Phrase  # such as "Round 3 of 12"
    at: int  # counted from 1
    of: int
    choice: Phrase | None = None  # which choice of it, such as "Round 3, pick 2 of 5", where the game counts them


NOBODY = -1  # a game without a starting player


@dataclass(frozen=True)
class ComponentLabel:
    """A component that statistics count (card, tile, room, tool, goal): its sort and its name."""

    sort: str  # a key of the report's texts: [balance.sort.*]
    name: Phrase
