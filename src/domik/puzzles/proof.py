"""The proof of a choice: fresh worlds choose the best move, others measure it, and the search must agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domik.bots.spec import thought_of
from domik.kernel.record import number_of
from domik.kernel.search import Search
from domik.kernel.state import State, View
from domik.review.decision import Decision
from domik.review.story import PLAYER, Question, actions_in, luck_for
from domik.review.thresholds import MILLION, SURE, THOUSAND
from domik.review.trials import CHOOSING, MARGIN, MEASURING, SHARE, WHOLE

GAP_CHANCE = MILLION // 10
GAP_MARGIN = 2 * THOUSAND
LOST, WON = 8 * MILLION // 100, 92 * MILLION // 100  # beyond these a game is decided
SCREENED = 40  # worlds of the first look
CHOSEN = 400  # worlds by which the best is chosen
MEASURED = 1200  # fresh ones by which it is measured
LEAST_KINDS = 3  # with two a guess is as good as a thought
RIVALS = 3  # so many of the others are measured against it
SEARCHED = 4000  # iterations of the search that must agree
SEARCHING = 30.0  # and seconds, which nobody reaches
STRICT = 0.6  # of the gap, when it is proven again: one that was just wide enough is narrower in other worlds


@dataclass(frozen=True)
class Proof:
    """What one seed's worlds said."""

    decision: Decision  # its best is the answer, its played move what tempts
    gap: tuple[int, int]
    low: tuple[int, int]
    order: list[int]  # candidates, the best first

    @property
    def best(self) -> list[int]:
        """The action numbers of the answer."""
        return self.decision.question.kinds[self.decision.best - 1]


def question_at(state: State, seat: int, number: int = 0) -> Question | None:
    """The decision of a seat, with the game's first advice as the move that tempts; None where it is no question."""
    view = state.view(seat)
    groups: dict[int, list[int]] = {}
    for action in actions_in(int(view.legal())):
        groups.setdefault(int(view.alike(action)), []).append(number_of(action))
    kinds = list(groups.values())
    if len(kinds) < LEAST_KINDS:
        return None
    tempting = advised_numbers(view)
    return Question(number, view, state, kinds, next(at for at, kind in enumerate(kinds) if tempting & set(kind)))


def advised_numbers(view: View) -> set[int]:
    """The action numbers of the game's first advice."""
    return {number_of(action) for action in actions_in(int(view.advised(view.legal())))}


def is_promising(decision: Decision) -> bool:
    """Whether a first look sees something: not decided, and somewhat better than what tempts."""
    trials = decision.trials
    trials.extend(decision.alive, CHOOSING, SCREENED)
    decision.best = max(decision.alive, key=lambda one: decision.merit(one, SCREENED))
    if decision.best == decision.played:
        return False
    values = [decision.value(one, CHOOSING, SCREENED) for one in (decision.best, decision.played)]
    first, tempting = values
    if first.chance < LOST or tempting.chance > WON:
        return False
    return first.chance - tempting.chance >= GAP_CHANCE // 2 or first.margin - tempting.margin >= GAP_MARGIN // 2


def prove(question: Question, seed: str, halves: bool) -> Proof | None:
    """The proof by one seed, or None where there is none; a first look spares the work where nothing is to be found."""
    decision = Decision(question, seed, halves, alone=False)
    return proof_of(decision, 1.0) if is_promising(decision) else None


def stands(question: Question, answer: Sequence[int], seed: str, halves: bool) -> bool:
    """Whether other worlds choose the same move by most of the gap, and a search with other luck takes it too."""
    proof = proof_of(Decision(question, seed, halves, alone=False), STRICT)
    found = proof is not None and sorted(proof.best) == sorted(answer)
    return found and search_agrees(question.view, answer, seed)


def proof_of(decision: Decision, strict: float) -> Proof | None:
    """Some worlds choose, others measure; the first advice is no answer."""
    question = decision.question
    for until in (SCREENED, 3 * SCREENED, CHOSEN):
        decision.trials.extend(sorted({*decision.alive, decision.played}), CHOOSING, until)
        decision.choose()
    if advised_numbers(question.view) & set(question.kinds[decision.best - 1]):
        return None
    return measured(decision, strict)


def measured(decision: Decision, strict: float) -> Proof | None:
    """The chosen move against the next best ones and the tempting one, in worlds that chose nothing."""
    trials, best = decision.trials, decision.best
    order = sorted(range(1, len(decision.question.kinds) + 1), key=lambda one: standing(decision, one))
    rivals = sorted({*order[1 : RIVALS + 1], decision.played})
    trials.extend([best, *rivals], MEASURING, MEASURED)
    per_point = THOUSAND / decision.per_point
    scales = (SHARE, MILLION / WHOLE), (MARGIN, per_point)
    gaps = [[trials.ahead(best, one, MEASURING, what) * scale for what, scale in scales] for one in rivals]
    doubts = [[trials.doubt(best, one, MEASURING, what) * scale for what, scale in scales] for one in rivals]
    gap = round(min(one[0] for one in gaps)), round(min(one[1] for one in gaps))
    sure = [[g - SURE * d for g, d in zip(*pair, strict=True)] for pair in zip(gaps, doubts, strict=True)]
    low = round(min(one[0] for one in sure)), round(min(one[1] for one in sure))
    by_chance = gap[0] >= strict * GAP_CHANCE and low[0] > 0
    by_margin = gap[1] >= strict * GAP_MARGIN and low[1] > 0 and gap[0] >= 0
    value = decision.value(best, MEASURING, MEASURED)
    tempting = decision.value(decision.played, MEASURING, MEASURED)
    if not (by_chance or by_margin) or value.chance < LOST or tempting.chance > WON:
        return None
    return Proof(decision, gap, low, order)


def standing(decision: Decision, candidate: int) -> tuple[bool, float]:
    """A candidate's place among the others: the best, then by what it promised a world."""
    worlds = decision.trials.worlds(candidate, CHOOSING)
    return candidate != decision.best, -decision.merit(candidate, worlds) / worlds


def search_agrees(view: View, best: Sequence[int], seed: str, level: str = PLAYER) -> bool:
    """Whether a level's own search, master's where none is named, takes the same move; it knows no rollout of ours."""
    search = Search(view, thought_of(level).style(view.game), luck_for(view, f"agree {seed}"))
    return number_of(int(search.choose(view.legal(), SEARCHED, SEARCHING))) in best
