"""A server of our own for tests: in a thread for speed, or in a process that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from domik.server.app import RequestLimits, create_app
from domik.server.edge.transport import Server, listening_sockets, uvicorn_config
from domik.server.hosting import Hosting
from domik.server.http.requests import ServiceRegistry
from domik.server.live import live_tables
from domik.server.live.live_tables import LiveTables
from domik.server.live.session import PING
from domik.server.rendering.page_state import use_single_quotes
from domik.server.store import open_store
from tests import noon
from tests.waiting import PATIENCE, eventually, patient_client, patient_get

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
OPENED = contextlib.ExitStack()  # pages and browsers, closed after every test
GENEROUS = RequestLimits(requests=(1e9, 1e9), tables=(1e9, 1e9), times=1e6, connections=1_000_000)


def finished(work: Coroutine[None, None, T]) -> T:
    """Run it in a thread of its own: a browser test earlier in this process leaves its loop running in ours."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def server_for(
    data: Path | str, port: int, limits: RequestLimits = GENEROUS, pace: float = 0.0, hosting: Hosting | None = None
) -> Server:
    """The transport of `domik serve`, with an application of its own."""
    store = open_store(data, f"http://127.0.0.1:{port}")
    app = create_app(data, pace=pace, absent=0.2, limits=limits, store=store, hosting=hosting)
    return Server(uvicorn_config(app), app)


class Host:
    """A server in a thread of this process."""

    def __init__(self, data: Path | str, limits: RequestLimits = GENEROUS, hosting: Hosting | None = None) -> None:
        self.sockets = listening_sockets("127.0.0.1", 0)
        self.port = int(self.sockets[0].getsockname()[1])
        self.origin = f"http://127.0.0.1:{self.port}"
        self.server = server_for(data, self.port, limits, hosting=hosting)
        self.app = self.server.application
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        eventually(lambda: self.server.started or not self.thread.is_alive())
        assert self.thread.is_alive(), "the server did not start"

    def _run(self) -> None:
        async def main() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve(self.sockets)

        asyncio.run(main())

    def service(self, kind: type[T]) -> T:
        """The application's service of a class."""
        services: ServiceRegistry = self.app.state.services
        return services.get(kind)

    @property
    def rooms(self) -> LiveTables:
        return self.service(LiveTables)

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's own loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server did not stop"

    def person(self, **headers: str) -> httpx.Client:
        """A browser without a script."""
        client = patient_client(base_url=self.origin, headers={"accept-language": "en"} | headers)
        return OPENED.enter_context(client)


def thick(markup: str) -> str:
    """Markup with the quotes that it had before it travelled."""
    return markup if '"' in markup else markup.replace("'", '"')


class Cells(dict[str, str]):
    """The cells of a page that are not empty."""

    def __missing__(self, _id: str) -> str:
        return ""

    def fill(self, cells: dict[str, Any]) -> None:
        """Put them together as web/static/live.js does, with the quotes that the drawing has."""
        for id, news in cells.items():
            if markup := news if isinstance(news, str) else self.grown(id, news):
                self[id] = thick(markup)
            else:
                self.pop(id, None)

    def grown(self, id: str, news: list[Any]) -> str:
        source, made = news if isinstance(news[1], list) else (id, news)
        had, found = use_single_quotes(self[source]).split("<"), []
        steps = iter(made)
        for step in steps:
            found += [step] if isinstance(step, str) else had[step : next(steps)]
        return "<".join(found)


class Page:
    """An open page: what the script would know."""

    def __init__(
        self, origin: str, table: str, person: httpx.Client | None = None, base: str = "", **asked: object
    ) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items()) if person else ""
        address = f"{origin.replace('http', 'ws')}{base}/t/{table}/live?" + "&".join(
            f"{k}={v}" for k, v in asked.items()
        )
        headers = {"Cookie": cookies} if cookies else {}
        # No pings: on a busy machine neither side may take the other for dead
        opening = connect(
            address,
            additional_headers=headers,
            origin=Origin(origin),
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        self.socket: ClientConnection = OPENED.enter_context(opening)
        self.raw: list[str] = []
        self.areas: dict[str, str] = {}
        self.cells = Cells()
        self.facts: dict[str, Any] = {}
        self.log: list[str] = []
        self.chat: list[str] = []
        self.paths: list[list[Any]] = []
        self.refusals: dict[str, list[str]] = {}
        self.number = 0
        self.wishes = 0

    def take(self) -> dict[str, Any]:
        """The next message, patched in as the script does; the answer to a ping is empty."""
        data = self.socket.recv(PATIENCE)
        assert isinstance(data, bytes)
        text = data.decode()
        message: dict[str, Any] = json.loads(text)
        if not message:
            return message
        self.raw.append(text)
        self.number = message["n"]
        self.areas |= {name: thick(markup) for name, markup in message.get("areas", {}).items()}
        self.cells.fill(message.get("cells", {}))
        self.paths = message.get("paths", self.paths)
        for one, why in message.get("no", {}).items():
            if why:
                self.refusals[one] = why
            else:
                self.refusals.pop(one, None)
        if "log" in message:
            self.log = self.log[: message["log"][0]] + [thick(line) for line in message["log"][1:]]
        self.chat += message.get("chat", [])
        self.facts |= {k: v for k, v in message.items() if k not in ("areas", "cells", "paths", "log", "chat", "n")}
        return message

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Send a wish and take messages until it is answered."""
        self.wishes += 1
        self.socket.send(json.dumps({"do": do, "id": self.wishes, "got": self.number} | more))
        while True:
            message = self.take()
            if message.get("ok") == self.wishes or message.get("refused", [None])[0] == self.wishes:
                return message

    def move(self, action: int) -> dict[str, Any]:
        return self.ask("move", action=action, turn=self.facts["turn"])

    def drain(self) -> None:
        """Take everything that was sent until now: messages come in order, and the answer to a ping after them."""
        self.socket.send(PING)
        while self.take():
            pass

    def until(self, test: Callable[[Page], object]) -> None:
        """Take messages until something holds."""
        while not test(self):
            self.take()

    def close(self) -> None:
        self.socket.close()


class Process:
    """A server in a process of its own, to be killed; with a seed its deals are the same every time."""

    def __init__(self, data: Path | str, seed: str = "") -> None:
        with listening_sockets("127.0.0.1", 0)[0] as listening:  # handed over: nobody else can take the port
            self.port = int(listening.getsockname()[1])
            self.origin = f"http://127.0.0.1:{self.port}"
            command = [sys.executable, "-m", "tests.server.host", str(data), str(listening.fileno()), seed]
            self.process = subprocess.Popen(command, cwd=ROOT, pass_fds=[listening.fileno()])
        assert patient_get(f"{self.origin}/healthz").status_code == 200  # answered as soon as it serves

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self.process.wait(PATIENCE)


def main(data: str, listening: socket.socket, seed: str) -> None:
    """Serve in this process; a server of a test begins at noon, as the tests of days do."""
    noon.agree()
    clock = noon.set_clock()
    next(clock)
    if seed:
        vars(live_tables)["new_seed"] = lambda: seed
    server_for(data, int(listening.getsockname()[1])).run([listening])


if __name__ == "__main__":
    main(sys.argv[1], socket.socket(fileno=int(sys.argv[2])), sys.argv[3])
