"""A day of coming and going in a bounded loop: does the server's memory stay where it is?

python -m bench.churn [--rounds N]

Every round opens tables, plays some moves there, joins and leaves them by live sockets, asks for news and does not wait
for the answer, listens to events and hangs up, tries addresses that lead nowhere, always as new visitors. The server's
own patience is shortened (rooms are put away after two seconds, not ten minutes), so that a round is about what happens
in ten minutes; its limits are off. After every tenth of the rounds it rests until all rooms are put away: then its
memory, descriptors, rooms and sockets are told.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from bench.figures import recorded
from bench.servers import running_server

TABLES = 12  # per round, with three sockets and four dropped requests each
MOVES = 4
MOST_GROWTH = 1.05  # memory at the end against the most in the first half
GAMES = ("treehouse", "dream_home", "cabin", "bower")
# Takes the arguments of `domik serve`: --port PORT --data FILE
SERVER = """
import sys
from domik.server import app, tune_gc
from domik.server.edge.transport import Server, uvicorn_config
from domik.server.live import live_tables
live_tables.IDLE_TIMEOUT = live_tables.VIEWER_TIMEOUT = 2.0
app.SWEEP_SECONDS = 0.5
without = app.RequestLimits(requests=(1e9, 1e9), tables=(1e9, 1e9), times=1e6, pause=0, connections=10_000)
made = app.create_app(sys.argv[4], limits=without, absent=0.2)
tune_gc()
Server(uvicorn_config(made, port=int(sys.argv[2]), log_level="error"), made).run()
"""


class Visitors:
    """Simulated people and programs; `did` counts what they have done."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self.did = dict.fromkeys(("tables", "moves", "sockets", "dropped questions"), 0)

    async def hangs_up(self, path: str) -> None:
        """Send a request and disconnect before the response."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.close()
        self.did["dropped questions"] += 1

    async def looks_on(self, table: str) -> None:
        """Open a page as a spectator, read one message, and leave."""
        address = f"ws://127.0.0.1:{self.port}/t/{table}/live"
        with contextlib.suppress(OSError, WebSocketException):
            async with connect(address, origin=Origin(self.origin), compression=None) as page:
                await page.recv()
                await page.send(json.dumps({"do": "look", "seat": 0, "id": 1, "got": 1}))
        self.did["sockets"] += 1

    async def one_table(self, game: str) -> None:
        """Open a table, play, watch and abandon it."""
        async with httpx.AsyncClient(base_url=self.origin, timeout=60) as person:
            seats = [{"kind": "human"}, {"kind": "human"}]
            found = (await person.post("/api/tables", json={"game": game, "seats": seats})).json()
            path, keys = f"/api/tables/{found['id']}", [f"Bearer {seat['secret']}" for seat in found["seats"]]
            for key in keys:
                await person.post(f"{path}/sit", json={"luck": "x"}, headers={"authorization": key})
            self.did["tables"] += 1
            await asyncio.gather(*(self.looks_on(found["id"]) for _ in range(3)), self.played(person, path, keys))
            waits = [f"{path}?after=99999", f"{path}/events", f"{path}?after=9999", f"/t/{found['id']}x"]
            await asyncio.gather(*(self.hangs_up(one) for one in waits))
            await person.get(f"/t/{found['id']}")
            await person.get("/")

    async def played(self, person: httpx.AsyncClient, path: str, keys: list[str]) -> None:
        for _ in range(MOVES):
            for key in keys:
                seen = (await person.get(path, headers={"authorization": key})).json()
                if seen.get("legal"):
                    move = {"action": seen["legal"][0]["action"], "turn": seen["turn"]}
                    await person.post(f"{path}/moves", json=move, headers={"authorization": key})
                    self.did["moves"] += 1

    async def come_and_go(self, rounds: int) -> None:
        for number in range(rounds):
            await asyncio.gather(*(self.one_table(GAMES[(number + k) % len(GAMES)]) for k in range(TABLES)))

    async def all_is_quiet(self) -> dict[str, float]:
        """The server's metrics once it has unloaded every table, or after a minute."""
        end = time.monotonic() + 60
        async with httpx.AsyncClient(base_url=self.origin, timeout=60) as watcher:
            while True:
                lines = (await watcher.get("/metrics")).text.splitlines()
                found = {line.split()[0]: float(line.split()[1]) for line in lines if not line.startswith("#")}
                if not found["domik_rooms"] or time.monotonic() > end:
                    return found
                await asyncio.sleep(0.5)


def resident_megabytes(process: int) -> float:
    text = Path(f"/proc/{process}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


async def run_day(rounds: int, port: int, process: int) -> list[float]:
    """Run all rounds and print a row after each tenth; returns the resident megabytes of each."""
    visitors, found = Visitors(port), []
    print("| tables so far | moves | sockets | dropped questions | MB | descriptors | rooms | open sockets |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|")
    for _ in range(10):
        await visitors.come_and_go(max(1, rounds // 10))
        numbers: dict[str, Any] = await visitors.all_is_quiet()
        found.append(resident_megabytes(process))
        figures = [*visitors.did.values(), f"{found[-1]:.1f}", len(os.listdir(f"/proc/{process}/fd"))]
        figures += [int(numbers["domik_rooms"]), int(numbers.get("domik_sockets", -1))]
        print("| " + " | ".join(str(one) for one in figures) + " |", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--write", type=Path, help="the page to write the figures to")
    args = parser.parse_args()
    with recorded(args.write, "Memory over a day", "python -m bench.churn --write docs/figures/memory.md"):
        with running_server("-c", SERVER) as (port, process):
            found = asyncio.run(run_day(args.rounds, port, process))
        growth = found[-1] / max(found[:5])
        word = "holds" if growth <= MOST_GROWTH else "**missed**"
        print(f"\nMemory at the end: {growth:.2f} of the most in the first half, at most {MOST_GROWTH:g}: {word}.")


if __name__ == "__main__":
    main()
