"""Judge one seat's decisions by rollouts, refined as long as there is time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from domik.judge.advice import HINT_BUDGET, advise
from domik.judge.calibration import Calibration, seated_levels
from domik.judge.decision import DecisionAnalysis, MeasuredLoss, mean_value, seat_chances, seat_value
from domik.judge.second_look import (
    SEARCH_ITERATIONS,
    SEARCH_ITERATIONS_A_WORLD,
    SEARCH_SECONDS,
    SearchedMove,
    SecondLook,
    search_decision,
)
from domik.judge.thresholds import (
    BEST,
    CLOSE,
    EXPLAINED,
    FIRST_LOOK,
    GRAVE,
    HINTED,
    LEAST_WORLDS,
    MARKED,
    MILLION,
    scale_of,
)
from domik.judge.trials import MEASURING, USUAL, WHOLE_WIN, Trials
from domik.judge.value import DecisionPoint, Value, position_luck, rollout_style
from domik.kernel.package import Match
from domik.kernel.record import GameRecord, number_of
from domik.reviews.clauses import clause_points
from domik.reviews.report import OTHERS, Candidate, ClausePoints, Hindsight, Judgement, ValueChange
from domik.reviews.seat_history import (
    Chances,
    Estimate,
    LuckAccount,
    PositionTrials,
    build_luck_account,
    build_seat_history,
    decision_times,
    differing_reasons,
    final_estimate,
)

POSITION_WORLDS = 512  # enough to see a change of a few per cent
HINDSIGHT_WORLDS = 96  # hindsight is shown, never graded
SUSPICIOUS_LOSS = 0.6  # of an inaccuracy, by the rollouts: so much less they may see of what a stronger look marks
SUSPICIOUS_LEAD = 0.01  # wins by which a search must prefer another move before that is looked at again


class RolloutJudge:
    """The review of one seat by rollouts."""

    def __init__(self, record: GameRecord, seat: int, seed: str) -> None:
        self.match: Match = record.match
        self.seat = seat
        self.seed = seed
        self.moves = len(record.moves)
        self.per_point = 2 if record.match.package.halves else 1
        self.history = build_seat_history(record, seat)
        self.result = final_estimate(record.match, record.end(), seat)
        self.calibration = Calibration(record.match.package.name, seated_levels(record))
        alone = record.match.seats == 1
        self.scale = scale_of(record.match.seats)
        self.decisions = [
            DecisionAnalysis(one, seed, record.match.package.halves, alone) for one in self.history.decision_points
        ]
        self.position_trials = {
            number: PositionTrials(view, seed) for number, view in self.history.observations.items()
        }
        self.explanations: dict[int, tuple[int, tuple[ClausePoints, ...], Hindsight]] = {}
        self.times = decision_times(self.match, self.history.decision_points)
        self.searched: dict[int, SearchedMove] = {}  # by step: what a search would play
        self.looks: dict[int, SecondLook] = {}  # by step: the stronger look
        self.advised: dict[int, int] = {}  # by step, where a mark would be grave: the action number of the hint
        self.is_finished = False  # nothing more will be looked at

    # ---- work -------------------------------------------------------------------------------------------

    def advance(self, worlds: int) -> Iterator[None]:
        """Refine everything to `worlds` worlds per half, the likeliest mistakes first; yields between portions."""
        for decision in sorted(self.decisions, key=lambda one: -one.apparent_loss()):
            yield from decision.advance(worlds)
        for look in self.position_trials.values():
            look.advance(min(POSITION_WORLDS, 2 * worlds))
            yield

    def search_decisions(self, worlds: int) -> Iterator[None]:
        """What a search would play at every decision; none while there are so few worlds that nothing is marked."""
        iterations = min(SEARCH_ITERATIONS, SEARCH_ITERATIONS_A_WORLD * worlds)
        for decision in self.decisions if worlds >= LEAST_WORLDS else ():
            number = decision.question.number
            if number not in self.searched:
                question, most = decision.question, SEARCH_SECONDS
                played = question.move_groups[question.played][0]
                self.searched[number] = search_decision(question.view, self.seed, played, iterations, most)
                yield

    def suspects(self) -> list[DecisionAnalysis]:
        """The decisions that are worth the stronger look, and had none yet."""
        looked = {number for number, look in self.looks.items() if look.is_done}
        found = [one for one in self.decisions if one.question.number in self.searched.keys() - looked]
        return [one for one in found if self.is_suspicious(one)]

    def look_again(self, decision: DecisionAnalysis, worlds: int) -> Iterator[None]:
        """The stronger look at one decision."""
        number = decision.question.number
        searched = self.searched[number].number
        look = self.looks.setdefault(number, SecondLook(decision, self.seed, searched, worlds))
        yield from look.advance(self.scale)
        decision.trials.extend([look.best], MEASURING, decision.trials.worlds(decision.played, MEASURING))

    def doubtful_decisions(self) -> list[DecisionAnalysis]:
        """The decisions that the stronger look sees as grave, or nearly."""
        looks = {number: look for number, look in self.looks.items() if look.is_done and not look.is_settled}
        return [one for one in self.decisions if one.question.number in looks]

    def looked_loss(self, decision: DecisionAnalysis) -> float:
        """The chance lost as the stronger look sees it, in millionths."""
        return self.looks[decision.question.number].surely_lost(0.0)

    def settle(self, decision: DecisionAnalysis, worlds: int) -> Iterator[None]:
        """Make sure of a name that may be grave: in more worlds, by longer thinking in doubt, and by the hint.

        Before a mark is grave, the hint is asked what it would have been: nobody is blamed for the product's advice.
        """
        question, look = decision.question, self.looks[decision.question.number]
        yield from look.settle(self.scale)
        decision.trials.extend([look.best], MEASURING, decision.trials.worlds(decision.played, MEASURING))
        measured = self.measured_loss(decision)
        verdict = CLOSE if measured is None else self.measured_verdict(decision, measured)
        if verdict in GRAVE and look.loss().chance > self.raw_value(decision, look.best).chance:
            yield from look.think_longer(self.scale)  # more is lost than there was by the rollouts
        if verdict in GRAVE and not look.is_contradicted:  # last, so that what the time cuts off is no mark
            budget = HINT_BUDGET.limited_to(worlds)
            self.advised[question.number] = number_of(advise(self.match, question.view, budget=budget))
            yield
        if verdict not in MARKED or look.is_contradicted:
            look.trials.ends.clear()  # only marks are explained

    def is_suspicious(self, decision: DecisionAnalysis) -> bool:
        """Whether rollouts nearly mark the move played, or a search would clearly have played another."""
        if decision.apparent_loss() * MILLION >= SUSPICIOUS_LOSS * self.scale.inaccuracy * WHOLE_WIN:
            return True
        searched, question = self.searched[decision.question.number], decision.question
        return searched.lead >= SUSPICIOUS_LEAD and searched.number not in question.move_groups[question.played]

    def suspicion(self, decision: DecisionAnalysis) -> float:
        """The wins that a move seems to have lost, by the rollouts or by a search."""
        return max(decision.apparent_loss() / WHOLE_WIN, self.searched[decision.question.number].lead)

    def explain(self) -> Iterator[None]:
        """Find the clauses and the hindsight values of marked decisions, worst first."""
        marked = [one for one in self.judgements() if one.verdict in EXPLAINED]
        by_number = {decision.question.number: decision for decision in self.decisions}
        for judgement in sorted(marked, key=lambda one: -self.judged_value(one.loss)):
            decision, look = by_number[judgement.step], self.looks[judgement.step]
            known = self.explanations.get(judgement.step)
            if known is None or known[0] != look.best:
                clauses = clause_points(self.match, look)
                self.explanations[judgement.step] = look.best, clauses, self.hindsight(decision, look.best)
                yield

    def hindsight(self, decision: DecisionAnalysis, best_candidate: int) -> Hindsight:
        """The best and the played move from the true state."""
        question = decision.question
        actions = [1 << question.move_groups[one - 1][0] for one in (decision.played, best_candidate)]
        trials = Trials(
            question.view,
            actions,
            rollout_style(self.match.game),
            position_luck(question.view, self.seed),
            question.true_state,
        )
        worlds = min(HINDSIGHT_WORLDS, decision.trials.worlds(decision.played, MEASURING))
        trials.extend([1, 2], MEASURING, worlds)
        played, best = (mean_value(trials, one, MEASURING, worlds, self.per_point) for one in (1, 2))
        return Hindsight(played, best)

    def mean_loss(self) -> float:
        """Mean loss of a decision by the rollouts, in thousandths of a point of margin; of hints, none."""
        own = [each for each in self.decisions if each.question.number not in self.history.hinted]
        losses = [(one.best - one.played).margin for one in (each.measured_loss() for each in own) if one]
        return sum(losses) / max(1, len(losses))

    def rollouts(self) -> int:
        """Number of games played out."""
        looked = sum(int(look.trials.rollouts) for look in self.position_trials.values())
        looked += sum(int(look.trials.rollouts) for look in self.looks.values())
        return looked + sum(int(decision.trials.rollouts) for decision in self.decisions)

    def judged_value(self, value: Value) -> int:
        return value.judged_value(self.match.seats == 1)

    # ---- results ----------------------------------------------------------------------------------------

    def judgements(self) -> list[Judgement]:
        """All decisions with enough worlds to be judged."""
        found = []
        for decision in self.decisions:
            measured = self.measured_loss(decision)
            if measured is not None:
                found.append(self.judgement(decision, measured))
        return found

    def measured_loss(self, decision: DecisionAnalysis) -> MeasuredLoss | None:
        """The loss by the stronger look where there was one; the level of the best move is that of the rollouts."""
        rough, look = decision.measured_loss(), self.valid_look(decision)
        if rough is None:
            return None
        step = decision.question.number
        rough = self.with_calibrated_level(rough, step)
        if look is None:
            return rough
        best = self.calibrate(self.raw_value(decision, look.best), step)
        if look.best == decision.played:
            worlds = decision.trials.worlds(look.best, MEASURING)
            return MeasuredLoss(worlds, rough.usual, best, best, Value(), Value())
        loss, spread = look.loss(), look.spread()
        best = replace(best, chance=min(MILLION, max(best.chance, loss.chance)))  # what was lost, was there
        return MeasuredLoss(look.worlds, rough.usual, best, best - loss, loss - spread, loss + spread)

    def valid_look(self, decision: DecisionAnalysis) -> SecondLook | None:
        """The stronger look at a decision, if it is done and nothing contradicts it."""
        look = self.looks.get(decision.question.number)
        return look if look is not None and look.is_done and not look.is_contradicted else None

    def raw_value(self, decision: DecisionAnalysis, candidate: int) -> Value:
        """What a candidate is worth by all measuring rollouts."""
        return decision.value(candidate, MEASURING, decision.trials.worlds(candidate, MEASURING))

    def with_calibrated_level(self, measured: MeasuredLoss, step: int) -> MeasuredLoss:
        """The same loss, from a level that is as often won as it says."""
        loss, best = measured.best - measured.played, self.calibrate(measured.best, step)
        best = replace(best, chance=min(MILLION, max(best.chance, loss.chance)))
        return replace(measured, usual=self.calibrate(measured.usual, step), best=best, played=best - loss)

    def calibrate(self, value: Value, step: int) -> Value:
        """A value whose chance is as often won as it says."""
        return replace(value, chance=self.calibration.own_chance(self.seat, value.chance, self.left_at(step)))

    def left_at(self, step: int) -> float:
        """The share of the game that is left at a step."""
        return 1.0 - step / max(1, self.moves)

    def best_of(self, decision: DecisionAnalysis) -> int:
        look = self.valid_look(decision)
        return decision.best if look is None else look.best

    def measured_verdict(self, decision: DecisionAnalysis, measured: MeasuredLoss) -> str:
        loss, is_best = self.judged_value(measured.best - measured.played), self.best_of(decision) == decision.played
        return self.scale.verdict(loss, self.judged_value(measured.low), is_best)

    def verdict(self, decision: DecisionAnalysis, measured: MeasuredLoss) -> str:
        """The verdict; what stronger look and hint have not confirmed is a first look, and in the end no mark."""
        verdict, number = self.measured_verdict(decision, measured), decision.question.number
        if verdict not in MARKED:
            return verdict
        look = self.looks.get(number)
        if look is not None and look.is_contradicted:
            return CLOSE
        if look is None or not look.is_done or (verdict in GRAVE and number not in self.advised):
            return CLOSE if self.is_finished or verdict not in GRAVE else FIRST_LOOK
        if not look.is_settled and not self.is_finished:
            return FIRST_LOOK
        if number in self.history.hinted:
            return HINTED
        return CLOSE if verdict in GRAVE and self.is_hint(decision.question) else verdict

    def is_hint(self, question: DecisionPoint) -> bool:
        """Whether the move played is what the hint would have been: then the judge is not sure itself."""
        return self.advised.get(question.number, -1) in question.move_groups[question.played]

    def judgement(self, decision: DecisionAnalysis, measured: MeasuredLoss) -> Judgement:
        question, best = decision.question, self.best_of(decision)
        verdict = self.verdict(decision, measured)
        order = self.sorted_candidates(decision, measured)
        explained = self.explanations.get(question.number)
        if explained is not None and (explained[0] != best or verdict not in EXPLAINED):
            explained = None
        reasons = differing_reasons(self.match, question, best - 1) if verdict not in (BEST, CLOSE) else ((), ())
        return Judgement(
            question.number,
            self.seat,
            phase_of(question.number, self.moves),
            verdict,
            tuple(self.candidate(decision, measured, one) for one in order),
            order.index(best),
            order.index(decision.played),
            measured.usual,
            measured.best - measured.played,
            measured.low,
            measured.high,
            reasons[0],
            explained[1] if explained else (),
            reasons[1],
            explained[2] if explained else None,
            when=self.times[question.number],
        )

    def sorted_candidates(self, decision: DecisionAnalysis, measured: MeasuredLoss) -> list[int]:
        """Candidate numbers: the best, then by value."""
        best = self.best_of(decision)
        values = {
            one: self.judged_value(self.candidate_value(decision, measured, one)[0])
            for one in range(1, len(decision.question.move_groups) + 1)
        }
        return sorted(values, key=lambda one: (one != best, -values[one], one))

    def candidate_value(
        self, decision: DecisionAnalysis, measured: MeasuredLoss, number: int
    ) -> tuple[Value, Value, int]:
        """A candidate's value, half of its 95 % interval and its worlds, as far below the best as was measured."""
        raw, doubt, worlds = decision.displayed_value(number)
        value = self.calibrate(raw, decision.question.number)
        look = self.valid_look(decision)
        if number == self.best_of(decision):
            value = measured.best
        elif number == decision.played:
            value = measured.played
        elif look is not None and number in look.alive:
            value = measured.best - look.loss(number)
        return replace(value, chance=min(MILLION, max(0, value.chance))), doubt, worlds

    def candidate(self, decision: DecisionAnalysis, measured: MeasuredLoss, number: int) -> Candidate:
        question = decision.question
        action = decision_action(question, number)
        return Candidate(
            tuple(question.move_groups[number - 1]),
            self.match.write(question.view, action),
            self.match.spoken_phrase(question.view, action),
            *self.candidate_value(decision, measured, number),
        )

    def luck_account(self, judgements: list[Judgement]) -> LuckAccount:
        """The seat's luck and skill as far as known."""
        judged = {one.step: one for one in judgements}
        found: dict[int, Estimate] = {}
        after_own: dict[int, Chances] = {}
        seats = self.match.seats
        for number, look in self.position_trials.items():
            worlds = look.trials.worlds(USUAL, MEASURING)
            if worlds >= LEAST_WORLDS:
                raw = seat_chances(look.trials, USUAL, MEASURING, seats)
                value = mean_value(look.trials, USUAL, MEASURING, worlds, self.per_point)
                chances = self.calibration.chances(self.seat, raw, self.left_at(number))
                found[number] = Estimate(replace(value, chance=chances[self.seat]), chances)
        for decision in self.decisions:
            number = decision.question.number
            if number in judged:
                best = judged[number].best_candidate.value.chance
                kept = judged[number].played_candidate.value.chance
                raw = seat_chances(decision.trials, self.best_of(decision), MEASURING, seats)
                chances = self.calibration.chances(self.seat, raw, self.left_at(number))
                found[number] = Estimate(judged[number].usual, with_chance(chances, self.seat, best))
                after_own[number] = with_chance(chances, self.seat, kept)
        in_order = dict(sorted(found.items()))
        return build_luck_account(self.seat, self.history.steps, judged, in_order, after_own, self.result)

    def effects_on(self, other: int) -> list[ValueChange]:
        """What this seat's decisions changed for another seat, compared to the rollout player's choice."""
        found = []
        for decision in self.decisions:
            if decision.measured_loss() is not None:
                values = [seat_value(decision.trials, one, other, self.per_point) for one in (decision.played, USUAL)]
                effect = values[0] - values[1]
                if self.match.seats == 2:  # the other's margin is this seat's, negated
                    own = [
                        mean_value(
                            decision.trials, one, MEASURING, decision.trials.worlds(one, MEASURING), self.per_point
                        )
                        for one in (decision.played, USUAL)
                    ]
                    effect = replace(effect, margin=own[1].margin - own[0].margin)
                found.append(ValueChange(decision.question.number + 1, other, self.seat, OTHERS, effect))
        return found


def with_chance(chances: Chances, seat: int, chance: int) -> Chances:
    """The chances with one seat's set, and the others' in the same proportion to each other."""
    rest = sum(chances) - chances[seat]
    if rest <= 0:
        chances, rest = tuple(0 if who == seat else 1 for who in range(len(chances))), len(chances) - 1
    return tuple(
        chance if who == seat else round(other * (MILLION - chance) / max(1, rest)) for who, other in enumerate(chances)
    )


def decision_action(question: DecisionPoint, candidate: int) -> int:
    """The action (one bit) that represents a candidate."""
    return 1 << question.move_groups[candidate - 1][0]


def phase_of(step: int, moves: int) -> int:
    """The third of the game (0 to 2) that a step belongs to."""
    return min(2, 3 * step // max(1, moves))
