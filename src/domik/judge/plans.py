"""Plans by a game's own solver, for games in which a seat's points depend on its own moves alone."""

from __future__ import annotations

from dataclasses import dataclass

from domik.judge import trials
from domik.judge.thresholds import THOUSAND
from domik.judge.value import view_numbers
from domik.kernel.contract import GameSolver
from domik.kernel.package import Match
from domik.kernel.record import action_of
from domik.kernel.state import State

LEAST_DOUBT = THOUSAND  # of a plan that is not proven
DOUBT_FACTOR = 1.5  # the solver may still gain this multiple of its last gain


def is_compiled() -> bool:
    """Whether this is the compiled build; the pure one is many times slower."""
    return not str(trials.__file__).endswith((".py", ".pyc"))


def has_solver(match: Match) -> bool:
    """Whether the solver applies: everyone plans for themselves, in the compiled build (the pure one is too slow)."""
    if not is_compiled() or (match.seats > 1 and match.options.get("template")):
        return False
    solver = match.package.solver()
    return solver is not None and solver.applies(match)


def solver_of(match: Match) -> GameSolver[Match]:
    """The solver of a game that has one."""
    solver = match.package.solver()
    assert solver is not None, f"{match.package.name} has no solver"
    return solver


@dataclass
class SolverPlan:
    """The best known plan for a position after a given time of solving."""

    score: int  # thousandths of a point
    bound: int
    proven: bool
    moves: tuple[int, ...]  # action numbers to the end of the game
    milliseconds: int
    doubt: int  # its last gain from longer solving, scaled

    @property
    def first(self) -> int:
        """The first action number; -1 at the end."""
        return self.moves[0] if self.moves else -1

    def improved_by(self, score: int, moves: tuple[int, ...]) -> SolverPlan:
        """This plan, or the given line if it scores more."""
        if score <= self.score:
            return self
        return SolverPlan(score, max(self.bound, score), self.proven, moves, self.milliseconds, self.doubt)


class Planner:
    """The solver for one seat, with a cache by position."""

    def __init__(self, match: Match, seat: int = 0) -> None:
        self.match = match
        self.seat = seat
        self.solver = solver_of(match)
        self.per_point = 2 if match.package.halves else 1
        self.cache: dict[tuple[int, ...], SolverPlan] = {}
        self.solved_count = 0

    def plan(self, state: State, milliseconds: int) -> SolverPlan:
        """The best known plan from a position; solves again only if more time is given than before."""
        if state.is_over():
            score = self.points(int(state.score(self.seat)))
            return SolverPlan(score, score, True, (), milliseconds, 0)
        key = tuple(view_numbers(state.view(self.seat)) + [int(number) for number in state.numbers])
        before = self.cache.get(key)
        if before is not None and (before.proven or before.milliseconds >= milliseconds):
            return before
        answer = self.solver.solve(self.match, state.copy(), self.seat, milliseconds / 1000)
        self.solved_count += 1
        score, moves = self.points(answer.score), tuple(answer.moves)
        doubt = 0 if answer.proven else max(LEAST_DOUBT, round(DOUBT_FACTOR * (score - before.score)) if before else 0)
        found = SolverPlan(score, self.points(answer.bound), answer.proven, moves, milliseconds, doubt)
        self.cache[key] = found.improved_by(before.score, before.moves) if before else found
        return self.cache[key]

    def points(self, kept: int) -> int:
        return kept * THOUSAND // self.per_point


def state_after(state: State, number: int, seat: int = 0) -> State:
    """The state after one more move of a seat."""
    return play_plan(state, (number,), seat)


def play_plan(state: State, moves: tuple[int, ...], seat: int = 0) -> State:
    """The state after a seat's moves, while the others wait."""
    after = state.copy()
    for number in moves:
        after.play(seat, action_of(number))
    return after
