"""Points with their reasons: every score line and every outcome cites a clause of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from domik.kernel.phrase import Phrase


def format_halves(doubled: int) -> str:
    """Doubled points as players write them: 12½."""
    whole, rest = divmod(abs(doubled), 2)
    sign = "−" if doubled < 0 else ""
    return f"{sign}{whole if whole or not rest else ''}{'½' if rest else ''}"


@dataclass(frozen=True)
class ScoreLine:
    """Points of a seat for one reason, with the clause; doubled where a game counts halves."""

    clause: str
    seat: int
    points: int
    reason: Phrase

    def __reduce__(self) -> tuple[object, ...]:
        return ScoreLine, (self.clause, self.seat, self.points, self.reason)  # a frozen compiled class has no other way


@dataclass(frozen=True)
class GameOutcome:
    winners: tuple[int, ...]
    clause: str
    reason: Phrase


@dataclass(frozen=True)
class RuleObjection:
    """Why a move is refused: the clause, the places or cards concerned (drawing ids), and one sentence."""

    clause: str
    where: tuple[str, ...]
    reason: Phrase


@dataclass(frozen=True)
class PathStop:
    """A place on a seat's own board that was passed on the way, and what happened there."""

    place: int  # the board's number of the place; drawings mark it with data-place="SEAT.PLACE"
    what: Phrase


@dataclass(frozen=True)
class GameEvent:
    """A public event for the log; seat is -1 when no seat caused it."""

    seat: int
    what: Phrase
    clause: str = ""
    stops: tuple[PathStop, ...] = ()  # a path that can be animated place by place
    recap: int = 0  # number of the round that this ends, if the game has a recap of it
