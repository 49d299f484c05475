"""Floods from one address: each kind sends as fast as it can until it is killed (bench/floods.py).

python -m bench.flood_clients KIND PORT TABLE
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import sys
from collections.abc import Awaitable, Callable

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

SOURCE_ADDRESS = "127.0.0.2"  # differs from the honest client's address
AT_ONCE = 24
MANY = 400  # connections to hold, over all clients

Ask = Callable[[int], str]
CONNECTION_ERRORS = (OSError, WebSocketException, asyncio.IncompleteReadError, TimeoutError)


async def flood_requests(port: int, path: Ask) -> None:
    """Send requests one after another over one connection."""
    for number in itertools.count():
        with contextlib.suppress(*CONNECTION_ERRORS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(SOURCE_ADDRESS, 0))
            try:
                for more in itertools.count(number):
                    writer.write(f"GET {path(more)} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
                    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                    await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0] or 0))
            except ValueError:  # response without Content-Length: continue with a new connection
                pass
            finally:
                writer.close()


def open_live_socket(port: int, table: str, cookies: str = "") -> connect:
    return connect(
        f"ws://127.0.0.1:{port}/t/{table}/live",
        origin=Origin(f"http://127.0.0.1:{port}"),
        additional_headers={"Cookie": cookies} if cookies else {},
        local_addr=(SOURCE_ADDRESS, 0),
    )


async def flood_handshakes(port: int, table: str) -> None:
    while True:
        with contextlib.suppress(*CONNECTION_ERRORS):
            async with open_live_socket(port, table):
                pass


async def hold_sockets(port: int, table: str) -> None:
    """Open as many WebSockets as the server allows, and hold them."""
    kept: list[ClientConnection] = []
    while len(kept) < MANY // AT_ONCE:
        with contextlib.suppress(*CONNECTION_ERRORS):
            kept.append(await open_live_socket(port, table))
        await asyncio.sleep(0.01)
    await asyncio.Event().wait()


async def flood_half_open(port: int) -> None:
    """Connections whose request headers never end, reopened when the server closes them."""
    while True:
        kept = []
        with contextlib.suppress(*CONNECTION_ERRORS):
            for _ in range(MANY // AT_ONCE):
                kept.append(await asyncio.open_connection("127.0.0.1", port, local_addr=(SOURCE_ADDRESS, 0)))
                kept[-1][1].write(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ")
            await asyncio.gather(*(reader.read() for reader, _ in kept))


async def flood_dropped(port: int, path: str) -> None:
    """Requests that wait for something, whose client disconnects at once."""
    while True:
        with contextlib.suppress(*CONNECTION_ERRORS):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(SOURCE_ADDRESS, 0))
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            await writer.drain()
            await asyncio.sleep(0.01)
            writer.close()


async def flood_commands(port: int, do: str, **more: object) -> None:
    """Open a table and send one command there over and over."""
    transport = httpx.AsyncHTTPTransport(local_address=SOURCE_ADDRESS)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport) as person:
        opened = await person.post("/g/treehouse/play")
        table = opened.headers.get("location", "/t/none").removeprefix("/t/")
        cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    while True:
        with contextlib.suppress(*CONNECTION_ERRORS):
            async with open_live_socket(port, table, cookies) as socket:
                await socket.send(json.dumps({"do": "luck", "text": "x", "id": 0, "got": 1}))
                for number in itertools.count(1):
                    await socket.send(json.dumps({"do": do, "id": number, "got": 1, **more}))
                    await asyncio.sleep(0)
        await asyncio.sleep(0.05)


def control_frame(opcode: int) -> bytes:
    """An empty masked frame: a ping, a pong, or a fragment of a message that never ends."""
    return bytes([opcode, 0x80]) + bytes(4)


async def flood_frames(port: int, table: str, frame: bytes, first: bytes = b"") -> None:
    """Open a live socket and send empty frames, a megabyte a second over all clients; ignore what comes back."""
    batch = frame * 700
    while True:
        with contextlib.suppress(*CONNECTION_ERRORS, ValueError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(SOURCE_ADDRESS, 0))
            try:
                writer.write(
                    f"GET /t/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                )
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(first)
                while b" 101 " in head and not reader.at_eof():
                    writer.write(batch)
                    await writer.drain()
                    await asyncio.sleep(len(batch) * AT_ONCE / 1_000_000)
            finally:
                writer.close()
        await asyncio.sleep(0.05)


def flood_kinds(port: int, table: str) -> dict[str, Callable[[], Awaitable[None]]]:
    """Kinds of flood by name; `table` is a finished public game."""
    return {
        "pages": lambda: flood_requests(port, lambda n: "/"),
        "addresses that lead nowhere": lambda: flood_requests(port, lambda n: f"/t/nothing{n}"),
        "replay steps": lambda: flood_requests(port, lambda n: f"/t/{table}/step/{n % 40}"),
        "pictures": lambda: flood_requests(port, lambda n: f"/t/{table}/picture"),
        "reviews": lambda: flood_requests(port, lambda n: f"/t/{table}/review"),
        "long polls, dropped": lambda: flood_dropped(port, f"/api/tables/{table}?after=999999"),
        "event streams, dropped": lambda: flood_dropped(port, f"/api/tables/{table}/events"),
        "handshakes": lambda: flood_handshakes(port, table),
        "sockets, held": lambda: hold_sockets(port, table),
        "requests, half said": lambda: flood_half_open(port),
        "looks": lambda: flood_commands(port, "look", seat=0),
        "hints": lambda: flood_commands(port, "hint"),
        "empty pongs": lambda: flood_frames(port, table, control_frame(0x8A)),
        "empty pings": lambda: flood_frames(port, table, control_frame(0x89)),
        "empty fragments": lambda: flood_frames(port, table, control_frame(0x00), control_frame(0x01)),
        "chat": lambda: flood_commands(port, "chat", text="x" * 80),
    }


async def run_flood(kind: str, port: int, table: str) -> None:
    """Run AT_ONCE clients until the parent process is gone."""
    one, bench = flood_kinds(port, table)[kind], os.getppid()
    waves = [asyncio.ensure_future(one()) for _ in range(AT_ONCE)]
    while os.getppid() == bench and not any(wave.done() for wave in waves):
        await asyncio.sleep(1)
    for wave in waves:
        wave.cancel()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run_flood(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
