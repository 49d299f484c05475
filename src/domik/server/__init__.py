"""The table in the browser: pages, live sockets, a JSON door, and a store that forgets nothing."""

from __future__ import annotations

import gc
from pathlib import Path


def settle() -> None:
    """Let the collector look less often: tables live long, and what a move leaves behind is hardly ever a cycle."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def reached_at(host: str, port: int) -> str:
    """Where another machine finds this server: where it listens, or by its name where it listens everywhere."""
    import socket

    name = socket.getfqdn() if host in ("", "0.0.0.0", "::") else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | str = "domik.db",
    address: str = "",
    keep_days: float = 0,
    own_deals: bool = False,
) -> None:
    """Serve until told to stop; everything acknowledged is on the disk at any moment.

    `address` is where other servers of the same database reach this one; by default where it listens.
    Tables that nobody touched for `keep_days` days are deleted, unless that is 0.
    With `own_deals` the deals of the day are this server's own, and nobody can reckon them elsewhere.
    """
    import uvicorn

    from domik.server.app import create_app
    from domik.server.door import Door, Server, through
    from domik.server.limits import LARGEST_MESSAGE
    from domik.server.store import open_store

    store = open_store(data, address or reached_at(host, port))  # here, where what is wrong with it can still be said
    app = create_app(data, store=store, keep_days=keep_days, own_deals=own_deals)
    settle()
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        **through(Door()),
        lifespan="on",
        log_level="warning",
        access_log=False,
        ws_max_size=2 * LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        server_header=False,
        proxy_headers=False,
    )
    Server(config, app).run()
