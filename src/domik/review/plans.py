"""A game for one with a solver of its own (Cozy Cabin alone): plans instead of rollouts.

While the deck's order is hidden (CC-3, CC-5) a decision is judged by plans for orders that the seat must hold possible:
one half of the orders chooses the better move, the other measures it. Once everything is known there is one order, and
a decision lost what the best plan before it scores above the best plan after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domik.kernel.record import Record, action_of
from domik.kernel.state import State, imagined
from domik.review.judging import phase_of
from domik.review.ledger import Account, Estimate, account_of, result_of
from domik.review.planner import Plan, Planner
from domik.review.report import Candidate, Course, Hindsight, Judgement, Month, Value
from domik.review.story import Question, luck_for, story_of
from domik.review.thresholds import BEST, CLOSE, MILLION, THOUSAND, scale_of

QUICK, SLOW = 60, 250  # milliseconds of CPU time a plan: at first, and where rollouts would have played MANY worlds
MANY = 64
ORDERS = 1  # of the deck, of either half: every one costs three plans
READING = "rules.reading"  # the module of a game that is asked here


@dataclass
class Weighed:
    """What is known of one decision."""

    best: int  # places among the question's kinds
    before: int  # thousandths: the best move's score
    after: int  # the played one's
    low: int
    high: int
    scores: dict[int, int]  # of the kinds that were looked at
    orders: int


class PlanJudging:
    """One seat's review by plans; the same face as Judging."""

    def __init__(self, record: Record, seat: int, seed: str) -> None:
        self.match = record.match
        self.seat = seat
        self.seed = seed
        self.moves = len(record.moves)
        self.scale = scale_of(1)
        self.story = story_of(record, seat)
        self.result = result_of(record.match, record.end(), seat)
        self.planner = Planner(record.match)
        self.reading: Any = record.match.title.module(READING)
        self.hidden = {one.number for one in self.story.questions if 0 in self.reading.seat_of(one.view, seat).deck}
        self.weighed: dict[int, Weighed] = {}
        self.course_plans: dict[int, Plan] = {}
        self.spent = 0

    # ---- the work ---------------------------------------------------------------------------------------

    def advance(self, worlds: int) -> Iterator[None]:
        """Plan on everywhere, from the end to the start: a later plan is part of an earlier one."""
        spend = QUICK if worlds < MANY else SLOW
        if spend == self.spent:
            return  # longer thoughts are not worth their time
        score = self.result.value.points
        for question in reversed(self.story.questions):
            played = question.kinds[question.played][0]
            found = self.planner.plan(question.truth, spend).or_better(score, played)
            after = score
            score = found.score
            self.course_plans[question.number] = found
            if question.number not in self.hidden:
                self.weighed[question.number] = self.weigh(question, found, after, spend)
            yield
        for question in self.story.questions:
            if question.number in self.hidden:
                yield from self.weigh_orders(question, ORDERS, spend)
        self.spent = spend

    def weigh(self, question: Question, found: Plan, after: int, spend: int) -> Weighed:
        """A decision with nothing hidden: the plan before it against the plan after it, and the other moves."""
        place = next((at for at, kind in enumerate(question.kinds) if found.first in kind), question.played)
        best = question.played if after >= found.score else place
        scores = {}
        for at, kind in enumerate(question.kinds):
            if at not in (best, question.played):
                scores[at] = min(found.score, self.planner.plan(played_on(question.truth, kind[0]), spend // 6).score)
        scores |= {best: found.score, question.played: after}
        loss = found.score - after
        doubt = (
            0
            if found.proven
            else self.planner.plan(played_on(question.truth, question.kinds[question.played][0]), 1).doubt
        )
        return Weighed(best, found.score, after, loss - doubt, loss + found.doubt, scores, 1)

    def weigh_orders(self, question: Question, orders: int, spend: int) -> Iterator[None]:
        """A decision while the deck's order is hidden: one half of the orders votes, the other measures."""
        votes: Counter[int] = Counter()
        for number in range(orders):
            first = self.planner.plan(self.order(question, 2 * number), spend).first
            votes[next((at for at, kind in enumerate(question.kinds) if first in kind), question.played)] += 1
            yield
        most = max(votes.values())
        best = question.played if votes[question.played] == most else max(votes, key=lambda at: (votes[at], -at))
        sums = {best: 0, question.played: 0}
        differences = []
        for number in range(orders):
            world = self.order(question, 2 * number + 1)
            found = {at: self.planner.plan(played_on(world, question.kinds[at][0]), spend) for at in sums}
            for at, plan in found.items():
                sums[at] += plan.score
            differences.append(found[best].score - found[question.played].score)
            yield
        scores = {at: total // orders for at, total in sums.items()}
        loss = scores[best] - scores[question.played]
        doubt = THOUSAND + max(differences) - min(differences)
        doubt = doubt if best != question.played else 0
        self.weighed[question.number] = Weighed(
            best, scores[best], scores[question.played], loss - doubt, loss + doubt, scores, orders
        )

    def order(self, question: Question, number: int) -> State:
        """A numbered world that the seat must hold possible."""
        return imagined(question.view, luck_for(question.view, self.seed).stream(number))

    def explain(self) -> Iterator[None]:
        """Plans explain themselves."""
        yield from ()

    def rollouts(self) -> int:
        """How many positions were solved."""
        return self.planner.solved

    # ---- what was found ---------------------------------------------------------------------------------

    def judgements(self) -> list[Judgement]:
        """Every decision that can be judged by now."""
        return [
            self.judgement(question, self.weighed[question.number])
            for question in self.story.questions
            if question.number in self.weighed
        ]

    def judgement(self, question: Question, weighed: Weighed) -> Judgement:
        """One decision in the words of the report."""
        best = valued(weighed.before)
        loss = best - valued(weighed.after)
        verdict = self.scale.verdict(loss.points, weighed.low, weighed.best == question.played)
        order = sorted(
            range(len(question.kinds)), key=lambda at: (at != weighed.best, -weighed.scores.get(at, -MILLION), at)
        )
        wants_words = verdict not in (BEST, CLOSE)
        plan = self.course_plans[question.number]
        after = self.after(question)
        return Judgement(
            question.number,
            self.seat,
            phase_of(question.number, self.moves),
            verdict,
            tuple(self.candidate(question, weighed, at) for at in order),
            order.index(weighed.best),
            order.index(question.played),
            best,
            loss,
            Value(0, weighed.low, weighed.low),
            Value(0, weighed.high, weighed.high),
            self.reasons(question, weighed.best) if wants_words else (),
            (),
            self.reasons(question, question.played) if wants_words else (),
            Hindsight(valued(after), valued(plan.score)) if wants_words else None,
        )

    def after(self, question: Question) -> int:
        """What could still be reached after a decision, all cards open."""
        later = (one.number for one in self.story.questions if one.number > question.number)
        number = next(later, None)
        return self.result.value.points if number is None else self.course_plans[number].score

    def reasons(self, question: Question, at: int) -> tuple[Any, ...]:
        """What speaks for one of the kinds."""
        return tuple(self.match.reasons(question.view, action_of(question.kinds[at][0])))

    def candidate(self, question: Question, weighed: Weighed, at: int) -> Candidate:
        """One candidate with its notation and words."""
        action = action_of(question.kinds[at][0])
        score = weighed.scores.get(at)
        return Candidate(
            tuple(question.kinds[at]),
            self.match.write(question.view, action),
            self.match.describe(question.view, action),
            valued(score or 0),
            Value(),
            weighed.orders if score is not None else 0,
        )

    def account(self, judgements: list[Judgement]) -> Account:
        """Luck is the order in which the cards came."""
        found = {one.step: Estimate(one.usual, self.result.chances) for one in judgements}
        judged = {one.step: one for one in judgements}
        return account_of(self.seat, self.story.steps, judged, found, {}, self.result)

    def course(self) -> Course | None:
        """The best plan known and the proven limit whenever a month began, and which decision gave most of it away."""
        months: dict[int, Month] = {}
        worst, step = 0, -1
        for question in self.story.questions:
            plan = self.course_plans.get(question.number)
            if plan is None:
                return None
            month = int(self.reading.seat_of(question.view, self.seat).month())
            months.setdefault(month, Month(month, question.number, plan.score, plan.bound, plan.proven))
            lost = plan.score - self.after(question)
            if lost > worst:
                worst, step = lost, question.number
        return Course(tuple(months.values()), self.result.value.points, step, worst)


def played_on(state: State, number: int) -> State:
    """The state after one more action."""
    after = state.copy()
    after.play(0, action_of(number))
    return after


def valued(score: int) -> Value:
    """Points alone: nobody to be ahead of."""
    return Value(MILLION, score, score)
