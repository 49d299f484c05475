"""A running game: its state, its moves, the public log, and which of its moves revealed anything.

Only the latest log lines are kept; older ones are regenerated from the moves. A formatted line takes ten times the
memory of its move and is read once by every page: a newly opened page causes a replay, all others get the last line
or two.

Whether a move revealed anything is computed, not declared by each game. A move is applied to many imagined worlds that
the actor could not distinguish from the true one. If the actor then sees the same in all of them, and every other
seat's private knowledge changes alike in all of them, the move revealed nothing that the actor could not foresee.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.errors import IllegalMove
from domik.kernel.game import AWAITED, SPECTATOR
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import RecordedMove, action_of
from domik.kernel.state import State, View, imagine_state, same_observation, same_private_changes, state_from_deal
from domik.kernel.tally import GameEvent
from domik.table.errors import refuse

LINES_KEPT = 8  # lines kept in memory


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log; `step` is the number of moves played when it was written."""

    step: int
    event: GameEvent


class Log:
    """The step of every line, and the latest lines themselves."""

    __slots__ = ("_asides", "_cuts", "_latest", "_steps")

    def __init__(self) -> None:
        self._steps = array("I")
        self._latest: list[LogLine] = []
        self._asides: list[LogLine] = []  # lines that no move causes: a player left, returned, resigned
        self._cuts: list[int] = []  # number of lines left after each truncation

    def __len__(self) -> int:
        return len(self._steps)

    def add(self, step: int, events: list[GameEvent]) -> None:
        for event in events:
            self._steps.append(step)
            self._latest.append(LogLine(step, event))
        del self._latest[:-LINES_KEPT]

    def add_note(self, step: int, event: GameEvent) -> None:
        """Append an event that no move causes."""
        self.add(step, [event])
        self._asides.append(LogLine(step, event))

    def truncate(self, to: int) -> None:
        """Drop the lines after that move."""
        while self._steps and self._steps[-1] > to:
            self._steps.pop()
        self._latest = [told for told in self._latest if told.step <= to]
        self._asides = [told for told in self._asides if told.step <= to]
        self._cuts.append(len(self._steps))

    def line_count_at(self, step: int) -> int:
        return bisect_right(self._steps, step)

    def truncation_count(self) -> int:
        return len(self._cuts)

    def valid_lines(self, lines: int, cuts: int) -> int:
        """How many of the first `lines` lines are still valid for a reader who saw them after `cuts` truncations."""
        return min([lines, *self._cuts[cuts:]])

    def latest(self, first: int) -> list[LogLine] | None:
        """The lines from number `first` on; None if they are no longer kept."""
        missing = len(self._steps) - first
        if missing > len(self._latest):
            return None
        return self._latest[len(self._latest) - missing :]

    def notes(self, step: int) -> list[LogLine]:
        """The events at this step that no move caused."""
        return [told for told in self._asides if told.step == step]


def log_lines(running_game: RunningGame, first: int = 0) -> list[LogLine]:
    """The log from line `first` on, replayed from the moves if necessary."""
    found = running_game.log.latest(first)
    return list(replay_log(running_game, len(running_game.moves)))[first:] if found is None else found


def replay_log(running_game: RunningGame, steps: int) -> Iterator[LogLine]:
    """Regenerate every line up to a move by replaying the game."""
    log, match = running_game.log, running_game.match
    yield from log.notes(0)
    if not running_game.is_dealt:
        return
    state = running_game.state_at(0)
    before = state.view()
    for step, move in enumerate(running_game.moves[:steps], 1):
        state.play(move.seat, action_of(move.action))
        after = state.view()
        for event in match.events(before, after, move.seat):
            yield LogLine(step, event)
        yield from log.notes(step)
        before = after


class RunningGame:
    """Sole owner of a live state; everything else gets views."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.deal: list[int] = []
        self.moves: list[RecordedMove] = []
        self.auto: list[bool] = []  # for every move: not chosen by its player (forced, or made by a bot)
        self.log = Log()
        self.takebacks = 0
        self.is_closed = False  # ended early by resignation or agreement
        self._move_counts = [0] * match.seats  # moves made, by seat
        self._state: State | None = None
        self._checkpoint: tuple[int, State] | None = None  # the state before the last chosen move
        self._secret_choices = 0  # how many of the last moves are choices that nobody else has seen yet
        self._changes = [0] * match.seats  # secret choices changed, by seat

    # ---- queries -----------------------------------------------------------------------------------

    @property
    def is_dealt(self) -> bool:
        return self._state is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played, because the game ended or was closed."""
        return self.is_closed or (self._state is not None and self._state.is_over())

    @property
    def is_finished(self) -> bool:
        """Whether the game reached its regular end, with a result by the rules."""
        return self._state is not None and self._state.is_over()

    def awaited_seats(self) -> int:
        """The mask of the seats that may act now."""
        return int(self._state.awaited_seats()) if self._state is not None and not self.is_closed else 0

    def awaits(self, seat: int) -> bool:
        return seat >= 0 and self.awaited_seats() >> seat & 1 == 1

    def view(self, seat: int = SPECTATOR) -> View:
        """A copy of what a seat, or a spectator, may know now."""
        return self.require_state().view(seat)

    def legal(self, seat: int) -> int:
        """The mask of a seat's legal actions, 0 when it is not awaited."""
        return int(self._state.legal(seat)) if self.awaits(seat) and self._state is not None else 0

    def scores(self) -> list[int]:
        """The public score of every seat."""
        state = self._state
        return [int(state.score(seat)) for seat in range(self.match.seats)] if state else [0] * self.match.seats

    def turn_token(self, seat: int) -> str:
        """Identifies a seat's current decision: a click meant for an older one is refused."""
        changes = self._changes[seat]
        return f"{self.takebacks}.{self._move_counts[seat]}" + (f".{changes}" if changes else "")

    # ---- for this package only -------------------------------------------------------------------

    def require_state(self) -> State:
        """The state; TableError before the deal. Other packages use `view`."""
        if self._state is None:
            raise refuse("not_dealt")
        return self._state

    def checkpoint(self) -> tuple[int, State] | None:
        """The index of the last chosen move and the state before it, if known."""
        return self._checkpoint

    def state_at(self, step: int) -> State:
        """The state after `step` moves, by replaying them."""
        state = state_from_deal(self.match.game, self.deal)
        for move in self.moves[:step]:
            state.play(move.seat, action_of(move.action))
        return state

    # ---- changes -----------------------------------------------------------------------------------

    def start(self, deal: list[int]) -> None:
        self.deal = deal
        self._state = state_from_deal(self.match.game, deal)

    def apply_move(self, move: RecordedMove, auto: bool) -> None:
        """Apply a move; `auto` if it was forced or made by a stand-in. IllegalMove changes nothing."""
        state = self.require_state()
        mark = None if auto else (len(self.moves), state.copy())
        before, numbers = state.view(), state.numbers[:]
        state.play(move.seat, action_of(move.action))
        self._secret_choices = self._secret_choices + 1 if is_secret(state, numbers, move.seat) else 0
        if mark is not None:
            self._checkpoint = mark
        self.moves.append(move)
        self.auto.append(auto)
        self._move_counts[move.seat] += 1
        step = len(self.moves)
        self.log.add(step, self.match.events(before, state.view(), move.seat))

    def rewind(self, to: int) -> None:
        """Undo all but the first `to` moves."""
        self._secret_choices = max(0, self._secret_choices - (len(self.moves) - to))
        self.log.truncate(to)
        self._state = self.state_at(to)
        self.moves, self.auto = self.moves[:to], self.auto[:to]
        self._move_counts = [sum(move.seat == seat for move in self.moves) for seat in range(self.match.seats)]
        self._checkpoint = None
        self.takebacks += 1

    def secret_choice(self, seat: int) -> int | None:
        """The index of the seat's choice that it may still change, as nobody has seen it; None if there is none."""
        number = last_chosen_move(self, seat)
        if number is None or self.is_over or number < len(self.moves) - self._secret_choices:
            return None
        return number

    def withdraw(self, number: int) -> None:
        """Undo one secret choice; those that others made after it stay, as they depend on nothing of it."""
        seat, takebacks = self.moves[number].seat, self.takebacks
        moves, auto = self.moves[number + 1 :], self.auto[number + 1 :]
        self.rewind(number)
        self.takebacks = takebacks  # the turns of the others are the same as before
        for k in range(len(moves)):
            self.apply_move(moves[k], auto[k])
        self._changes[seat] += 1


def is_secret(state: State, before: vec[i64], seat: int) -> bool:
    """Whether the seat's move changed nothing but its own compartment: all that others see is that it has chosen."""
    now, game = state.numbers, state.game
    if now[AWAITED] != before[AWAITED] & ~(1 << seat) or not now[AWAITED]:
        return False
    own = game.own_at(seat)
    for k in range(len(now)):
        if now[k] != before[k] and k != AWAITED and not own <= k < own + game.own_size:
            return False
    return True


WORLDS = 16  # a revealed coin flip is missed with probability 2 ** -WORLDS
LABEL_WORLDS = 4  # the first of them, sampled to label a button
UNDO_NOTHING = Phrase("table.error.undo_nothing")


def reveals(before: State, seat: int, action: int, worlds: int = WORLDS) -> bool:
    """Whether the move (one bit) showed any seat something that the actor could not foresee.

    The generator is this question's own: the answer depends on the position and the move, and on nothing else.
    """
    luck = luck_of(f"undo {seat} {action}")
    view = before.view(seat)
    after = before.copy()
    after.play(seat, action)
    for _ in range(worlds):
        world = imagine_state(view, luck)
        then = world.copy()
        try:
            then.play(seat, action)
        except IllegalMove:  # legal in the true world only: that it was legal is itself information
            return True
        if not same_observation(after, then, seat) or not same_private_changes(before, after, world, then, seat):
            return True
    return False


def last_chosen_move(running_game: RunningGame, seat: int) -> int | None:
    """The index of the seat's last move that it chose itself; None if there is none."""
    for number in range(len(running_game.moves) - 1, -1, -1):
        if running_game.moves[number].seat == seat and not running_game.auto[number]:
            return number
    return None


def reveal_objection(running_game: RunningGame, seat: int, worlds: int = WORLDS) -> Phrase | None:
    """Why a seat's last chosen move, and what it forced, cannot be undone freely; None when it revealed nothing."""
    number = last_chosen_move(running_game, seat)
    if number is None or running_game.is_over:
        return UNDO_NOTHING
    if any(move.seat != seat for move in running_game.moves[number:]):
        return Phrase("table.error.undo_others")
    marked = running_game.checkpoint()
    state = marked[1].copy() if marked is not None and marked[0] == number else running_game.state_at(number)
    for move in running_game.moves[number:]:
        if reveals(state, seat, action_of(move.action), worlds):
            return Phrase("table.error.undo_revealed")
        state.play(seat, action_of(move.action))
    return None
