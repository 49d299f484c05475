"""A player's attempt at a puzzle: moves are tried on the real position, and wrong ones are explained."""

from __future__ import annotations

from dataclasses import dataclass, field

from domik.judge.plans import Planner, has_solver
from domik.judge.thresholds import THOUSAND
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, action_of
from domik.kernel.state import State, View
from domik.kernel.tally import GameEvent
from domik.puzzles.explanation import (
    cost_phrase,
    imagined_after,
    par_line_after,
    what_follows,
    why_par_phrase,
    why_phrase,
    written_points,
)
from domik.puzzles.puzzle import PAR, Puzzle

SOLVED = "solved"
RIGHT_SO_FAR = "on"  # correct, but not finished
WRONG = "wrong"
ANSWER = "answer"  # it was shown
SOLVER_SECONDS = 2.0  # per move of a par puzzle


@dataclass(frozen=True)
class AttemptReply:
    kind: str
    said: Phrase
    why: Phrase | None = None  # one sentence why the answer is best, once it is known
    follows: tuple[GameEvent, ...] = ()  # one way it may go on
    board: View | None = None  # the position after the move, for the solver's seat


@dataclass
class PuzzleAttempt:
    """One attempt at a puzzle. Nothing of the proof is revealed before the answer."""

    puzzle: Puzzle
    tried: list[int] = field(default_factory=list)  # correct moves so far
    may_use_solver: bool = True  # if False, a wrong move in a par puzzle shows only at the end

    def __post_init__(self) -> None:
        self.record: GameRecord = self.puzzle.record()
        self.match = self.record.match
        self.state: State = self.record.end()
        for action in self.tried:
            self.state.play(self.puzzle.seat, action_of(action))

    @property
    def view(self) -> View:
        return self.state.view(self.puzzle.seat)

    def is_legal(self, action: int) -> bool:
        return 0 <= action < 63 and bool(int(self.state.legal(self.puzzle.seat)) & action_of(action))

    def try_move(self, action: int) -> AttemptReply:
        """Try a legal move, given as an action number."""
        if self.puzzle.kind == PAR:
            return self.try_par_move(action)
        if action in self.puzzle.answer:
            return self.explained_reply(SOLVED, Phrase("puzzle.solved"), action)
        board = imagined_after(self.view, action).view(self.puzzle.seat)
        return AttemptReply(WRONG, cost_phrase(self.puzzle, action), board=board)

    def explained_reply(self, kind: str, said: Phrase, action: int) -> AttemptReply:
        """The right move played on the board, why it is best, and what may follow."""
        after = imagined_after(self.view, action)
        board = after.view(self.puzzle.seat)
        if self.puzzle.kind == PAR:
            rest = par_line_after(self.puzzle, [*self.tried, action])
            return AttemptReply(kind, said, why_par_phrase(self.puzzle, self.view, action), rest, board)
        return AttemptReply(kind, said, why_phrase(self.puzzle), tuple(what_follows(self.match, after)), board)

    def show_answer(self) -> AttemptReply:
        """The answer, explained like a right move."""
        number = self.solution()
        if number is None:
            return AttemptReply(ANSWER, Phrase("puzzle.begin_again"))
        return self.explained_reply(ANSWER, Phrase("puzzle.answer", {"what": self.move_phrase(number)}), number)

    def move_phrase(self, action: int) -> Phrase:
        return self.match.spoken_phrase(self.view, action_of(action))

    def try_par_move(self, action: int) -> AttemptReply:
        """Try one more move toward par; a wrong move is not kept."""
        after = self.state.copy()
        after.play(self.puzzle.seat, action_of(action))
        reach = self.best_reachable(after, action)
        if reach < self.puzzle.par:
            key = "puzzle.missed" if after.is_over() else "puzzle.par_gone"
            points = {"most": written_points(reach), "par": written_points(self.puzzle.par)}
            return AttemptReply(WRONG, Phrase(key, {**points}), board=after.view(self.puzzle.seat))
        self.state = after
        self.tried.append(action)
        if after.is_over():
            said = Phrase("puzzle.par_reached", {"par": written_points(self.puzzle.par)})
            return AttemptReply(SOLVED, said, why_par_phrase(self.puzzle, self.puzzle.view(), self.tried[0]))
        return AttemptReply(RIGHT_SO_FAR, Phrase("puzzle.go_on", {"par": written_points(self.puzzle.par)}))

    def best_reachable(self, after: State, action: int) -> int:
        """The best score still reachable after a move, in thousandths of a point.

        Without the solver an unknown position counts as par until the game is over.
        """
        if after.is_over():
            return round(self.match.points(int(after.score(0))) * THOUSAND)
        known = None if self.tried else self.puzzle.option(action)
        if known is not None:
            return known.margin
        on_the_way = (*self.tried, action) == self.puzzle.line[: len(self.tried) + 1]
        if on_the_way or not self.may_use_solver or not has_solver(self.match):
            return self.puzzle.par
        return Planner(self.match).plan(after, round(SOLVER_SECONDS * THOUSAND)).score

    def solution(self) -> int | None:
        """A correct action number here; None if the player has left the known line and there is no solver."""
        if self.puzzle.kind != PAR or not self.tried:
            return self.puzzle.line[0] if self.puzzle.line else self.puzzle.answer[0]
        if tuple(self.tried) == self.puzzle.line[: len(self.tried)]:
            return self.puzzle.line[len(self.tried)]
        if not self.may_use_solver or not has_solver(self.match):
            return None
        return Planner(self.match).plan(self.state.copy(), round(SOLVER_SECONDS * THOUSAND)).first
