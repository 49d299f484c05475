"""Judge one seat's decisions by rollouts, refined as long as there is time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from domik.bots.spec import search_settings_of
from domik.kernel.package import Match
from domik.kernel.record import GameRecord, number_of
from domik.kernel.search import TreeSearch
from domik.reviews.decision import DecisionAnalysis, MeasuredLoss, clause_points, mean_value, seat_chances, seat_value
from domik.reviews.report import OTHERS, Candidate, ClausePoints, Hindsight, Judgement, Value, ValueChange
from domik.reviews.seat_history import (
    ROLLOUT_PLAYER,
    Chances,
    DecisionPoint,
    Estimate,
    LuckAccount,
    PositionTrials,
    build_luck_account,
    build_seat_history,
    final_estimate,
    position_luck,
    rollout_style,
)
from domik.reviews.thresholds import BEST, CLOSE, GRAVE, LEAST_WORLDS, scale_of
from domik.reviews.trials import MEASURING, USUAL, Trials

POSITION_WORLDS = 512  # enough to see a change of a few per cent
SEARCH_ITERATIONS = 2000  # upper limit for the confirming search
SEARCH_ITERATIONS_A_WORLD = 4
SEARCH_SECONDS = 1.0  # reached only in the pure build
HINDSIGHT_WORLDS = 96  # hindsight is shown, never graded


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
        alone = record.match.seats == 1
        self.scale = scale_of(record.match.seats)
        self.decisions = [
            DecisionAnalysis(one, seed, record.match.package.halves, alone) for one in self.history.decision_points
        ]
        self.position_trials = {
            number: PositionTrials(view, seed) for number, view in self.history.observations.items()
        }
        self.explanations: dict[int, tuple[int, tuple[ClausePoints, ...], Hindsight]] = {}

    # ---- work -------------------------------------------------------------------------------------------

    def advance(self, worlds: int) -> Iterator[None]:
        """Refine everything to `worlds` worlds per half, the likeliest mistakes first; yields between portions."""
        for decision in sorted(self.decisions, key=lambda one: -one.apparent_loss()):
            yield from decision.advance(worlds)
        for look in self.position_trials.values():
            look.advance(min(POSITION_WORLDS, 2 * worlds))
            yield
        yield from self.confirm_mistakes()

    def confirm_mistakes(self) -> Iterator[None]:
        """Ask the master bot's search for a second opinion before a move is called a mistake."""
        for decision in self.decisions:
            measured = decision.measured_loss()
            if measured is None or decision.second_opinion == (decision.best, measured.worlds):
                continue
            loss = measured.best - measured.played
            if (
                self.scale.verdict(
                    self.judged_value(loss), self.judged_value(measured.low), decision.best == decision.played
                )
                in GRAVE
            ):
                decision.second_opinion = decision.best, measured.worlds
                decision.is_confirmed = self.search_agrees(
                    decision, min(SEARCH_ITERATIONS, SEARCH_ITERATIONS_A_WORLD * measured.worlds)
                )
                yield

    def search_agrees(self, decision: DecisionAnalysis, iterations: int) -> bool:
        """Whether a search from the same view chooses the move that was played."""
        view = decision.question.view
        search = TreeSearch(
            view, search_settings_of(ROLLOUT_PLAYER).config_for(view.game), position_luck(view, self.seed)
        )
        found = number_of(int(search.choose(view.legal(), iterations, SEARCH_SECONDS)))
        return found in decision.question.move_groups[decision.question.played]

    def explain(self) -> Iterator[None]:
        """Find the clauses and the hindsight values of marked decisions, worst first."""
        marked = [one for one in self.judgements() if one.is_marked]
        by_number = {decision.question.number: decision for decision in self.decisions}
        for judgement in sorted(marked, key=lambda one: -self.judged_value(one.loss)):
            decision = by_number[judgement.step]
            known = self.explanations.get(judgement.step)
            if known is None or known[0] != decision.best:
                clauses = clause_points(self.match, decision)
                self.explanations[judgement.step] = decision.best, clauses, self.hindsight(decision)
                yield

    def hindsight(self, decision: DecisionAnalysis) -> Hindsight:
        """The best and the played move from the true state."""
        question = decision.question
        actions = [1 << question.move_groups[one - 1][0] for one in (decision.played, decision.best)]
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

    def rollouts(self) -> int:
        """Number of games played out."""
        looked = sum(int(look.trials.rollouts) for look in self.position_trials.values())
        return looked + sum(int(decision.trials.rollouts) for decision in self.decisions)

    def judged_value(self, value: Value) -> int:
        return value.judged_value(self.match.seats == 1)

    # ---- results ----------------------------------------------------------------------------------------

    def judgements(self) -> list[Judgement]:
        """All decisions with enough worlds to be judged."""
        found = []
        for decision in self.decisions:
            measured = decision.measured_loss()
            if measured is not None:
                found.append(self.judgement(decision, measured))
        return found

    def judgement(self, decision: DecisionAnalysis, measured: MeasuredLoss) -> Judgement:
        question = decision.question
        is_best = decision.best == decision.played
        loss = measured.best - measured.played
        verdict = self.scale.verdict(self.judged_value(loss), self.judged_value(measured.low), is_best)
        if verdict in GRAVE and decision.second_opinion[0] == decision.best and decision.is_confirmed:
            verdict = CLOSE  # the search disagrees with the rollouts
        order = self.sorted_candidates(decision)
        explained = self.explanations.get(question.number)
        if explained is not None and (explained[0] != decision.best or verdict in (BEST, CLOSE)):
            explained = None
        wants_words = verdict not in (BEST, CLOSE)
        return Judgement(
            question.number,
            self.seat,
            phase_of(question.number, self.moves),
            verdict,
            tuple(self.candidate(decision, one) for one in order),
            order.index(decision.best),
            order.index(decision.played),
            measured.usual,
            loss,
            measured.low,
            measured.high,
            tuple(self.match.reasons(question.view, decision_action(question, decision.best))) if wants_words else (),
            explained[1] if explained else (),
            tuple(self.match.reasons(question.view, decision_action(question, decision.played))) if wants_words else (),
            explained[2] if explained else None,
        )

    def sorted_candidates(self, decision: DecisionAnalysis) -> list[int]:
        """Candidate numbers: the best, then by value."""
        values = {
            one: self.judged_value(decision.displayed_value(one)[0])
            for one in range(1, len(decision.question.move_groups) + 1)
        }
        return sorted(values, key=lambda one: (one != decision.best, -values[one], one))

    def candidate(self, decision: DecisionAnalysis, number: int) -> Candidate:
        question = decision.question
        action = decision_action(question, number)
        value, doubt, worlds = decision.displayed_value(number)
        if number in (decision.best, decision.played):  # as measured against each other
            measured = decision.measured_loss()
            if measured is not None:
                value = measured.best if number == decision.best else measured.played
        return Candidate(
            tuple(question.move_groups[number - 1]),
            self.match.write(question.view, action),
            self.match.spoken_phrase(question.view, action),
            value,
            doubt,
            worlds,
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
                value = mean_value(look.trials, USUAL, MEASURING, worlds, self.per_point)
                found[number] = Estimate(value, seat_chances(look.trials, USUAL, MEASURING, seats))
        for decision in self.decisions:
            number = decision.question.number
            if number in judged:
                found[number] = Estimate(judged[number].usual, seat_chances(decision.trials, USUAL, MEASURING, seats))
                after_own[number] = seat_chances(decision.trials, decision.played, MEASURING, seats)
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


def decision_action(question: DecisionPoint, candidate: int) -> int:
    """The action (one bit) that represents a candidate."""
    return 1 << question.move_groups[candidate - 1][0]


def phase_of(step: int, moves: int) -> int:
    """The third of the game (0 to 2) that a step belongs to."""
    return min(2, 3 * step // max(1, moves))
