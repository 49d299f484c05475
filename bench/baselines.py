"""Algorithms of other projects against our bots: trains or runs them and writes docs/research/baselines.md.

    python -m bench.baselines            # needs pip install "domik[baselines]"; about a quarter of an hour of one core

A run that is finished stays in build/baselines, so that one that was stopped goes on with what is left; delete a file
there to run it anew.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

from bench.baselines_agents import ALGORITHMS, LAYERS, SEED, Plan, share_won
from bench.figures import ROOT, provenance
from domik.sim.results import wilson_interval

PAGE = ROOT / "docs" / "research" / "baselines.md"
KEPT = ROOT / "build" / "baselines"
OPPONENTS = ("random", "easy", "normal")
PACKAGES = {
    "MaskablePPO": ("sb3-contrib", "stable-baselines3", "torch", "gymnasium", "open_spiel", "numpy"),
    "DQN": ("open_spiel", "torch", "numpy"),
    "ISMCTS": ("open_spiel", "numpy"),
}
PLANS = (
    Plan("MaskablePPO", "treehouse", (20_000, 50_000, 100_000, 200_000, 300_000), 120),
    Plan("MaskablePPO", "dream_home", (20_000, 50_000, 100_000, 200_000), 120),
    Plan("DQN", "treehouse", (5_000, 10_000), 60),
    Plan("ISMCTS", "treehouse", (2, 8), 12),
)
ABOUT = {
    "MaskablePPO": "MaskablePPO of sb3-contrib in the Gymnasium form: one seat after the other, against `normal`, for "
    "the margin of points. Steps are its own decisions.",
    "DQN": "DQN of OpenSpiel in its own environment: two agents play each other for the margin. Steps are decisions "
    "of both.",
    "ISMCTS": "ISMCTS of OpenSpiel with random rollouts. Nothing is learned: the first column is simulations a "
    "decision, and time is that of all its games.",
}


class Point(TypedDict):
    effort: int
    seconds: float  # CPU time of the training so far; of a search, of the games
    won: dict[str, float]


class Run(TypedDict):
    algorithm: str
    game: str
    games: int
    about: list[str]  # machine, date, commit, build
    versions: dict[str, str]
    points: list[Point]


def make_run(plan: Plan) -> Run:
    """Train or search, and try every stage against each of our bots."""
    points: list[Point] = []
    stages = ALGORITHMS[plan.algorithm](plan)
    spent, before = 0.0, time.process_time()
    for effort, agent in stages:
        spent += time.process_time() - before
        before = time.process_time()
        won = {opponent: share_won(plan.game, agent, opponent, plan.games) for opponent in OPPONENTS}
        if plan.algorithm == "ISMCTS":
            spent = time.process_time() - before
        points.append({"effort": effort, "seconds": round(spent, 1), "won": won})
        print(plan.name, points[-1], file=sys.stderr, flush=True)
        before = time.process_time()
    return {
        "algorithm": plan.algorithm,
        "game": plan.game,
        "games": plan.games,
        "about": provenance(),
        "versions": {name: importlib.metadata.version(name) for name in PACKAGES[plan.algorithm]},
        "points": points,
    }


def kept_runs(folder: Path, plans: Sequence[Plan]) -> list[Run]:
    """Every run of these plans, made now unless the folder has it."""
    found: list[Run] = []
    folder.mkdir(parents=True, exist_ok=True)
    for plan in plans:
        file = folder / f"{plan.name}.json"
        if not file.exists():
            made = make_run(plan)
            file.write_text(json.dumps(made, indent=1), encoding="utf-8")
        found.append(json.loads(file.read_text(encoding="utf-8")))
    return found


# ---- the page -------------------------------------------------------------------------------------------------------

HEAD = f"""# Baselines: algorithms of other projects

Written by `make baselines` (`python -m bench.baselines`, with `pip install "domik[baselines]"`); do not edit by hand.

What algorithms from outside reach with little time, used as their own documentation shows them and tuned for nothing:
a place to start from, not what they could do. Two players, seed {SEED}; a network sees what `Encoding` gives a seat and
has layers of {" and ".join(map(str, LAYERS))} units. Shares of the victory against our [levels](../bots.md), every deal
from both seats, with a 95 % interval; 50 % is even. Training and playing use one core; time is CPU time of the training
without the games that measure it. [The scripts](../../bench/baselines_agents.py) have every setting.
"""


def render_page(runs: Sequence[Run]) -> str:
    """The page: a section for every run, with its curve as a table."""
    return "\n".join([HEAD, *(line for run in runs for line in section_of(run))])


def section_of(run: Run) -> list[str]:
    searches = run["algorithm"] == "ISMCTS"
    versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
    return [
        f"## {run['algorithm']} in {run['game'].replace('_', ' ').title()}",
        "",
        ABOUT[run["algorithm"]],
        "",
        *run["about"],
        f"- Packages: {versions}",
        f"- Games: {run['games']} against each bot at every line",
        "",
        f"| {'Simulations' if searches else 'Steps'} | CPU s | "
        + " | ".join(f"against {one}" for one in OPPONENTS)
        + " |",
        "|---:|---:|" + "---|" * len(OPPONENTS),
        *(
            f"| {point['effort']:,} | {point['seconds']:,.0f} | "
            + " | ".join(told_share(point["won"][one], run["games"]) for one in OPPONENTS)
            + " |"
            for point in run["points"]
        ),
        "",
    ]


def told_share(share: float, games: int) -> str:
    """A bar of ten blocks, so that the column is a curve, and the share with its interval."""
    low, high = wilson_interval(round(share * games), games)
    return f"`{'#' * round(10 * share):·<10}` {share:.0%} ({low:.0%} – {high:.0%})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", nargs="?", type=Path, default=PAGE)
    parser.add_argument("--kept", type=Path, default=KEPT, help="folder of the runs that are finished")
    parser.add_argument("--only", help="runs whose name has this text, such as DQN or dream_home")
    parser.add_argument("--tiny", action="store_true", help="a few seconds of each: to see that it runs")
    args = parser.parse_args()
    plans = [plan for plan in PLANS if not args.only or args.only in plan.name]
    if args.tiny:
        plans = [tiny(plan) for plan in plans]
    args.page.write_text(render_page(kept_runs(args.kept, plans)), encoding="utf-8")
    return 0


def tiny(plan: Plan) -> Plan:
    """The same with one small stage."""
    return replace(plan, efforts=(2,) if plan.algorithm == "ISMCTS" else (100,), games=2)


if __name__ == "__main__":
    sys.exit(main())
