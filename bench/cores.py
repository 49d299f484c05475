"""Measure features for networks, and batches over all cores.

    python -m bench.cores [page.md]

Rates are CPU time. Two clocks measure what several processes gain: the wall, which counts everything else that runs on
the machine as well, and CPU time: what all processes together spend, if it were divided evenly among the cores.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.figures import provenance
from bench.research_contestants import TABLES
from domik.games import GAMES
from domik.research import Batch, ParallelBatch
from domik.sim.bench import Contestant, Step, compare, slice_of_steps, timed_step
from domik.sim.workers import available_cores

ROUNDS = 11
WARM_UP = 40  # steps, until the tables are in the middle of their games


def encode_step(name: str) -> Step:
    """Features of every table, as uint8, in positions of random games; steps in between are not counted."""
    batch = Batch(name, TABLES)
    for _ in range(WARM_UP):
        batch.step(batch.sample())

    def work() -> int:
        batch.features("uint8")
        return TABLES

    timed = timed_step(work)

    def step() -> tuple[int, float]:
        batch.step(batch.sample())
        return timed()

    return step


# ---- over the cores -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gain:
    """What several processes bring against one."""

    tables: int
    features: str
    wall: list[float]  # times one process, round by round
    by_cpu: float


def play(batch: Batch | ParallelBatch, features: str, seconds: float) -> float:
    """Decisions a second of the wall: masks, features, a random action and a step."""
    steps, before = 0, time.perf_counter()
    while time.perf_counter() - before < seconds:
        batch.mask()
        batch.features(features)
        batch.step(batch.sample())
        steps += 1
    return steps * batch.tables / (time.perf_counter() - before)


def measured_gain(name: str, tables: int, features: str, seconds: float) -> Gain:
    """One process and several, by turns; then the CPU time that a decision costs in either."""
    cores = available_cores()
    alone = Batch(name, tables)
    with ParallelBatch(name, tables, processes=cores, features=features) as many:
        wall = []
        for _ in range(ROUNDS):
            one = play(alone, features, seconds)
            wall.append(play(many, features, seconds) / one)
    return Gain(tables, features, wall, cores * cost(name, tables, features, 1) / cost(name, tables, features, cores))


def cost(name: str, tables: int, features: str, processes: int) -> float:
    """CPU seconds of one step of all tables, with the processes' own; what starting them takes is left out."""
    spent = []
    for steps in (5, 55):
        before = cpu_seconds()
        batch: Batch | ParallelBatch = Batch(name, tables)
        if processes > 1:
            batch = ParallelBatch(name, tables, processes=processes, features=features)
        for _ in range(steps):
            batch.mask()
            batch.features(features)
            batch.step(batch.sample())
        if isinstance(batch, ParallelBatch):
            batch.close()  # only now the time of its processes is counted
        spent.append(cpu_seconds() - before)
    return (spent[1] - spent[0]) / 50


def cpu_seconds() -> float:
    """Of this process and of all that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


# ---- the page -------------------------------------------------------------------------------------------------------


def render_page(found: Sequence[Contestant], gains: Sequence[Gain]) -> str:
    cores = available_cores()
    lines = [
        "# Features, and all cores",
        "",
        "Measured by `python -m bench.cores`. Random legal play on the compiled core.",
        "",
        *provenance(),
        f"- Load: {os.getloadavg()[0]:.1f} on {cores} cores while it ran, this program included",
        "",
        f"Features (uint8) of a batch of {TABLES:,} tables in the middle of their games, one core, CPU time; goal: 2 "
        "million in Treehouse.",
        "",
        "| Game | Decisions/s |",
        "|---|---:|",
        *(f"| {one.name} | {one.rate():,.0f} |" for one in found),
        "",
        f"`ParallelBatch` with {cores} processes against `Batch`: masks, features, random actions and steps of "
        "Treehouse.",
        f"By the wall: the middle of {ROUNDS} rounds by turns, with the least and the most; all else that the machine "
        "does takes part.",
        f"By CPU time: {cores} times what a decision costs in one process, divided by what it costs in all of them "
        "together. Goal: 1.7.",
        "",
        "| Tables | Features | By the wall | By CPU time |",
        "|---:|---|---|---:|",
    ]
    for gain in gains:
        wall = f"{median(gain.wall):.2f} ({min(gain.wall):.2f} – {max(gain.wall):.2f})"
        lines.append(f"| {gain.tables:,} | {gain.features} | {wall} | {gain.by_cpu:.2f} |")
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", nargs="?", type=Path, help="written to this file; printed without")
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    found = [Contestant(name, slice_of_steps(encode_step(name))) for name in GAMES]
    compare(found, args.seconds, lambda name: print(name, file=sys.stderr))
    sizes = ((4096, "uint8"), (4096, "float32"), (16384, "uint8"))
    gains = [measured_gain("treehouse", tables, kind, args.seconds / ROUNDS) for tables, kind in sizes]
    page = render_page(found, gains)
    if args.page is None:
        print(page)
    else:
        args.page.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
