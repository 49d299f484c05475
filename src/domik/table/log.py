"""The log: what everybody saw, line by line. Only the latest lines are kept; older ones are told again from the moves.

A finished sentence with its names weighs ten times the move it tells of, and is read once by every page: a page that
comes anew makes the game play its moves again, everybody else gets the last line or two.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from domik.kernel.record import action_of
from domik.kernel.tally import Event

if TYPE_CHECKING:
    from domik.table.course import Course

LATEST = 8  # lines at hand


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the log, and after how many moves it was told."""

    step: int
    event: Event


class Log:
    """How many lines there are, after which move each was told, and the last of them."""

    __slots__ = ("_asides", "_cuts", "_latest", "_steps")

    def __init__(self) -> None:
        self._steps = array("I")
        self._latest: list[Told] = []
        self._asides: list[Told] = []  # what no move tells: somebody came, left, gave up
        self._cuts: list[int] = []  # how many lines held whenever steps were taken back

    def __len__(self) -> int:
        return len(self._steps)

    def add(self, step: int, events: list[Event]) -> None:
        """What a move told."""
        for event in events:
            self._steps.append(step)
            self._latest.append(Told(step, event))
        del self._latest[:-LATEST]

    def add_aside(self, step: int, event: Event) -> None:
        """What happened beside the game."""
        self.add(step, [event])
        self._asides.append(Told(step, event))

    def cut(self, to: int) -> None:
        """Only what was told up to that move holds."""
        while self._steps and self._steps[-1] > to:
            self._steps.pop()
        self._latest = [told for told in self._latest if told.step <= to]
        self._asides = [told for told in self._asides if told.step <= to]
        self._cuts.append(len(self._steps))

    def lines_up_to(self, step: int) -> int:
        """How many lines were told up to a move."""
        return bisect_right(self._steps, step)

    def cuts(self) -> int:
        """How often it was cut."""
        return len(self._cuts)

    def still_held(self, lines: int, cuts: int) -> int:
        """How many of the first lines hold for somebody who read them after so many cuts."""
        return min([lines, *self._cuts[cuts:]])

    def latest(self, first: int) -> list[Told] | None:
        """The lines from that number on, while they are at hand."""
        missing = len(self._steps) - first
        if missing > len(self._latest):
            return None
        return self._latest[len(self._latest) - missing :]

    def asides(self, step: int) -> list[Told]:
        """What happened beside the game after so many moves."""
        return [told for told in self._asides if told.step == step]


def lines_of(course: Course, first: int = 0) -> list[Told]:
    """The lines of a game's log from that number on."""
    found = course.log.latest(first)
    return list(told_again(course, len(course.moves)))[first:] if found is None else found


def told_again(course: Course, steps: int) -> Iterator[Told]:
    """Every line up to a move, told from the moves as it was the first time."""
    log, match = course.log, course.match
    yield from log.asides(0)
    if not course.is_dealt:
        return
    state = course.state_at(0)
    before = state.view()
    for step, move in enumerate(course.moves[:steps], 1):
        state.play(move.seat, action_of(move.action))
        after = state.view()
        for event in match.tell(before, after, move.seat):
            yield Told(step, event)
        yield from log.asides(step)
        before = after
