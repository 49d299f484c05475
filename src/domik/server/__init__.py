"""The table in the browser: pages, live sockets, a JSON door, and a store that forgets nothing."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domik.server.door.threshold import Threshold
    from domik.server.hosting import Hosting


def tune_gc() -> None:
    """Let the collector look less often: tables live long, and what a move leaves behind is hardly ever a cycle."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def serve(
    hosting: Hosting,
    thresholds: Sequence[Threshold] = (),
    on_ready: Callable[[], None] = lambda: None,
    on_host_key: Callable[[str], None] = lambda key: None,
) -> None:
    """Serve until told to stop; everything acknowledged is on the disk at any moment.

    `when_open` is called when the data are open and whoever comes is kept waiting at least; `key_is` hears the key.
    """
    import uvicorn

    from domik.server.app import create_app
    from domik.server.door.door import Door, Server, through
    from domik.server.http import logs
    from domik.server.http.limits import LARGEST_MESSAGE
    from domik.server.store import open_store

    logs.configure_logging(hosting.log_format, hosting.access_log)
    store = open_store(hosting.data, hosting.node_url())  # here, where what is wrong with it can still be said
    app = create_app(hosting.data, store=store, keep_days=hosting.keep_days, hosting=hosting, on_host_key=on_host_key)
    tune_gc()
    config = uvicorn.Config(
        app,
        uds=hosting.unix or None,
        **through(Door(proxies=hosting.proxies)),
        lifespan="on",
        log_config=None,
        access_log=False,
        ws_max_size=2 * LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        server_header=False,
        proxy_headers=False,
    )
    on_ready()
    Server(config, app, thresholds).run(list(thresholds) or None)
