"""What one round of a game brought: part by part what it was worth, and who got how much of it.

A game's `words.recap.recap(match, view, round, told)`, where it has one, says it of a round that is over, from what
everybody may know; events that end a round name it (`Event.recap`).
"""

from __future__ import annotations

from typing import NamedTuple

from domik.kernel.phrase import Phrase


class Share(NamedTuple):
    """What one seat has of a part, and what that brought."""

    held: int
    points: int


class Part(NamedTuple):
    """One row: a colour, a kind, a goal."""

    heading: Phrase
    mark: str  # a room colour, whose own shape then stands there; or nothing
    worth: str  # as it is written: x2
    meaning: Phrase | None  # of a worth that somebody changed
    by: int  # who changed it; -1: nobody
    shares: tuple[Share, ...]  # by seat


class Recap(NamedTuple):
    """A whole round."""

    title: Phrase
    clause: str
    parts: tuple[Part, ...]
    remark: Phrase | None  # the one thing worth saying about it

    def total(self, seat: int) -> int:
        """What a seat got in all."""
        return sum(part.shares[seat].points for part in self.parts)
