"""A player's attempt at a puzzle: moves are tried on the real position, and wrong ones are explained."""

from __future__ import annotations

from dataclasses import dataclass, field

from domik.judge.plans import Planner, has_solver
from domik.judge.thresholds import THOUSAND
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, action_of
from domik.kernel.state import State, View
from domik.puzzles.puzzle import PAR, Puzzle
from domik.reviews.phrases import more_points_phrase, percent_phrase

SOLVED = "solved"
RIGHT_SO_FAR = "on"  # correct, but not finished
WRONG = "wrong"
SOLVER_SECONDS = 2.0  # per move of a par puzzle


@dataclass(frozen=True)
class AttemptReply:
    kind: str
    said: Phrase


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
            return AttemptReply(SOLVED, Phrase("puzzle.solved", {"what": self.move_phrase(action)}))
        return AttemptReply(WRONG, why_wrong(self.puzzle, action))

    def move_phrase(self, action: int) -> Phrase:
        return self.match.spoken_phrase(self.view, action_of(action))

    def try_par_move(self, action: int) -> AttemptReply:
        """Try one more move toward par; a wrong move is not kept."""
        after = self.state.copy()
        after.play(self.puzzle.seat, action_of(action))
        reach = self.best_reachable(after, action)
        if reach < self.puzzle.par:
            key = "puzzle.missed" if after.is_over() else "puzzle.par_gone"
            return AttemptReply(
                WRONG, Phrase(key, {"most": displayed_points(reach), "par": displayed_points(self.puzzle.par)})
            )
        self.state = after
        self.tried.append(action)
        if after.is_over():
            return AttemptReply(SOLVED, Phrase("puzzle.par_reached", {"par": displayed_points(self.puzzle.par)}))
        return AttemptReply(RIGHT_SO_FAR, Phrase("puzzle.go_on", {"par": displayed_points(self.puzzle.par)}))

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


def why_wrong(puzzle: Puzzle, action: int) -> Phrase:
    """Explain by how much the answer is better, without naming it."""
    best, tried = puzzle.values[0], puzzle.option(action)
    if tried is None:
        return Phrase("puzzle.wrong")
    chances = {"best": percent_phrase(best.chance), "tried": percent_phrase(tried.chance)}
    return Phrase("puzzle.wrong_by", {"more": more_points_phrase(tried.lost, tried.clauses), **chances})


def displayed_points(thousandths: int) -> float | int:
    """Points from thousandths, as an int where whole."""
    whole, rest = divmod(thousandths, THOUSAND)
    return whole if not rest else thousandths / THOUSAND


def theme_phrase(theme: str) -> Phrase:
    """A theme in words: a keyword, or a clause by what it gives points for."""
    if theme.isalpha():
        return Phrase(f"puzzle.theme.{theme}")
    return Phrase("puzzle.theme.clause", {"what": Phrase(f"scored.{theme}")})


def question_phrase(puzzle: Puzzle) -> Phrase:
    if puzzle.kind == PAR:
        return Phrase("puzzle.ask_par", {"par": displayed_points(puzzle.par)})
    return Phrase("puzzle.ask")
