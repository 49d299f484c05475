"""The table in the browser: pages, live sockets, a JSON door, and a store that forgets nothing."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domik.server.hosting import Hosting


def tune_gc() -> None:
    """Let the collector look less often: tables live long, and what a move leaves behind is hardly ever a cycle."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def serve(
    hosting: Hosting,
    sockets: Sequence[socket.socket] = (),
    on_ready: Callable[[], None] = lambda: None,
    on_host_key: Callable[[str], None] = lambda key: None,
) -> None:
    """Serve until told to stop; everything acknowledged is on the disk at any moment.

    `sockets` are listened on already; without any, the socket file of `hosting` is. `when_open` is
    called when the data are open and connections are kept waiting at least; `key_is` hears the host's key.
    """
    from domik.server.app import create_app
    from domik.server.edge.transport import Server, uvicorn_config
    from domik.server.http import logs
    from domik.server.store import open_store

    logs.configure_logging(hosting.log_format, hosting.access_log)
    store = open_store(hosting.data, hosting.node_url())  # here, where what is wrong with it can still be said
    app = create_app(hosting.data, store=store, keep_days=hosting.keep_days, hosting=hosting, on_host_key=on_host_key)
    tune_gc()
    on_ready()
    Server(uvicorn_config(app, uds=hosting.unix or None), app).run(list(sockets) or None)
