"""What a plan is for: which cabins are asked for, and what the others are worth (CC-42, CC-43)."""

from __future__ import annotations

from dataclasses import dataclass

from domik.games.cabin.rules.scoring import scenario_of, verdict_of
from domik.games.cabin.rules.state import *
from domik.kernel.state import State
from domik.kernel.title import Match


@dataclass(frozen=True)
class Goal:
    """What counts for one seat of a match."""

    match: Match
    seat: int
    asks: bool  # whether a cabin as it is asked for goes before every other one
    others_count: bool  # whether a cabin that is not as it is asked for may score at all

    def fits(self, after: State) -> bool:
        """Whether the cabin of a seat whose life is over is as it is asked for; always where nothing is asked."""
        if scenario_of(self.match) is not None:
            return verdict_of(self.match, after.view()).reached()
        return not self.asks or self.number(after, COPY) == COPIED

    def points(self, after: State) -> int:
        """Doubled points of a seat whose life is over, as far as the others' cabins are known."""
        return self.number(after, POINTS) if self.others_count or self.fits(after) else 0

    def number(self, state: State, offset: int) -> int:
        """A number of the seat's own block."""
        return int(state.numbers[SEAT + SEAT_SIZE * self.seat + offset])


def goal_of(match: Match, state: State, seat: int) -> Goal:
    """A scenario asks for a cabin; so does a model while somebody else has copied it, or still may (CC-42).

    With nobody left who could, every cabin counts: the best one is wanted, copy or not.
    """
    if scenario_of(match) is not None:
        return Goal(match, seat, asks=True, others_count=True)
    if not match.options["template"]:
        return Goal(match, seat, asks=False, others_count=True)
    others = [SEAT + SEAT_SIZE * other for other in range(match.seats) if other != seat]
    copied = any(int(state.numbers[at + COPY]) == COPIED for at in others)
    planning = any(int(state.numbers[at + STAGE]) < LIVES for at in others)
    return Goal(match, seat, asks=copied or planning, others_count=not copied)
