"""A game for one with a solver of its own (Cozy Cabin alone): plans instead of rollouts.

While the deck's order is hidden (CC-3, CC-5) a decision is judged by plans for orders that the seat must hold possible:
one order chooses the better move, others measure it. Once everything is known there is one order, and a decision lost
what the best plan before it scores above the best plan after it. Before anything is called a mistake it is looked at
once more: in more orders, or with longer thought about what could still be reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import stdev
from typing import Any

from domik.kernel.record import Record, action_of
from domik.kernel.state import State, imagined
from domik.review.judging import phase_of
from domik.review.ledger import Account, Estimate, account_of, result_of
from domik.review.planner import LEAST_DOUBT, Plan, Planner
from domik.review.reasons import points_apart
from domik.review.report import Candidate, Course, Hindsight, Judgement, Month, Value
from domik.review.story import Question, luck_for, story_of
from domik.review.thresholds import BEST, CLOSE, GRAVE, MARKED, MILLION, scale_of

QUICK, SLOW = 60, 250  # milliseconds of CPU time a plan: at first, and where rollouts would have played MANY worlds
AGAIN = 1000  # before a mistake is called one
MANY = 64
ORDERS, ORDERS_AGAIN = 1, 4  # of the deck that measure a decision
STUDENT = {2: 12.7, 3: 4.3, 4: 3.18}  # standard errors of so many orders that hold 95 %
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
    orders: int  # of the deck that were measured, 0 where it is known


class PlanJudging:
    """One seat's review by plans; the same face as Judging."""

    def __init__(self, record: Record, seat: int, seed: str) -> None:
        self.match = record.match
        self.seat = seat
        self.seed = seed
        self.actions = tuple(move.action for move in record.moves)
        self.moves = len(record.moves)
        self.scale = scale_of(1)
        self.story = story_of(record, seat)
        self.result = result_of(record.match, record.end(), seat)
        self.planner = Planner(record.match)
        self.reading: Any = record.match.title.module(READING)
        self.hidden = {one.number for one in self.story.questions if 0 in self.reading.seat_of(one.view, seat).deck}
        self.weighed: dict[int, Weighed] = {}
        self.course_plans: dict[int, Plan] = {}
        self.played_lines: dict[int, tuple[int, ...]] = {}  # the played move, and what was best from there on
        self.spent = 0

    # ---- the work ---------------------------------------------------------------------------------------

    def advance(self, worlds: int) -> Iterator[None]:
        """Plan on everywhere, from the end to the start: a later plan is part of an earlier one."""
        spend = QUICK if worlds < MANY else SLOW
        if spend == self.spent:
            return  # longer thoughts are not worth their time
        yield from self.walk(spend)
        for question in self.story.questions:
            if question.number in self.hidden:
                yield from self.weigh_orders(question, ORDERS, spend)
        if spend == SLOW:
            yield from self.ask_again()
        self.spent = spend

    def walk(self, spend: int) -> Iterator[None]:
        """The best plan at every decision, and what was lost where nothing is hidden any more."""
        score, end = self.result.value.points, self.moves
        line: tuple[int, ...] = ()
        for question in reversed(self.story.questions):
            number = question.number
            line = (*self.actions[number:end], *line)
            found = self.planner.plan(question.truth, spend).or_better(score, line)
            self.played_lines[number] = line
            after, score, line, end = score, found.score, found.moves, number
            self.course_plans[number] = found
            if number not in self.hidden:
                self.weighed[number] = self.weigh(question, found, after, spend)
            yield

    def ask_again(self) -> Iterator[None]:
        """A second look at all that would be called a mistake."""
        following = {one.number: two for one, two in zip(self.story.questions, self.story.questions[1:], strict=False)}
        is_news = False
        for question in self.story.questions:
            if self.verdict(question) not in GRAVE:
                continue
            if question.number in self.hidden:
                yield from self.weigh_orders(question, ORDERS_AGAIN, SLOW)
            elif question.number in following:
                before = self.planner.solved
                self.planner.plan(following[question.number].truth, AGAIN)
                is_news = is_news or self.planner.solved > before
                yield
        if is_news:
            yield from self.walk(SLOW)

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
        return Weighed(best, found.score, after, loss - doubt, loss + found.doubt, scores, 0)

    def weigh_orders(self, question: Question, orders: int, spend: int) -> Iterator[None]:
        """A decision while the deck's order is hidden: one order chooses, others measure."""
        first = self.planner.plan(self.order(question, 0), spend).first
        best = next((at for at, kind in enumerate(question.kinds) if first in kind), question.played)
        yield
        sums = {best: 0, question.played: 0}
        losses = []
        for world in self.measuring(question, orders):
            found = {at: self.planner.plan(played_on(world, question.kinds[at][0]), spend).score for at in sums}
            for at, score in found.items():
                sums[at] += score
            losses.append(found[best] - found[question.played])
            yield
        scores = {at: total // orders for at, total in sums.items()}
        loss = scores[best] - scores[question.played]
        doubt = doubt_of(losses) if best != question.played else 0
        self.weighed[question.number] = Weighed(
            best, scores[best], scores[question.played], loss - doubt, loss + doubt, scores, orders
        )

    def measuring(self, question: Question, orders: int) -> list[State]:
        """The orders of the deck that measure."""
        return [self.order(question, 2 * number + 1) for number in range(orders)]

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

    def verdict(self, question: Question) -> str:
        """What a decision is called by now."""
        weighed = self.weighed[question.number]
        return self.scale.verdict(weighed.before - weighed.after, weighed.low, weighed.best == question.played)

    def judgement(self, question: Question, weighed: Weighed) -> Judgement:
        """One decision in the words of the report."""
        best = valued(weighed.before)
        loss = best - valued(weighed.after)
        verdict = self.verdict(question)
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
            points_apart(self.match, self.ends(question, weighed), self.seat) if verdict in MARKED else (),
            self.reasons(question, question.played) if wants_words else (),
            Hindsight(valued(after), valued(plan.score)) if wants_words and question.number in self.hidden else None,
        )

    def after(self, question: Question) -> int:
        """What could still be reached after a decision, all cards open."""
        later = (one.number for one in self.story.questions if one.number > question.number)
        number = next(later, None)
        return self.result.value.points if number is None else self.course_plans[number].score

    def ends(self, question: Question, weighed: Weighed) -> list[tuple[State, State]]:
        """How the better plan and the played one end, in every order that was looked at."""
        number = question.number
        if not weighed.orders:
            lines = self.course_plans[number].moves, self.played_lines[number]
            return [(ended(question.truth, lines[0]), ended(question.truth, lines[1]))]
        return [
            (self.end_of(world, question, weighed.best), self.end_of(world, question, question.played))
            for world in self.measuring(question, weighed.orders)
        ]

    def end_of(self, world: State, question: Question, at: int) -> State:
        """How the plan after one of the kinds ends."""
        after = played_on(world, question.kinds[at][0])
        return ended(after, self.planner.plan(after, 1).moves)

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
            self.match.spoken(question.view, action),
            valued(score or 0),
            Value(),
            max(1, weighed.orders) if score is not None else 0,
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


def ended(state: State, moves: tuple[int, ...]) -> State:
    """The state at the end of a plan."""
    after = state.copy()
    for number in moves:
        after.play(0, action_of(number))
    return after


def doubt_of(losses: list[int]) -> int:
    """Half of the interval of a mean over orders, with what a plan may miss."""
    many = len(losses)
    if many == 1:
        return LEAST_DOUBT
    return round(STUDENT[many] * stdev(losses) / sqrt(many)) + LEAST_DOUBT // 2


def valued(score: int) -> Value:
    """Points alone: nobody to be ahead of."""
    return Value(MILLION, score, score)
