"""How far the judge can be trusted: `python -m bench.judge WHAT [--game NAME] [--seats N] [--games N]`.

follow       one seat plays what the hint says; how many of its decisions are marked, the hints not being in the record
planted      masters play, and every seat's game has one planted blunder: a move that seats who search (more worlds and
             deeper than the judge's own look) see at least 15 points of chance below the best. Counted are the planted
             ones that are marked, the loss shown against that estimate, masters' own moves that are marked, grave marks
             that another seed repeats, and names that change while the review grows
calibration  positions of games between equal bots: of those called 70 %, how many are won
accuracy     the mean loss of a decision by level, from which the accuracy is made (judge/accuracy.py)

Every line is one game, so that a run may be stopped at any time; the last line of a run is the row for docs/review.md.
Cozy Cabin's blunders come from its solver, 4 points below the best plan.
"""

from __future__ import annotations

import argparse
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from bench.review import deal_state, play_until, share, typical_length, worst_plan
from domik.bots import Bot, bot_of
from domik.games import GAMES, game_package
from domik.judge.advice import advise
from domik.judge.calibration import calibrated_chance
from domik.judge.plans import has_solver
from domik.judge.second_look import searched_move
from domik.judge.thresholds import CHANCE, MARKED, MILLION, SURE
from domik.judge.trials import CHOOSING, MEASURING, SHARE, USUAL, WHOLE_WIN, Trials
from domik.judge.value import equivalent_moves, position_luck, rollout_style
from domik.kernel.luck import Luck, luck_of
from domik.kernel.package import Match
from domik.kernel.record import GameRecord, RecordedMove, action_of
from domik.kernel.state import State, View
from domik.reviews import Report, iter_reports, review
from domik.reviews.rollout_judge import RolloutJudge

MASTER = "master:milliseconds=20"
STRONG_THINKING, STRONG_HORIZON = 32, 24  # iterations and decisions of the seats of the strong estimate
QUICK_WORLDS, STRONG_WORLDS = 12, 96  # to find a bad move, and to measure it in other worlds
TRIED_MOVES = 5  # moves among which a bad one is looked for
LATEST = 4, 5  # the last fifth of a game is not planted


class Follower:
    """A player who always plays the hint."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def decide(self, view: View, legal: int) -> int:
        return advise(self.match, view)


@dataclass
class Counts:
    """What one run has counted so far."""

    many: Counter[str] = field(default_factory=Counter)
    shown: list[int] = field(default_factory=list)  # losses of planted blunders as the review shows them, millionths
    strong: list[int] = field(default_factory=list)  # the same by the strong estimate
    seconds: float = 0.0

    def line(self, *pairs: tuple[str, str]) -> str:
        return " | ".join(share(self.many[part], self.many[whole]) for part, whole in pairs)


def awaited_seat(state: State) -> int:
    awaited = int(state.awaited_seats())
    return (awaited & -awaited).bit_length() - 1


# ---- follow ---------------------------------------------------------------------------------------------


def follow_hints(match: Match, seed: str, counts: Counts) -> str:
    """One game in which a seat follows every hint, the others being normal bots."""
    seat = int(luck_of(f"who {seed}").below(match.seats))
    record = deal_state(match, seed)
    bots: list[Bot] = [bot_of("normal", luck_of(f"{seed} {who}")) for who in range(match.seats)]
    bots[seat] = Follower(match)
    play_until(record, record.start().copy(), bots)
    report = review(record, seat)
    own = [one for one in report.judgements if one.seat == seat]
    counts.many["decisions"] += len(own)
    counts.many["grave"] += sum(one.is_grave for one in own)
    counts.many["marked"] += sum(one.is_marked for one in own)
    return counts.line(("grave", "decisions"), ("marked", "decisions"))


# ---- planted --------------------------------------------------------------------------------------------


def strong_trials(view: View, numbers: list[int], seed: str) -> Trials:
    style = rollout_style(view.game)
    luck = position_luck(view, seed)
    return Trials(view, [1 << number for number in numbers], style, luck, None, STRONG_THINKING, STRONG_HORIZON)


def bad_move(match: Match, state: State, seat: int, luck: Luck, seed: str) -> tuple[int, int] | None:
    """A move that seats who search see as a blunder, and what it loses; None if none of those tried is one."""
    view = state.view(seat)
    groups = equivalent_moves(view)
    if len(groups) < 2:
        return None
    if has_solver(match):
        number = worst_plan(match, state, [1 << group[0] for group in groups], seed) if match.seats == 1 else None
        return None if number is None else (number, 0)
    best = searched_move(view, seed, 1500)
    others = [group[0] for group in groups if best not in group]
    while len(others) > TRIED_MOVES:
        others.pop(int(luck.below(len(others))))
    trials = strong_trials(view, [best, *others], f"strong {seed}")
    trials.extend(list(range(1, len(others) + 2)), CHOOSING, QUICK_WORLDS)
    worst = max(range(2, len(others) + 2), key=lambda one: trials.mean_difference(1, one, CHOOSING, SHARE))
    if trials.mean_difference(1, worst, CHOOSING, SHARE) * MILLION < CHANCE.blunder * WHOLE_WIN:
        return None
    trials.extend([1, worst], MEASURING, STRONG_WORLDS)
    loss = round(trials.mean_difference(1, worst, MEASURING, SHARE) * MILLION / WHOLE_WIN)
    error = round(trials.difference_error(1, worst, MEASURING, SHARE) * MILLION / WHOLE_WIN)
    return (others[worst - 2], loss) if loss >= max(CHANCE.blunder, SURE * error) else None


def plant_blunders(match: Match, seed: str) -> tuple[GameRecord, dict[int, int]]:
    """A game of masters in which every seat errs once, at a random time: the record, and the losses by step."""
    luck, record = luck_of(f"plant {seed}"), deal_state(match, seed)
    state = record.start().copy()
    bots = [bot_of(MASTER, luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    length = typical_length(match) * LATEST[0] // LATEST[1]
    times = {seat: int(luck.below(length)) for seat in range(match.seats)}
    planted: dict[int, int] = {}
    while not state.is_over():
        seat, step = awaited_seat(state), len(record.moves)
        found = bad_move(match, state, seat, luck, f"{seed} {step}") if times.get(seat, step + 1) <= step else None
        if found is None:
            play_until(record, state, bots, until=step + 1)
            continue
        planted[step] = found[1]
        del times[seat]
        record.moves.append(RecordedMove(seat, found[0]))
        state.play(seat, action_of(found[0]))
    return record, planted


def plant_and_review(match: Match, seed: str, counts: Counts) -> str:
    record, planted = plant_blunders(match, seed)
    reports = list(iter_reports(record, seed=seed))
    report = reports[-1]
    grave = {one.step: one for one in report.judgements if one.is_grave}
    counts.many["planted"] += len(planted)
    counts.many["found"] += sum(step in grave for step in planted)
    counts.shown += [grave[step].loss.chance for step in planted if step in grave]
    counts.strong += [loss for step, loss in planted.items() if step in grave]
    counts.many["own"] += sum(one.step not in planted for one in report.judgements)
    counts.many["own grave"] += sum(step not in planted for step in grave)
    again = {one.step for one in review(record, seed=f"again {seed}").judgements if one.is_grave}
    counts.many["marks"] += len(grave)
    counts.many["repeated"] += sum(step in again for step in grave)
    count_names(reports, counts)
    counts.seconds = report.seconds
    mean = [round(sum(losses) / max(1, len(losses)) / 10_000, 1) for losses in (counts.shown, counts.strong)]
    figures = counts.line(("found", "planted"), ("own grave", "own"), ("repeated", "marks"), ("changed", "named"))
    return f"{figures} | {mean[0]} shown, {mean[1]} strong | {counts.seconds:.0f} s"


def count_names(reports: list[Report], counts: Counts) -> None:
    """Names that a growing review gave to a decision, and those that were another, or none, in the end."""
    final = {one.step: one.verdict for one in reports[-1].judgements}
    named = {(one.step, one.verdict) for report in reports[:-1] for one in report.judgements if one.verdict in MARKED}
    counts.many["named"] += len(named)
    counts.many["changed"] += sum(final.get(step) != verdict for step, verdict in named)


# ---- calibration ----------------------------------------------------------------------------------------

POSITION_WORLDS = 256
EDGES = (0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98)  # between the bins of called chances
Called = tuple[float, float]  # the chance called, and the share of the win


def calibrate(match: Match, seed: str, found: list[Called], player: str, positions: int) -> str:
    """The chances called at some positions of one game, and whether they were won."""
    record = deal_state(match, seed)
    play_until(
        record, record.start().copy(), [bot_of(player, luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    )
    end, luck = record.end(), luck_of(f"positions {seed}")
    winners = [seat for seat in range(match.seats) if int(end.winners()) >> seat & 1]
    wanted = {int(luck.below(len(record.moves))) for _ in range(positions)}
    for step, state in enumerate(record.states()):
        if step in wanted:
            seat = awaited_seat(state)
            view = state.view(seat)
            trials = Trials(view, [], rollout_style(view.game), position_luck(view, seed))
            trials.extend([USUAL], MEASURING, POSITION_WORLDS)
            chance = trials.total(USUAL, MEASURING, SHARE, POSITION_WORLDS) / (WHOLE_WIN * POSITION_WORLDS)
            found.append((chance, 1 / len(winners) if seat in winners else 0.0))
    return calibration_row(match, found)


def calibration_row(match: Match, found: list[Called]) -> str:
    """Of the positions called so (calibrated), the share that was won; and the table for judge/calibration.toml."""
    called = [
        (calibrated_chance(match.package.name, match.seats, round(MILLION * chance)) / MILLION, won)
        for chance, won in found
    ]
    cells = [f"{100 * mean:.0f}: {100 * won:.0f} ({many})" for mean, won, many in bins_of(called)]
    return f"{' | '.join(cells)} | {calibration_table(found)}"


def bins_of(found: list[Called]) -> list[tuple[float, float, int]]:
    """By bins of the chance called: its mean, the share won, and how many."""
    bins: dict[int, list[Called]] = {}
    for one in found:
        bins.setdefault(bisect_right(EDGES, one[0]), []).append(one)
    return [
        (sum(one[0] for one in part) / len(part), sum(one[1] for one in part) / len(part), len(part))
        for _, part in sorted(bins.items())
    ]


def calibration_table(found: list[Called]) -> list[int]:
    """The per cent won at called chances of 0, 10, ... 100: pooled until it rises, then straight between."""
    pools: list[tuple[float, float, int]] = []
    for one in bins_of(found):
        pools.append(one)
        while len(pools) > 1 and pools[-2][1] > pools[-1][1]:
            (called, won, many), (before, earlier, fewer) = pools.pop(), pools.pop()
            whole = many + fewer
            pools.append(((called * many + before * fewer) / whole, (won * many + earlier * fewer) / whole, whole))
    knots = [(0.0, 0.0), *((called, won) for called, won, _ in pools if 0.0 < called < 1.0), (1.0, 1.0)]
    table = []
    for tenth in range(11):
        (low, below), (high, above) = next((one, two) for one, two in pairwise(knots) if one[0] <= tenth / 10 <= two[0])
        table.append(round(100 * (below + (above - below) * (tenth / 10 - low) / max(1e-9, high - low))))
    return table


# ---- accuracy -------------------------------------------------------------------------------------------

LEVEL_WORLDS = 32


def measure_level(match: Match, seed: str, counts: Counts, player: str) -> str:
    """The mean loss of every seat of one game between equal bots."""
    record = deal_state(match, seed)
    play_until(
        record, record.start().copy(), [bot_of(player, luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    )
    for seat in range(match.seats):
        judge = RolloutJudge(record, seat, seed)
        for worlds in (LEVEL_WORLDS // 2, LEVEL_WORLDS):
            for decision in judge.decisions:
                for _ in decision.advance(worlds):
                    pass
        counts.shown.append(round(judge.mean_loss()))
        counts.many["decisions"] += len(judge.decisions)
    ordered = sorted(counts.shown)
    middle, low, high = (ordered[len(ordered) * part // 10] for part in (5, 1, 9))
    mean = round(sum(ordered) / len(ordered))
    return f"{player} | {counts.many['decisions']} | {mean} | {middle} ({low} to {high})"


def main() -> int:
    parser = argparse.ArgumentParser(description="How far the judge can be trusted.")
    parser.add_argument("what", choices=["follow", "planted", "calibration", "accuracy"])
    parser.add_argument("--game", choices=list(GAMES), default="treehouse")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--player", default="normal", help="the bot of calibration and accuracy")
    parser.add_argument("--positions", type=int, default=8, help="positions of a game, for calibration")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    args = parser.parse_args()
    match = game_package(args.game).match(args.seats, dict(one.split("=") for one in args.option))
    pairs: list[Called] = []
    counts, seeds = Counts(), [f"{args.what} {args.game} {number}" for number in range(args.games)]
    measures: dict[str, Callable[[str], str]] = {
        "follow": lambda seed: follow_hints(match, seed, counts),
        "planted": lambda seed: plant_and_review(match, seed, counts),
        "calibration": lambda seed: calibrate(match, seed, pairs, args.player, args.positions),
        "accuracy": lambda seed: measure_level(match, seed, counts, args.player),
    }
    for number, seed in enumerate(seeds, 1):
        print(f"| {args.game} | {args.seats} | {number} | {measures[args.what](seed)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
