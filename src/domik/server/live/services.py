"""What all live tables share: store, keys, bot pool, limits and background tasks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from domik.kernel.errors import DomikError
from domik.server.accounts.visitors import DerivedKeys
from domik.server.bots.pool import BotPool
from domik.server.http.limits import RateLimits, TokenBuckets
from domik.server.http.metrics import Metrics
from domik.server.store import Store
from domik.table import Table

if TYPE_CHECKING:
    from domik.server.cluster.node_client import NodeClient
    from domik.server.live.live_table import LiveTable

log = logging.getLogger("domik.server")


@dataclass
class Services:
    """The dependencies of live tables, and the background tasks they start."""

    store: Store
    keys: DerivedKeys
    bot_pool: BotPool
    metrics: Metrics
    bot_delay: float = 0.1  # seconds before a quick bot moves, so that people can follow
    absent_after: float = 5.0  # seconds until a player counts as absent
    bots_pause_after: float = 600.0  # seconds without people before bots stop playing among themselves
    known_names: bool = False  # only people whom the administrator has admitted may play
    daily_secret: str = ""  # of the daily deals, where this server has its own; else empty
    opening_lock: asyncio.Lock = field(
        default_factory=asyncio.Lock
    )  # serializes the opening of tables for counted attempts
    lan_url: str = ""  # the server's URL on the local network; empty where it has none
    root_path: str = ""  # the path prefix of every URL
    has_server: bool = True  # False where the application runs in the host's own browser (Hosting)
    nodes: NodeClient | None = None  # None where there is a single node
    rate_limits: RateLimits = field(default_factory=RateLimits)
    table_limits: TokenBuckets = field(default_factory=lambda: TokenBuckets(30, 0.05))  # tables opened, by address
    on_game_over: Callable[[Table], None] | None = None  # called with every table whose game has ended
    on_change: Callable[[LiveTable], None] | None = None  # called with every table that has changed
    on_shutdown: list[Callable[[], None]] = field(default_factory=list)  # called when the server begins to stop
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def start_task(self, work: Any) -> None:
        """Run a coroutine in the background, and keep a reference until it is done."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        """Log unexpected errors; refusals and connection errors were reported elsewhere."""
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, (ConnectionError, DomikError)):
            self.metrics.errors += 1
            log.error("something that ran on its own has failed", exc_info=error)
