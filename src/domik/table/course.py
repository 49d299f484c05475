"""The course of a game: its deal, its moves, what everybody saw of them, and the state to which they led."""

from __future__ import annotations

from domik.kernel.game import ONLOOKER
from domik.kernel.record import Move, action_of
from domik.kernel.state import State, View, dealt_state
from domik.kernel.title import Match
from domik.table.log import Log
from domik.table.refusal import refuse


class Course:
    """The only owner of a live state: others get views."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.deal: list[int] = []
        self.moves: list[Move] = []
        self.auto: list[bool] = []  # of every move: nobody chose it (forced, or a bot stood in)
        self.log = Log()
        self.takebacks = 0
        self.is_closed = False  # given up before its end
        self._acted = [0] * match.seats  # how many moves every seat has made
        self._state: State | None = None
        self._mark: tuple[int, State] | None = None  # the state before the last chosen move

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

    def awaited(self) -> int:
        """A mask of the seats that may act now."""
        return int(self._state.awaited()) if self._state is not None and not self.is_closed else 0

    def awaits(self, seat: int) -> bool:
        """Whether it is this seat's turn."""
        return seat >= 0 and self.awaited() >> seat & 1 == 1

    def view(self, seat: int = ONLOOKER) -> View:
        """What a seat, or an onlooker, may know now: a copy."""
        return self.dealt_state().view(seat)

    def legal(self, seat: int) -> int:
        """The mask of a seat's actions."""
        return int(self._state.legal(seat)) if self.awaits(seat) and self._state is not None else 0

    def scores(self) -> list[int]:
        """Everybody's points as far as they are public."""
        state = self._state
        return [int(state.score(seat)) for seat in range(self.match.seats)] if state else [0] * self.match.seats

    def turn(self, seat: int) -> str:
        """The name of a seat's present decision: a click meant for an older one is refused."""
        return f"{self.takebacks}.{self._acted[seat]}"

    # ---- for this package only -------------------------------------------------------------------

    def dealt_state(self) -> State:
        """The state; others ask for views."""
        if self._state is None:
            raise refuse("not_dealt")
        return self._state

    def mark(self) -> tuple[int, State] | None:
        """The last chosen move's number and the state before it, while it is known."""
        return self._mark

    def state_at(self, step: int) -> State:
        """The state after so many moves, by playing them again."""
        state = dealt_state(self.match.game, self.deal)
        for move in self.moves[:step]:
            state.play(move.seat, action_of(move.action))
        return state

    # ---- how it goes on ----------------------------------------------------------------------------

    def start(self, deal: list[int]) -> None:
        """Begin with this deal."""
        self.deal = deal
        self._state = dealt_state(self.match.game, deal)

    def happen(self, move: Move, auto: bool) -> None:
        """One more move, which somebody chose or nobody did; IllegalMove changes nothing."""
        state = self.dealt_state()
        mark = None if auto else (len(self.moves), state.copy())
        before = state.view()
        state.play(move.seat, action_of(move.action))
        if mark is not None:
            self._mark = mark
        self.moves.append(move)
        self.auto.append(auto)
        self._acted[move.seat] += 1
        step = len(self.moves)
        self.log.add(step, self.match.tell(before, state.view(), move.seat))

    def go_back(self, to: int) -> None:
        """Only the first so many moves hold."""
        self.log.cut(to)
        self._state = self.state_at(to)
        self.moves, self.auto = self.moves[:to], self.auto[:to]
        self._acted = [sum(move.seat == seat for move in self.moves) for seat in range(self.match.seats)]
        self._mark = None
        self.takebacks += 1
