"""From trials to judgements: the decisions of one seat, refined as long as there is time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from domik.bots.spec import thought_of
from domik.kernel.record import Record, number_of
from domik.kernel.search import Search
from domik.kernel.title import Match
from domik.review.decision import Decision, Measured, chances_of, seat_value, value_of
from domik.review.ledger import Account, Chances, Estimate, account_of, result_of
from domik.review.reasons import clause_points
from domik.review.report import OTHERS, Candidate, Change, ClausePoints, Hindsight, Judgement, Value
from domik.review.story import PLAYER, Look, Question, luck_for, story_of, style_of
from domik.review.thresholds import BEST, CLOSE, GRAVE, LEAST_WORLDS, scale_of
from domik.review.trials import MEASURING, USUAL, Trials

LOOK_WORLDS = 512  # enough to see a change of a few per cent
SEARCHED = 2000  # iterations of the second opinion, at most
SEARCHED_A_WORLD = 4
SEARCHING = 1.0  # and seconds, which only the pure build needs
OPEN_WORLDS = 96  # hindsight is only shown, never graded


class Judging:
    """One seat's review by rollouts."""

    def __init__(self, record: Record, seat: int, seed: str) -> None:
        self.match: Match = record.match
        self.seat = seat
        self.seed = seed
        self.moves = len(record.moves)
        self.per_point = 2 if record.match.title.halves else 1
        self.story = story_of(record, seat)
        self.result = result_of(record.match, record.end(), seat)
        alone = record.match.seats == 1
        self.scale = scale_of(record.match.seats)
        self.decisions = [Decision(one, seed, record.match.title.halves, alone) for one in self.story.questions]
        self.looks = {number: Look(view, seed) for number, view in self.story.looks.items()}
        self.explained: dict[int, tuple[int, tuple[ClausePoints, ...], Hindsight]] = {}

    # ---- the work ---------------------------------------------------------------------------------------

    def advance(self, worlds: int) -> Iterator[None]:
        """Everything up to so many worlds of either half, the likeliest mistakes first."""
        for decision in sorted(self.decisions, key=lambda one: -one.suspicion()):
            yield from decision.advance(worlds)
        for look in self.looks.values():
            look.advance(min(LOOK_WORLDS, 2 * worlds))
            yield
        yield from self.ask_again()

    def ask_again(self) -> Iterator[None]:
        """A second opinion before anything is called a mistake: what master's search would do with the same view."""
        for decision in self.decisions:
            measured = decision.measured()
            if measured is None or decision.asked == (decision.best, measured.worlds):
                continue
            loss = measured.best - measured.played
            if (
                self.scale.verdict(self.graded(loss), self.graded(measured.low), decision.best == decision.played)
                in GRAVE
            ):
                decision.asked = decision.best, measured.worlds
                decision.is_backed = self.searched(decision, min(SEARCHED, SEARCHED_A_WORLD * measured.worlds))
                yield

    def searched(self, decision: Decision, iterations: int) -> bool:
        """Whether a search takes the move that was played."""
        view = decision.question.view
        search = Search(view, thought_of(PLAYER).style(view.game), luck_for(view, self.seed))
        found = number_of(int(search.choose(view.legal(), iterations, SEARCHING)))
        return found in decision.question.kinds[decision.question.played]

    def explain(self) -> Iterator[None]:
        """By which clauses the better moves were better, and hindsight; the worst moments first."""
        marked = [one for one in self.judgements() if one.is_marked]
        by_number = {decision.question.number: decision for decision in self.decisions}
        for judgement in sorted(marked, key=lambda one: -self.graded(one.loss)):
            decision = by_number[judgement.step]
            known = self.explained.get(judgement.step)
            if known is None or known[0] != decision.best:
                clauses = clause_points(self.match, decision)
                self.explained[judgement.step] = decision.best, clauses, self.hindsight(decision)
                yield

    def hindsight(self, decision: Decision) -> Hindsight:
        """The best and the played move in the world as it was."""
        question = decision.question
        actions = [1 << question.kinds[one - 1][0] for one in (decision.played, decision.best)]
        trials = Trials(
            question.view, actions, style_of(self.match.game), luck_for(question.view, self.seed), question.truth
        )
        worlds = min(OPEN_WORLDS, decision.trials.worlds(decision.played, MEASURING))
        trials.extend([1, 2], MEASURING, worlds)
        played, best = (value_of(trials, one, MEASURING, worlds, self.per_point) for one in (1, 2))
        return Hindsight(played, best)

    def rollouts(self) -> int:
        """How many games were played to their end."""
        looked = sum(int(look.trials.rollouts) for look in self.looks.values())
        return looked + sum(int(decision.trials.rollouts) for decision in self.decisions)

    def graded(self, value: Value) -> int:
        """The number that is judged."""
        return value.graded(self.match.seats == 1)

    # ---- what was found ---------------------------------------------------------------------------------

    def judgements(self) -> list[Judgement]:
        """Every decision that can be judged by now."""
        found = []
        for decision in self.decisions:
            measured = decision.measured()
            if measured is not None:
                found.append(self.judgement(decision, measured))
        return found

    def judgement(self, decision: Decision, measured: Measured) -> Judgement:
        """One decision in the words of the report."""
        question = decision.question
        is_best = decision.best == decision.played
        loss = measured.best - measured.played
        verdict = self.scale.verdict(self.graded(loss), self.graded(measured.low), is_best)
        if verdict in GRAVE and decision.asked[0] == decision.best and decision.is_backed:
            verdict = CLOSE  # two judges disagree
        order = self.order(decision)
        explained = self.explained.get(question.number)
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

    def order(self, decision: Decision) -> list[int]:
        """The candidates: the best, then by their values."""
        values = {one: self.graded(decision.shown(one)[0]) for one in range(1, len(decision.question.kinds) + 1)}
        return sorted(values, key=lambda one: (one != decision.best, -values[one], one))

    def candidate(self, decision: Decision, number: int) -> Candidate:
        """One candidate with its notation and words."""
        question = decision.question
        action = decision_action(question, number)
        value, doubt, worlds = decision.shown(number)
        if number in (decision.best, decision.played):  # as they were measured against each other
            measured = decision.measured()
            if measured is not None:
                value = measured.best if number == decision.best else measured.played
        return Candidate(
            tuple(question.kinds[number - 1]),
            self.match.write(question.view, action),
            self.match.spoken(question.view, action),
            value,
            doubt,
            worlds,
        )

    def account(self, judgements: list[Judgement]) -> Account:
        """Luck and skill, as far as is known by now."""
        judged = {one.step: one for one in judgements}
        found: dict[int, Estimate] = {}
        after_own: dict[int, Chances] = {}
        seats = self.match.seats
        for number, look in self.looks.items():
            worlds = look.trials.worlds(USUAL, MEASURING)
            if worlds >= LEAST_WORLDS:
                value = value_of(look.trials, USUAL, MEASURING, worlds, self.per_point)
                found[number] = Estimate(value, chances_of(look.trials, USUAL, MEASURING, seats))
        for decision in self.decisions:
            number = decision.question.number
            if number in judged:
                found[number] = Estimate(judged[number].usual, chances_of(decision.trials, USUAL, MEASURING, seats))
                after_own[number] = chances_of(decision.trials, decision.played, MEASURING, seats)
        in_order = dict(sorted(found.items()))
        return account_of(self.seat, self.story.steps, judged, in_order, after_own, self.result)

    def effects_on(self, other: int) -> list[Change]:
        """What this seat's decisions did to another seat, against what the rollouts' player would have done."""
        found = []
        for decision in self.decisions:
            if decision.measured() is not None:
                values = [seat_value(decision.trials, one, other, self.per_point) for one in (decision.played, USUAL)]
                effect = values[0] - values[1]
                if self.match.seats == 2:  # then a margin is the other's, turned round
                    own = [
                        value_of(
                            decision.trials, one, MEASURING, decision.trials.worlds(one, MEASURING), self.per_point
                        )
                        for one in (decision.played, USUAL)
                    ]
                    effect = replace(effect, margin=own[1].margin - own[0].margin)
                found.append(Change(decision.question.number + 1, other, self.seat, OTHERS, effect))
        return found


def decision_action(question: Question, candidate: int) -> int:
    """The action (one bit) that stands for a candidate."""
    return 1 << question.kinds[candidate - 1][0]


def phase_of(step: int, moves: int) -> int:
    """The third of the game that a step belongs to."""
    return min(2, 3 * step // max(1, moves))
