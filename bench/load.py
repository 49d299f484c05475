"""How many tables one server carries: N two-player tables on loopback against a yardstick measured in the same run.

    python bench/load.py --tables 200

The yardstick is a bare Starlette socket server that sends the same bytes to two viewers and stores nothing. Reported
are moves a second flat out, p50 and p99 of paced moves, the server's CPU time a durable move and its memory a table.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
WARM = 20  # tables that play a whole game before anything is measured
MOST_CPU, MOST_P99, MOST_MEMORY = 5.0, 4.0, 150.0


# ---- the two servers, each in a process of its own ---------------------------------------------------


def serve_domik(port: int) -> None:
    """The real thing, without limits on one address."""
    import uvicorn

    from domik.server import settle
    from domik.server.app import Limits, create_app

    data = Path(tempfile.mkdtemp()) / "load.db"
    app = create_app(data, pace=0, limits=Limits((1e9, 1e9), (1e9, 1e9)))
    settle()  # as `domik serve` does
    uvicorn.run(app, port=port, log_level="error", access_log=False, ws_per_message_deflate=False)


def serve_yardstick(port: int) -> None:
    """Two viewers a room; what one says makes the server send the same bytes to both."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    rooms: dict[str, list[WebSocket]] = {}
    payload = "x" * int(os.environ["DOMIK_PAYLOAD"])

    async def echo(viewer: WebSocket) -> None:
        await viewer.accept()
        room = rooms.setdefault(viewer.path_params["room"], [])
        room.append(viewer)
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                json.loads(await viewer.receive_text())
                for one in room:
                    await one.send_text(payload)
        room.remove(viewer)

    app = Starlette(routes=[WebSocketRoute("/{room}", echo)])
    uvicorn.run(app, port=port, log_level="error", access_log=False, ws_per_message_deflate=False)


class Server:
    """A server process and what it uses."""

    def __init__(self, kind: str, **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.host = f"127.0.0.1:{self.port}"
        command = [sys.executable, __file__, "--serve", kind, "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=os.environ | environment)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"http://{self.host}/healthz")
                return
            time.sleep(0.05)
        raise SystemExit(f"the {kind} server did not start")

    def cpu(self) -> float:
        """Seconds of CPU time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Resident kilobytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE / 1024

    def stop(self) -> None:
        """End this process and no other."""
        self.process.terminate()
        self.process.wait(15)


# ---- tables that play --------------------------------------------------------------------------------


@dataclass
class Figures:
    """What was measured."""

    moves: int = 0
    bytes: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    waits: list[float] = field(default_factory=list)

    def wait(self, share: float) -> float:
        """The latency that this share of the moves did not exceed, in milliseconds."""
        return 1000 * sorted(self.waits)[int(share * (len(self.waits) - 1))] if self.waits else 0.0

    def cpu_a_move(self) -> float:
        """Microseconds of server time for a move."""
        return 1e6 * self.cpu / max(1, self.moves)


class Seat:
    """One page of a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.paths: list[list[Any]] = []
        self.facts: dict[str, Any] = {}
        self.asked = 0

    async def take(self, figures: Figures) -> dict[str, Any]:
        """The next message."""
        text = await self.socket.recv()
        figures.bytes += len(text)
        message: dict[str, Any] = json.loads(text)
        self.paths = message.get("paths", self.paths)
        self.facts |= {name: message[name] for name in ("turn", "mine", "over", "dealt", "n") if name in message}
        return message

    async def ask(self, figures: Figures, **wish: Any) -> None:
        """A wish and everything up to its answer."""
        self.asked += 1
        await self.socket.send(json.dumps(wish | {"id": self.asked, "got": self.facts.get("n", 0)}))
        while (message := await self.take(figures)).get("ok") != self.asked:
            if message.get("refused"):
                raise SystemExit(f"refused: {message['refused']}")


class Pair:
    """A table with two pages."""

    def __init__(self, seats: list[Seat], luck: random.Random) -> None:
        self.seats = seats
        self.luck = luck

    async def move(self, figures: Figures) -> bool:
        """One move; False when the game is over. Counted until the mover has its answer."""
        able = [seat for seat in self.seats if seat.facts.get("mine") and seat.paths]
        while not able:
            if any(seat.facts.get("over") for seat in self.seats):
                return False
            waiting = [asyncio.ensure_future(seat.take(figures)) for seat in self.seats]
            _, late = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
            able = [seat for seat in self.seats if seat.facts.get("mine") and seat.paths]
        seat = self.luck.choice(able)
        action = self.luck.choice(seat.paths)[0]
        began = time.perf_counter()
        await seat.ask(figures, do="move", action=action, turn=seat.facts["turn"])
        figures.waits.append(time.perf_counter() - began)
        figures.moves += 1
        other = self.seats[1 - self.seats.index(seat)]
        await other.take(figures)
        return True


@contextlib.asynccontextmanager
async def domik_tables(server: Server, count: int) -> AsyncIterator[list[Pair]]:
    """Open tables by the JSON door, sit down at both seats, connect two pages each."""
    pairs = []
    async with contextlib.AsyncExitStack() as stack:
        for number in range(count):
            setup = {"game": "treehouse", "seats": [{"kind": "human", "name": "a"}, {"kind": "human", "name": "b"}]}
            client = await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://{server.host}"))
            found = (await client.post("/api/tables", json=setup | {"terms": {"forced": False}})).json()
            seats = []
            for seat in found["seats"]:
                client.cookies.clear()
                await client.get(f"/t/{found['id']}")
                key = f"{seat['seat']}.{seat['secret']}"
                await client.post(
                    f"/t/{found['id']}/sit", data={"key": key}, headers={"origin": f"http://{server.host}"}
                )
                cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
                seats.append(Seat(await opened(stack, f"ws://{server.host}/t/{found['id']}/live", server.host, cookie)))
            ignored = Figures()
            for page in seats:
                await page.take(ignored)
            await seats[0].ask(ignored, do="luck", text="x")
            await seats[1].ask(ignored, do="luck", text="y")
            while not seats[0].facts.get("dealt"):
                await seats[0].take(ignored)
            pairs.append(Pair(seats, random.Random(number)))
        yield pairs


async def opened(stack: contextlib.AsyncExitStack, address: str, host: str, cookie: str = "") -> ClientConnection:
    """One socket, without compression as the server has none."""
    headers = {"Cookie": cookie} if cookie else {}
    opening = connect(
        address, additional_headers=headers, origin=Origin(f"http://{host}"), compression=None, max_size=None
    )
    return await stack.enter_async_context(opening)


class Echo:
    """A pair of yardstick viewers."""

    def __init__(self, sockets: list[ClientConnection]) -> None:
        self.sockets = sockets
        self.wish = json.dumps({"do": "move", "action": 3, "turn": "0.12", "id": 12, "got": 31})

    async def move(self, figures: Figures) -> bool:
        """One message and its two echoes, read the way a page reads."""
        began = time.perf_counter()
        await self.sockets[0].send(self.wish)
        await self.sockets[0].recv()
        figures.waits.append(time.perf_counter() - began)
        await self.sockets[1].recv()
        figures.moves += 1
        return True


@contextlib.asynccontextmanager
async def yardstick_tables(server: Server, count: int) -> AsyncIterator[list[Echo]]:
    """Two sockets a room."""
    async with contextlib.AsyncExitStack() as stack:
        yield [
            Echo([await opened(stack, f"ws://{server.host}/{room}", server.host) for _ in range(2)])
            for room in range(count)
        ]


async def flat_out(server: Server, tables: list[Any], moves: int) -> Figures:
    """Every table moves as fast as it can."""
    figures = Figures()

    async def run(table: Any) -> None:
        for _ in range(moves):
            if not await table.move(figures):
                return

    cpu, began = server.cpu(), time.perf_counter()
    await asyncio.gather(*(run(table) for table in tables))
    figures.seconds, figures.cpu = time.perf_counter() - began, server.cpu() - cpu
    return figures


async def paced(server: Server, tables: list[Any], moves: int, rate: float) -> Figures:
    """So many moves a second over all tables, evenly spread: what people feel."""
    figures = Figures()
    every = len(tables) / rate

    async def run(number: int, table: Any) -> None:
        await asyncio.sleep(every * number / len(tables))
        for _ in range(moves):
            began = time.perf_counter()
            if not await table.move(figures):
                return
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))

    cpu, began = server.cpu(), time.perf_counter()
    await asyncio.gather(*(run(number, table) for number, table in enumerate(tables)))
    figures.seconds, figures.cpu = time.perf_counter() - began, server.cpu() - cpu
    return figures


# ---- the run -----------------------------------------------------------------------------------------


async def measure(tables: int, rate: float) -> dict[str, Any]:
    """Both servers in one run."""
    domik = Server("domik")
    async with domik_tables(domik, WARM) as pairs:  # a server that has drawn every card before, as it has after an hour
        await flat_out(domik, pairs, 100)
    empty = domik.memory()
    async with domik_tables(domik, tables) as pairs:
        slow = await paced(domik, pairs, 10, rate)
        fast = await flat_out(domik, pairs, 40)
        memory = (domik.memory() - empty) / tables
    domik.stop()
    payload = round(fast.bytes / max(1, 2 * fast.moves))
    bare = Server("yardstick", DOMIK_PAYLOAD=str(payload))
    async with yardstick_tables(bare, WARM) as echoes:
        await flat_out(bare, echoes, 100)
    async with yardstick_tables(bare, tables) as echoes:
        slow_bare = await paced(bare, echoes, 10, rate)
        fast_bare = await flat_out(bare, echoes, 40)
    bare.stop()
    return {
        "tables": tables,
        "payload_bytes": payload,
        "domik": {
            "moves_per_second": round(fast.moves / fast.seconds),
            "cpu_us_per_move": round(fast.cpu_a_move()),
            "paced_cpu_us_per_move": round(slow.cpu_a_move()),
            "paced_p50_ms": round(slow.wait(0.5), 2),
            "paced_p99_ms": round(slow.wait(0.99), 2),
            "memory_kb_per_table": round(memory, 1),
        },
        "yardstick": {
            "moves_per_second": round(fast_bare.moves / fast_bare.seconds),
            "cpu_us_per_move": round(fast_bare.cpu_a_move()),
            "paced_cpu_us_per_move": round(slow_bare.cpu_a_move()),
            "paced_p50_ms": round(slow_bare.wait(0.5), 2),
            "paced_p99_ms": round(slow_bare.wait(0.99), 2),
        },
        "cpu_ratio": round(fast.cpu_a_move() / fast_bare.cpu_a_move(), 2),
        "paced_p99_ratio": round(slow.wait(0.99) / slow_bare.wait(0.99), 2),
        "paced_rate": rate,
    }


def main() -> int:
    """Measure, print, and say whether the bounds hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100.0, help="paced moves a second over all tables")
    parser.add_argument("--serve", choices=("domik", "yardstick"), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        (serve_domik if args.serve == "domik" else serve_yardstick)(args.port)
        return 0
    found = asyncio.run(measure(args.tables, args.rate))
    print(json.dumps(found, indent=2))
    memory = found["domik"]["memory_kb_per_table"]
    held = {
        f"CPU a durable move: {found['cpu_ratio']} yardsticks, at most {MOST_CPU:g}": found["cpu_ratio"] <= MOST_CPU,
        f"paced p99: {found['paced_p99_ratio']} yardsticks, at most {MOST_P99:g}": found["paced_p99_ratio"] <= MOST_P99,
        f"memory: {memory} KB a table, at most {MOST_MEMORY:g}": memory <= MOST_MEMORY,
    }
    for line, holds in held.items():
        print("ok  " if holds else "OVER", line)
    return 0 if all(held.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
