"""Points with reasons: a score is never a bare number, a winner never a bare name."""

from __future__ import annotations

from dataclasses import dataclass

from domik.kernel.phrase import Phrase


def format_halves(doubled: int) -> str:
    """Doubled points as people write them: 12½."""
    whole, rest = divmod(abs(doubled), 2)
    sign = "−" if doubled < 0 else ""
    return f"{sign}{whole if whole or not rest else ''}{'½' if rest else ''}"


@dataclass(frozen=True)
class ScoreLine:
    """One reason for points: the clause, the seat, how many (doubled where a game counts halves), and what for."""

    clause: str
    seat: int
    points: int
    reason: Phrase


@dataclass(frozen=True)
class GameOutcome:
    """Who won and by which clause."""

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
    """A place of a seat's own board that was come to on the way, and what happened there."""

    place: int  # as the board numbers its places; a drawing marks it with data-place="SEAT.PLACE"
    what: Phrase


@dataclass(frozen=True)
class GameEvent:
    """Something everybody saw, for the log; seat is -1 when it is nobody's doing."""

    seat: int
    what: Phrase
    clause: str = ""
    stops: tuple[PathStop, ...] = ()  # a way that can be walked place by place
    recap: int = 0  # the round that this ends, where the game can sum it up
