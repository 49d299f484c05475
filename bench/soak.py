"""Hours of ordinary play in some minutes: does the server's memory stay where it is, and come back?

python -m bench.soak [--moves N] [--tables N] [--trace]

Some tables are played at once, two pages at each, by people who move at random through live sockets; a table that is
over is left and another opened, always by new visitors, all four games in turn. The server's limits are off, and its
patience is shortened as the play is sped up: tables are put away half a minute after the last page has left, not after
ten. Its memory is told after every tenth of the moves. At the end all pages are closed, and it is told again once the
server has put every table away. `--trace` says which lines of the program hold what has grown (slow).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import signal
import time

import httpx

from bench.churn import GAMES, resident_megabytes
from bench.load_tables import LoadFigures, LoadTable, open_load_table
from bench.servers import running_server

MOST_GROWTH = 1.10  # the end against the most in the first half
MOST_LEFT = 1.20  # after all tables are closed, against an eighth of the way
# Takes the arguments of `domik serve`: --port PORT --data FILE
SERVER = """
import gc, signal, sys, tracemalloc
from domik.server import app, tune_gc
from domik.server.edge.transport import Server, uvicorn_config
from domik.server.live import live_tables
live_tables.IDLE_TIMEOUT = live_tables.VIEWER_TIMEOUT = 30.0
app.SWEEP_SECONDS = 2.0
without = app.RequestLimits(requests=(1e9, 1e9), tables=(1e9, 1e9), times=1e6, pause=0, connections=10_000)
made = app.create_app(sys.argv[4], pace=0, limits=without, absent=0.2)
tune_gc()
if TRACE:
    tracemalloc.start()
    def report(_number, _frame):
        gc.collect()
        taken = tracemalloc.take_snapshot()
        print(f"--- {tracemalloc.get_traced_memory()[0] / 1e6:.1f} MB", file=sys.stderr)
        for one in taken.statistics("lineno")[:30]:
            print(one, file=sys.stderr)
    signal.signal(signal.SIGUSR1, report)
config = uvicorn_config(made, port=int(sys.argv[2]), log_level="error")
config.timeout_keep_alive = 3600  # on a busy machine the players think for longer than a browser waits
Server(config, made).run()
"""


class Play:
    """Tables that are played one after another until enough moves are made."""

    def __init__(self, port: int, most: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.figures = LoadFigures()
        self.most = most
        self.numbers = itertools.count()

    async def run(self) -> None:
        while self.figures.moves < self.most:
            async with contextlib.AsyncExitStack() as stack:
                number = next(self.numbers)
                table = await open_load_table(stack, self.host, GAMES[number % len(GAMES)], number)
                await self.play_out(table)

    async def play_out(self, table: LoadTable) -> None:
        while self.figures.moves < self.most and await table.move(self.figures):
            pass


async def rooms(port: int) -> int:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as watcher:
        lines = (await watcher.get("/metrics")).text.splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("domik_rooms ")))


async def soak(moves: int, tables: int, port: int, process: int) -> list[float]:
    """Resident megabytes at every tenth of the moves, and once everything is closed."""
    found = [resident_megabytes(process)]
    print(f"| moves | rooms | MB |\n|--:|--:|--:|\n| 0 | 0 | {found[0]:.1f} |", flush=True)
    play = Play(port, 0)
    for part in range(1, 11):
        play.most = moves * part // 10
        await asyncio.gather(*(play.run() for _ in range(tables)))
        found.append(resident_megabytes(process))
        print(f"| {play.figures.moves} | {await rooms(port)} | {found[-1]:.1f} |", flush=True)
    while await rooms(port):
        await asyncio.sleep(1)
    found.append(resident_megabytes(process))
    print(f"| all closed | 0 | {found[-1]:.1f} |", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=25_000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--trace", action="store_true")
    args = parser.parse_args()
    with running_server("-c", f"TRACE = {args.trace}\n{SERVER}") as (port, process):
        found = asyncio.run(soak(args.moves, args.tables, port, process))
        if args.trace:
            os.kill(process, signal.SIGUSR1)
            time.sleep(30)
    print(f"Memory in the second half: {max(found[6:11]) / max(found[1:6]):.2f} of the most in the first half.")
    print(f"After all tables were closed: {found[-1] / found[1]:.2f} of what a tenth of the play had taken.")


if __name__ == "__main__":
    main()
