"""The proof of a choice: fresh worlds choose the best move, others measure it, and the search must agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domik.bots.spec import search_settings_of
from domik.kernel.record import number_of
from domik.kernel.search import TreeSearch
from domik.kernel.state import State, View
from domik.reviews.decision import DecisionAnalysis
from domik.reviews.seat_history import ROLLOUT_PLAYER, DecisionPoint, actions_in, position_luck
from domik.reviews.thresholds import MILLION, SURE, THOUSAND
from domik.reviews.trials import CHOOSING, MARGIN, MEASURING, SHARE, WHOLE_WIN

GAP_CHANCE = MILLION // 10
GAP_MARGIN = 2 * THOUSAND
LOST, WON = 8 * MILLION // 100, 92 * MILLION // 100  # beyond these a game is decided
SCREENING_WORLDS = 40  # worlds of the first look
CHOOSING_WORLDS = 400  # worlds by which the best is chosen
MEASURING_WORLDS = 1200  # fresh ones by which it is measured
LEAST_GROUPS = 3  # with two a guess is as good as a thought
RIVALS = 3  # so many of the others are measured against it
SEARCH_ITERATIONS = 4000  # iterations of the search that must agree
SEARCH_SECONDS = 30.0  # and seconds, which nobody reaches
STRICT = 0.6  # of the gap, when it is proven again: one that was just wide enough is narrower in other worlds


@dataclass(frozen=True)
class Proof:
    """What one seed's worlds said."""

    decision: DecisionAnalysis  # its best is the answer, its played move what tempts
    gap: tuple[int, int]
    low: tuple[int, int]
    order: list[int]  # candidates, the best first

    @property
    def best(self) -> list[int]:
        """The action numbers of the answer."""
        return self.decision.question.move_groups[self.decision.best - 1]


def puzzle_decision(state: State, seat: int, number: int = 0) -> DecisionPoint | None:
    """The decision of a seat, with the game's first advice as the move that tempts; None where it is no question."""
    view = state.view(seat)
    groups: dict[int, list[int]] = {}
    for action in actions_in(int(view.legal())):
        groups.setdefault(int(view.equivalence(action)), []).append(number_of(action))
    kinds = list(groups.values())
    if len(kinds) < LEAST_GROUPS:
        return None
    tempting = first_advice(view)
    return DecisionPoint(number, view, state, kinds, next(at for at, kind in enumerate(kinds) if tempting & set(kind)))


def first_advice(view: View) -> set[int]:
    """The action numbers of the game's first advice."""
    return {number_of(action) for action in actions_in(int(view.best_moves(view.legal())))}


def is_promising(decision: DecisionAnalysis) -> bool:
    """Whether a first look sees something: not decided, and somewhat better than what tempts."""
    trials = decision.trials
    trials.extend(decision.alive, CHOOSING, SCREENING_WORLDS)
    decision.best = max(decision.alive, key=lambda one: decision.merit(one, SCREENING_WORLDS))
    if decision.best == decision.played:
        return False
    values = [decision.value(one, CHOOSING, SCREENING_WORLDS) for one in (decision.best, decision.played)]
    first, tempting = values
    if first.chance < LOST or tempting.chance > WON:
        return False
    return first.chance - tempting.chance >= GAP_CHANCE // 2 or first.margin - tempting.margin >= GAP_MARGIN // 2


def prove(question: DecisionPoint, seed: str, halves: bool) -> Proof | None:
    """The proof by one seed, or None where there is none; a first look spares the work where nothing is to be found."""
    decision = DecisionAnalysis(question, seed, halves, alone=False)
    return build_proof(decision, 1.0) if is_promising(decision) else None


def is_confirmed(question: DecisionPoint, answer: Sequence[int], seed: str, halves: bool) -> bool:
    """Whether other worlds choose the same move by most of the gap, and a search with other luck takes it too."""
    proof = build_proof(DecisionAnalysis(question, seed, halves, alone=False), STRICT)
    found = proof is not None and sorted(proof.best) == sorted(answer)
    return found and search_agrees(question.view, answer, seed)


def build_proof(decision: DecisionAnalysis, strict: float) -> Proof | None:
    """Some worlds choose, others measure; the first advice is no answer."""
    question = decision.question
    for until in (SCREENING_WORLDS, 3 * SCREENING_WORLDS, CHOOSING_WORLDS):
        decision.trials.extend(sorted({*decision.alive, decision.played}), CHOOSING, until)
        decision.choose()
    if first_advice(question.view) & set(question.move_groups[decision.best - 1]):
        return None
    return measure_gap(decision, strict)


def measure_gap(decision: DecisionAnalysis, strict: float) -> Proof | None:
    """The chosen move against the next best ones and the tempting one, in worlds that chose nothing."""
    trials, best = decision.trials, decision.best
    order = sorted(range(1, len(decision.question.move_groups) + 1), key=lambda one: candidate_order(decision, one))
    rivals = sorted({*order[1 : RIVALS + 1], decision.played})
    trials.extend([best, *rivals], MEASURING, MEASURING_WORLDS)
    per_point = THOUSAND / decision.per_point
    scales = (SHARE, MILLION / WHOLE_WIN), (MARGIN, per_point)
    gaps = [[trials.mean_difference(best, one, MEASURING, what) * scale for what, scale in scales] for one in rivals]
    doubts = [[trials.difference_error(best, one, MEASURING, what) * scale for what, scale in scales] for one in rivals]
    gap = round(min(one[0] for one in gaps)), round(min(one[1] for one in gaps))
    sure = [[g - SURE * d for g, d in zip(*pair, strict=True)] for pair in zip(gaps, doubts, strict=True)]
    low = round(min(one[0] for one in sure)), round(min(one[1] for one in sure))
    by_chance = gap[0] >= strict * GAP_CHANCE and low[0] > 0
    by_margin = gap[1] >= strict * GAP_MARGIN and low[1] > 0 and gap[0] >= 0
    value = decision.value(best, MEASURING, MEASURING_WORLDS)
    tempting = decision.value(decision.played, MEASURING, MEASURING_WORLDS)
    if not (by_chance or by_margin) or value.chance < LOST or tempting.chance > WON:
        return None
    return Proof(decision, gap, low, order)


def candidate_order(decision: DecisionAnalysis, candidate: int) -> tuple[bool, float]:
    """A candidate's place among the others: the best, then by what it promised a world."""
    worlds = decision.trials.worlds(candidate, CHOOSING)
    return candidate != decision.best, -decision.merit(candidate, worlds) / worlds


def search_agrees(view: View, best: Sequence[int], seed: str, level: str = ROLLOUT_PLAYER) -> bool:
    """Whether a level's own search, master's where none is named, takes the same move; it knows no rollout of ours."""
    search = TreeSearch(view, search_settings_of(level).config_for(view.game), position_luck(view, f"agree {seed}"))
    return number_of(int(search.choose(view.legal(), SEARCH_ITERATIONS, SEARCH_SECONDS))) in best
