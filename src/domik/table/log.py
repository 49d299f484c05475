"""The log: what everybody saw, line by line. Only the latest lines are kept; older ones are told again from the moves.

A finished sentence with its names weighs ten times the move it tells of, and is read once by every page: a page that
comes anew makes the table play its moves again, everybody else gets the last line or two.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from domik.kernel.record import action_of
from domik.kernel.state import dealt_state
from domik.kernel.tally import Event

if TYPE_CHECKING:
    from domik.table.table import Table

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


def lines_of(table: Table, first: int = 0) -> list[Told]:
    """The lines of a table's log from that number on."""
    found = table.log.latest(first)
    return list(told_again(table, len(table.moves)))[first:] if found is None else found


def told_again(table: Table, steps: int) -> Iterator[Told]:
    """Every line up to a move, told from the moves as it was the first time."""
    log, match = table.log, table.match
    yield from log.asides(0)
    if not table.is_dealt:
        return
    state = dealt_state(match.game, table.deal)
    before = state.view()
    for step, move in enumerate(table.moves[:steps], 1):
        state.play(move.seat, action_of(move.action))
        after = state.view()
        for event in match.tell(before, after, move.seat):
            yield Told(step, event)
        yield from log.asides(step)
        before = after
