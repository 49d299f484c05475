"""The table in the browser: pages, live sockets, a JSON door, and a store that forgets nothing."""

from __future__ import annotations

import gc
from pathlib import Path


def settle() -> None:
    """Let the collector look less often: tables live long, and what a move leaves behind is hardly ever a cycle."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def serve(host: str = "127.0.0.1", port: int = 8000, data: Path | str = "domik.db") -> None:
    """Serve until told to stop; everything acknowledged is on the disk at any moment."""
    import uvicorn

    from domik.server.app import create_app
    from domik.server.limits import LARGEST_MESSAGE
    from domik.server.store import open_store

    app = create_app(data, store=open_store(data))  # opened here, where what is wrong with it can still be said
    settle()
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        ws_max_size=2 * LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
