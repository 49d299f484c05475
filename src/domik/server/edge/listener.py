"""The listening sockets, opened before anything else, so that the URL printed at startup works."""

from __future__ import annotations

import errno
import os
import socket
from typing import Any

from domik.server.edge.transport import BACKLOG

# Bytes that the system buffers per connection until they are read, all at once. A page sends some hundred a move;
# thousands of tiny messages in one read would keep everyone else waiting.
RECEIVE_BUFFER = 8192


def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """A listening socket for every address of a host; port 0 is the same free port for all of them."""
    found: list[socket.socket] = []
    for family, kind, protocol, _, address in addresses(host, port):
        at = found[0].getsockname()[1] if found else port
        try:
            listening = socket.socket(family, kind, protocol)
        except OSError:  # the system does not support this address family
            continue
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
