"""How an honest table fares while one address floods the server.

python -m bench.floods [--moves N] [--only KIND ...] [--quiet LOAD]

A real `domik serve` with its own limits. An honest client at one address plays moves at a steady pace and times every
one, in turn without and with a flood from another address (bench/flood_clients.py). The server has a core for itself;
client and flood share the other. Beside the milliseconds on the clock stands the processor time that the server's
thread used between a move's request and its answer, which other programs on the machine hardly change. Then thirty
tables of masters are opened from the other address, and the time in which an easy bot answers an honest player is
compared. Only an idle machine can tell: with `--quiet 1` every kind waits until the load is less than that.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from bench.figures import recorded
from bench.flood_clients import SOURCE_ADDRESS, flood_kinds
from bench.servers import running_server

MOST_P99, MOST_ANSWER = 4.0, 1.5
PACE = 0.04  # seconds between two moves
CHUNK = 50
MASTER_TABLES = 30
TOO_MANY = 429
DUEL = {"game": "treehouse", "seats": [{"kind": "human"}, {"kind": "human"}], "terms": {"forced": False}}


class HonestPlayers:
    """Two players within the rate limits, at one table after another."""

    def __init__(self, origin: str, server: int) -> None:
        self.origin = origin
        self.thread_times = Path(f"/proc/{server}/task/{server}/schedstat")
        self.luck = random.Random(1)
        self.table = ""
        self.clients: list[httpx.Client] = []

    def sit(self) -> None:
        """Open a new table and sit down at both seats."""
        while (answer := httpx.post(f"{self.origin}/api/tables", json=DUEL)).status_code == TOO_MANY:
            time.sleep(5)  # the rate limit for opening tables applies to everyone
        found = answer.raise_for_status().json()
        self.table = found["id"]
        self.clients = []
        for seat in found["seats"]:
            client = httpx.Client(headers={"authorization": f"Bearer {seat['secret']}"}, timeout=60)
            client.post(f"{self.origin}/api/tables/{self.table}/sit", json={"luck": "x"}).raise_for_status()
            self.clients.append(client)

    def server_seconds(self) -> float:
        """Processor time of the server's main thread so far."""
        return int(self.thread_times.read_text().split()[0]) / 1e9

    def move(self) -> tuple[float, float] | None:
        """Make one move; returns its milliseconds on the clock and of the server's thread, or None after the game."""
        path = f"{self.origin}/api/tables/{self.table}"
        for client in self.clients:
            seen = client.get(path).raise_for_status().json()
            if seen["legal"]:
                move = {"action": self.luck.choice(seen["legal"])["action"], "turn": seen["turn"]}
                began, used = time.perf_counter(), self.server_seconds()
                client.post(f"{path}/moves", json=move).raise_for_status()
                return 1000 * (time.perf_counter() - began), 1000 * (self.server_seconds() - used)
        return None

    def moves(self, number: int) -> list[tuple[float, float]]:
        """Make `number` moves at a steady pace; returns what `move` says of each."""
        took: list[tuple[float, float]] = []
        while len(took) < number:
            one = self.move() if self.table else None
            if one is None:
                self.sit()
            else:
                took.append(one)
                time.sleep(PACE)
        return took


@contextlib.contextmanager
def flood_running(kind: str, port: int, table: str) -> Iterator[None]:
    """Run a flood in a process of its own for the length of the block."""
    process = subprocess.Popen([sys.executable, "-m", "bench.flood_clients", kind, str(port), table])
    time.sleep(1.5)  # time to start all clients
    try:
        yield
    finally:
        process.kill()
        process.wait()


def percentile(took: list[float], part: float) -> float:
    return sorted(took)[min(len(took) - 1, int(part * len(took)))]


def compared(calm: list[tuple[float, float]], flooded: list[tuple[float, float]], which: int) -> list[float]:
    """Half and 99 of 100 moves, calm and flooded, and the ratio of the latter; `which` is the kind of time."""
    before, after = [one[which] for one in calm], [one[which] for one in flooded]
    figures = [percentile(took, part) for took in (before, after) for part in (0.5, 0.99)]
    return [*figures, figures[3] / figures[1]]


def wait_for_quiet(load: float) -> None:
    while os.getloadavg()[0] >= load:
        time.sleep(10)


def measure_under_floods(moves: int, only: list[str], quiet: float) -> None:
    heads = ["p50", "p99", "flooded p50", "flooded p99", "p99 ratio"]
    titles = [*heads, *(f"CPU {head}" for head in heads), ""]
    print("| flood, ms | " + " | ".join(titles) + " |\n|---" + "|--:" * 10 + "|---|")
    with running_server("-m", "domik", "serve") as (port, process):
        os.sched_setaffinity(process, {0})
        os.sched_setaffinity(0, {os.cpu_count() - 1 if os.cpu_count() else 0})  # type: ignore[operator]
        honest = HonestPlayers(f"http://127.0.0.1:{port}", process)
        finished = finished_game(honest)
        for kind in only or flood_kinds(port, ""):
            wait_for_quiet(quiet)
            calm, flooded = [], []
            for _ in range(max(1, moves // CHUNK)):
                calm += honest.moves(CHUNK)
                with flood_running(kind, port, finished):
                    flooded += honest.moves(CHUNK)
            figures = [figure for kind_of_time in (0, 1) for figure in compared(calm, flooded, kind_of_time)]
            word = "holds" if max(figures[4], figures[9]) <= MOST_P99 else "missed"
            print(f"| {kind} | " + " | ".join(f"{one:.1f}" for one in figures) + f" | {word} |", flush=True)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))


def finished_game(honest: HonestPlayers) -> str:
    """Play a public game to its end; returns its table id."""
    honest.sit()
    table = honest.table
    while honest.move() is not None:
        time.sleep(PACE)
    return table


def answer_seconds(client: httpx.Client, path: str, luck: random.Random) -> float | None:
    """Seconds from a move until it is the player's turn again; None when the game is over."""
    seen = client.get(path).raise_for_status().json()
    while not seen["legal"] and not seen["over"]:
        seen = client.get(path, params={"after": seen["entries"]}).raise_for_status().json()
    if seen["over"]:
        return None
    began = time.perf_counter()
    move = {"action": luck.choice(seen["legal"])["action"], "turn": seen["turn"]}
    seen = client.post(f"{path}/moves", json=move).raise_for_status().json()
    while not seen["legal"] and not seen["over"]:
        seen = client.get(path, params={"after": seen["entries"]}).raise_for_status().json()
    return time.perf_counter() - began


def open_bot_table(port: int, level: str, source: str, others: int = 0) -> tuple[httpx.Client, str]:
    """Open a table against built-in bots from the source address; returns an authorized client and the path."""
    client = httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=60)
    origin = f"http://127.0.0.1:{port}"
    wanted = {"to": f"house:{level}", "game": "treehouse", "name": "A", "others": [level] * others}
    found = client.post(f"{origin}/api/challenges", json=wanted).raise_for_status().json()
    client.headers["authorization"] = f"Bearer {found['secret']}"
    return client, f"{origin}/api/tables/{found['id']}"


def answer_times(port: int, number: int) -> list[float]:
    """Seconds that an easy bot takes to answer an honest player."""
    luck, took = random.Random(2), []
    for _ in itertools.count():
        client, path = open_bot_table(port, "easy", "127.0.0.1")
        while (one := answer_seconds(client, path, luck)) is not None:
            took.append(one)
            time.sleep(PACE)
            if len(took) == number:
                return took
    return took


def measure_under_masters(number: int) -> str:
    """Answer time of an easy bot, without and with tables of masters thinking for another address."""
    with running_server("-m", "domik", "serve") as (port, _):
        calm = answer_times(port, number)
        tables = [open_bot_table(port, "master", SOURCE_ADDRESS, 2) for _ in range(MASTER_TABLES)]
        luck = random.Random(3)
        busy: list[float] = []
        for _ in range(4):
            for client, path in tables:  # gives the masters at every table something to compute
                seen = client.get(path).json()
                if seen.get("legal"):
                    client.post(
                        f"{path}/moves", json={"action": luck.choice(seen["legal"])["action"], "turn": seen["turn"]}
                    )
            busy += answer_times(port, number // 4)
    before, after = 1000 * statistics.median(calm), 1000 * statistics.median(busy)
    word = "holds" if after <= MOST_ANSWER * before else "missed"
    return (
        f"An easy bot answers in {before:.0f} ms (median of {len(calm)}), and in {after:.0f} ms while "
        f"{MASTER_TABLES} tables of three masters each think for another address: {after / before:.2f} times, "
        f"at most {MOST_ANSWER:g}: {word}."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--only", nargs="*", default=[], help="these floods, and no masters")
    parser.add_argument("--quiet", type=float, default=1e9, help="wait until the machine's load is less than this")
    parser.add_argument("--write", type=Path, help="the page to write the figures to")
    args = parser.parse_args()
    wait_for_quiet(args.quiet)
    with recorded(args.write, "Floods", "python -m bench.floods --write docs/figures/floods.md"):
        print(f"Load of the machine before the run: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n", flush=True)
        measure_under_floods(args.moves, args.only, args.quiet)
        if not args.only:
            print(f"\n{measure_under_masters(args.moves // 3)}", flush=True)


if __name__ == "__main__":
    main()
