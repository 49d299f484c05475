"""The application: every address, what is opened at the start and closed at the end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.server import api, assets, forms, learning, pages, replay, review_pages
from domik.server.errors import Refused
from domik.server.guard import Guard, refuse_early
from domik.server.house import House
from domik.server.keys import Keys
from domik.server.limits import Buckets
from domik.server.live import live
from domik.server.metrics import Metrics
from domik.server.reviews import Effort, Reviews
from domik.server.rooms import Rooms
from domik.server.store import Store, open_store
from domik.server.templates import all_words, page
from domik.server.thinking import Thinking
from domik.server.visitors import visitor_of

log = logging.getLogger("domik.server")
SWEEP = 30.0
FOR_SCRIPTS = ("/step/", "/review/", "/learn/")
Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Limits:
    """How much one address may ask for: at once, and a second."""

    requests: tuple[float, float] = (400, 60)
    tables: tuple[float, float] = (30, 0.05)


def guarded(endpoint: Endpoint) -> Endpoint:
    """An endpoint behind the guard."""

    async def run(request: Request) -> Response:
        await refuse_early(request)
        return await endpoint(request)

    return run


def routes() -> list[BaseRoute]:
    """Every address."""
    reads: list[tuple[str, Endpoint]] = [
        ("/", pages.home),
        ("/games", pages.games),
        ("/g/{game}", forms.new_table),
        ("/g/{game}/rules", pages.rules),
        ("/g/{game}/rules/sheet", pages.rules_sheet),
        ("/t/{id}", pages.table),
        ("/t/{id}/replay", replay.replay),
        ("/t/{id}/step/{step:int}", replay.step),
        ("/t/{id}/review", review_pages.review),
        ("/t/{id}/review/news", review_pages.news),
        ("/t/{id}/review/{step:int}", review_pages.step),
        ("/t/{id}/learn", learning.learn),
        ("/t/{id}/learn/{step:int}", learning.task),
        ("/t/{id}/learn/{step:int}/say", learning.say),
        ("/mistakes", learning.mistakes),
        ("/static/{name:path}", assets.static),
        ("/api/tables/{id}", api.look),
        ("/api/tables/{id}/record", api.record),
    ]
    writes: list[tuple[str, Endpoint]] = [
        ("/g/{game}/play", forms.play_now),
        ("/g/{game}/tables", forms.open_table),
        ("/t/{id}/sit", forms.sit_down),
        ("/t/{id}/branch", forms.branch),
        ("/t/{id}/review", review_pages.ask),
        ("/join", forms.join),
        ("/api/tables", api.open_one),
        ("/api/tables/{id}/sit", api.sit_down),
        ("/api/tables/{id}/moves", api.move),
        ("/api/tables/{id}/undo", api.undo),
    ]
    return [
        *(Route(path, guarded(endpoint), methods=["GET"]) for path, endpoint in reads),
        *(Route(path, guarded(endpoint), methods=["POST"]) for path, endpoint in writes),
        Route("/healthz", healthz),
        Route("/metrics", metrics),
        WebSocketRoute("/t/{id}/live", live),
    ]


async def healthz(request: Request) -> Response:
    """Whether the disk can be written: a server that cannot keep moves is not well."""
    try:
        await asyncio.wait_for(request.app.state.rooms.house.store.settings.probe(), 5)
    except Exception:
        return PlainTextResponse("no\n", 503)
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    rooms: Rooms = request.app.state.rooms
    text = rooms.house.metrics.text(rooms=len(rooms.rooms), bot_decisions=rooms.house.thinking.decisions)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


# ---- errors are pages ------------------------------------------------------------------------------------------


def answer(request: Request, status: int, phrase: Phrase) -> Response:
    """The error as JSON for programs and scripts, as a page for people."""
    words = all_words(visitor_of(request).language)
    message = words.say(phrase) if words.has(phrase.key) else str(phrase)
    path = request.url.path
    wants_json = path.startswith("/api/") or path.endswith("/sit") or any(one in path for one in FOR_SCRIPTS)
    if wants_json:
        return api.answered({"error": message}, status)
    return page(request, "error.html", status, status=status, message=message)


async def on_domik_error(request: Request, error: Exception) -> Response:
    """Bad input: what was wrong, in the reader's language."""
    assert isinstance(error, DomikError)
    return answer(request, error.status if isinstance(error, Refused) else 400, error.phrase)


async def on_http_error(request: Request, error: Exception) -> Response:
    """No such page, no such method."""
    assert isinstance(error, HTTPException)
    key = "web.error.page" if error.status_code == 404 else "web.error.request"
    return answer(request, error.status_code, Phrase(key))


async def on_fault(request: Request, error: Exception) -> Response:
    """Our own fault: logged here, an apology there."""
    request.app.state.rooms.house.metrics.errors += 1
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(request, 500, Phrase("web.error.fault"))


# ---- the application -------------------------------------------------------------------------------------------


async def sweeping(rooms: Rooms) -> None:
    """Tidy up now and then."""
    while True:
        await asyncio.sleep(SWEEP)
        rooms.sweep()


def create_app(
    data: Path | str,
    pace: float = 0.45,
    absent: float = 5.0,
    limits: Limits | None = None,
    store: Store | None = None,
    effort: Effort | None = None,
) -> Starlette:
    """The application over one data file; `effort` is what a review of a game may cost."""
    limits = limits or Limits()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        kept: Store = store or open_store(data)
        house = House(kept, Keys(await kept.settings.key()), Thinking(), Metrics(), pace, absent)
        rooms = Rooms(house)
        app.state.rooms = rooms
        app.state.reviews = reviews = Reviews(kept, effort)
        app.state.opening = Buckets(*limits.tables)
        house.start(rooms.wind_clocks())
        sweeper = asyncio.create_task(sweeping(rooms))
        try:
            yield
        finally:
            sweeper.cancel()
            for task in list(house.tasks):
                task.cancel()
            await asyncio.gather(sweeper, *house.tasks, return_exceptions=True)
            await reviews.close()
            await asyncio.to_thread(house.thinking.close)
            await kept.close()

    return Starlette(
        routes=routes(),
        lifespan=lifespan,
        middleware=[Middleware(Guard, requests=Buckets(*limits.requests))],
        exception_handlers={DomikError: on_domik_error, HTTPException: on_http_error, Exception: on_fault},
    )
