"""The tables that bench/load.py lets play, on either server, and what is measured of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from bench.load_servers import Server


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
