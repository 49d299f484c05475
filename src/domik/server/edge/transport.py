"""uvicorn's configuration for `domik serve`."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette

from domik.server.edge.connection_limits import most_connections
from domik.server.http.limits import LARGEST_MESSAGE
from domik.server.http.requests import find_service
from domik.server.live.live_tables import LiveTables

LARGEST_HEAD = 16 * 1024  # bytes of the request line and headers
BACKLOG = 128  # connections that the system queues, and that asyncio accepts at once
KEEP_ALIVE = 5  # seconds that a connection may be idle between two requests
PING_EVERY, PONG_WITHIN = 20.0, 30.0  # seconds; they find dead connections
GRACE = 1  # seconds that open requests have when the server stops


def uvicorn_config(app: Starlette, **more: Any) -> uvicorn.Config:
    """The options of `domik serve`; `more` says where to listen."""
    return uvicorn.Config(
        app,
        http="h11",
        ws="websockets-sansio",
        ws_max_size=2 * LARGEST_MESSAGE,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=most_connections(),
        backlog=BACKLOG,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        **more,
    )


class Server(uvicorn.Server):
    """uvicorn's server, which notifies the application before connections are closed.

    Long polls and event streams are answered then, and bots stop thinking; the lifespan would be notified too late.
    """

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self.application = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        live_tables = find_service({"app": self.application}, LiveTables)
        if live_tables is not None:
            self.application.state.is_stopping = True
            live_tables.release_waiters()
            await live_tables.services.bot_pool.cancel_all()
        await super().shutdown(sockets)
