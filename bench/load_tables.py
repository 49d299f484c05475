"""Simulated tables for bench/load.py, on the Domik server or the yardstick, and their figures."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from bench.servers import ServerProcess

ACTION_NUMBERS = 64  # higher numbers are alternative paths to the same action


@dataclass
class LoadFigures:
    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    waits: list[float] = field(default_factory=list)

    def wait(self, share: float) -> float:
        """Latency that this share of the moves did not exceed, in milliseconds."""
        return 1000 * sorted(self.waits)[int(share * (len(self.waits) - 1))] if self.waits else 0.0

    def cpu_a_move(self) -> float:
        """Server CPU per move, in microseconds."""
        return 1e6 * self.cpu / max(1, self.moves)


class LoadPage:
    """One page of a table; a task reads its messages."""

    def __init__(self, socket: ClientConnection, news: asyncio.Event) -> None:
        self.socket = socket
        self.news = news  # set on every message to the table
        self.paths: list[list[Any]] = []
        self.facts: dict[str, Any] = {}
        self.asked = 0
        self.answered: asyncio.Future[None] | None = None
        self.bytes: list[int] = []
        self.reading = asyncio.ensure_future(self.read())

    async def read(self) -> None:
        with contextlib.suppress(ConnectionClosed, asyncio.CancelledError):
            while True:
                text = await self.socket.recv()
                self.bytes.append(len(text))
                self.heard(json.loads(text))

    def heard(self, message: dict[str, Any]) -> None:
        """Apply a message as the page's script would."""
        self.paths = message.get("paths", self.paths)
        self.facts |= {name: message[name] for name in ("turn", "mine", "over", "dealt", "n") if name in message}
        if message.get("refused"):
            raise SystemExit(f"refused: {message['refused']}")
        if message.get("ok") == self.asked and self.answered is not None and not self.answered.done():
            self.answered.set_result(None)
        self.news.set()

    async def ask(self, **wish: Any) -> None:
        """Send a command and wait until it is acknowledged."""
        self.asked += 1
        self.answered = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps(wish | {"id": self.asked, "got": self.facts.get("n", 0)}))
        await asyncio.wait([self.answered, self.reading], return_when=asyncio.FIRST_COMPLETED)
        if not self.answered.done():
            raise SystemExit("the server hung up")


class LoadTable:
    def __init__(self, id: str, seats: list[LoadPage], luck: random.Random, news: asyncio.Event) -> None:
        self.id = id
        self.seats = seats
        self.luck = luck
        self.news = news

    def able(self) -> list[LoadPage]:
        return [seat for seat in self.seats if seat.facts.get("mine") and seat.paths]

    async def move(self, figures: LoadFigures) -> bool:
        """Make one move and record its latency until acknowledged; False when the game is over."""
        while not self.able():
            if any(seat.facts.get("over") for seat in self.seats):
                return False
            self.news.clear()
            await self.news.wait()
        seat = self.luck.choice(self.able())
        action = self.luck.choice(seat.paths)[0] % ACTION_NUMBERS
        began = time.perf_counter()
        await seat.ask(do="move", action=action, turn=seat.facts["turn"])
        figures.waits.append(time.perf_counter() - began)
        figures.moves += 1
        return True

    def message_bytes(self) -> list[int]:
        """Sizes of the messages, without those before the first move."""
        return [size for seat in self.seats for size in seat.bytes[4:]]


@contextlib.asynccontextmanager
async def domik_tables(server: ServerProcess, count: int, game: str = "treehouse") -> AsyncIterator[list[LoadTable]]:
    """Open tables through the JSON API, take both seats, and connect two pages each."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await open_load_table(stack, server.host, game, number) for number in range(count)]


async def open_load_table(stack: contextlib.AsyncExitStack, host: str, game: str, number: int) -> LoadTable:
    setup = {"game": game, "seats": [{"kind": "human", "name": "a"}, {"kind": "human", "name": "b"}]}
    news, seats = asyncio.Event(), []
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=60) as client:
        found = (await client.post("/api/tables", json=setup | {"terms": {"forced": False}})).json()
        for seat in found["seats"]:
            client.cookies.clear()
            await client.get(f"/t/{found['id']}")
            key = f"{seat['seat']}.{seat['secret']}"
            await client.post(f"/t/{found['id']}/sit", data={"key": key}, headers={"origin": f"http://{host}"})
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            address = f"ws://{host}/t/{found['id']}/live"
            seats.append(LoadPage(await open_socket(stack, address, host, cookie), news))
    for text, page in zip("xy", seats, strict=True):
        await page.ask(do="luck", text=text)
    while not all(page.facts.get("dealt") for page in seats):
        news.clear()
        await news.wait()
    return LoadTable(found["id"], seats, random.Random(number), news)


async def add_spectators(
    stack: contextlib.AsyncExitStack, server: ServerProcess, pairs: list[LoadTable], each: int
) -> None:
    """Connect `each` further pages per table that only read."""
    for pair in pairs:
        for _ in range(each):
            socket = await open_socket(stack, f"ws://{server.host}/t/{pair.id}/live", server.host)
            stack.callback(asyncio.ensure_future(drain_socket(socket)).cancel)


async def drain_socket(socket: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.recv()


async def open_socket(stack: contextlib.AsyncExitStack, address: str, host: str, cookie: str = "") -> ClientConnection:
    """Open a WebSocket without compression, as the server offers none."""
    headers = {"Cookie": cookie} if cookie else {}
    opening = connect(
        address,
        additional_headers=headers,
        origin=Origin(f"http://{host}"),
        compression=None,
        max_size=None,
        open_timeout=60,  # the machine may be busy
    )
    return await stack.enter_async_context(opening)


class EchoPair:
    def __init__(self, sockets: list[ClientConnection]) -> None:
        self.sockets = sockets
        self.wish = json.dumps({"do": "move", "action": 3, "turn": "0.12", "id": 12, "got": 31})

    async def move(self, figures: LoadFigures) -> bool:
        """Send one message and read its two echoes as a page would."""
        began = time.perf_counter()
        await self.sockets[0].send(self.wish)
        await self.sockets[0].recv()
        figures.waits.append(time.perf_counter() - began)
        await self.sockets[1].recv()
        figures.moves += 1
        return True


@contextlib.asynccontextmanager
async def yardstick_tables(server: ServerProcess, count: int) -> AsyncIterator[list[EchoPair]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [
            EchoPair([await open_socket(stack, f"ws://{server.host}/{room}", server.host) for _ in range(2)])
            for room in range(count)
        ]


class PlayableTable(Protocol):
    async def move(self, figures: LoadFigures) -> bool:
        """Make one move; False when none is left."""
        ...


async def run_flat_out(server: ServerProcess, tables: Sequence[PlayableTable], moves: int) -> LoadFigures:
    """Let every table move as fast as it can."""
    figures = LoadFigures()

    async def run(table: PlayableTable) -> None:
        for _ in range(moves):
            if not await table.move(figures):
                return

    cpu, began = server.cpu(), time.perf_counter()
    await asyncio.gather(*(run(table) for table in tables))
    figures.seconds, figures.cpu = time.perf_counter() - began, server.cpu() - cpu
    return figures


async def run_paced(server: ServerProcess, tables: Sequence[PlayableTable], moves: int, rate: float) -> LoadFigures:
    """Make `rate` moves per second over all tables, evenly spread, as people would."""
    figures = LoadFigures()
    every = len(tables) / rate

    async def run(number: int, table: PlayableTable) -> None:
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
