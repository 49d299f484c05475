"""How far a review can be trusted: `python -m bench.review [--game NAME] [--games N] [--positions N] [--worlds N]`.

Planted blunders: masters play, and in every game one decision is replaced by the worst of the moves that a long search
rates at least 15 points of win chance (solo: 4 points) below the best; the review must mark it as a mistake or blunder.
False alarms: how many of the masters' own moves are marked as well. Coverage: how often the interval at the default
number of worlds contains the difference that 50,000 other worlds give. Time is CPU time.

Cozy Cabin alone has a solver, so blunders and true differences come from plans. While the order of the deck is hidden
(CC-3, CC-5) the truth is the mean over orders that are possible for the seat, never the actual order. Every move gets a
short plan first; only a position that seems to contain a blunder is planned long.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from math import sqrt

from domik.bots import Bot, bot_of
from domik.games import GAMES, game_package
from domik.judge.decision import DecisionAnalysis
from domik.judge.plans import Planner, has_solver, solver_of, state_after
from domik.judge.thresholds import CHANCE, MILLION, THOUSAND
from domik.judge.trials import MARGIN, MEASURING, SHARE, WHOLE_WIN, Trials
from domik.judge.value import DecisionPoint, actions_in, position_luck, rollout_style
from domik.kernel.luck import Luck, luck_of
from domik.kernel.package import Match
from domik.kernel.record import GameRecord, RecordedMove, number_of
from domik.kernel.state import State, View, imagine_state
from domik.reviews import Report, iter_reports
from domik.reviews.report import Judgement
from domik.reviews.runner import WORLDS
from domik.reviews.seat_history import build_seat_history, decision_point_at

WORSE_PLAN = 4 * THOUSAND
SHORT_MS, LONG_MS = 60, 500  # per plan: the short one of every move, and the long one
TRUE_MS = 3000  # per plan of the truth, with the deck known
SHORT_ORDERS, LONG_ORDERS, TRUE_ORDERS = 2, 6, 24  # orders of the deck while it is hidden
TRUE_MS_A_WORLD = 150
SAMPLED_DECISIONS = 1  # per game, with the deck hidden and with it known


def is_hidden(match: Match, view: View) -> bool:
    """Whether the seat does not know the order of the deck yet."""
    return not solver_of(match).is_fully_known(view, int(view.seat))


def possible_worlds(match: Match, state: State, many: int, seed: str, seat: int = 0) -> list[State]:
    """Determinizations: `many` orders of the deck that are possible for the seat, or the one it knows."""
    view = state.view(seat)
    if not is_hidden(match, view):
        return [state.copy()]
    luck = position_luck(view, seed)
    return [imagine_state(view, luck.stream(number)) for number in range(many)]


def mean_score(planner: Planner, worlds: list[State], number: int, milliseconds: int) -> float:
    """Mean planned score after a move, in thousandths of a point."""
    after = [state_after(world, number, planner.seat) for world in worlds]
    return sum(planner.plan(one, milliseconds).score for one in after) / len(worlds)


def worst_plan(match: Match, state: State, actions: list[int], seed: str, seat: int = 0) -> tuple[int, int] | None:
    """The worst move if long plans rate it at least 4 points below the best, and how much; None otherwise.

    The action number, and thousandths of a point.
    """
    planner = Planner(match, seat)
    numbers = [number_of(action) for action in actions]
    first = possible_worlds(match, state, SHORT_ORDERS, f"long {seed}", seat)
    seems = {number: mean_score(planner, first, number, SHORT_MS) for number in numbers}
    best, worst = (choose(numbers, key=lambda number: seems[number]) for choose in (max, min))
    if seems[best] - seems[worst] < WORSE_PLAN:
        return None
    worlds = possible_worlds(match, state, LONG_ORDERS, f"long {seed}", seat)
    scores = [mean_score(planner, worlds, number, LONG_MS) for number in (best, worst)]
    return (worst, round(scores[0] - scores[1])) if scores[0] - scores[1] >= WORSE_PLAN else None


def true_loss(match: Match, question: DecisionPoint, judgement: Judgement, seed: str) -> float:
    """True loss of the played move against the review's best one, in thousandths of a point."""
    planner = Planner(match)
    worlds = possible_worlds(match, question.true_state, TRUE_ORDERS, f"true {seed}")
    milliseconds = TRUE_MS if len(worlds) == 1 else TRUE_MS_A_WORLD
    better, played = (
        mean_score(planner, worlds, one.action, milliseconds)
        for one in (judgement.best_candidate, judgement.played_candidate)
    )
    return better - played


def sample_decisions(
    match: Match, record: GameRecord, report: Report, luck: Luck
) -> list[tuple[DecisionPoint, Judgement]]:
    """Random decisions with an interval, some with the deck hidden and some with it known."""
    questions = {one.number: one for one in build_seat_history(record, 0).decision_points}
    hidden: list[tuple[DecisionPoint, Judgement]] = []
    known: list[tuple[DecisionPoint, Judgement]] = []
    for judgement in report.judgements:
        if judgement.best != judgement.played:
            question = questions[judgement.step]
            (hidden if is_hidden(match, question.view) else known).append((question, judgement))
    return [
        pool[int(luck.below(len(pool)))]
        for pool, most in ((hidden, SAMPLED_DECISIONS), (known, SAMPLED_DECISIONS))
        for _ in range(most)
        if pool
    ]


def interval_covers_truth(match: Match, question: DecisionPoint, judgement: Judgement, seed: str) -> bool:
    return judgement.low.points <= true_loss(match, question, judgement, seed) <= judgement.high.points


PLAYER = "master:milliseconds=20"
LONG_ITERATIONS = 1500  # rollouts per move of the long search
TRUE_WORLDS = 50_000
WORSE = CHANCE.blunder  # millionths of win chance
WORSE_ALONE = 4 * THOUSAND
SEATS = {"treehouse": 2, "dream_home": 2, "cabin": 1, "bower": 2}


@dataclass
class ReviewScore:
    planted: int = 0
    found: int = 0
    own: int = 0
    marked: int = 0
    positions: int = 0
    covered: int = 0
    adds_up: bool = True
    halfway: int = 0  # planted blunders already marked at half time
    seconds: list[float] = field(default_factory=list)

    def line(self) -> str:
        """Row of the table, also for a run in progress."""
        times = sorted(self.seconds)
        return " | ".join(
            (
                share(self.found, self.planted),
                share(self.halfway, self.planted),
                share(self.marked, self.own),
                share(self.covered, self.positions),
                f"{times[len(times) // 2]:.1f}, at most {times[-1]:.1f}" if times else "–",
            )
        )


def play_until(record: GameRecord, state: State, bots: list[Bot], until: int | None = None) -> None:
    """Let the bots play to the end, or until the record has `until` moves."""
    while not state.is_over() and (until is None or len(record.moves) < until):
        awaited = int(state.awaited_seats())
        seat = (awaited & -awaited).bit_length() - 1
        action = bots[seat].decide(state.view(seat), int(state.legal(seat)))
        record.moves.append(RecordedMove(seat, number_of(action)))
        state.play(seat, action)


def deal_state(match: Match, seed: str) -> GameRecord:
    """Record of a new deal without moves."""
    deal = [int(number) for number in match.game.deal(luck_of(f"deal {seed}"))]
    return GameRecord(match, deal, [PLAYER] * match.seats, [], seed)


def worst_move(match: Match, state: State, seat: int, long: int, seed: str) -> int | None:
    """Action number of the worst move if a long search rates it clearly below the best; None otherwise."""
    view = state.view(seat)
    numbers: dict[int, int] = {}
    for action in actions_in(int(view.legal())):
        numbers.setdefault(int(view.equivalence(action)), action)
    actions = list(numbers.values())
    if len(actions) < 2:
        return None
    if has_solver(match):
        found = worst_plan(match, state, actions, seed, seat)
        return None if found is None else found[0]
    trials = Trials(view, actions, rollout_style(match.game), position_luck(view, f"long {seed}"))
    every = list(range(1, len(actions) + 1))
    trials.extend(every, MEASURING, long)
    alone = match.seats == 1
    what, scale = (MARGIN, THOUSAND) if alone else (SHARE, MILLION / WHOLE_WIN)
    values = {one: trials.total(one, MEASURING, what, long) * scale / long for one in every}
    low = min(every, key=lambda one: values[one])
    is_clear = max(values.values()) - values[low] >= (WORSE_ALONE if alone else WORSE)
    return number_of(actions[low - 1]) if is_clear else None


def plant_blunder(
    match: Match, seed: str, long: int = LONG_ITERATIONS, player: str = PLAYER
) -> tuple[GameRecord, int, int] | None:
    """A game of masters with one planted blunder: record, step and seat; None if there was no place for one."""
    luck = luck_of(f"plant {seed}")
    record = deal_state(match, seed)
    state = record.start().copy()
    bots = [bot_of(player, luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    play_until(record, state, bots, until=int(luck.below(typical_length(match) * 4 // 5)))
    step = -1
    while not state.is_over():
        awaited = int(state.awaited_seats())
        seat = (awaited & -awaited).bit_length() - 1
        number = worst_move(match, state, seat, long, seed)
        if number is not None:
            step = len(record.moves)
            record.moves.append(RecordedMove(seat, number))
            state.play(seat, 1 << number)
            break
        play_until(record, state, bots, until=len(record.moves) + 1)
    play_until(record, state, bots)
    return None if step < 0 else (record, step, record.moves[step].seat)


def typical_length(match: Match) -> int:
    record = deal_state(match, "typical")
    play_until(record, record.start().copy(), [bot_of("normal", luck_of(seat)) for seat in range(match.seats)])
    return len(record.moves)


def judgement_at(report: Report, step: int) -> Judgement | None:
    """The report's judgement of a step; None if it has none."""
    return next((one for one in report.judgements if one.step == step), None)


def plant_and_review(
    match: Match, seed: str, score: ReviewScore, worlds: int | None
) -> tuple[GameRecord, Report] | None:
    """Plant a blunder, review the game and add to the totals; None if no blunder could be planted."""
    made = plant_blunder(match, seed)
    if made is None:
        return None
    record, step, _ = made
    began = time.thread_time()
    reports = list(iter_reports(record, worlds=worlds, seed=seed))
    score.seconds.append(time.thread_time() - began)
    report = reports[-1]
    half = [one for one in reports if one.seconds <= report.seconds / 2]
    found, early = judgement_at(report, step), judgement_at(half[-1], step) if half else None
    score.planted += 1
    score.found += found is not None and found.is_grave
    score.halfway += early is not None and early.is_grave
    own = [one for one in report.judgements if one.step != step]
    score.own += len(own)
    score.marked += sum(one.is_grave for one in own)
    score.adds_up &= all(review.ledger.adds_up() for review in report.players_reviews)
    return record, report


def measure_coverage(match: Match, seed: str, score: ReviewScore, worlds: int, true_worlds: int = TRUE_WORLDS) -> None:
    """One position: the interval at the default number of worlds against many more worlds."""
    luck = luck_of(f"cover {seed}")
    record = deal_state(match, f"cover {seed}")
    state = record.start().copy()
    bots = [bot_of("normal", luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    play_until(record, state, bots, until=int(luck.below(typical_length(match) * 4 // 5)))
    while not state.is_over():
        if check_interval(record, state, luck, seed, score, worlds, true_worlds):
            return
        play_until(record, state, bots, until=len(record.moves) + 1)


def measure_plan_coverage(match: Match, record: GameRecord, report: Report, seed: str, score: ReviewScore) -> None:
    """Some decisions of a solo game: their intervals against longer plans."""
    for question, judgement in sample_decisions(match, record, report, luck_of(f"cover {seed}")):
        score.positions += 1
        score.covered += interval_covers_truth(match, question, judgement, seed)


def check_interval(
    record: GameRecord, state: State, luck: Luck, seed: str, score: ReviewScore, worlds: int, true_worlds: int
) -> bool:
    """Measure one decision and count whether its interval covers the truth; False if it has no interval."""
    match = record.match
    awaited = int(state.awaited_seats())
    seat = (awaited & -awaited).bit_length() - 1
    action = int(luck.bit_of(int(state.legal(seat))))  # a random move: usually not the best
    trial = GameRecord(match, record.deal, record.players, [*record.moves, RecordedMove(seat, number_of(action))])
    question = decision_point_at(state.copy(), len(record.moves), trial, seat)
    if question is None:
        return False
    decision = DecisionAnalysis(question, seed, match.package.halves, match.seats == 1)
    wanted = 16
    while wanted <= worlds:
        for _ in decision.advance(wanted):
            pass
        wanted *= 2
    measured = decision.measured_loss()
    if measured is None or decision.best == decision.played:
        return False
    actions = [1 << question.move_groups[one - 1][0] for one in (decision.best, decision.played)]
    truth = Trials(question.view, actions, rollout_style(match.game), position_luck(question.view, f"true {seed}"))
    truth.extend([1, 2], MEASURING, true_worlds)
    true = truth.mean_difference(1, 2, MEASURING, SHARE) * MILLION / WHOLE_WIN
    score.positions += 1
    score.covered += measured.low.chance <= true <= measured.high.chance
    return True


def share(part: int, whole: int) -> str:
    """A share with its Wilson interval."""
    if not whole:
        return "–"
    rate, z = part / whole, 1.96
    middle = (rate + z * z / (2 * whole)) / (1 + z * z / whole)
    spread = z * sqrt(rate * (1 - rate) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return f"{100 * rate:.1f} % ({part} of {whole}; {100 * (middle - spread):.0f} – {100 * (middle + spread):.0f})"


def main() -> None:
    """Print a row per game for docs/figures/reviews.md."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", action="append", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=None)
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--from", dest="first", type=int, default=0)
    args = parser.parse_args()
    print("| game | seats | planted found | at half time | own moves marked | intervals that hold | seconds |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for name in args.game or list(GAMES):
        match = game_package(name).match(args.seats or SEATS.get(name, game_package(name).least_seats))
        score = ReviewScore()
        for number in range(args.first, args.first + args.games):
            seed = f"{name} {number}"
            reviewed = plant_and_review(match, seed, score, args.worlds)
            if reviewed is not None and has_solver(match):
                measure_plan_coverage(match, *reviewed, seed, score)
            print(f"{seed}: {score.line()}", file=sys.stderr, flush=True)
        if not has_solver(match):
            for number in range(args.first, args.first + args.positions):
                measure_coverage(match, f"{name} {number}", score, args.worlds or WORLDS)
        assert score.adds_up
        print(f"| {name} | {match.seats} | {score.line()} |", flush=True)


if __name__ == "__main__":
    main()
