"""The log: what everybody saw, line by line. Only the latest lines are kept; older ones are told again from the moves.

A finished sentence with its names weighs ten times the move it tells of, and is read once by every page: a page that
comes anew makes the game play its moves again, everybody else gets the last line or two.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from domik.kernel.game import SPECTATOR
from domik.kernel.package import Match
from domik.kernel.record import RecordedMove, action_of
from domik.kernel.state import State, View, state_from_deal
from domik.kernel.tally import GameEvent
from domik.table.errors import refuse

LINES_KEPT = 8  # lines at hand


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log, and after how many moves it was told."""

    step: int
    event: GameEvent


class Log:
    """How many lines there are, after which move each was told, and the last of them."""

    __slots__ = ("_asides", "_cuts", "_latest", "_steps")

    def __init__(self) -> None:
        self._steps = array("I")
        self._latest: list[LogLine] = []
        self._asides: list[LogLine] = []  # what no move tells: somebody came, left, gave up
        self._cuts: list[int] = []  # how many lines held whenever steps were taken back

    def __len__(self) -> int:
        return len(self._steps)

    def add(self, step: int, events: list[GameEvent]) -> None:
        """What a move told."""
        for event in events:
            self._steps.append(step)
            self._latest.append(LogLine(step, event))
        del self._latest[:-LINES_KEPT]

    def add_note(self, step: int, event: GameEvent) -> None:
        """What happened beside the game."""
        self.add(step, [event])
        self._asides.append(LogLine(step, event))

    def truncate(self, to: int) -> None:
        """Only what was told up to that move holds."""
        while self._steps and self._steps[-1] > to:
            self._steps.pop()
        self._latest = [told for told in self._latest if told.step <= to]
        self._asides = [told for told in self._asides if told.step <= to]
        self._cuts.append(len(self._steps))

    def line_count_at(self, step: int) -> int:
        """How many lines were told up to a move."""
        return bisect_right(self._steps, step)

    def truncation_count(self) -> int:
        """How often it was cut."""
        return len(self._cuts)

    def valid_lines(self, lines: int, cuts: int) -> int:
        """How many of the first lines hold for somebody who read them after so many cuts."""
        return min([lines, *self._cuts[cuts:]])

    def latest(self, first: int) -> list[LogLine] | None:
        """The lines from that number on, while they are at hand."""
        missing = len(self._steps) - first
        if missing > len(self._latest):
            return None
        return self._latest[len(self._latest) - missing :]

    def notes(self, step: int) -> list[LogLine]:
        """What happened beside the game after so many moves."""
        return [told for told in self._asides if told.step == step]


def log_lines(course: RunningGame, first: int = 0) -> list[LogLine]:
    """The lines of a game's log from that number on."""
    found = course.log.latest(first)
    return list(replay_log(course, len(course.moves)))[first:] if found is None else found


def replay_log(course: RunningGame, steps: int) -> Iterator[LogLine]:
    """Every line up to a move, told from the moves as it was the first time."""
    log, match = course.log, course.match
    yield from log.notes(0)
    if not course.is_dealt:
        return
    state = course.state_at(0)
    before = state.view()
    for step, move in enumerate(course.moves[:steps], 1):
        state.play(move.seat, action_of(move.action))
        after = state.view()
        for event in match.events(before, after, move.seat):
            yield LogLine(step, event)
        yield from log.notes(step)
        before = after


class RunningGame:
    """The only owner of a live state: others get views."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.deal: list[int] = []
        self.moves: list[RecordedMove] = []
        self.auto: list[bool] = []  # of every move: nobody chose it (forced, or a bot stood in)
        self.log = Log()
        self.takebacks = 0
        self.is_closed = False  # given up before its end
        self._move_counts = [0] * match.seats  # how many moves every seat has made
        self._state: State | None = None
        self._checkpoint: tuple[int, State] | None = None  # the state before the last chosen move

    # ---- what everybody may ask --------------------------------------------------------------------

    @property
    def is_dealt(self) -> bool:
        """Whether the game has begun."""
        return self._state is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.is_closed or (self._state is not None and self._state.is_over())

    @property
    def is_finished(self) -> bool:
        """Whether the game came to its own end, with a result by the rules."""
        return self._state is not None and self._state.is_over()

    def awaited_seats(self) -> int:
        """A mask of the seats that may act now."""
        return int(self._state.awaited_seats()) if self._state is not None and not self.is_closed else 0

    def awaits(self, seat: int) -> bool:
        """Whether it is this seat's turn."""
        return seat >= 0 and self.awaited_seats() >> seat & 1 == 1

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat, or an onlooker, may know now: a copy."""
        return self.require_state().view(seat)

    def legal(self, seat: int) -> int:
        """The mask of a seat's actions."""
        return int(self._state.legal(seat)) if self.awaits(seat) and self._state is not None else 0

    def scores(self) -> list[int]:
        """Everybody's points as far as they are public."""
        state = self._state
        return [int(state.score(seat)) for seat in range(self.match.seats)] if state else [0] * self.match.seats

    def turn_token(self, seat: int) -> str:
        """The name of a seat's present decision: a click meant for an older one is refused."""
        return f"{self.takebacks}.{self._move_counts[seat]}"

    # ---- for this package only -------------------------------------------------------------------

    def require_state(self) -> State:
        """The state; others ask for views."""
        if self._state is None:
            raise refuse("not_dealt")
        return self._state

    def checkpoint(self) -> tuple[int, State] | None:
        """The last chosen move's number and the state before it, while it is known."""
        return self._checkpoint

    def state_at(self, step: int) -> State:
        """The state after so many moves, by playing them again."""
        state = state_from_deal(self.match.game, self.deal)
        for move in self.moves[:step]:
            state.play(move.seat, action_of(move.action))
        return state

    # ---- how it goes on ----------------------------------------------------------------------------

    def start(self, deal: list[int]) -> None:
        """Begin with this deal."""
        self.deal = deal
        self._state = state_from_deal(self.match.game, deal)

    def apply_move(self, move: RecordedMove, auto: bool) -> None:
        """One more move, which somebody chose or nobody did; IllegalMove changes nothing."""
        state = self.require_state()
        mark = None if auto else (len(self.moves), state.copy())
        before = state.view()
        state.play(move.seat, action_of(move.action))
        if mark is not None:
            self._checkpoint = mark
        self.moves.append(move)
        self.auto.append(auto)
        self._move_counts[move.seat] += 1
        step = len(self.moves)
        self.log.add(step, self.match.events(before, state.view(), move.seat))

    def rewind(self, to: int) -> None:
        """Only the first so many moves hold."""
        self.log.truncate(to)
        self._state = self.state_at(to)
        self.moves, self.auto = self.moves[:to], self.auto[:to]
        self._move_counts = [sum(move.seat == seat for move in self.moves) for seat in range(self.match.seats)]
        self._checkpoint = None
        self.takebacks += 1
