"""Cozy Cabin alone, judged by plans: what a plan promises is what it brings, and mistakes say by which clauses."""

from __future__ import annotations

import pytest

from domik.judge.plans import play_plan
from domik.judge.thresholds import THOUSAND
from domik.reviews.clauses import clause_differences, rounded_tenths
from domik.reviews.solver_judge import CONFIRM_ORDERS, SLOW_MS, SolverJudge, confidence_half_width
from tests.reviews.games import played


@pytest.fixture(scope="module")
def judging() -> SolverJudge:
    """A random game for one, after a first quick look; it plays so badly that there is always something to lose."""
    made = SolverJudge(played("cabin", 1, bots="random"), 0, "1")
    for _ in made.advance(1):
        pass
    made.planned_ms, made.advised = SLOW_MS, dict.fromkeys(made.comparisons, -1)  # as if longer plans had confirmed all
    return made


def test_every_plan_ends_as_it_promises(judging: SolverJudge) -> None:
    for question in judging.history.decision_points:
        number = question.number
        plan = judging.open_plans[number]
        best = play_plan(question.true_state, plan.moves)
        after = play_plan(question.true_state, judging.played_lines[number])
        assert judging.planner.points(int(best.score(0))) == plan.score
        assert judging.planner.points(int(after.score(0))) == judging.best_after(question)
        assert best.is_over()
        assert after.is_over()


def test_a_mistake_says_by_which_clauses(judging: SolverJudge) -> None:
    marked = [one for one in judging.judgements() if one.is_marked]
    assert marked, "nobody plays that well at random"
    assert all(one.clauses for one in marked)
    questions = {one.number: one for one in judging.history.decision_points}
    for one in marked:
        ends = judging.end_states(questions[one.step], judging.comparisons[one.step])
        told = clause_differences(judging.match, ends, 0)
        assert told == one.clauses
        assert all(part.clause.startswith("CC-") or part == told[-1] for part in told)
        assert sum(part.points for part in told) == rounded_tenths(one.loss.points)


def test_hindsight_only_where_something_was_hidden(judging: SolverJudge) -> None:
    for one in judging.judgements():
        assert one.hindsight is None or one.step in judging.hidden


def test_more_orders_that_agree_leave_less_doubt() -> None:
    assert confidence_half_width([3 * THOUSAND] * CONFIRM_ORDERS) < confidence_half_width([3 * THOUSAND])
    assert confidence_half_width([0, 6 * THOUSAND, 0, 6 * THOUSAND]) > confidence_half_width(
        [3 * THOUSAND] * CONFIRM_ORDERS
    )
