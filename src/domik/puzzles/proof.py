"""The first proof of a puzzle's answer, by rollouts: some worlds choose the best move, fresh ones measure it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domik.bots.search import LEVELS
from domik.judge.decision import DecisionAnalysis
from domik.judge.thresholds import MILLION, SURE, THOUSAND
from domik.judge.trials import CHOOSING, MARGIN, MEASURING, SHARE, WHOLE_WIN
from domik.judge.value import ROLLOUT_PLAYER, DecisionPoint, actions_in, position_luck
from domik.kernel.record import number_of
from domik.kernel.search import TreeSearch
from domik.kernel.state import State, View

GAP_CHANCE = MILLION // 10
GAP_MARGIN = 2 * THOUSAND
LOST, WON = 8 * MILLION // 100, 92 * MILLION // 100  # win chances beyond which a game counts as decided
SCREENING_WORLDS = 40  # for the first, quick look
CHOOSING_WORLDS = 400  # to choose the best move
MEASURING_WORLDS = 1200  # fresh worlds to measure it
LEAST_GROUPS = 3  # with two a guess is too easy
RIVALS = 3  # runners-up measured against the best
SEARCH_ITERATIONS = 4000  # of the search that must agree
SEARCH_SECONDS = 30.0  # safety limit, not reached in practice


@dataclass(frozen=True)
class Proof:
    """The result of one seed."""

    decision: DecisionAnalysis  # `best` is the answer, `played` the tempting move
    gap: tuple[int, int]
    low: tuple[int, int]
    order: list[int]  # candidates, best first

    @property
    def best(self) -> list[int]:
        """The answer's action numbers."""
        return self.decision.question.move_groups[self.decision.best - 1]


def puzzle_decision(state: State, seat: int, number: int = 0) -> DecisionPoint | None:
    """A seat's decision, with the heuristic's choice as the tempting move;

    None with fewer than LEAST_GROUPS options.
    """
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
    """The action numbers that the game's heuristic prefers."""
    return {number_of(action) for action in actions_in(int(view.best_moves(view.legal())))}


def is_promising(decision: DecisionAnalysis) -> bool:
    """Quick screening: undecided, and another move looks clearly better than the tempting one."""
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
    """Prove an answer with one seed; None if screening or the proof fails."""
    decision = DecisionAnalysis(question, seed, halves, alone=False)
    return build_proof(decision) if is_promising(decision) else None


def build_proof(decision: DecisionAnalysis) -> Proof | None:
    """Choose and measure; None if the heuristic already prefers the chosen move."""
    question = decision.question
    for until in (SCREENING_WORLDS, 3 * SCREENING_WORLDS, CHOOSING_WORLDS):
        decision.trials.extend(sorted({*decision.alive, decision.played}), CHOOSING, until)
        decision.choose()
    if first_advice(question.view) & set(question.move_groups[decision.best - 1]):
        return None
    return measure_gap(decision)


def measure_gap(decision: DecisionAnalysis) -> Proof | None:
    """Measure the chosen move against the runners-up and the tempting move in fresh worlds."""
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
    by_chance = gap[0] >= GAP_CHANCE and low[0] > 0
    by_margin = gap[1] >= GAP_MARGIN and low[1] > 0 and gap[0] >= 0
    value = decision.value(best, MEASURING, MEASURING_WORLDS)
    tempting = decision.value(decision.played, MEASURING, MEASURING_WORLDS)
    if not (by_chance or by_margin) or value.chance < LOST or tempting.chance > WON:
        return None
    return Proof(decision, gap, low, order)


def candidate_order(decision: DecisionAnalysis, candidate: int) -> tuple[bool, float]:
    """Sort key: the best first, then by mean merit in the choosing worlds."""
    worlds = decision.trials.worlds(candidate, CHOOSING)
    return candidate != decision.best, -decision.merit(candidate, worlds) / worlds


def search_agrees(view: View, best: Sequence[int], seed: str, level: str = ROLLOUT_PLAYER) -> bool:
    """Whether a level's tree search, which uses none of these rollouts, chooses the same move."""
    search = TreeSearch(view, LEVELS[level].config_for(view.game), position_luck(view, f"agree {seed}"))
    return number_of(int(search.choose(view.legal(), SEARCH_ITERATIONS, SEARCH_SECONDS))) in best
