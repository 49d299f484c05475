"""Verify a stored puzzle from its position alone, with fresh worlds."""

from __future__ import annotations

from domik.judge.plans import Planner, has_solver, state_after
from domik.judge.thresholds import THOUSAND
from domik.puzzles.par import PAR_SOLVER_SECONDS
from domik.puzzles.puzzle import PAR, Puzzle
from domik.puzzles.strong_proof import strong_proof_of


def verify_puzzle(puzzle: Puzzle, seed: str) -> bool:
    """Whether exactly the stored answer holds."""
    return verify_par(puzzle) if puzzle.kind == PAR else strong_proof_of(puzzle, seed).holds


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
