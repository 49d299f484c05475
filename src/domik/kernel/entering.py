"""Positions that people enter from a real table: what lies where as short texts, objections to it, and its points.

An entry is a place and what lies there, both as the game writes them: `3.1` and `r` for a red room in Treehouse. A game
says which entries it has, builds a position of its own from them and counts it (`GameEntering` in kernel/contract.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TypeVar

from domik.kernel.errors import BadPosition
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameOutcome, ScoreLine

EMPTY = "-"  # what lies on a place that is known to be empty
BY = "by"  # the entry that says how a seat is counted: by picture unless it says NUMBERS
NUMBERS = "numbers"
Spot = TypeVar("Spot", bound=tuple[int, int])  # a place as a game counts them
TABLE = -1  # the seat number of what belongs to nobody, such as the change cards


@dataclass(frozen=True)
class EnteredSeat:
    """What lies before one player."""

    name: str = ""
    entries: Mapping[str, str] = field(default_factory=dict)

    @property
    def by_numbers(self) -> bool:
        """Whether the numbers count and not the picture, which is kept nevertheless."""
        return self.entries.get(BY) == NUMBERS

    def number(self, key: str, default: int = 0) -> int:
        return int(self.entries.get(key, default))


@dataclass(frozen=True)
class EnteredTable:
    """What lies on a real table, as far as it was entered."""

    seats: tuple[EnteredSeat, ...]
    entries: Mapping[str, str] = field(default_factory=dict)  # of nobody's own, such as Bower's goals

    def of(self, seat: int) -> Mapping[str, str]:
        """The entries of a seat, or of the table."""
        return self.entries if seat == TABLE else self.seats[seat].entries

    @property
    def pictures(self) -> list[tuple[int, EnteredSeat]]:
        """The seats that are counted by picture, with their numbers."""
        return [(number, seat) for number, seat in enumerate(self.seats) if not seat.by_numbers]

    def with_entries(self, seat: int, entries: Mapping[str, str]) -> EnteredTable:
        """A copy with all entries of a seat, or of the table, replaced."""
        if seat == TABLE:
            return replace(self, entries=dict(entries))
        seats = list(self.seats)
        seats[seat] = replace(seats[seat], entries=dict(entries))
        return replace(self, seats=tuple(seats))


class Degree(IntEnum):
    """When an objection is said: at once, as a question because the box does not hold it, or when a seat is done."""

    AT_ONCE = 1
    BOX = 2
    DONE = 3


@dataclass(frozen=True)
class PositionObjection:
    """Why what was entered cannot be so: the clause, the seat (or TABLE), its entries concerned, and one sentence."""

    degree: Degree
    clause: str
    seat: int
    where: tuple[str, ...]
    reason: Phrase

    @property
    def key(self) -> str:
        """A short text that names it, by which people say that it counts anyway."""
        return f"{self.clause}/{self.seat + 1}/{','.join(self.where)}"


@dataclass(frozen=True)
class PositionCheck:
    """Something that is judged when a seat is done, in words that hold when nothing objects by its clause."""

    clause: str
    holds: Phrase


@dataclass(frozen=True)
class EntryQuestion:
    """A number that decides now and was not asked before, such as the children in a tie of Dream Home."""

    key: str
    seats: tuple[int, ...]
    clause: str
    text: Phrase


@dataclass(frozen=True)
class CountedPosition:
    """An entered position as the rules count it."""

    view: View  # a spectator's; seats that were counted by numbers may be bare in it
    lines: tuple[ScoreLine, ...]
    scores: tuple[int, ...]  # doubled where a game counts halves
    outcome: GameOutcome | None  # None while the game goes on
    questions: tuple[EntryQuestion, ...] = ()  # what would still change the result

    def lines_of(self, seat: int) -> list[ScoreLine]:
        return [line for line in self.lines if line.seat == seat]


def scores_of(lines: Iterable[ScoreLine], seats: int) -> tuple[int, ...]:
    """The points of every seat in all."""
    sums = [0] * seats
    for line in lines:
        sums[line.seat] += line.points
    return tuple(sums)


def pieces_of(places: Iterable[Spot], beside: Callable[[Spot], Iterable[Spot]]) -> list[set[Spot]]:
    """The groups of places that touch each other."""
    left, found = set(places), []
    while left:
        piece, waiting = set(), [left.pop()]
        while waiting:
            place = waiting.pop()
            piece.add(place)
            near = left.intersection(beside(place))
            left -= near
            waiting += near
        found.append(piece)
    return found


def bad_entry(key: str, value: str, right: str) -> BadPosition:
    """The error for an entry that a game does not have; `right` shows what would be right."""
    return BadPosition(Phrase("error.entry", {"entry": f"{key}={value}"[:40], "right": right}))


def read_number(key: str, value: str, most: int, least: int = 0) -> str:
    """A whole number within bounds, written plainly."""
    if not (value.isascii() and value.isdigit() and len(value) < 6 and least <= int(value) <= most):
        raise bad_entry(key, value, f"{key}={least}…{most}")
    return str(int(value))


def read_word(key: str, value: str, among: tuple[str, ...]) -> str:
    if value not in among:
        raise bad_entry(key, value, f"{key}={' | '.join(among)}")
    return value
