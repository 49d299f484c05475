"""Cozy Cabin alone under `bench.review`: which move is a blunder, and what a difference truly is, by plans.

Where the seat knows the whole deck there is one order of it; while it does not (CC-3, CC-5) the truth is the mean over
orders that the seat must hold possible, never the order that lay there. Every move is first looked at shortly; only a
place that seems to hold a blunder is planned long, so that no second goes where there is none.
"""

from __future__ import annotations

from domik.kernel.luck import Luck
from domik.kernel.record import Record, number_of
from domik.kernel.state import State, View, imagined
from domik.kernel.title import Match
from domik.review.planner import Planner
from domik.review.plans import READING, played_on
from domik.review.report import Judgement, Report
from domik.review.story import Question, luck_for, story_of
from domik.review.thresholds import THOUSAND

WORSE = 4 * THOUSAND
SHORT, LONG = 60, 500  # milliseconds a plan: the first look at every move, and the long search
TRUE = 3000  # of the truth that an interval is held against, with the deck known
SHORT_ORDERS, LONG_ORDERS, TRUE_ORDERS = 2, 6, 24  # of the deck, while its order is hidden
TRUE_A_WORLD = 150
SAMPLED = 1  # decisions of either sort, a game


def is_hidden(match: Match, view: View) -> bool:
    """Whether the seat does not know the order of the deck yet."""
    return 0 in match.title.module(READING).seat_of(view, 0).deck


def worlds_of(match: Match, state: State, many: int, seed: str) -> list[State]:
    """The worlds that the seat must hold possible: so many orders of the deck, or the one that it knows."""
    view = state.view(0)
    if not is_hidden(match, view):
        return [state.copy()]
    luck = luck_for(view, seed)
    return [imagined(view, luck.stream(number)) for number in range(many)]


def mean_score(planner: Planner, worlds: list[State], number: int, milliseconds: int) -> float:
    """What a move comes to on average, in thousandths of points."""
    return sum(planner.plan(played_on(world, number), milliseconds).score for world in worlds) / len(worlds)


def worst_plan(match: Match, state: State, actions: list[int], seed: str) -> int | None:
    """The action number of the worst move if the long search sees it at least 4 points below the best."""
    planner = Planner(match)
    numbers = [number_of(action) for action in actions]
    first = worlds_of(match, state, SHORT_ORDERS, f"long {seed}")
    seems = {number: mean_score(planner, first, number, SHORT) for number in numbers}
    best, worst = (choose(numbers, key=lambda number: seems[number]) for choose in (max, min))
    if seems[best] - seems[worst] < WORSE:
        return None
    worlds = worlds_of(match, state, LONG_ORDERS, f"long {seed}")
    scores = [mean_score(planner, worlds, number, LONG) for number in (best, worst)]
    return worst if scores[0] - scores[1] >= WORSE else None


def true_loss(match: Match, question: Question, judgement: Judgement, seed: str) -> float:
    """How much worse the played move is than the one that the review calls better, in thousandths of points."""
    planner = Planner(match)
    worlds = worlds_of(match, question.truth, TRUE_ORDERS, f"true {seed}")
    milliseconds = TRUE if len(worlds) == 1 else TRUE_A_WORLD
    better, played = (
        mean_score(planner, worlds, one.action, milliseconds) for one in (judgement.better, judgement.chosen)
    )
    return better - played


def sampled(match: Match, record: Record, report: Report, luck: Luck) -> list[tuple[Question, Judgement]]:
    """Decisions with an interval: some with the deck hidden, some with it known."""
    questions = {one.number: one for one in story_of(record, 0).questions}
    hidden: list[tuple[Question, Judgement]] = []
    known: list[tuple[Question, Judgement]] = []
    for judgement in report.judgements:
        if judgement.best != judgement.played:
            question = questions[judgement.step]
            (hidden if is_hidden(match, question.view) else known).append((question, judgement))
    return [
        pool[int(luck.below(len(pool)))]
        for pool, most in ((hidden, SAMPLED), (known, SAMPLED))
        for _ in range(most)
        if pool
    ]


def holds(match: Match, question: Question, judgement: Judgement, seed: str) -> bool:
    """Whether the interval of a decision holds the truth."""
    return judgement.low.points <= true_loss(match, question, judgement, seed) <= judgement.high.points
