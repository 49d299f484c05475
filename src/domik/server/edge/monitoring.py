"""Monitoring: request timing, logs without secrets, and Prometheus metrics."""

from __future__ import annotations

import hmac
import json
import logging
import os
import re
import time
from collections.abc import Awaitable, Collection, Iterable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.server.hosting import Hosting
from domik.server.http.errors import HttpError
from domik.server.http.metrics import Metrics
from domik.server.http.requests import find_service, service
from domik.server.live.live_tables import LiveTables

MONITORING = ("/healthz", "/metrics")  # exempt from limits
LOOPBACK = ("127.0.0.1", "::1", "")
LONG_POLLS = ("after=", "/events")  # requests that wait for their response on purpose


class MonitoringMiddleware:
    """Time requests and, where that is wanted, log them."""

    def __init__(self, app: ASGIApp, paths: Iterable[str] = ()) -> None:
        self.app = app
        self.known_words = {part for path in paths for part in path.split("/") if "{" not in part} | set(GAMES)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Time a request until its response starts."""
        if scope["type"] != "http":
            return self.app(scope, receive, send)
        began, status = time.perf_counter(), 500

        async def send_recorded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self.record_request(scope, status, time.perf_counter() - began)
            await send(message)

        return self.app(scope, receive, send_recorded)

    def record_request(self, scope: Scope, status: int, seconds: float) -> None:
        path, client = scope["path"], scope.get("client")
        metrics = find_service(scope, Metrics)
        if metrics is not None:
            metrics.observe(request_kind(path, scope["query_string"].decode("latin-1")), seconds)
        log_request(client[0] if client else "", scope["method"], mask_path(path, self.known_words), status, seconds)


def request_kind(path: str, query: str) -> str:
    """The metric label of a request: file, wait (long polls and event streams), api or page."""
    if path.startswith("/static/"):
        return "file"
    if path.startswith("/api"):
        return "wait" if query.startswith(LONG_POLLS[0]) or path.endswith(LONG_POLLS[1]) else "api"
    return "page"


# ---- metrics --------------------------------------------------------------------------------------------------


def prometheus_text(live_tables: LiveTables) -> str:
    services = live_tables.services
    lanes = {"quick": services.bot_pool.quick, "deep": services.bot_pool.deep}
    spent = os.times()
    queues = {f"bots_{name}": float(len(lane.queue.waiting)) for name, lane in lanes.items()}
    queues["writer"] = float(services.store.database.writer.queue_length())
    queues |= {name: float(length()) for name, length in services.metrics.queues.items()}
    return services.metrics.render_text(
        {
            "queue_length": ("queue", queues),
            "bot_cpu_seconds_total": ("bot", services.bot_pool.cpu_seconds),
            "bots_thinking": ("lane", {name: float(len(lane.busy)) for name, lane in lanes.items()}),
        },
        rooms=len(live_tables.by_id),
        bot_decisions=services.bot_pool.decisions,
        cpu_seconds=spent.user + spent.system,
        tables_set_aside=len(live_tables.unreadable),
    )


def may_read_metrics(request: Request, hosting: Hosting) -> bool:
    """Whether a client may read metrics: by the key, or where there is none, only from this machine."""
    if not hosting.metrics_key:
        return request.client is None or request.client.host in LOOPBACK
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return kind.lower() == "bearer" and hmac.compare_digest(key.strip().encode(), hosting.metrics_key.encode())


async def metrics_endpoint(request: Request) -> Response:
    """GET /metrics: not public, and 404 where metrics have their own address."""
    hosting = service(request, Hosting)
    if hosting.metrics_bind is not None:
        raise HttpError(404, Phrase("web.error.page"))
    if not may_read_metrics(request, hosting):
        raise HttpError(403, Phrase("web.error.watching"))
    return PlainTextResponse(prometheus_text(service(request, LiveTables)), media_type="text/plain; version=0.0.4")


ACCESS = logging.getLogger("domik.access")
UVICORN = "uvicorn.error"  # warns of every malformed request; a client that sends many would fill the disk
LOGGERS = ("domik.server", "domik.access", UVICORN)
REPEAT_SECONDS = 10.0  # seconds before the same warning is logged again
MAX_REMEMBERED = 100  # distinct warnings that are remembered
UNMASKED_LETTERS = 4  # letters of a path segment that may be a secret
FORMATS = ("text", "json")


class JsonLogFormatter(logging.Formatter):
    """One JSON document per line; a record's `facts` become members of it."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        found |= getattr(record, "facts", {})
        if record.exc_info:
            found["error"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False)


class RepeatedWarningFilter(logging.Filter):
    """Drop a warning that was logged within REPEAT_SECONDS; the next one says how many were dropped."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, tuple[float, int]] = {}  # time of the last logged one, and how many were dropped since

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.WARNING or record.exc_info:
            return True
        at, since = self._seen.get(str(record.msg), (-REPEAT_SECONDS, 0))
        if record.created - at < REPEAT_SECONDS:
            self._seen[str(record.msg)] = at, since + 1
            return False
        if len(self._seen) >= MAX_REMEMBERED:
            self._seen.clear()
        self._seen[str(record.msg)] = record.created, 0
        if since:
            record.msg, record.args = f"{record.getMessage()} ({since} more since the last one)", ()
        return True


def configure_logging(format: str, access: bool) -> None:
    """Send all logs to standard error in one of FORMATS; calling it again is harmless."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLogFormatter() if format == "json" else plain)
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    logging.getLogger(UVICORN).filters[:] = [RepeatedWarningFilter()]
    ACCESS.setLevel(logging.INFO if access else logging.WARNING)


def mask_path(path: str, known: Collection[str]) -> str:
    """A path for the log: segments that are not part of a known route may be secrets and are truncated."""
    parts = [re.sub(r"[^\w.-]", "?", part, flags=re.ASCII)[:80] for part in path.split("/")]
    return "/".join(
        part if part in known or len(part) <= UNMASKED_LETTERS else f"{part[:UNMASKED_LETTERS]}..." for part in parts
    )


def log_request(address: str, method: str, path: str, status: int, seconds: float) -> None:
    if ACCESS.isEnabledFor(logging.INFO):
        facts = {"address": address, "method": method, "path": path, "status": status, "ms": round(1000 * seconds, 1)}
        ACCESS.info("%s %s %s %d %.1fms", *facts.values(), extra={"facts": facts})
