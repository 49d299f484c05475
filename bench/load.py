"""How many tables one server carries: N two-player tables on loopback against a yardstick measured in the same run.

    python -m bench.load --tables 200

The yardstick is a bare Starlette socket server that sends the same bytes to two viewers and stores nothing. Both run
all the time with as many tables each and take turns in short rounds, so that whatever else the machine does befalls
both; a ratio is the middle of the rounds' ratios. Reported are moves a second flat out, p50 and p99 of moves paced
alike for both, the server's CPU time a durable move (all its threads) and its memory a table: how much its resident
memory grew from before the tables were opened to after they have played, divided by their number. Before that, `WARM`
tables at a time play whole games until the caches of drawn pictures, which do not grow with tables, are filled.
"Flush" is one `fsync` of the same disk in the same minutes, which no durable move can undercut.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from bench.flush import flushes
from bench.load_servers import Server
from bench.load_tables import Figures, domik_tables, flat_out, paced, yardstick_tables

WARM = 20  # tables at once that play whole games before anything is measured
GAMES = 8  # times that they do: as many moves as the measured tables will make
ROUNDS = 5  # turns of each server, paced and flat out
MOST_CPU, MOST_P99, MOST_MEMORY = 5.0, 4.0, 150.0


@dataclass
class Rounds:
    """One server's turns."""

    slow: list[Figures] = field(default_factory=list)
    fast: list[Figures] = field(default_factory=list)

    def report(self) -> dict[str, float]:
        """The middle of its rounds."""
        return {
            "moves_per_second": round(median(one.moves / one.seconds for one in self.fast)),
            "cpu_us_per_move": round(median(one.cpu_a_move() for one in self.fast)),
            "paced_cpu_us_per_move": round(median(one.cpu_a_move() for one in self.slow)),
            "paced_p50_ms": round(median(one.wait(0.5) for one in self.slow), 2),
            "paced_p99_ms": round(median(one.wait(0.99) for one in self.slow), 2),
        }


async def measure(tables: int, rate: float) -> dict[str, Any]:
    """Both servers in one run, round after round."""
    domik = Server("domik")
    trial = Figures()
    for _ in range(GAMES):  # a server that has drawn every card before, as it has after an hour
        async with domik_tables(domik, WARM) as pairs:
            trial = await flat_out(domik, pairs, 100)
    payload = round(trial.bytes / max(1, 2 * trial.moves))
    bare = Server("yardstick", DOMIK_PAYLOAD=str(payload))
    async with yardstick_tables(bare, WARM) as echoes:
        await flat_out(bare, echoes, 100)
    empty = domik.memory()
    ours, theirs = Rounds(), Rounds()
    async with domik_tables(domik, tables) as pairs, yardstick_tables(bare, tables) as echoes:
        opened_memory = (domik.memory() - empty) / tables
        for _ in range(ROUNDS):
            ours.slow.append(await paced(domik, pairs, 3, rate))
            theirs.slow.append(await paced(bare, echoes, 3, rate))
        for _ in range(ROUNDS):
            ours.fast.append(await flat_out(domik, pairs, 8))
            theirs.fast.append(await flat_out(bare, echoes, 8))
        memory = (domik.memory() - empty) / tables
        flush = flushes(200)
    domik.stop()
    bare.stop()
    return {
        "tables": tables,
        "payload_bytes": payload,
        "domik": ours.report()
        | {"memory_kb_per_table": round(memory, 1), "memory_kb_per_table_opened": round(opened_memory, 1)},
        "yardstick": theirs.report(),
        "flush_ms": {"p50": round(flush[100], 2), "p99": round(flush[198], 2)},
        "cpu_ratio": middle(ours.fast, theirs.fast, Figures.cpu_a_move),
        "paced_cpu_ratio": middle(ours.slow, theirs.slow, Figures.cpu_a_move),
        "paced_p99_ratio": middle(ours.slow, theirs.slow, lambda one: one.wait(0.99)),
        "paced_rate": rate,
    }


def middle(ours: list[Figures], theirs: list[Figures], of: Callable[[Figures], float]) -> float:
    """The middle of the ratios round by round."""
    return round(median(of(one) / max(1e-9, of(other)) for one, other in zip(ours, theirs, strict=True)), 2)


def bounds(found: dict[str, Any]) -> dict[str, bool]:
    """Every bound in words, and whether it holds."""
    memory = found["domik"]["memory_kb_per_table"]
    return {
        f"CPU a durable move: {found['cpu_ratio']} yardsticks, at most {MOST_CPU:g}": found["cpu_ratio"] <= MOST_CPU,
        f"paced p99: {found['paced_p99_ratio']} yardsticks, at most {MOST_P99:g}": found["paced_p99_ratio"] <= MOST_P99,
        f"memory: {memory} KB a table, at most {MOST_MEMORY:g}": memory <= MOST_MEMORY,
    }


def page_of(found: dict[str, Any]) -> str:
    """The figures as a page."""
    flush = found["flush_ms"]
    rows = [f"| {name} | {value} | {found['yardstick'].get(name, '')} |" for name, value in found["domik"].items()]
    held = [f"- {'holds' if holds else '**over**'}: {line}" for line, holds in bounds(found).items()]
    return "\n".join(
        [
            "# Load",
            "",
            "Written by `python -m bench.load --write docs/load.md`; the head of bench/load.py says what is measured.",
            "",
            f"{found['tables']} two-player tables, {found['payload_bytes']} bytes a message, paced at"
            f" {found['paced_rate']:g} moves a second. One flush of this disk: p50 {flush['p50']} ms,"
            f" p99 {flush['p99']} ms. Load of the machine before the run: {found['busy']} on {os.cpu_count()} cores.",
            "",
            "| | Domik | yardstick |",
            "|---|---:|---:|",
            *rows,
            "",
            *held,
            f"- paced CPU a move: {found['paced_cpu_ratio']} yardsticks",
            "",
        ]
    )


def main() -> int:
    """Measure, print, and say whether the bounds hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100.0, help="paced moves a second over all tables")
    parser.add_argument("--write", type=Path, help="the page to write the figures to")
    args = parser.parse_args()
    busy = round(os.getloadavg()[0], 1)
    found = asyncio.run(measure(args.tables, args.rate)) | {"busy": busy}
    print(json.dumps(found, indent=2))
    print(page_of(found))
    if args.write:
        args.write.write_text(page_of(found), encoding="utf-8")
    return 0 if all(bounds(found).values()) else 1


if __name__ == "__main__":
    sys.exit(main())
