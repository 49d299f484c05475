"""The application: every address, what is opened at the start and closed at the end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from domik.kernel.errors import DomikError
from domik.server.api import page as api_page
from domik.server.api.bots import tell_over
from domik.server.api.ears import Ears
from domik.server.deals import club_pages, daily_pages, duplicate_pages
from domik.server.deals.company import Company
from domik.server.door import watching
from domik.server.door.bans import Bans
from domik.server.door.front import Front, first_names
from domik.server.door.guard import Guard
from domik.server.door.site import Site
from domik.server.home import home, host_pages
from domik.server.hosting import Hosting
from domik.server.http.limits import Buckets, Kinds
from domik.server.http.metrics import Metrics
from domik.server.learn import lesson_pages, puzzle_pages, rules_pages
from domik.server.live import recaps
from domik.server.live.house import House
from domik.server.live.reaching import on_local_network
from domik.server.live.rooms import Rooms
from domik.server.live.sealing import Endpoint, guarded
from domik.server.nodes.between import Between
from domik.server.nodes.relay import Relay, Sealed
from domik.server.nodes.tallies import Tallies
from domik.server.paper import assets
from domik.server.paper.answers import on_closed, on_domik_error, on_fault, on_gone, on_http_error
from domik.server.people import me_pages, my_games, passkey_pages, player_pages
from domik.server.people.compared import compared
from domik.server.people.forgetting import forget_me, forget_old
from domik.server.people.known import KnownOnly
from domik.server.people.ratings import Ratings
from domik.server.review import exercises as learning
from domik.server.review import pages as review_pages
from domik.server.review.reviews import Effort, Reviews
from domik.server.store import NotRead, NotWritten, Store, open_store
from domik.server.tables import device_pages, forms, introducing, joining, leaving, pages, picture, replay, set_up
from domik.server.tables.leaving import purge
from domik.server.tables.socket import live
from domik.server.thinking.thinking import Thinking
from domik.server.visitors.identity import Identities, Recognized
from domik.server.visitors.keys import Keys

if TYPE_CHECKING:
    from domik.server.nodes.nodes import Nodes

SWEEP = 30.0


@dataclass(frozen=True)
class Limits:
    """How much one address may ask for: at once, and a second."""

    requests: tuple[float, float] = (400, 60)
    tables: tuple[float, float] = (30, 0.05)
    times: float = 1.0  # so much more of everything else (limits.Kinds)
    pause: float = 1.0  # seconds that whoever is too fast waits for being told so


def routes() -> list[BaseRoute]:
    """Every address."""
    reads: list[tuple[str, Endpoint]] = [
        ("/", home.home),
        ("/games", my_games.games),
        *set_up.READS,
        *rules_pages.READS,
        ("/t/{id}", pages.table),
        ("/t/{id}/picture", picture.picture),
        ("/t/{id}/replay", replay.replay),
        ("/t/{id}/step/{step:step}", replay.step),
        ("/t/{id}/recap/{round:step}", recaps.recap),
        ("/t/{id}/review", review_pages.review),
        ("/t/{id}/review/news", review_pages.news),
        ("/t/{id}/review/{step:step}", review_pages.step),
        ("/t/{id}/learn", learning.learn),
        ("/t/{id}/learn/{step:step}", learning.task),
        ("/t/{id}/learn/{step:step}/say", learning.say),
        ("/mistakes", learning.mistakes),
        *lesson_pages.READS,
        *me_pages.READS,
        ("/player/{name}", player_pages.player),
        *puzzle_pages.READS,
        *daily_pages.READS,
        *club_pages.READS,
        *duplicate_pages.READS,
        *joining.READS,
        *device_pages.READS,
        ("/static/{name:path}", assets.static),
        *api_page.READS,
        *host_pages.READS,
    ]
    writes: list[tuple[str, Endpoint]] = [
        ("/g/{game}/play", forms.play_now),
        *set_up.WRITES,
        ("/t/{id}/sit", forms.sit_down),
        ("/t/{id}/branch", forms.branch),
        ("/t/{id}/called", introducing.called),
        ("/t/{id}/leave", leaving.leave),
        ("/t/{id}/end", leaving.end),
        ("/t/{id}/delete", leaving.delete),
        ("/t/{id}/restore", leaving.restore),
        ("/t/{id}/review", review_pages.ask),
        ("/join", forms.join),
        ("/forget", forget_me),
        *me_pages.WRITES,
        *passkey_pages.WRITES,
        *puzzle_pages.WRITES,
        *daily_pages.WRITES,
        *club_pages.WRITES,
        *duplicate_pages.WRITES,
        *joining.WRITES,
        *device_pages.WRITES,
        *api_page.WRITES,
        *host_pages.WRITES,
    ]
    return [
        *(Route(path, guarded(path, endpoint), methods=["GET"]) for path, endpoint in reads),
        *(Route(path, guarded(path, endpoint), methods=["POST"]) for path, endpoint in writes),
        Route("/healthz", healthz),
        Route("/metrics", watching.metrics),
        WebSocketRoute("/t/{id}/live", live),
    ]


async def healthz(request: Request) -> Response:
    """Whether the disk can be written: a server that cannot keep moves is not well."""
    try:
        await asyncio.wait_for(request.app.state.rooms.house.store.settings.probe(), 5)
    except Exception:
        return PlainTextResponse("no\n", 503)
    return PlainTextResponse("ok\n")


# ---- the application -------------------------------------------------------------------------------------------


async def sweeping(rooms: Rooms, keep_days: float) -> None:
    """Tidy up now and then."""
    while True:
        await asyncio.sleep(SWEEP)
        rooms.sweep()
        with contextlib.suppress(NotRead, NotWritten):  # a full disk is told elsewhere; next time
            await purge(rooms)
            await forget_old(rooms, keep_days)


def nodes_of(store: Store, key: str) -> Nodes | None:
    """The way to the other nodes, where there may be some."""
    if not store.leases.are_shared:
        return None
    from domik.server.nodes.nodes import Nodes  # brings an HTTP client along, which one server alone does not need

    return Nodes(key)


def create_app(
    data: Path | str,
    pace: float = 0.1,
    absent: float = 5.0,
    limits: Limits | None = None,
    store: Store | None = None,
    effort: Effort | None = None,
    keep_days: float = 0,
    hosting: Hosting | None = None,
    key_is: Callable[[str], None] = lambda key: None,
    company: Mapping[str, int] | None = None,
) -> Site:
    """The application over one data file.

    `effort` is what a review may cost, `key_is` hears the host page's key, `company` says how many bots of each level
    play the deals of the day.
    """
    limits, hosting = limits or Limits(), hosting or Hosting(data=str(data))
    addresses, requests = routes(), Buckets(*limits.requests)
    paths = [one.path for one in addresses if isinstance(one, Route | WebSocketRoute)]

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        kept: Store = store or open_store(data)
        key = await kept.settings.key()
        secret = await kept.settings.secret(hosting.own_deals)
        house = House(kept, Keys(key), Thinking(), Metrics(), pace, absent, secret=secret, nodes=nodes_of(kept, key))
        house.reached_at, house.root_path = hosting.public_url or on_local_network(hosting), hosting.root_path
        house.kinds, house.rewritten = Kinds(limits.times), bool(hosting.root_path)
        app.state.nodes = house.nodes
        rooms = Rooms(house)
        app.state.rooms = rooms
        app.state.identities = Identities(kept)
        app.state.ratings = ratings = Ratings(rooms)
        ratings.sources.append(lambda: compared(rooms))
        app.state.reviews = reviews = Reviews(kept, effort)
        app.state.company = playing = Company(kept, company)
        app.state.opening = Buckets(*limits.tables)
        app.state.hosting = hosting
        between = Between(kept.leases)
        app.state.ears = ears = Ears(between)
        house.on_over = lambda table: house.start(tell_over(kept, ears, table))
        app.state.bans = Bans(kept, between, rooms.tell_all)
        await app.state.bans.load()
        between.start()
        house.start(rooms.wind_clocks())
        if kept.leases.are_shared:
            counted = {"requests": requests, "tables": app.state.opening} | house.kinds.buckets()
            house.start(Tallies(kept.leases, counted).run())
        sweeper = asyncio.create_task(sweeping(rooms, keep_days))
        key_is(hosting.host_key or house.keys.host_key())
        try:
            async with watching.beside(app, hosting):
                yield
        finally:
            sweeper.cancel()
            for task in list(house.tasks):
                task.cancel()
            await asyncio.gather(sweeper, *house.tasks, return_exceptions=True)
            await reviews.close()
            await playing.close()
            await asyncio.to_thread(house.thinking.close)
            if house.nodes is not None:
                await house.nodes.close()
            await kept.close()

    return Site(
        routes=addresses,
        lifespan=lifespan,
        middleware=[
            Middleware(Sealed),
            Middleware(Front, hosting=hosting, ours=first_names(paths)),
            Middleware(watching.Watch, paths=paths),
            Middleware(Guard, requests=requests, pause=limits.pause),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
            Middleware(Relay),
            Middleware(Recognized),
            Middleware(KnownOnly, hosting=hosting),
        ],
        exception_handlers={
            DomikError: on_domik_error,
            HTTPException: on_http_error,
            ClientDisconnect: on_gone,
            ConnectionError: on_closed,
            Exception: on_fault,
        },
    )
