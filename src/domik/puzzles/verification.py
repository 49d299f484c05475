"""Verify a stored puzzle from its position alone, with fresh worlds."""

from __future__ import annotations

from domik.judge.plans import Planner, has_solver, state_after
from domik.judge.thresholds import THOUSAND
from domik.puzzles.par import PAR_SOLVER_SECONDS
from domik.puzzles.proof import is_confirmed, puzzle_decision
from domik.puzzles.puzzle import PAR, Puzzle


def verify_puzzle(puzzle: Puzzle, seed: str) -> bool:
    """Whether exactly the stored answer holds."""
    return verify_par(puzzle) if puzzle.kind == PAR else verify_choice(puzzle, seed)


def verify_choice(puzzle: Puzzle, seed: str) -> bool:
    """Whether fresh worlds and a search with another seed choose the same move by a clear gap."""
    question = puzzle_decision(puzzle.state(), puzzle.seat, len(puzzle.moves))
    halves = puzzle.record().match.package.halves
    return question is not None and is_confirmed(question, puzzle.answer, f"{seed} {puzzle.id}", halves)


def verify_par(puzzle: Puzzle) -> bool:
    """Whether the solver proves the par again, reachable by exactly the answers. False without a solver."""
    match, state = puzzle.record().match, puzzle.state()
    if not has_solver(match):
        return False
    planner, milliseconds = Planner(match), round(2 * PAR_SOLVER_SECONDS * THOUSAND)
    plan = planner.plan(state, milliseconds)
    if not plan.proven or plan.score != puzzle.par:
        return False
    for one in puzzle.values:
        after = planner.plan(state_after(state, one.actions[0]), milliseconds)
        if not after.proven or (after.score >= puzzle.par) != (one.actions[0] in puzzle.answer):
            return False
    return True
