"""Metrics at an address of their own: a second small server beside the large one (`--metrics`)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from domik.server.edge.monitoring import may_read_metrics, prometheus_text
from domik.server.hosting import Hosting
from domik.server.live.live_tables import LiveTables


class MetricsServer(uvicorn.Server):
    """A second server for metrics; signals are left to the main one."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def serve_metrics(live_tables: LiveTables, hosting: Hosting, host: str, port: int) -> AsyncIterator[None]:
    """Serve metrics for the lifetime of the application."""

    async def answer(request: Request) -> Response:
        if hosting.metrics_key and not may_read_metrics(request, hosting):
            return PlainTextResponse("no\n", 403)
        return PlainTextResponse(prometheus_text(live_tables), media_type="text/plain; version=0.0.4")

    small = Starlette(routes=[Route("/metrics", answer)])
    config = uvicorn.Config(small, host=host, port=port, log_config=None, access_log=False, lifespan="off", ws="none")
    server = MetricsServer(config)
    serving = asyncio.create_task(server.serve())
    try:
        yield
    finally:
        server.should_exit = True
        with contextlib.suppress(asyncio.CancelledError, SystemExit):
            await serving
