"""The field of bots: three levels that play the same seat of the same deal, so that nobody plays alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domik.deals.deal import Deal
from domik.kernel.record import Move
from domik.table.course import Course
from domik.table.same import decided

LEVELS: Mapping[str, int] = {"easy": 10, "normal": 10, "hard": 5}  # how many tables every level plays
LONGEST = 2000  # moves; no game comes near


@dataclass(frozen=True)
class Played:
    """How somebody played a deal."""

    level: str
    number: int
    score: int
    moves: tuple[tuple[int, int], ...]  # seat and action number

    @property
    def key(self) -> str:
        """Its place in the field."""
        return key_of(self.level, self.number)


def key_of(level: str, number: int) -> str:
    """What the table of one bot is called."""
    return f"{level}-{number}"


def keys(levels: Mapping[str, int] = LEVELS) -> list[str]:
    """Every table of the field, in the order in which they are played: the quick ones first."""
    return [key_of(level, number) for level, many in levels.items() for number in range(many)]


def played(deal: Deal, level: str, number: int) -> Played:
    """A bot at the player's seat, with luck of its own; the rivals answer as they answer everybody."""
    table = deal.table()
    luck = f"{deal.seed} field {level} {number}"
    while not table.is_over and len(table.moves) < LONGEST:
        table.submit(deal.seat, decided(level, luck, table.view(deal.seat)), 0)
    moves = tuple((move.seat, move.action) for move in table.moves)
    return Played(level, number, table.scores()[deal.seat], moves)


def field_of(deal: Deal, known: set[str], levels: Mapping[str, int] = LEVELS) -> Iterator[Played]:
    """The tables of the field that are not known yet, one after another."""
    for level, many in levels.items():
        for number in range(many):
            if key_of(level, number) not in known:
                yield played(deal, level, number)


def course_of(deal: Deal, moves: tuple[tuple[int, int], ...]) -> Course:
    """A game of this deal, played again."""
    match = deal.match()
    course = Course(match)
    course.start(deal.dealt(match))
    for seat, action in moves:
        course.happen(Move(seat, action), auto=False)
    return course
