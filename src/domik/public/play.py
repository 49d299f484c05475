"""Play: one game in progress, as returned by `domik.new`."""

from __future__ import annotations

from collections.abc import Sequence

from domik.games import Writer, check_writer, written_by
from domik.kernel.game import SPECTATOR
from domik.kernel.package import Match
from domik.kernel.record import GameRecord, action_of, number_of
from domik.kernel.record import RecordedMove as Step
from domik.kernel.state import State, state_from
from domik.language import words_for
from domik.language.words import LANGUAGES
from domik.public.errors import RefusedMove, english_errors
from domik.public.move import Move, Moves, read_move
from domik.public.result import Result, Tally
from domik.public.view import View, seats_in


class Play:
    """A game from its deal on: whose turn it is, the legal moves, the views and the result."""

    def __init__(self, match: Match, start: State, deal: Sequence[int] = (), seed: str = "") -> None:
        self.match = match
        self.deal = tuple(deal)  # empty for an imagined game, which has no known deal
        self.seed = seed
        self._start = start.copy()
        self._state = start
        self._steps: list[Step] = []

    # ---- position ---------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.match.seats

    @property
    def is_over(self) -> bool:
        return self._state.is_over()

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may act now: several at once where choices are simultaneous, none at the end."""
        return seats_in(int(self._state.awaited_seats()))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The moves so far as in a record: seat and action number."""
        return tuple(self._steps)

    def legal_moves(self, seat: int | None = None) -> Moves:
        """The legal moves of a seat, which may be omitted while exactly one is awaited."""
        return Moves(self.match, self._state.view(self._seat(seat)))

    def legal_mask(self, seat: int | None = None) -> int:
        """The same as one bit mask of at most 63 actions (kernel.game.MOST_ACTIONS), which is faster."""
        return int(self._state.legal(self._seat(seat)))

    def view(self, seat: int | None = None) -> View:
        """What a seat may know; without a seat, what is public."""
        who = SPECTATOR if seat is None else self._seat(seat)
        return View(self.match, self._state.view(who))

    # ---- playing ----------------------------------------------------------------------------------

    def play(self, seat: int, move: Move | str) -> None:
        """Play a move, given as an object or text; RefusedMove says why it is refused and changes nothing."""
        who = self._seat(seat)
        text = move.text if isinstance(move, Move) else move
        if isinstance(move, Move) and move.seat != who:
            raise ValueError(f"{text} is a move of seat {move.seat}, not of seat {who}")
        seen = self._state.view(who)
        say = words_for("en", (self.match.package.words_package,))
        if not seen.is_awaited():  # not this seat's turn, or the game is over, whatever the text means
            raise RefusedMove(text, self.match.objections(seen, 1), say)
        found = read_move(self.match, seen, text)
        if not isinstance(found, int):
            known = ", ".join(Moves(self.match, seen).texts)
            raise RefusedMove(text, [], say).with_reason(f"{say(found)} Legal now: {known or 'nothing'}.")
        if objections := self.match.objections(seen, found):
            raise RefusedMove(text, objections, say)
        self.apply(who, found)

    def apply(self, seat: int, mask: int) -> None:
        """Play an action by its bit; IllegalMove when it is not in `legal_mask`."""
        with english_errors(self.match.package.words_package):
            self._state.play(seat, mask)
        self._steps.append(Step(seat, number_of(mask)))

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves, of whichever seat and whatever they revealed."""
        if not 0 <= moves <= len(self._steps):
            raise ValueError(f"{moves} moves cannot be taken back: {len(self._steps)} were played")
        kept = self._steps[: len(self._steps) - moves]
        self._state = self._start.copy()
        self._steps = []
        for step in kept:
            self.apply(step.seat, action_of(step.action))

    def copy(self) -> Play:
        """An independent copy."""
        twin = Play(self.match, self._start.copy(), self.deal, self.seed)
        twin._state = self._state.copy()
        twin._steps = list(self._steps)
        return twin

    def __copy__(self) -> Play:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Play:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        start, now = ([int(number) for number in state.numbers] for state in (self._start, self._state))
        return restore_play, (written_by(), self.match, start, now, self.deal, self.seed, self.steps)

    # ---- result -----------------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of every seat so far; final once the game is over."""
        return tuple(self.match.points(int(self._state.score(seat))) for seat in range(self.seats))

    def tally(self) -> Tally:
        """The public points with their reasons; complete once the game is over."""
        return Tally(self.match, self.match.tally(self._state.view()))

    def outcome(self) -> Result | None:
        """The winners and the reason; None while the game goes on."""
        if not self.is_over:
            return None
        found = self.match.outcome(self._state.view())
        package = (self.match.package.words_package,)
        texts = {language: words_for(language, package)(found.reason) for language in LANGUAGES}
        return Result(self.match, found.winners, found.clause, self.scores, texts)

    def record(self, players: Sequence[str] = ()) -> GameRecord:
        """The game so far as a record that can be replayed: `record().to_json()`."""
        if not self.deal:
            raise ValueError("an imagined game has no deal to record")
        names = list(players) or [f"seat {seat}" for seat in range(self.seats)]
        if len(names) != self.seats:
            raise ValueError(f"{len(names)} players for {self.seats} seats: name each seat once")
        return GameRecord(self.match, list(self.deal), names, list(self._steps), self.seed)

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            if len(self.to_move) != 1:
                awaited = ", ".join(map(str, self.to_move)) or "none, the game is over"
                raise ValueError(f"say which seat: awaited now: {awaited}")
            return self.to_move[0]
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {self.seats - 1}")
        return seat

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"to move: {', '.join(map(str, self.to_move))}"
        scores = " : ".join(f"{score:g}" for score in self.scores)
        name, moves = self.match.package.name, len(self._steps)
        return f"<Play of {name}, {self.seats} seats, after {moves} moves, {scores}, {where}>"

    def __str__(self) -> str:
        return str(self.view())

    def _repr_svg_(self) -> str:
        return self._own_view()._repr_svg_()

    def _repr_html_(self) -> str:
        return self._own_view()._repr_html_()

    def _own_view(self) -> View:
        """What a notebook shows of a game: the view of the seat to act, or of seat 0 at the end."""
        return self.view(self.to_move[0] if self.to_move else 0)


def restore_play(
    writer: Writer,
    match: Match,
    start: list[int],
    now: list[int],
    deal: Sequence[int],
    seed: str,
    steps: Sequence[Step],
) -> Play:
    """The game of a pickle."""
    check_writer(writer)
    play = Play(match, state_from(match.game, start), deal, seed)
    play._state = state_from(match.game, now)
    play._steps = list(steps)
    return play
