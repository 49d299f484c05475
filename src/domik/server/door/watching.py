"""Watching the server: how long everything takes, and the numbers for Prometheus at an address of their own."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
import time
from collections.abc import Awaitable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.server.hosting import Hosting
from domik.server.http import logs
from domik.server.http.errors import Refused

if TYPE_CHECKING:
    from domik.server.live.rooms import Rooms

HERE = ("127.0.0.1", "::1", "")
WAITS = ("after=", "/events")  # questions that wait for their answer on purpose


class Watch:
    """A layer that times requests and, where that is wanted, logs them."""

    def __init__(self, app: ASGIApp, paths: Iterable[str] = ()) -> None:
        self.app = app
        self.known = {part for path in paths for part in path.split("/") if "{" not in part} | set(GAMES)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Time it to its first word."""
        if scope["type"] != "http":
            return self.app(scope, receive, send)
        began, status = time.perf_counter(), 500

        async def heard(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self.note(scope, status, time.perf_counter() - began)
            await send(message)

        return self.app(scope, receive, heard)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Into the numbers and the log."""
        path, client = scope["path"], scope.get("client")
        rooms: Rooms | None = getattr(scope["app"].state, "rooms", None)
        if rooms is not None:
            rooms.house.metrics.took(kind_of(path, scope["query_string"].decode("latin-1")), seconds)
        logs.asked(client[0] if client else "", scope["method"], logs.told(path, self.known), status, seconds)


def kind_of(path: str, query: str) -> str:
    """What was asked for."""
    if path.startswith("/static/"):
        return "file"
    if path.startswith("/api"):
        return "wait" if query.startswith(WAITS[0]) or path.endswith(WAITS[1]) else "api"
    return "page"


# ---- the numbers ---------------------------------------------------------------------------------------------


def numbers(app: Starlette) -> str:
    """Everything in Prometheus' text format."""
    rooms: Rooms = app.state.rooms
    house = rooms.house
    lanes = {"quick": house.thinking.quick, "deep": house.thinking.deep}
    spent = os.times()
    queues = {f"bots_{name}": float(len(lane.line.waiting)) for name, lane in lanes.items()}
    queues["writer"] = float(house.store.database.writer.waiting())
    queues["reviews"] = float(app.state.reviews.waiting())
    return house.metrics.text(
        {
            "queue_length": ("queue", queues),
            "bot_cpu_seconds_total": ("bot", house.thinking.seconds),
            "bots_thinking": ("lane", {name: float(len(lane.busy)) for name, lane in lanes.items()}),
        },
        rooms=len(rooms.rooms),
        bot_decisions=house.thinking.decisions,
        cpu_seconds=spent.user + spent.system,
        tables_set_aside=len(rooms.aside),
    )


def is_let_in(request: Request, hosting: Hosting) -> bool:
    """Whether somebody may see them: by the key, or where there is none, from this machine alone."""
    if not hosting.metrics_key:
        return request.client is None or request.client.host in HERE
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return kind.lower() == "bearer" and hmac.compare_digest(key.strip().encode(), hosting.metrics_key.encode())


async def metrics(request: Request) -> Response:
    """GET /metrics: not for the world, and not here where it has an address of its own."""
    hosting: Hosting = request.app.state.hosting
    if hosting.metrics_bind is not None:
        raise Refused(404, Phrase("web.error.page"))
    if not is_let_in(request, hosting):
        raise Refused(403, Phrase("web.error.watching"))
    return PlainTextResponse(numbers(request.app), media_type="text/plain; version=0.0.4")


# ---- at an address of their own --------------------------------------------------------------------------------


class Beside(uvicorn.Server):
    """A small server beside the large one; signals are for the large one."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Not here."""
        yield


@contextlib.asynccontextmanager
async def beside(app: Starlette, hosting: Hosting) -> Any:
    """Serve the numbers at their own address as long as the house is open."""
    if hosting.metrics_bind is None:
        yield
        return

    async def answer(request: Request) -> Response:
        if hosting.metrics_key and not is_let_in(request, hosting):
            return PlainTextResponse("no\n", 403)
        return PlainTextResponse(numbers(app), media_type="text/plain; version=0.0.4")

    host, port = hosting.metrics_bind
    small = Starlette(routes=[Route("/metrics", answer)])
    config = uvicorn.Config(small, host=host, port=port, log_config=None, access_log=False, lifespan="off", ws="none")
    server = Beside(config)
    serving = asyncio.create_task(server.serve())
    try:
        yield
    finally:
        server.should_exit = True
        with contextlib.suppress(asyncio.CancelledError, SystemExit):
            await serving
