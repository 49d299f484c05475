"""Judge a seat with the game's own solver: the best known plan, its bound, and the uncertainty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import stdev

from domik.judge.advice import advise
from domik.judge.calibration import seated_levels
from domik.judge.plans import LEAST_DOUBT, Planner, SolverPlan, play_plan, state_after
from domik.judge.thresholds import (
    ALONE,
    BEST,
    CHANCE,
    CLOSE,
    EXPLAINED,
    FIRST_LOOK,
    GRAVE,
    HINTED,
    LOST,
    MARKED,
    MILLION,
    WON,
    Scale,
)
from domik.judge.value import DecisionPoint, Value, group_of, position_luck
from domik.kernel.game import AWAITED
from domik.kernel.record import GameRecord, action_of, number_of
from domik.kernel.state import State, View, imagine_state
from domik.reviews.clauses import clause_differences
from domik.reviews.outlook import SeatOutlook, win_chances
from domik.reviews.report import Candidate, ClausePoints, Hindsight, Judgement, Month, MonthlyPar
from domik.reviews.rollout_judge import phase_of
from domik.reviews.seat_history import (
    Estimate,
    LuckAccount,
    build_luck_account,
    build_seat_history,
    decision_times,
    differing_reasons,
    final_estimate,
)

QUICK_MS, SLOW_MS = 60, 250  # CPU time per plan: in the first passes, and once rollouts would play MANY_WORLDS
CONFIRM_MS = 1000  # before a mistake is reported
OTHER_MS, CONFIRMED_OTHER_MS = 10, 100  # for each move that was neither played nor the best; the latter at marks
MANY_WORLDS = 64
ORDERS, CONFIRM_ORDERS = 1, 4  # deck orders that measure a decision
STUDENT_T = {2: 12.7, 3: 4.3, 4: 3.18}  # 95 % t values by number of deck orders


@dataclass
class PlanComparison:
    best: int  # index into move_groups
    before: int  # the best move's score, in thousandths of a point
    after: int  # the played move's score
    low: int
    high: int
    scores: dict[int, int]  # by index into move_groups, where known
    orders: int  # deck orders measured; 0 if the order is known


class SolverJudge:
    """The review of one seat by plans; same interface as RolloutJudge."""

    def __init__(self, record: GameRecord, seat: int, seed: str) -> None:
        self.match = record.match
        self.seat = seat
        self.seed = seed
        self.actions = [(number, move.action) for number, move in enumerate(record.moves) if move.seat == seat]
        self.moves = len(record.moves)
        self.history = build_seat_history(record, seat)
        self.result = final_estimate(record.match, record.end(), seat)
        self.planner = Planner(record.match, seat)
        self.rival_planners = {who: Planner(record.match, who) for who in range(record.match.seats) if who != seat}
        self.levels = seated_levels(record)
        self.own_moves: dict[int, int] = {}  # by step: how many moves the seat's plan still has
        self.outlooks: dict[int, dict[int, SeatOutlook]] = {}  # by step: what the seat expects of its rivals from there
        is_known = self.planner.solver.is_fully_known
        self.hidden = {one.number for one in self.history.decision_points if not is_known(one.view, seat)}
        self.comparisons: dict[int, PlanComparison] = {}
        self.open_plans: dict[int, SolverPlan] = {}
        self.played_lines: dict[int, tuple[int, ...]] = {}  # the move played, then the best known line
        self.planned_ms = 0
        self.times = decision_times(self.match, self.history.decision_points)
        self.advised: dict[
            int, int
        ] = {}  # by step, where a longer look confirmed a mark: the action number of the hint
        self.is_finished = False

    # ---- work -------------------------------------------------------------------------------------------

    def advance(self, worlds: int) -> Iterator[None]:
        """Plan all decisions; yields between plans."""
        spend = QUICK_MS if worlds < MANY_WORLDS else SLOW_MS
        if spend == self.planned_ms:
            return  # more time per plan gains too little
        doubtful = self.with_loss()
        yield from self.plan_decisions(spend)
        yield from self.expect_rivals()
        for question in self.history.decision_points:
            if question.number in self.hidden and (spend == QUICK_MS or question.number in doubtful):
                yield from self.compare_deck_orders(question, ORDERS, spend)
        self.planned_ms = spend
        if spend == SLOW_MS:
            yield from self.confirm_mistakes()

    def with_loss(self) -> set[int]:
        """The decisions at which something seems to be lost, and those after them; the rest needs no more time.

        Half of a game's decisions are as good as the best plan at the first look; a second one of all of them left no
        time to confirm the marks of the last seats.
        """
        points = self.history.decision_points
        found = {number for number, one in self.comparisons.items() if one.before > one.after}
        return found | {two.number for one, two in pairwise(points) if one.number in found}

    def plan_decisions(self, spend: int) -> Iterator[None]:
        """Plan every decision from the last to the first, since a later plan continues an earlier one."""
        score, end = self.result.value.points, self.moves
        longer = self.with_loss()
        line: tuple[int, ...] = ()
        for question in reversed(self.history.decision_points):
            number = question.number
            line = (*(action for at, action in self.actions if number <= at < end), *line)
            milliseconds = spend if number in longer else QUICK_MS
            found = self.planner.plan(question.true_state, milliseconds).improved_by(score, line)
            self.played_lines[number] = line
            after, score, line, end = score, found.score, found.moves, number
            self.open_plans[number] = found
            if number not in self.hidden:
                self.own_moves[number] = len(found.moves)
                self.comparisons[number] = self.compare_plans(question, found, after)
            yield

    def expect_rivals(self) -> Iterator[None]:
        """What each rival can still reach, by what this seat could see: when a month of either begins."""
        views = self.history.observations | {one.number: one.view for one in self.history.decision_points}
        seen: dict[int, tuple[int, int, int]] = {}
        now: dict[int, SeatOutlook] = {}
        for number, view in sorted(views.items()) if self.rival_planners else ():
            stages = {who: self.stage_of(view, who, number) for who in self.rival_planners}
            if stages != seen and number not in self.outlooks:
                world = imagine_state(view, position_luck(view, self.seed).stream(0))
                now = dict(now)
                for who in (who for who, stage in stages.items() if stage != seen.get(who)):
                    plan = self.rival_planners[who].plan(world, QUICK_MS)
                    now[who] = SeatOutlook(plan.score, len(plan.moves), self.levels[who])
                self.outlooks[number] = now
                yield
            seen, now = stages, self.outlooks.get(number, now)

    def stage_of(self, view: View, who: int, number: int) -> tuple[int, int, int]:
        """What must change before a rival is looked at anew: its month, whether it plays on, and this seat's month."""
        month = self.planner.solver.month
        own = max(
            (month(one.view, self.seat) for one in self.history.decision_points if one.number <= number), default=0
        )
        return month(view, who), int(view.numbers[AWAITED]) >> who & 1, own

    def outlook_at(self, step: int) -> dict[int, SeatOutlook]:
        """What the seat expects of its rivals at a step."""
        return self.outlooks.get(max((number for number in self.outlooks if number <= step), default=-1), {})

    def month_of(self, question: DecisionPoint) -> int:
        return self.planner.solver.month(question.view, self.seat)

    def value_of(self, score: int, question: DecisionPoint) -> Value:
        """A planned score as a value, with the chance to win by it."""
        if self.match.seats == 1:
            return Value(MILLION, score, score)
        return self.value_at(question.number, score, self.own_moves.get(question.number, 0))

    def value_at(self, step: int, score: int, moves: int) -> Value:
        """A planned score, with so many moves to go, as a value by what is expected of the rivals at a step."""
        rivals = self.outlook_at(step)
        best = max((one.score for one in rivals.values()), default=0)
        return Value(self.all_chances(step, score, moves)[self.seat], score - best, score)

    def all_chances(self, step: int, score: int, moves: int) -> tuple[int, ...]:
        """Every seat's chance to win."""
        own = SeatOutlook(score, moves, self.levels[self.seat])
        found = win_chances({self.seat: own} | self.outlook_at(step))
        return tuple(found.get(who, 0) for who in range(self.match.seats))

    def confirm_mistakes(self) -> Iterator[None]:
        """Solve longer where a mistake would be reported, until nothing new would be."""
        points = self.history.decision_points
        following = {one.number: two for one, two in pairwise(points)}
        while doubtful := [one for one in points if self.is_doubtful(one)]:
            before = self.planner.solved_count
            for question in doubtful:
                if question.number in self.hidden:
                    yield from self.compare_deck_orders(question, CONFIRM_ORDERS, SLOW_MS)
                elif question.number in following:
                    self.planner.plan(following[question.number].true_state, CONFIRM_MS)
                self.advised[question.number] = number_of(advise(self.match, question.view))
                yield
            if self.planner.solved_count > before:
                yield from self.plan_decisions(SLOW_MS)

    def is_doubtful(self, question: DecisionPoint) -> bool:
        """Whether a mark would be grave and nobody has looked longer yet."""
        return self.measured_verdict(question) in GRAVE and question.number not in self.advised

    def compare_plans(self, question: DecisionPoint, found: SolverPlan, after: int) -> PlanComparison:
        """Compare moves with all cards known: the plan before the decision against the plan after it."""
        place = group_of(question.move_groups, found.first)
        best = question.played if after >= found.score or place < 0 else place
        scores = {}
        other_ms = CONFIRMED_OTHER_MS if question.number in self.advised else OTHER_MS
        for at, kind in enumerate(question.move_groups):
            if at not in (best, question.played):
                scores[at] = min(found.score, self.plan_after(question.true_state, kind[0], other_ms).score)
        scores |= {best: found.score, question.played: after}
        loss = found.score - after
        played = question.move_groups[question.played][0]
        doubt = 0 if found.proven else self.plan_after(question.true_state, played, 1).doubt
        return PlanComparison(best, found.score, after, loss - doubt, loss + found.doubt, scores, 0)

    def plan_after(self, state: State, number: int, spend: int) -> SolverPlan:
        return self.planner.plan(state_after(state, number, self.seat), spend)

    def compare_deck_orders(self, question: DecisionPoint, orders: int, spend: int) -> Iterator[None]:
        """Compare moves while the deck's order is hidden: one imagined order chooses, others measure."""
        plan = self.planner.plan(self.imagined_world(question, 0), spend)
        self.own_moves[question.number] = len(plan.moves)
        place = group_of(question.move_groups, plan.first)
        best = place if place >= 0 else question.played
        yield
        sums = {best: 0, question.played: 0}
        losses = []
        for world in self.measuring_worlds(question, orders):
            found = {
                at: self.planner.plan(state_after(world, question.move_groups[at][0], self.seat), spend).score
                for at in sums
            }
            for at, score in found.items():
                sums[at] += score
            losses.append(found[best] - found[question.played])
            yield
        scores = {at: total // orders for at, total in sums.items()}
        loss = scores[best] - scores[question.played]
        doubt = confidence_half_width(losses) if best != question.played else 0
        self.comparisons[question.number] = PlanComparison(
            best, scores[best], scores[question.played], loss - doubt, loss + doubt, scores, orders
        )

    def measuring_worlds(self, question: DecisionPoint, orders: int) -> list[State]:
        return [self.imagined_world(question, 2 * number + 1) for number in range(orders)]

    def imagined_world(self, question: DecisionPoint, number: int) -> State:
        """World number `number` consistent with the seat's view."""
        return imagine_state(question.view, position_luck(question.view, self.seed).stream(number))

    def explain(self) -> Iterator[None]:
        """Nothing to do: judgements derive clauses and hindsight from the plans."""
        yield from ()

    def mean_loss(self) -> float:
        """Mean loss of a decision, in thousandths of a point; hints that were followed are nobody's."""
        own = [one for number, one in self.comparisons.items() if number not in self.history.hinted]
        losses = [max(0, one.before - one.after) for one in own]
        return sum(losses) / max(1, len(losses))

    def rollouts(self) -> int:
        """Number of positions solved."""
        return self.planner.solved_count

    # ---- results ----------------------------------------------------------------------------------------

    def judgements(self) -> list[Judgement]:
        """All decisions that can be judged so far."""
        return [
            self.judgement(question, self.comparisons[question.number])
            for question in self.history.decision_points
            if question.number in self.comparisons
        ]

    def measured_verdict(self, question: DecisionPoint) -> str:
        weighed = self.comparisons[question.number]
        best, played = (self.value_of(score, question) for score in (weighed.before, weighed.after))
        scale = self.scale_for(best, played)
        loss = (best - played).judged_value(scale is ALONE)
        return scale.verdict(loss, weighed.low, weighed.best == question.played)

    def verdict(self, question: DecisionPoint) -> str:
        """The verdict; what longer plans and the hint have not confirmed is a first look, and in the end no mark."""
        verdict, number = self.measured_verdict(question), question.number
        if verdict not in MARKED:
            return verdict
        is_confirmed = number in self.advised if verdict in GRAVE else self.planned_ms == SLOW_MS
        if not is_confirmed:
            return CLOSE if self.is_finished or verdict not in GRAVE else FIRST_LOOK
        if number in self.history.hinted:
            return HINTED
        is_hint = self.advised.get(number, -1) in question.move_groups[question.played]
        return CLOSE if verdict in GRAVE and is_hint else verdict

    def scale_for(self, best: Value, played: Value) -> Scale:
        """Points where the chance says nothing: alone, or when the game is as good as won or lost either way."""
        is_decided = best.chance < LOST or played.chance > WON
        return ALONE if self.match.seats == 1 or is_decided else CHANCE

    def judgement(self, question: DecisionPoint, weighed: PlanComparison) -> Judgement:
        best, played = (self.value_of(score, question) for score in (weighed.before, weighed.after))
        low, high = (self.value_of(weighed.before - by, question) for by in (weighed.low, weighed.high))
        verdict = self.verdict(question)
        order = sorted(
            range(len(question.move_groups)), key=lambda at: (at != weighed.best, -weighed.scores.get(at, -MILLION), at)
        )
        wants_words = verdict not in (BEST, CLOSE)
        reasons = differing_reasons(self.match, question, weighed.best) if wants_words else ((), ())
        plan = self.open_plans[question.number]
        after = self.best_after(question)
        return Judgement(
            question.number,
            self.seat,
            phase_of(question.number, self.moves),
            verdict,
            tuple(self.candidate(question, weighed, at) for at in order),
            order.index(weighed.best),
            order.index(question.played),
            best,
            best - played,
            best - low,
            best - high,
            reasons[0],
            clause_differences(self.match, self.end_states(question, weighed), self.seat)
            if verdict in EXPLAINED
            else (),
            reasons[1],
            Hindsight(self.value_of(after, question), self.value_of(plan.score, question))
            if wants_words and question.number in self.hidden
            else None,
            by_points=self.scale_for(best, played) is ALONE,
            when=self.times[question.number],
        )

    def best_after(self, question: DecisionPoint) -> int:
        """The best score reachable after a decision, all cards open."""
        later = (one.number for one in self.history.decision_points if one.number > question.number)
        number = next(later, None)
        return self.result.value.points if number is None else self.open_plans[number].score

    def clauses(self, question: DecisionPoint, weighed: PlanComparison) -> tuple[ClausePoints, ...]:
        return clause_differences(self.match, self.end_states(question, weighed), self.seat)

    def end_states(self, question: DecisionPoint, weighed: PlanComparison) -> list[tuple[State, State]]:
        """Final states of the better and the played line, for every deck order considered."""
        number = question.number
        if not weighed.orders:
            lines = self.open_plans[number].moves, self.played_lines[number]
            first, second = (play_plan(question.true_state, line, self.seat) for line in lines)
            return [(first, second)]
        return [
            (self.end_of(world, question, weighed.best), self.end_of(world, question, question.played))
            for world in self.measuring_worlds(question, weighed.orders)
        ]

    def end_of(self, world: State, question: DecisionPoint, at: int) -> State:
        """The final state of the plan after a move group."""
        after = state_after(world, question.move_groups[at][0], self.seat)
        return play_plan(after, self.planner.plan(after, 1).moves, self.seat)

    def candidate(self, question: DecisionPoint, weighed: PlanComparison, at: int) -> Candidate:
        action = action_of(question.move_groups[at][0])
        score = weighed.scores.get(at)
        return Candidate(
            tuple(question.move_groups[at]),
            self.match.write(question.view, action),
            self.match.spoken_phrase(question.view, action),
            self.value_of(score or 0, question),
            Value(),
            max(1, weighed.orders) if score is not None else 0,
        )

    def luck_account(self, judgements: list[Judgement]) -> LuckAccount:
        """The seat's luck: the order in which the cards came, and what becomes known of the rivals."""
        judged = {one.step: one for one in judgements}
        if self.match.seats == 1:
            found = {step: Estimate(one.usual, self.result.chances) for step, one in judged.items()}
            return build_luck_account(self.seat, self.history.steps, judged, found, {}, self.result)
        found, after = {}, {}
        for step, one in judged.items():
            values = one.usual, one.played_candidate.value
            chances = [self.all_chances(step, value.points, self.own_moves[step]) for value in values]
            found[step], after[step] = Estimate(values[0], chances[0]), chances[1]
        found |= {step: self.estimate_at(step, judged) for step in self.outlooks if judged and step not in judged}
        return build_luck_account(
            self.seat, self.history.steps, judged, dict(sorted(found.items())), after, self.result
        )

    def estimate_at(self, step: int, judged: dict[int, Judgement]) -> Estimate:
        """The seat's value at a step at which rivals move: with what its last decision left it."""
        before = max((number for number in judged if number < step), default=-1)
        if before < 0:
            score, moves = judged[min(judged)].usual.points, self.own_moves[min(judged)]
        elif before == max(self.own_moves):
            score, moves = self.result.value.points, 0
        else:
            score, moves = judged[before].played_candidate.value.points, self.own_moves[before]
        return Estimate(self.value_at(step, score, moves), self.all_chances(step, score, moves))

    def monthly_par(self) -> MonthlyPar | None:
        """Best known plan and bound at the start of each month, and the worst decision;

        None while plans are missing.
        """
        months: dict[int, Month] = {}
        worst, step = 0, -1
        for question in self.history.decision_points:
            plan = self.open_plans.get(question.number)
            if plan is None:
                return None
            month = self.month_of(question)
            months.setdefault(month, Month(month, question.number, plan.score, plan.bound, plan.proven))
            lost = plan.score - self.best_after(question)
            if lost > worst:
                worst, step = lost, question.number
        return MonthlyPar(tuple(months.values()), self.result.value.points, step, worst)


def confidence_half_width(losses: list[int]) -> int:
    """Half of the 95 % interval of the mean loss, plus what an unproven plan may miss."""
    many = len(losses)
    if many == 1:
        return LEAST_DOUBT
    return round(STUDENT_T[many] * stdev(losses) / sqrt(many)) + LEAST_DOUBT // 2
