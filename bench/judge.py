"""How far the judge can be trusted: `python -m bench.judge WHAT [--game NAME] [--seats N] [--games N]`.

follow       one seat plays what the hint says; how many of its decisions are marked, the hints not being in the record
planted      masters play, and every seat errs once (bench/planting.py) by a move that seats who search
             deeper than the judge's own look see at least 15 points of chance below the best. Counted are the planted
             ones that are marked, the loss shown against that estimate, masters' own moves that are marked, the loss
             shown of all grave marks against a strong estimate that did not choose them, grave marks that another seed
             repeats, and names that change while the review grows
calibration  positions of games between bots: of those that a review calls 70 %, how many are won (first by the curve,
             then by the seats' own estimates), and the slope and shift that judge/calibration.toml would still need;
             `--player "easy;master"` seats both, `--unnamed` does not tell the review who played
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
from math import exp, inf, log, sqrt
from pathlib import Path

from bench.planting import PlantedGame, iter_planted, strong_loss
from bench.review import deal_state, play_until, share
from domik.bots import Bot, bot_of
from domik.games import GAMES, game_package
from domik.judge.advice import advise
from domik.judge.plans import has_solver
from domik.judge.thresholds import MARKED, MILLION
from domik.judge.value import iterate_to_end
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.reviews import Report, iter_reports, review
from domik.reviews.rollout_judge import RolloutJudge
from domik.reviews.runner import ReviewRunner
from domik.reviews.solver_judge import SolverJudge


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
    all_shown: list[int] = field(default_factory=list)  # the same of all grave marks ...
    all_strong: list[int] = field(default_factory=list)  # ... in worlds that no mark was chosen by
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
    if not is_points:
        counts.all_shown += [one.loss.chance for one in grave.values()]
        counts.all_strong += [
            strong_loss(state.view(one.seat), one.best_candidate.action, one.played_candidate.action, seed)
            for step, state in enumerate(game.record.states())
            for one in [grave.get(step)]
            if one is not None
        ]
    count_names(reports, counts)
    counts.seconds = report.seconds
    unit = 1000 if is_points else 10_000
    lists = counts.shown, counts.strong, counts.all_shown, counts.all_strong
    mean = [round(sum(losses) / max(1, len(losses)) / unit, 1) for losses in lists]
    for step in sorted(set(planted) - set(grave)):
        seen = f"{judged[step].verdict}, {judged[step].loss}" if step in judged else "not judged"
        print(f"missed: step {step}, {planted[step] / unit:.1f}: {seen}", flush=True)
    figures = counts.line(("found", "planted"), ("own grave", "own"), ("repeated", "marks"), ("changed", "named"))
    ended = f"{counts.seconds:.0f} s{'' if report.complete else ', cut'}"
    return f"{figures} | {mean[0]} shown, {mean[1]} strong | all {mean[2]} shown, {mean[3]} strong | {ended}"


def count_names(reports: list[Report], counts: Counts) -> None:
    """Names that a growing review gave to a decision, and those that were another, or none, in the end."""
    final = {one.step: one.verdict for one in reports[-1].judgements}
    named = {(one.step, one.verdict) for report in reports[:-1] for one in report.judgements if one.verdict in MARKED}
    counts.many["named"] += len(named)
    counts.many["changed"] += sum(final.get(step) != verdict for step, verdict in named)


# ---- calibration ----------------------------------------------------------------------------------------

EDGES = tuple(tens / 100 for tens in range(5, 100, 10))  # "called 70 %" is from 65 to 75
SURELY = 0.004  # a chance is taken for no more certain than this when the slope is fitted
NEWTON_STEPS = 40
Called = tuple[float, float, str]  # the chance called, the share of the win, and the game


@dataclass
class CalledChances:
    """What reviews called and what became of it."""

    curve: list[Called] = field(default_factory=list)  # every seat's chance as it is drawn, the mean of all estimates
    own: list[Called] = field(default_factory=list)  # every seat's chance in its own estimate


def calibrate(match: Match, seed: str, found: CalledChances, players: list[str], args: argparse.Namespace) -> str:
    """The chances that a review shows at some positions of one game, without its second looks, and what was won."""
    record = deal_state(match, seed)
    first = int(luck_of(f"seats {seed}").below(len(players)))
    seated = [players[(first + seat) % len(players)] for seat in range(match.seats)]
    record.players[:] = [f"seat {seat}" for seat in range(match.seats)] if args.unnamed else seated
    bots = [bot_of(seated[seat], luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    play_until(record, record.start().copy(), bots)
    luck = luck_of(f"positions {seed}")
    steps = [int(luck.below(len(record.moves))) for _ in range(args.positions)]
    runner = ReviewRunner(record, None, inf, args.worlds, seed)
    for judge in runner.judges:
        if isinstance(judge, RolloutJudge):
            judge_only(judge, steps)
        else:
            plan_only(judge, steps)
    iterate_to_end(runner.play_worlds(inf))
    report = runner.report()
    drawn = report.chances_by_step()
    for step in steps:
        for seat in range(match.seats):
            won = 1 / len(report.winners) if seat in report.winners else 0.0
            found.curve.append((drawn[step][seat], won, seed))
            found.own.append((report.seat_review(seat).chances[step][seat] / MILLION, won, seed))
    return " || ".join(calibration_row(match.seats, each) for each in (found.curve, found.own))


def judge_only(judge: RolloutJudge, steps: list[int]) -> None:
    """Let a judge look only at what the curve shows at these steps: the last news or decision before each."""
    known = sorted({*judge.position_trials, *(one.question.number for one in judge.decisions)})
    kept = last_before(known, steps)
    judge.decisions = [one for one in judge.decisions if one.question.number in kept]
    judge.position_trials = {number: one for number, one in judge.position_trials.items() if number in kept}


def plan_only(judge: SolverJudge, steps: list[int]) -> None:
    """Let a judge that plans look only at these steps: the last decision and the last change of a rival before each."""
    history = judge.history
    views = history.observations | {one.number: one.view for one in history.decision_points}
    changes: list[int] = []
    seen: list[tuple[int, int, int]] = []
    for number in sorted(views):
        stages = [judge.stage_of(views[number], who, number) for who in judge.rival_planners]
        if stages != seen:
            changes.append(number)
        seen = stages
    numbers = [one.number for one in history.decision_points]
    decisions = last_before(numbers, steps) | {numbers[-1]}  # after the last one a seat has what it has
    kept = decisions | last_before(changes, steps)
    history.decision_points[:] = [one for one in history.decision_points if one.number in decisions]
    for number in [one for one in history.observations if one not in kept]:
        del history.observations[number]


def last_before(known: list[int], steps: list[int]) -> set[int]:
    """For every step the last of the known ones that is no later, or the first."""
    return {known[max(0, bisect_right(known, step) - 1)] for step in steps}


def calibration_row(seats: int, found: list[Called]) -> str:
    """Of the positions called so, the share that was won; and what slope and shift that would still need (1 and 0)."""
    cells = [
        f"{100 * mean:.0f}: {100 * won:.0f} ± {100 * error:.0f} ({many})" for mean, won, error, many in bins_of(found)
    ]
    slope, shift = correction_needed(seats, found)
    return f"{' | '.join(cells)} | {slope:.2f} {shift:+.2f}"


def bins_of(found: list[Called]) -> list[tuple[float, float, float, int]]:
    """By bins of the chance called: its mean, the share won, the standard error of that, and how many."""
    bins: dict[int, list[Called]] = {}
    for one in found:
        bins.setdefault(bisect_right(EDGES, one[0]), []).append(one)
    return [
        (sum(one[0] for one in part) / len(part), sum(one[1] for one in part) / len(part), error_of(part), len(part))
        for _, part in sorted(bins.items())
    ]


def error_of(part: list[Called]) -> float:
    """The standard error of the share won less that called; the positions of one game are one sample."""
    mean = sum(won - called for called, won, _ in part) / len(part)
    games: dict[str, float] = {}
    for called, won, game in part:
        games[game] = games.get(game, 0.0) + won - called - mean
    return sqrt(sum(one**2 for one in games.values())) / len(part)


def correction_needed(seats: int, found: list[Called]) -> tuple[float, float]:
    """Slope and shift of the log odds, against an even share, that fit best what was won (judge/calibration.py)."""
    even, slope, shift = log(seats - 1), 1.0, 0.0
    leads = [
        (log(one / (1.0 - one)) + even, won)
        for called, won, _ in found
        for one in [min(1 - SURELY, max(SURELY, called))]
    ]
    for _ in range(NEWTON_STEPS):
        push = pull = 0.0
        curve = [1.0, 0.0, 1.0]  # a little resistance, for samples that are too small
        for lead, won in leads:
            chance = 1.0 / (1.0 + exp(even - slope * lead - shift))
            weight = chance * (1.0 - chance)
            push, pull = push + (won - chance) * lead, pull + won - chance
            curve = [curve[0] + weight * lead * lead, curve[1] + weight * lead, curve[2] + weight]
        push, pull = push + 1.0 - slope, pull - shift
        whole = curve[0] * curve[2] - curve[1] ** 2
        slope += min(0.5, max(-0.5, (push * curve[2] - pull * curve[1]) / whole))
        shift += min(0.5, max(-0.5, (pull * curve[0] - push * curve[1]) / whole))
    return slope, shift


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
    parser.add_argument("--worlds", type=int, default=128, help="worlds of a review, for calibration")
    parser.add_argument("--unnamed", action="store_true", help="calibration without telling who played")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, for fresh seeds")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--work", type=Path, help="where planted games are kept, to measure on the same ones again")
    parser.add_argument("--once", action="store_true", help="no second review of planted games")
    args = parser.parse_args()
    match = game_package(args.game).match(args.seats, dict(one.split("=") for one in args.option))
    pairs = CalledChances()
    counts, seeds = (
        Counts(),
        [f"{args.what} {args.game} {number}" for number in range(args.first, args.first + args.games)],
    )
    measures: dict[str, Callable[[str], str]] = {
        "follow": lambda seed: follow_hints(match, seed, counts),
        "planted": lambda seed: review_planted(next(games), seed, counts, not args.once),
        "calibration": lambda seed: calibrate(match, seed, pairs, args.player.split(";"), args),
        "accuracy": lambda seed: measure_level(match, seed, counts, args.player),
    }
    kind = "-".join([args.game, str(args.seats), *args.option, *([str(args.first)] if args.first else [])])
    kept = args.work / f"planted-{kind}.jsonl" if args.work else None
    games = iter_planted(match, seeds, kept)
    for number, seed in enumerate(seeds, 1):
        print(f"| {args.game} | {args.seats} | {number} | {measures[args.what](seed)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
