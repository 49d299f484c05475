"""The house: what all rooms share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from domik.kernel.errors import DomikError
from domik.server.accounts.keys import DerivedKeys
from domik.server.bots.pool import BotPool
from domik.server.http.limits import RateLimits
from domik.server.http.metrics import Metrics
from domik.server.store import Store
from domik.table import Table

if TYPE_CHECKING:
    from domik.server.cluster.node_client import NodeClient

log = logging.getLogger("domik.server")


@dataclass
class Services:
    """The store, the keys, the bots' processes, and everything that runs on its own."""

    store: Store
    keys: DerivedKeys
    bot_pool: BotPool
    metrics: Metrics
    bot_delay: float = 0.1  # seconds before a bot's move is shown, so that people can follow
    absent_after: float = 5.0  # seconds until somebody counts as away
    bots_pause_after: float = 600.0  # seconds without people before bots stop playing among themselves
    daily_secret: str = ""  # of the deals of the day, where they are this house's own
    opening_lock: asyncio.Lock = field(
        default_factory=asyncio.Lock
    )  # of tables for tries that count: one after another
    lan_url: str = ""  # what others call the house whom its own machine calls localhost; empty: they cannot
    root_path: str = ""  # the path before every address of ours
    nodes: NodeClient | None = None  # the other nodes, where there may be some
    rate_limits: RateLimits = field(default_factory=RateLimits)
    on_game_over: Callable[[Table], None] | None = None  # hears of every table where it is over
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def start_task(self, work: Any) -> None:
        """Run something on its own, and keep hold of it until it is done."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        """Let go of it; what it could not do is in the log by now, or comes there."""
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, (ConnectionError, DomikError)):
            self.metrics.errors += 1
            log.error("something that ran on its own has failed", exc_info=error)
