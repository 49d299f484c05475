"""How far the judge can be trusted: `python -m bench.judge WHAT [--game NAME] [--seats N] [--games N]`.

follow       one seat plays what the hint says; how many of its decisions are marked, the hints not being in the record
planted      masters play, and every seat errs once (bench/planting.py) by a move that seats who search
             deeper than the judge's own look see at least 15 points of chance below the best. Counted are the planted
             ones that are marked, the loss shown against that estimate, masters' own moves that are marked, grave marks
             that another seed repeats, and names that change while the review grows
calibration  positions of games between equal bots: of those called 70 %, how many are won
accuracy     the mean loss of a decision by level, from which the accuracy is made (judge/accuracy.py)

Every line is one game, so that a run may be stopped at any time; the last line of a run is the row for the figures in
docs/figures/reviews.md.
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
from pathlib import Path

from bench.planting import PlantedGame, awaited_seat, iter_planted
from bench.review import deal_state, play_until, share
from domik.bots import Bot, bot_of
from domik.games import GAMES, game_package
from domik.judge.advice import advise
from domik.judge.calibration import calibrated_chance
from domik.judge.plans import has_solver
from domik.judge.thresholds import MARKED, MILLION
from domik.judge.trials import MEASURING, SHARE, USUAL, WHOLE_WIN, Trials
from domik.judge.value import position_luck, rollout_style
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.reviews import Report, iter_reports, review
from domik.reviews.rollout_judge import RolloutJudge


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


def review_planted(game: PlantedGame, seed: str, counts: Counts, repeats: bool) -> str:
    """The review of one planted game; a second one, with another seed, says which grave marks are repeated."""
    planted, is_points = game.losses, has_solver(game.record.match)
    reports = list(iter_reports(game.record, seed=seed))
    report = reports[-1]
    judged = {one.step: one for one in report.judgements}
    grave = {step: one for step, one in judged.items() if one.is_grave}
    counts.many["planted"] += len(planted)
    counts.many["found"] += sum(step in grave for step in planted)
    counts.shown += [one.loss.judged_value(is_points) for step, one in grave.items() if step in planted]
    counts.strong += [planted[step] for step in grave if step in planted]
    counts.many["own"] += sum(step not in planted for step in judged)
    counts.many["own grave"] += sum(step not in planted for step in grave)
    if repeats:
        again = {one.step for one in review(game.record, seed=f"again {seed}").judgements if one.is_grave}
        counts.many["marks"] += len(grave)
        counts.many["repeated"] += sum(step in again for step in grave)
    count_names(reports, counts)
    counts.seconds = report.seconds
    unit = 1000 if is_points else 10_000
    mean = [round(sum(losses) / max(1, len(losses)) / unit, 1) for losses in (counts.shown, counts.strong)]
    for step in sorted(set(planted) - set(grave)):
        seen = f"{judged[step].verdict}, {judged[step].loss}" if step in judged else "not judged"
        print(f"missed: step {step}, {planted[step] / unit:.1f}: {seen}", flush=True)
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
    parser.add_argument("--work", type=Path, help="where planted games are kept, to measure on the same ones again")
    parser.add_argument("--once", action="store_true", help="no second review of planted games")
    args = parser.parse_args()
    match = game_package(args.game).match(args.seats, dict(one.split("=") for one in args.option))
    pairs: list[Called] = []
    counts, seeds = Counts(), [f"{args.what} {args.game} {number}" for number in range(args.games)]
    measures: dict[str, Callable[[str], str]] = {
        "follow": lambda seed: follow_hints(match, seed, counts),
        "planted": lambda seed: review_planted(next(games), seed, counts, not args.once),
        "calibration": lambda seed: calibrate(match, seed, pairs, args.player, args.positions),
        "accuracy": lambda seed: measure_level(match, seed, counts, args.player),
    }
    kept = args.work / f"planted-{args.game}-{args.seats}.jsonl" if args.work else None
    games = iter_planted(match, seeds, kept)
    for number, seed in enumerate(seeds, 1):
        print(f"| {args.game} | {args.seats} | {number} | {measures[args.what](seed)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
