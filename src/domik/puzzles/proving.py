"""Proving a puzzle again, from nothing but its position: with other worlds the answer must be the same."""

from __future__ import annotations

from domik.puzzles.par import SECONDS
from domik.puzzles.proof import question_at, stands
from domik.puzzles.puzzle import PAR, Puzzle
from domik.review.planner import Planner, has_solver
from domik.review.plans import played_on
from domik.review.thresholds import THOUSAND


def holds(puzzle: Puzzle, seed: str) -> bool:
    """Whether the answer stands, and nothing else does as well."""
    return par_holds(puzzle) if puzzle.kind == PAR else choice_holds(puzzle, seed)


def choice_holds(puzzle: Puzzle, seed: str) -> bool:
    """Fresh worlds choose the same move by a clear gap, and so does a search with other luck."""
    question = question_at(puzzle.state(), puzzle.seat, len(puzzle.moves))
    halves = puzzle.record().match.title.halves
    return question is not None and stands(question, puzzle.answer, f"{seed} {puzzle.id}", halves)


def par_holds(puzzle: Puzzle) -> bool:
    """The solver proves the par anew: it can be reached by the answers alone, and cannot be beaten."""
    match, state = puzzle.record().match, puzzle.state()
    if not has_solver(match):
        return False
    planner, milliseconds = Planner(match), round(2 * SECONDS * THOUSAND)
    plan = planner.plan(state, milliseconds)
    if not plan.proven or plan.score != puzzle.par:
        return False
    for one in puzzle.values:
        after = planner.plan(played_on(state, one.actions[0]), milliseconds)
        if not after.proven or (after.score >= puzzle.par) != (one.actions[0] in puzzle.answer):
            return False
    return True
