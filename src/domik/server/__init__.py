"""The web server: pages, live WebSockets, the JSON API and the persistent store."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domik.server.hosting import Hosting


def tune_gc() -> None:
    """Make garbage collection rarer: tables live long, and a move hardly ever leaves a reference cycle behind."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def serve(
    hosting: Hosting,
    sockets: Sequence[socket.socket],
    on_ready: Callable[[], None] = lambda: None,
    on_host_key: Callable[[str], None] = lambda key: None,
) -> None:
    """Serve until the process is told to stop; every acknowledged write is already on disk.

    `sockets` are already listening. `on_ready` is called once the store is open and connections are queued;
    `on_host_key` receives the administrator's key.
    """
    from domik.server.app import create_app
    from domik.server.edge.monitoring import configure_logging
    from domik.server.edge.transport import Server, uvicorn_config
    from domik.server.store import open_store

    configure_logging(hosting.log_format, hosting.access_log)
    store = open_store(hosting.data, hosting.node_url())  # first, so that a DataError can still be reported
    app = create_app(hosting.data, store=store, keep_days=hosting.keep_days, hosting=hosting, on_host_key=on_host_key)
    tune_gc()
    on_ready()
    Server(uvicorn_config(app), app).run(list(sockets))
