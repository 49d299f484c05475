"""What a durable move costs one server, for every game, against a yardstick measured in the same run.

    python -m bench.load --tables 100 --runs 3 --write docs/load.md

The yardstick is a bare Starlette socket server that sends as many bytes to two viewers and stores nothing. One server a
game and the yardstick run all the time with as many two-player tables each and take turns in short rounds, so that
whatever else the machine does befalls all; a ratio is the middle of the rounds' ratios, and of several runs the middle
and the spread are told. Measured are moves a second flat out, the server's CPU time a durable move (all its threads),
p50 and p99 of moves paced alike for both, the mean length of messages, what onlookers add (bench/load_crowd.py), and
memory a table: how much resident memory grew from before the tables were opened to after they have played. Before
that, `WARM` tables at a time play whole games until the caches of drawn pictures, which do not grow with tables, are
filled. "Flush" is one `fsync` of the same disk in the same minutes, which no durable move can undercut.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

from bench.flush import flushes
from bench.load_crowd import crowds
from bench.load_report import Found, bounds, page_of
from bench.load_servers import Server
from bench.load_tables import Figures, Moves, domik_tables, flat_out, paced, yardstick_tables
from domik.games import GAMES

WARM = 20  # tables at once that play whole games before anything is measured
FIRST = "treehouse"  # the game that is held against the yardstick, and the others against it


@dataclass
class Contestant:
    """A server with its tables, and its turns."""

    server: Server
    tables: Sequence[Moves] = ()
    empty: float = 0.0  # its memory before the tables
    slow: list[Figures] = field(default_factory=list)
    fast: list[Figures] = field(default_factory=list)


async def warmed(game: str, times: int) -> tuple[Contestant, float]:
    """A server that has drawn every card before, as it has after an hour; and how long its messages are."""
    server = Server("domik")
    sizes: list[int] = []
    for _ in range(times):
        async with domik_tables(server, WARM, game) as pairs:
            await flat_out(server, pairs, 200)
            sizes = [size for pair in pairs for size in pair.message_bytes()]
    return Contestant(server, empty=server.memory()), mean(sizes)


async def measure(tables: int, rate: float, rounds: int, times: int) -> Found:
    """One run: all servers, round after round."""
    found: Found = {}
    async with contextlib.AsyncExitStack() as stack:
        games: dict[str, Contestant] = {}
        for game in GAMES:
            games[game], found[f"{game} bytes a message"] = await warmed(game, times)
            stack.callback(games[game].server.stop)
        bare = Contestant(Server("yardstick", DOMIK_PAYLOAD=str(round(found[f"{FIRST} bytes a message"]))))
        stack.callback(bare.server.stop)
        async with yardstick_tables(bare.server, WARM) as echoes:
            await flat_out(bare.server, echoes, 100)
        for game, one in games.items():
            one.tables = await stack.enter_async_context(domik_tables(one.server, tables, game))
        bare.tables = await stack.enter_async_context(yardstick_tables(bare.server, tables))
        await turns([*games.values(), bare], games[FIRST], bare, rate, rounds)
        found |= told(games, bare, tables)
        found |= await crowds(games[FIRST].server, rounds)
        flush = flushes(200)
    return found | {"flush p50 ms": flush[100], "flush p99 ms": flush[198]}


async def turns(all_of_them: list[Contestant], ours: Contestant, bare: Contestant, rate: float, rounds: int) -> None:
    """Every server in turn, flat out and paced."""
    for _ in range(rounds):
        for one in (ours, bare):
            one.slow.append(await paced(one.server, one.tables, 3, rate))
        for one in all_of_them:
            one.fast.append(await flat_out(one.server, one.tables, 7))


def told(games: dict[str, Contestant], bare: Contestant, tables: int) -> Found:
    """The figures of one run."""
    found: Found = {}
    for game, one in games.items():
        found[f"{game} CPU µs a move"] = median(figures.cpu_a_move() for figures in one.fast)
        found[f"{game} moves a second"] = median(figures.moves / figures.seconds for figures in one.fast)
        found[f"{game} against {FIRST}"] = middle(one.fast, games[FIRST].fast, Figures.cpu_a_move)
        found[f"{game} memory KB a table"] = (one.server.memory() - one.empty) / tables
    ours = games[FIRST]
    found["yardstick CPU µs a move"] = median(figures.cpu_a_move() for figures in bare.fast)
    found["yardsticks a move"] = middle(ours.fast, bare.fast, Figures.cpu_a_move)
    for name, one in (("", ours), ("yardstick ", bare)):
        found[f"{name}paced CPU µs a move"] = median(figures.cpu_a_move() for figures in one.slow)
        found[f"{name}paced against flat out"] = middle(one.slow, one.fast, Figures.cpu_a_move)
        found[f"{name}paced p50 ms"] = median(figures.wait(0.5) for figures in one.slow)
        found[f"{name}paced p99 ms"] = median(figures.wait(0.99) for figures in one.slow)
    found["paced p99 in yardsticks"] = middle(ours.slow, bare.slow, lambda one: one.wait(0.99))
    return found


def middle(ours: list[Figures], theirs: list[Figures], of: Callable[[Figures], float]) -> float:
    """The middle of the ratios round by round."""
    return median(of(one) / max(1e-9, of(other)) for one, other in zip(ours, theirs, strict=True))


def main() -> int:
    """Measure, print, and say whether the bounds hold."""
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
    page = page_of(runs, size, busy)
    print(page)
    if args.write:
        args.write.write_text(page, encoding="utf-8")
    return 0 if all(bounds(runs).values()) else 1


if __name__ == "__main__":
    sys.exit(main())
