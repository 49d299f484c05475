"""The cost of a durable move on one server, for every game, against a yardstick of the same run.

    python -m bench.load --tables 100 --runs 3 --write docs/figures/load.md

The yardstick is a plain Starlette WebSocket server that sends as many bytes to two clients and stores nothing. One
server per game and the yardstick run all the time with the same number of two-player tables each, and take turns in
short rounds, so that other load on the machine affects all alike. A ratio is the median of the rounds' ratios; over
several runs median and spread are reported. Figures: moves per second flat out; server CPU per durable move (all
threads); p50 and p99 of moves at the same pace on both; mean message size; cost of spectators; and memory per table,
the growth of resident memory from before the tables were opened to after they have played. Before that, `WARM` tables
at a time play whole games until the caches of rendered markup, which do not grow with tables, are full. "Flush" is
one `fsync` on the same disk in the same minutes, the least that a durable move can take.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

from bench.figures import provenance
from bench.load_tables import (
    LoadFigures,
    PlayableTable,
    add_spectators,
    domik_tables,
    run_flat_out,
    run_paced,
    yardstick_tables,
)
from bench.servers import ServerProcess
from domik.games import GAMES


def fsync_times(count: int) -> list[float]:
    """Durations of small durable writes on this disk, in milliseconds, sorted."""
    found = []
    with tempfile.TemporaryFile() as file:
        for _ in range(count):
            time.sleep(0.005)
            began = time.perf_counter()
            os.write(file.fileno(), b"x" * 4096)
            os.fsync(file.fileno())
            found.append(1000 * (time.perf_counter() - began))
    return sorted(found)


Measurements = dict[str, float]
MOST_YARDSTICKS = 8.5  # 1.15 times what it was before the stock transport (docs/decisions/0040)
MOST_AGAINST_FIRST = 1.4
MOST_BYTES = 4000.0
MOST_MEMORY = 150.0
MOST_PACED = 1.8
MOST_SPECTATOR_COST = 1.3
MOST_SPECTATOR_KB = 40.0
MOST_P99 = 4.0


def median_of_runs(runs: list[Measurements], name: str) -> float:
    return median(run[name] for run in runs)


def limits(runs: list[Measurements]) -> dict[str, float]:
    """Upper bounds by name of the figure."""
    found: dict[str, float] = {"yardsticks a move": MOST_YARDSTICKS}
    for name in runs[0]:
        if name.endswith(" against treehouse"):
            found[name] = MOST_AGAINST_FIRST
        elif name.endswith(" bytes a message"):
            found[name] = MOST_BYTES
        elif name.endswith(" memory KB a table"):
            found[name] = MOST_MEMORY
    return found | {
        "paced against flat out": MOST_PACED,
        "paced p99 in yardsticks": MOST_P99,
        "20 onlookers against one": MOST_SPECTATOR_COST,
        "onlooker memory KB": MOST_SPECTATOR_KB,
    }


def bounds(runs: list[Measurements]) -> dict[str, bool]:
    """A sentence for every bound, and whether the median of the runs is within it."""
    return {
        f"{name}: {format_number(median_of_runs(runs, name))}, at most {most:g}": median_of_runs(runs, name) <= most
        for name, most in limits(runs).items()
    }


def format_number(number: float) -> str:
    """Whole numbers from 20 up, else two decimals."""
    return f"{number:.0f}" if number >= 20 else f"{number:.2f}"


def table_row(runs: list[Measurements], name: str) -> str:
    """Row of a figure: median, least and most over the runs."""
    values = [run[name] for run in runs]
    return f"| {name} | {format_number(median(values))} | {format_number(min(values))} – {format_number(max(values))} |"


def render_page(runs: list[Measurements], size: str, busy: str) -> str:
    held = [f"- {'holds' if holds else '**missed**'}: {line}" for line, holds in bounds(runs).items()]
    return "\n".join(
        [
            "# Load of one server",
            "",
            "Written by `python -m bench.load --write docs/figures/load.md`; [load](../load.md) says what is measured.",
            "",
            *provenance(),
            "",
            f"{size}. Load of the machine before the first run: {busy}. A bound holds or is missed by the middle run.",
            "",
            *held,
            "",
            "| | middle | spread |",
            "|---|---:|---:|",
            *(table_row(runs, name) for name in runs[0]),
            "",
        ]
    )


SPECTATOR_TABLES = 10
SPECTATORS = 20  # per table


async def measure_spectators(server: ServerProcess, rounds: int) -> Measurements:
    """CPU time per move with many spectators against one, and memory per spectator."""
    async with contextlib.AsyncExitStack() as stack:
        few, many = [await stack.enter_async_context(domik_tables(server, SPECTATOR_TABLES)) for _ in range(2)]
        await add_spectators(stack, server, few, 1)
        before = server.memory()
        await add_spectators(stack, server, many, SPECTATORS)
        await run_flat_out(server, many, 3)
        memory = (server.memory() - before) / (SPECTATOR_TABLES * SPECTATORS)
        ratios, costs = [], []
        for _ in range(rounds):
            one, crowd = await run_flat_out(server, few, 10), await run_flat_out(server, many, 10)
            ratios.append(crowd.cpu_a_move() / one.cpu_a_move())
            costs.append(LoadFigures.cpu_a_move(crowd))
    return {
        f"{SPECTATORS} onlookers against one": median(ratios),
        f"{SPECTATORS} onlookers CPU µs a move": median(costs),
        "onlooker memory KB": memory,
    }


WARM = 20  # tables that play whole games at once to fill the caches
FIRST = "treehouse"  # compared with the yardstick; the other games are compared with it


@dataclass
class ServerUnderLoad:
    server: ServerProcess
    tables: Sequence[PlayableTable] = ()
    empty: float = 0.0  # resident kilobytes before the tables are opened
    slow: list[LoadFigures] = field(default_factory=list)
    fast: list[LoadFigures] = field(default_factory=list)


async def start_warm_server(game: str, times: int) -> tuple[ServerUnderLoad, float]:
    """Start a server and fill its caches by playing whole games; also returns the mean message size in bytes."""
    server = ServerProcess("domik")
    sizes: list[int] = []
    for _ in range(times):
        async with domik_tables(server, WARM, game) as pairs:
            await run_flat_out(server, pairs, 200)
            sizes = [size for pair in pairs for size in pair.message_bytes()]
    return ServerUnderLoad(server, empty=server.memory()), mean(sizes)


async def measure(tables: int, rate: float, rounds: int, times: int) -> Measurements:
    """One run: all servers, round after round."""
    found: Measurements = {}
    async with contextlib.AsyncExitStack() as stack:
        games: dict[str, ServerUnderLoad] = {}
        for game in GAMES:
            games[game], found[f"{game} bytes a message"] = await start_warm_server(game, times)
            stack.callback(games[game].server.stop)
        bare = ServerUnderLoad(ServerProcess("yardstick", DOMIK_PAYLOAD=str(round(found[f"{FIRST} bytes a message"]))))
        stack.callback(bare.server.stop)
        async with yardstick_tables(bare.server, WARM) as echoes:
            await run_flat_out(bare.server, echoes, 100)
        for game, one in games.items():
            one.tables = await stack.enter_async_context(domik_tables(one.server, tables, game))
        bare.tables = await stack.enter_async_context(yardstick_tables(bare.server, tables))
        await take_turns([*games.values(), bare], games[FIRST], bare, rate, rounds)
        found |= run_figures(games, bare, tables)
        found |= await measure_spectators(games[FIRST].server, rounds)
        flush = fsync_times(200)
    return found | {"flush p50 ms": flush[100], "flush p99 ms": flush[198]}


async def take_turns(
    all_of_them: list[ServerUnderLoad], ours: ServerUnderLoad, bare: ServerUnderLoad, rate: float, rounds: int
) -> None:
    """Let all servers run in turn, paced and flat out, so that other load on the machine affects them alike."""
    for _ in range(rounds):
        for one in (ours, bare):
            one.slow.append(await run_paced(one.server, one.tables, 3, rate))
        for one in all_of_them:
            one.fast.append(await run_flat_out(one.server, one.tables, 7))


def run_figures(games: dict[str, ServerUnderLoad], bare: ServerUnderLoad, tables: int) -> Measurements:
    found: Measurements = {}
    for game, one in games.items():
        found[f"{game} CPU µs a move"] = median(figures.cpu_a_move() for figures in one.fast)
        found[f"{game} moves a second"] = median(figures.moves / figures.seconds for figures in one.fast)
        found[f"{game} against {FIRST}"] = median_ratio(one.fast, games[FIRST].fast, LoadFigures.cpu_a_move)
        found[f"{game} memory KB a table"] = (one.server.memory() - one.empty) / tables
    ours = games[FIRST]
    found["yardstick CPU µs a move"] = median(figures.cpu_a_move() for figures in bare.fast)
    found["yardsticks a move"] = median_ratio(ours.fast, bare.fast, LoadFigures.cpu_a_move)
    for name, one in (("", ours), ("yardstick ", bare)):
        found[f"{name}paced CPU µs a move"] = median(figures.cpu_a_move() for figures in one.slow)
        found[f"{name}paced against flat out"] = median_ratio(one.slow, one.fast, LoadFigures.cpu_a_move)
        found[f"{name}paced p50 ms"] = median(figures.wait(0.5) for figures in one.slow)
        found[f"{name}paced p99 ms"] = median(figures.wait(0.99) for figures in one.slow)
    found["paced p99 in yardsticks"] = median_ratio(ours.slow, bare.slow, lambda one: one.wait(0.99))
    return found


def median_ratio(ours: list[LoadFigures], theirs: list[LoadFigures], of: Callable[[LoadFigures], float]) -> float:
    """Median of the ratios taken round by round."""
    return median(of(one) / max(1e-9, of(other)) for one, other in zip(ours, theirs, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="of every game")
    parser.add_argument("--rate", type=float, default=100.0, help="paced moves a second over all tables")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=5, help="turns of every server in a run")
    parser.add_argument("--warm", type=int, default=16, help="games at each warm table before")
    parser.add_argument("--write", type=Path, help="the page to write the figures to")
    args = parser.parse_args()
    busy = f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    size = f"{args.runs} runs, {args.tables} tables a game, {args.rounds} rounds, paced at {args.rate:g} moves a second"
    runs = [asyncio.run(measure(args.tables, args.rate, args.rounds, args.warm)) for _ in range(args.runs)]
    page = render_page(runs, size, busy)
    print(page)
    if args.write:
        args.write.write_text(page, encoding="utf-8")
    return 0 if all(bounds(runs).values()) else 1


if __name__ == "__main__":
    sys.exit(main())
