"""The ASGI application: routes, middleware, and what is opened at startup and closed at shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
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
from domik.server.accounts.visitors import DerivedKeys, IdentityCache, IdentityMiddleware, LanguageSwitch
from domik.server.api import routes as api_page
from domik.server.api.bots import notify_game_over
from domik.server.api.event_streams import BotEventStreams
from domik.server.bots.background import Background, BackgroundProcess
from domik.server.bots.pool import BotPool
from domik.server.cluster.pubsub import PubSub
from domik.server.cluster.relay import NodeOriginMiddleware, RelayMiddleware
from domik.server.cluster.shared_limits import SharedLimits
from domik.server.edge import monitoring
from domik.server.edge.limits import (
    ConnectionLimits,
    FairShare,
    FairShareMiddleware,
    RateLimitMiddleware,
    ShutdownMiddleware,
    most_connections,
)
from domik.server.edge.proxy import ProxyHeaders, RootPath
from domik.server.edge.security import AllowlistMiddleware, BanCheck, Bans, HostCheck, OriginCheck, SecurityHeaders
from domik.server.hosting import Hosting
from domik.server.http.limits import RateLimits, TokenBuckets
from domik.server.http.metrics import Metrics
from domik.server.http.requests import ServiceRegistry, service
from domik.server.live.deal_access import Endpoint, guard_sealed
from domik.server.live.evening import Evenings
from domik.server.live.lan_address import lan_url
from domik.server.live.live_tables import LiveTables
from domik.server.live.meeting import Meeting
from domik.server.live.notices import Notices, open_notices
from domik.server.live.services import Services
from domik.server.pages.companion import (
    box_pages,
    companion_pages,
    phone_pages,
    picture_pages,
    real_setup_pages,
    saved_pages,
)
from domik.server.pages.deals import clubs, daily, duplicates, evening_pages
from domik.server.pages.deals.bot_field import BotField
from domik.server.pages.home import admin_pages, home, installed_pages, together_pages
from domik.server.pages.learn import lesson_pages, puzzle_list, puzzle_pages, rules_pages
from domik.server.pages.people import data_pages, me_page, my_games, notice_pages, player_page
from domik.server.pages.people.data_deletion import delete_expired_tables, erase_me
from domik.server.pages.people.ratings import Ratings, shared_deal_comparisons
from domik.server.pages.review import exercise_pages as learning
from domik.server.pages.review import review_pages
from domik.server.pages.review.review_queue import ReviewBudget, ReviewQueue
from domik.server.pages.tables import (
    board_pages,
    device_pages,
    forms,
    house_pages,
    join_pages,
    ongoing_games,
    profile,
    setup_pages,
    table_pages,
)
from domik.server.pages.tables.live_socket import live_socket
from domik.server.pages.tables.ongoing_games import purge_deleted
from domik.server.rendering import assets
from domik.server.rendering.responses import (
    on_client_disconnect,
    on_domik_error,
    on_http_error,
    on_server_error,
    on_table_closed,
)
from domik.server.rendering.templates import Announcement
from domik.server.store import ReadFailed, Store, WriteFailed, open_store
from domik.table.clock import now

if TYPE_CHECKING:
    from domik.server.cluster.node_client import NodeClient

SWEEP_SECONDS = 30.0
log = logging.getLogger("domik.server")


@dataclass(frozen=True)
class RequestLimits:
    """Limits for one client address; pairs are (burst, tokens per second)."""

    requests: tuple[float, float] = (400, 60)
    tables: tuple[float, float] = (30, 0.05)
    times: float = 1.0  # factor applied to all other limits (RateLimits)
    pause: float = 1.0  # seconds that a client over its limit waits for the refusal
    connections: int = 250  # concurrent requests and sockets of one address


def routes() -> list[BaseRoute]:
    return [*local_routes(), *server_routes()]


def local_routes() -> list[BaseRoute]:
    """What one person, or people at one screen, can ask for: all of it works without a network."""
    pages: list[tuple[str, Endpoint]] = [
        ("/", home.home_page),
        ("/games", my_games.games_page),
        *setup_pages.PAGES,
        *rules_pages.PAGES,
        ("/t/{id}", table_pages.live_table_page),
        ("/talk", table_pages.talk_sheets),
        ("/t/{id}/replay", board_pages.replay_page),
        ("/t/{id}/review", review_pages.review_page),
        ("/t/{id}/learn", learning.exercises_page),
        ("/mistakes", learning.mistakes_page),
        *lesson_pages.PAGES,
        *me_page.PAGES,
        *data_pages.PAGES,
        *puzzle_list.PAGES,
        *puzzle_pages.PAGES,
        *daily.PAGES,
        *duplicates.PAGES,
        *house_pages.PAGES,
        *companion_pages.PAGES,
        *real_setup_pages.PAGES,
        *saved_pages.PAGES,
        *box_pages.PAGES,
    ]
    reads: list[tuple[str, Endpoint]] = [
        *rules_pages.READS,
        *data_pages.READS,
        ("/t/{id}/picture", board_pages.board_picture),
        ("/t/{id}/step/{step:step}", board_pages.replay_step),
        ("/t/{id}/recap/{round:step}", board_pages.recap),
        ("/t/{id}/review/news", review_pages.review_progress),
        ("/t/{id}/review/{step:step}", review_pages.review_step),
        ("/t/{id}/learn/{step:step}", learning.exercise_position),
        ("/t/{id}/learn/{step:step}/say", learning.exercise_reply),
        *lesson_pages.READS,
        *puzzle_list.READS,
        *puzzle_pages.READS,
        *daily.READS,
        *duplicates.READS,
        *house_pages.READS,
        *box_pages.READS,
        ("/static/{name:path}", assets.static),
        *api_page.RECORDS,
    ]
    writes: list[tuple[str, Endpoint]] = [
        ("/g/{game}/play", forms.play_now),
        *setup_pages.WRITES,
        ("/t/{id}/branch", forms.branch_game),
        ("/t/{id}/called", profile.receive_profile),
        ("/t/{id}/leave", ongoing_games.leave_table),
        ("/t/{id}/end", ongoing_games.end_table),
        ("/t/{id}/delete", ongoing_games.delete_table),
        ("/t/{id}/restore", ongoing_games.restore_table),
        ("/t/{id}/review", review_pages.request_review),
        ("/forget", erase_me),
        *me_page.WRITES,
        *data_pages.WRITES,
        *puzzle_pages.WRITES,
        *daily.WRITES,
        *duplicates.WRITES,
        *companion_pages.WRITES,
        *real_setup_pages.WRITES,
        *saved_pages.WRITES,
        *picture_pages.WRITES,
        *box_pages.WRITES,
    ]
    return [*page_routes(pages, reads, writes), WebSocketRoute("/t/{id}/live", live_socket)]


def server_routes() -> list[BaseRoute]:
    """What needs a server: other people's devices, clubs, programs, the administrator, monitoring."""
    pages: list[tuple[str, Endpoint]] = [
        *me_page.SIGN_IN_PAGES,
        *setup_pages.FRIENDS_PAGES,
        ("/player/{name}", player_page.player_page),
        *together_pages.PAGES,
        *installed_pages.PAGES,
        *notice_pages.PAGES,
        *evening_pages.PAGES,
        *clubs.PAGES,
        *join_pages.PAGES,
        *device_pages.PAGES,
        *phone_pages.PAGES,
        *api_page.PAGES,
    ]
    reads: list[tuple[str, Endpoint]] = [
        *together_pages.READS,
        *player_page.READS,
        *installed_pages.READS,
        *notice_pages.READS,
        *evening_pages.READS,
        *join_pages.READS,
        *phone_pages.READS,
        *api_page.READS,
        *admin_pages.READS,
    ]
    writes: list[tuple[str, Endpoint]] = [
        ("/t/{id}/sit", forms.take_invited_seat),
        ("/join", forms.follow_pasted_link),
        *together_pages.WRITES,
        *installed_pages.WRITES,
        *notice_pages.WRITES,
        *evening_pages.WRITES,
        *me_page.SIGN_IN_WRITES,
        *me_page.PASSKEY_WRITES,
        *clubs.WRITES,
        *join_pages.WRITES,
        *device_pages.WRITES,
        *phone_pages.WRITES,
        *api_page.WRITES,
        *admin_pages.WRITES,
    ]
    return [
        *page_routes(pages, reads, writes),
        Route("/healthz", healthz),
        Route("/metrics", monitoring.metrics_endpoint),
    ]


def page_routes(
    pages: list[tuple[str, Endpoint]], reads: list[tuple[str, Endpoint]], writes: list[tuple[str, Endpoint]]
) -> list[BaseRoute]:
    switch = [Middleware(LanguageSwitch)]
    return [
        *(Route(path, guard_sealed(path, endpoint), methods=["GET"], middleware=switch) for path, endpoint in pages),
        *(Route(path, guard_sealed(path, endpoint), methods=["GET"]) for path, endpoint in reads),
        *(Route(path, guard_sealed(path, endpoint), methods=["POST"]) for path, endpoint in writes),
    ]


async def healthz(request: Request) -> Response:
    """Report whether the store accepts writes: a server that cannot save moves is not healthy."""
    try:
        await asyncio.wait_for(service(request, Store).settings.probe_write(), 5)
    except Exception as error:
        log.error("healthz: %s", error)
        return PlainTextResponse("no\n", 503)
    return PlainTextResponse("ok\n")


# ---- the application -------------------------------------------------------------------------------------------


async def sweep_periodically(
    live_tables: LiveTables, meeting: Meeting, notices: Notices, evenings: Evenings, keep_days: float
) -> None:
    """Evict idle tables and delete expired ones, every SWEEP_SECONDS."""
    duties: list[Callable[[], Awaitable[object]]] = [
        lambda: purge_deleted(live_tables),
        lambda: delete_expired_tables(live_tables, keep_days),
        lambda: meeting.tidy(live_tables),
        lambda: notices.catch_up(live_tables),
        evenings.tidy,
        lambda: live_tables.services.store.phones.tidy(now()),
    ]
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        live_tables.evict_idle()
        for duty in duties:
            try:
                await duty()
            except (ReadFailed, WriteFailed):  # a full disk is reported elsewhere; try again next time
                continue
            except Exception:  # one odd document must not end the eviction of tables
                live_tables.services.metrics.errors += 1
                log.exception("a sweep went wrong")


def node_client_for(store: Store, key: str) -> NodeClient | None:
    """The client for the other nodes; None where the store serves a single node."""
    if not store.leases.are_shared:
        return None
    from domik.server.cluster.node_client import NodeClient

    return NodeClient(key)


@contextlib.asynccontextmanager
async def metrics_beside(live_tables: LiveTables, hosting: Hosting) -> AsyncIterator[None]:
    """Metrics at their own address, where there is one."""
    if hosting.metrics_bind is None:
        yield
        return
    from domik.server.edge.metrics_server import serve_metrics

    async with serve_metrics(live_tables, hosting, *hosting.metrics_bind):
        yield


def create_app(
    data: Path | str,
    pace: float = 0.1,
    absent: float = 5.0,
    limits: RequestLimits | None = None,
    store: Store | None = None,
    effort: ReviewBudget | None = None,
    keep_days: float = 0,
    hosting: Hosting | None = None,
    on_host_key: Callable[[str], None] = lambda key: None,
    company: Mapping[str, int] | None = None,
    bot_pool: BotPool | None = None,
    background: Callable[[], Background] = BackgroundProcess,
    addresses: Sequence[BaseRoute] | None = None,
) -> Starlette:
    """Build the application over one data file or database.

    `effort` is the budget of a review, `on_host_key` receives the administrator's key, and `company` says how many bots
    of each level play the daily deals. Where there are no processes, `bot_pool` and `background` say who thinks; where
    there are no other people, `addresses` are fewer.
    """
    limits, hosting = limits or RequestLimits(), hosting or Hosting(data=str(data))
    registry = ServiceRegistry()
    registry.add(hosting)
    shares = registry.add(FairShare())
    registry.add(data_pages.ImportGate())
    addresses = routes() if addresses is None else addresses
    requests = TokenBuckets(*limits.requests)
    paths = [one.path for one in addresses if isinstance(one, Route | WebSocketRoute)]

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        kept: Store = store or open_store(data)
        key = await kept.settings.signing_key()
        secret = await kept.settings.daily_secret(hosting.own_deals)
        services = Services(
            kept,
            DerivedKeys(key),
            bot_pool or BotPool(),
            Metrics(),
            pace,
            absent,
            known_names=hosting.known_names,
            daily_secret=secret,
            nodes=node_client_for(kept, key),
        )
        services.lan_url, services.root_path = hosting.public_url or lan_url(hosting), hosting.root_path
        services.has_server = hosting.has_server
        services.rate_limits = RateLimits(limits.times)
        services.table_limits = TokenBuckets(*limits.tables)
        for one in (services, services.metrics, services.rate_limits, IdentityCache(kept)):
            registry.add(one)
        registry.add(kept, Store)
        if services.nodes is not None:
            registry.add(services.nodes)
        live_tables = registry.add(LiveTables(services))
        meeting = registry.add(Meeting(kept, services.keys.key))
        notices = registry.add(await open_notices(kept, services.keys.key, hosting))
        services.on_change = lambda live_table: notices.watch(live_table, services.start_task)
        evenings = registry.add(Evenings(live_tables, notices))
        ratings = registry.add(Ratings(live_tables))
        ratings.sources.append(lambda: shared_deal_comparisons(live_tables))
        reviews = registry.add(ReviewQueue(kept, effort, background()))
        services.metrics.queues["reviews"] = reviews.queue_length
        playing = registry.add(BotField(kept, company, background()))
        between = PubSub(kept.leases)
        ears = registry.add(BotEventStreams(between))
        services.on_shutdown.append(ears.close)
        services.on_game_over = lambda table: services.start_task(notify_game_over(kept, ears, table))
        bans = registry.add(Bans(kept, between, registry.add(Announcement()), live_tables))
        await bans.load()
        between.start()
        services.start_task(live_tables.load_clocked_tables())
        if kept.leases.are_shared:
            counted = {"requests": requests, "tables": services.table_limits} | services.rate_limits.buckets_by_name()
            services.start_task(SharedLimits(kept.leases, counted).run())
        sweeper = asyncio.create_task(sweep_periodically(live_tables, meeting, notices, evenings, keep_days))
        on_host_key(hosting.host_key or services.keys.host_key())
        try:
            async with metrics_beside(live_tables, hosting):
                yield
        finally:
            sweeper.cancel()
            for task in list(services.tasks):
                task.cancel()
            await asyncio.gather(sweeper, *services.tasks, return_exceptions=True)
            await reviews.close()
            await playing.close()
            await asyncio.to_thread(services.bot_pool.close)
            if services.nodes is not None:
                await services.nodes.close()
            await kept.close()

    app = Starlette(
        routes=addresses,
        lifespan=lifespan,
        middleware=[
            Middleware(NodeOriginMiddleware),
            Middleware(ProxyHeaders, hosting=hosting),
            Middleware(RootPath, root_path=hosting.root_path),
            Middleware(monitoring.MonitoringMiddleware, paths=paths),
            Middleware(SecurityHeaders),
            Middleware(ShutdownMiddleware),
            Middleware(HostCheck),
            Middleware(ConnectionLimits, most_each=limits.connections, most=most_connections()),
            Middleware(RateLimitMiddleware, requests=requests, pause=limits.pause),
            Middleware(OriginCheck),
            Middleware(FairShareMiddleware, shares=shares),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
            Middleware(RelayMiddleware),
            Middleware(IdentityMiddleware),
            Middleware(BanCheck),
            Middleware(AllowlistMiddleware, hosting=hosting),
        ],
        exception_handlers={
            DomikError: on_domik_error,
            HTTPException: on_http_error,
            ClientDisconnect: on_client_disconnect,
            ConnectionError: on_table_closed,
            Exception: on_server_error,
        },
    )
    app.router.redirect_slashes = False  # it would echo the Host header and leave the root path (on_http_error)
    app.state.services = registry
    return app
