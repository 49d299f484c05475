"""How the server listens: sockets opened before anything else, so that the printed URL works, and uvicorn's options."""

from __future__ import annotations

import errno
import os
import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette

from domik.server.edge.limits import most_connections
from domik.server.edge.listener import ConnectionGate, Listener
from domik.server.edge.socket_meter import metered_socket_class
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
        ws=metered_socket_class(app),
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


# Bytes that the system buffers per connection until they are read, all at once. A page sends some hundred a move;
# thousands of tiny messages in one read would keep everyone else waiting.
RECEIVE_BUFFER = 8192


def listening_sockets(host: str, port: int, gate: ConnectionGate | None = None) -> list[socket.socket]:
    """A listening socket for every address of a host; port 0 is the same free port for all of them."""
    found: list[socket.socket] = []
    for family, kind, protocol, _, address in addresses(host, port):
        at = found[0].getsockname()[1] if found else port
        try:
            listening = Listener(family, kind, protocol)
        except OSError:  # the system does not support this address family
            continue
        listening.gate = gate
        try:
            listen(listening, (address[0], at, *address[2:]))
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRNOTAVAIL or not found:
                for one in found:
                    one.close()
                raise
        else:
            found.append(listening)
    if not found:
        raise not_available()
    return found


def unix_socket(path: str, mode: int) -> socket.socket:
    """A listening Unix socket with a file mode, which nobody else could open for a moment before it had it."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    umask = os.umask(0o777)
    try:
        listening.bind(path)
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(umask)
    os.chmod(path, mode)
    listening.listen(BACKLOG)
    return listening


def not_available() -> OSError:
    """The error for a host that has no address on this machine."""
    return OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))


def addresses(host: str, port: int) -> list[tuple[Any, ...]]:
    """The addresses of a host without duplicates, IPv4 first."""
    try:
        known = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError:  # not a valid host name
        raise not_available() from None
    return sorted(set(known), key=lambda one: (one[0] != socket.AF_INET, one))


def listen(listening: socket.socket, address: tuple[Any, ...]) -> None:
    if hasattr(socket, "AF_INET6") and listening.family == socket.AF_INET6:
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows allows two listeners on one port otherwise
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)  # connections inherit it
    listening.bind(address)
    listening.listen(BACKLOG)
