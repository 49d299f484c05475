"""Cozy Cabin alone, judged by plans: what a plan promises is what it brings, and mistakes say by which clauses."""

from __future__ import annotations

import pytest

from domik.review.plans import ORDERS_AGAIN, PlanJudging, doubt_of, ended
from domik.review.reasons import points_apart
from domik.review.thresholds import THOUSAND
from tests.review.games import played


@pytest.fixture(scope="module")
def judging() -> PlanJudging:
    """A random game for one, after a first quick look; it plays so badly that there is always something to lose."""
    made = PlanJudging(played("cabin", 1, bots="random"), 0, "1")
    for _ in made.advance(1):
        pass
    return made


def test_every_plan_ends_as_it_promises(judging: PlanJudging) -> None:
    for question in judging.story.questions:
        number = question.number
        plan = judging.course_plans[number]
        best = ended(question.truth, plan.moves)
        after = ended(question.truth, judging.played_lines[number])
        assert judging.planner.points(int(best.score(0))) == plan.score
        assert judging.planner.points(int(after.score(0))) == judging.after(question)
        assert best.is_over()
        assert after.is_over()


def test_a_mistake_says_by_which_clauses(judging: PlanJudging) -> None:
    marked = [one for one in judging.judgements() if one.is_marked]
    assert marked, "nobody plays that well at random"
    assert all(one.clauses for one in marked)
    questions = {one.number: one for one in judging.story.questions}
    for one in marked:
        ends = judging.ends(questions[one.step], judging.weighed[one.step])
        told = points_apart(judging.match, ends, 0)
        assert told == one.clauses
        assert all(part.clause.startswith("CC-") for part in told)


def test_hindsight_only_where_something_was_hidden(judging: PlanJudging) -> None:
    for one in judging.judgements():
        assert one.hindsight is None or one.step in judging.hidden


def test_more_orders_that_agree_leave_less_doubt() -> None:
    assert doubt_of([3 * THOUSAND] * ORDERS_AGAIN) < doubt_of([3 * THOUSAND])
    assert doubt_of([0, 6 * THOUSAND, 0, 6 * THOUSAND]) > doubt_of([3 * THOUSAND] * ORDERS_AGAIN)
