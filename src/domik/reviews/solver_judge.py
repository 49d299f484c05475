"""Judge a solo game with the game's own solver: the best known plan, its bound, and the uncertainty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import stdev

from domik.kernel.contract import GameSolver
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, action_of
from domik.kernel.state import State, imagine_state
from domik.reviews import trials
from domik.reviews.decision import clause_differences
from domik.reviews.report import Candidate, Hindsight, Judgement, Month, MonthlyPar, Value
from domik.reviews.rollout_judge import phase_of
from domik.reviews.seat_history import (
    DecisionPoint,
    Estimate,
    LuckAccount,
    build_luck_account,
    build_seat_history,
    final_estimate,
    position_luck,
    view_numbers,
)
from domik.reviews.thresholds import BEST, CLOSE, GRAVE, MARKED, MILLION, THOUSAND, scale_of

LEAST_DOUBT = THOUSAND  # of a plan that is not proven
DOUBT_FACTOR = 1.5  # the solver may still gain this multiple of its last gain


def has_solver(match: Match) -> bool:
    """Whether the solver applies: a solo game with a fixed deck, in the compiled build (the pure one is too slow)."""
    if match.seats > 1 or str(trials.__file__).endswith(".py"):
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
    """The solver with a cache by position."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.solver = solver_of(match)
        self.per_point = 2 if match.package.halves else 1
        self.cache: dict[tuple[int, ...], SolverPlan] = {}
        self.solved_count = 0

    def plan(self, state: State, milliseconds: int) -> SolverPlan:
        """The best known plan from a position; solves again only if more time is given than before."""
        if state.is_over():
            score = self.points(int(state.score(0)))
            return SolverPlan(score, score, True, (), milliseconds, 0)
        key = tuple(view_numbers(state.view(0)) + [int(number) for number in state.numbers])
        before = self.cache.get(key)
        if before is not None and (before.proven or before.milliseconds >= milliseconds):
            return before
        answer = self.solver.solve(self.match, state.copy(), 0, milliseconds / 1000)
        self.solved_count += 1
        score, moves = self.points(answer.score), tuple(answer.moves)
        doubt = 0 if answer.proven else max(LEAST_DOUBT, round(DOUBT_FACTOR * (score - before.score)) if before else 0)
        found = SolverPlan(score, self.points(answer.bound), answer.proven, moves, milliseconds, doubt)
        self.cache[key] = found.improved_by(before.score, before.moves) if before else found
        return self.cache[key]

    def points(self, kept: int) -> int:
        return kept * THOUSAND // self.per_point


QUICK_MS, SLOW_MS = 60, 250  # CPU time per plan: in the first passes, and once rollouts would play MANY_WORLDS
CONFIRM_MS = 1000  # before a mistake is reported
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
        self.actions = tuple(move.action for move in record.moves)
        self.moves = len(record.moves)
        self.scale = scale_of(1)
        self.history = build_seat_history(record, seat)
        self.result = final_estimate(record.match, record.end(), seat)
        self.planner = Planner(record.match)
        is_known = self.planner.solver.is_fully_known
        self.hidden = {one.number for one in self.history.decision_points if not is_known(one.view, seat)}
        self.comparisons: dict[int, PlanComparison] = {}
        self.open_plans: dict[int, SolverPlan] = {}
        self.played_lines: dict[int, tuple[int, ...]] = {}  # the move played, then the best known line
        self.planned_ms = 0

    # ---- work -------------------------------------------------------------------------------------------

    def advance(self, worlds: int) -> Iterator[None]:
        """Plan all decisions; yields between plans."""
        spend = QUICK_MS if worlds < MANY_WORLDS else SLOW_MS
        if spend == self.planned_ms:
            return  # more time per plan gains too little
        yield from self.plan_decisions(spend)
        for question in self.history.decision_points:
            if question.number in self.hidden:
                yield from self.compare_deck_orders(question, ORDERS, spend)
        if spend == SLOW_MS:
            yield from self.confirm_mistakes()
        self.planned_ms = spend

    def plan_decisions(self, spend: int) -> Iterator[None]:
        """Plan every decision from the last to the first, since a later plan continues an earlier one."""
        score, end = self.result.value.points, self.moves
        line: tuple[int, ...] = ()
        for question in reversed(self.history.decision_points):
            number = question.number
            line = (*self.actions[number:end], *line)
            found = self.planner.plan(question.true_state, spend).improved_by(score, line)
            self.played_lines[number] = line
            after, score, line, end = score, found.score, found.moves, number
            self.open_plans[number] = found
            if number not in self.hidden:
                self.comparisons[number] = self.compare_plans(question, found, after, spend)
            yield

    def confirm_mistakes(self) -> Iterator[None]:
        """Solve longer where a mistake would be reported."""
        following = {
            one.number: two
            for one, two in zip(self.history.decision_points, self.history.decision_points[1:], strict=False)
        }
        is_news = False
        for question in self.history.decision_points:
            if self.verdict(question) not in GRAVE:
                continue
            if question.number in self.hidden:
                yield from self.compare_deck_orders(question, CONFIRM_ORDERS, SLOW_MS)
            elif question.number in following:
                before = self.planner.solved_count
                self.planner.plan(following[question.number].true_state, CONFIRM_MS)
                is_news = is_news or self.planner.solved_count > before
                yield
        if is_news:
            yield from self.plan_decisions(SLOW_MS)

    def compare_plans(self, question: DecisionPoint, found: SolverPlan, after: int, spend: int) -> PlanComparison:
        """Compare moves with all cards known: the plan before the decision against the plan after it."""
        place = next((at for at, kind in enumerate(question.move_groups) if found.first in kind), question.played)
        best = question.played if after >= found.score else place
        scores = {}
        for at, kind in enumerate(question.move_groups):
            if at not in (best, question.played):
                scores[at] = min(
                    found.score, self.planner.plan(state_after(question.true_state, kind[0]), spend // 6).score
                )
        scores |= {best: found.score, question.played: after}
        loss = found.score - after
        doubt = (
            0
            if found.proven
            else self.planner.plan(state_after(question.true_state, question.move_groups[question.played][0]), 1).doubt
        )
        return PlanComparison(best, found.score, after, loss - doubt, loss + found.doubt, scores, 0)

    def compare_deck_orders(self, question: DecisionPoint, orders: int, spend: int) -> Iterator[None]:
        """Compare moves while the deck's order is hidden: one imagined order chooses, others measure."""
        first = self.planner.plan(self.imagined_world(question, 0), spend).first
        best = next((at for at, kind in enumerate(question.move_groups) if first in kind), question.played)
        yield
        sums = {best: 0, question.played: 0}
        losses = []
        for world in self.measuring_worlds(question, orders):
            found = {at: self.planner.plan(state_after(world, question.move_groups[at][0]), spend).score for at in sums}
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

    def verdict(self, question: DecisionPoint) -> str:
        weighed = self.comparisons[question.number]
        return self.scale.verdict(weighed.before - weighed.after, weighed.low, weighed.best == question.played)

    def judgement(self, question: DecisionPoint, weighed: PlanComparison) -> Judgement:
        best = points_value(weighed.before)
        loss = best - points_value(weighed.after)
        verdict = self.verdict(question)
        order = sorted(
            range(len(question.move_groups)), key=lambda at: (at != weighed.best, -weighed.scores.get(at, -MILLION), at)
        )
        wants_words = verdict not in (BEST, CLOSE)
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
            loss,
            Value(0, weighed.low, weighed.low),
            Value(0, weighed.high, weighed.high),
            self.reasons(question, weighed.best) if wants_words else (),
            clause_differences(self.match, self.end_states(question, weighed), self.seat) if verdict in MARKED else (),
            self.reasons(question, question.played) if wants_words else (),
            Hindsight(points_value(after), points_value(plan.score))
            if wants_words and question.number in self.hidden
            else None,
        )

    def best_after(self, question: DecisionPoint) -> int:
        """The best score reachable after a decision, all cards open."""
        later = (one.number for one in self.history.decision_points if one.number > question.number)
        number = next(later, None)
        return self.result.value.points if number is None else self.open_plans[number].score

    def end_states(self, question: DecisionPoint, weighed: PlanComparison) -> list[tuple[State, State]]:
        """Final states of the better and the played line, for every deck order considered."""
        number = question.number
        if not weighed.orders:
            lines = self.open_plans[number].moves, self.played_lines[number]
            return [(play_plan(question.true_state, lines[0]), play_plan(question.true_state, lines[1]))]
        return [
            (self.end_of(world, question, weighed.best), self.end_of(world, question, question.played))
            for world in self.measuring_worlds(question, weighed.orders)
        ]

    def end_of(self, world: State, question: DecisionPoint, at: int) -> State:
        """The final state of the plan after a move group."""
        after = state_after(world, question.move_groups[at][0])
        return play_plan(after, self.planner.plan(after, 1).moves)

    def reasons(self, question: DecisionPoint, at: int) -> tuple[Phrase, ...]:
        return tuple(self.match.reasons(question.view, action_of(question.move_groups[at][0])))

    def candidate(self, question: DecisionPoint, weighed: PlanComparison, at: int) -> Candidate:
        action = action_of(question.move_groups[at][0])
        score = weighed.scores.get(at)
        return Candidate(
            tuple(question.move_groups[at]),
            self.match.write(question.view, action),
            self.match.spoken_phrase(question.view, action),
            points_value(score or 0),
            Value(),
            max(1, weighed.orders) if score is not None else 0,
        )

    def luck_account(self, judgements: list[Judgement]) -> LuckAccount:
        """The seat's luck: the order in which the cards came."""
        found = {one.step: Estimate(one.usual, self.result.chances) for one in judgements}
        judged = {one.step: one for one in judgements}
        return build_luck_account(self.seat, self.history.steps, judged, found, {}, self.result)

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
            month = self.planner.solver.month(question.view, self.seat)
            months.setdefault(month, Month(month, question.number, plan.score, plan.bound, plan.proven))
            lost = plan.score - self.best_after(question)
            if lost > worst:
                worst, step = lost, question.number
        return MonthlyPar(tuple(months.values()), self.result.value.points, step, worst)


def state_after(state: State, number: int) -> State:
    after = state.copy()
    after.play(0, action_of(number))
    return after


def play_plan(state: State, moves: tuple[int, ...]) -> State:
    after = state.copy()
    for number in moves:
        after.play(0, action_of(number))
    return after


def confidence_half_width(losses: list[int]) -> int:
    """Half of the 95 % interval of the mean loss, plus what an unproven plan may miss."""
    many = len(losses)
    if many == 1:
        return LEAST_DOUBT
    return round(STUDENT_T[many] * stdev(losses) / sqrt(many)) + LEAST_DOUBT // 2


def points_value(score: int) -> Value:
    """The value of a solo score, which always wins."""
    return Value(MILLION, score, score)
