"""The sockets that the server listens on, opened before anything else: what is printed as open is open."""

from __future__ import annotations

import errno
import os
import socket
from typing import Any

from domik.server.edge.transport import BACKLOG

# Bytes that the system keeps of one connection until they are read, all in one go. A page sends some hundred a move;
# thousands of tiny messages in one reading would keep everybody else waiting.
RECEIVE_BUFFER = 8192


def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """A listening socket for every address that a host stands for; port 0 is the same free port for all of them."""
    found: list[socket.socket] = []
    for family, kind, protocol, _, address in addresses(host, port):
        at = found[0].getsockname()[1] if found else port
        try:
            listening = socket.socket(family, kind, protocol)
        except OSError:  # the system does not know this family
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
    """The error of a host that no address of this machine belongs to."""
    return OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))


def addresses(host: str, port: int) -> list[tuple[Any, ...]]:
    """The addresses of a host, each once, IPv4 first."""
    try:
        known = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError:  # no host can have such a name
        raise not_available() from None
    return sorted(set(known), key=lambda one: (one[0] != socket.AF_INET, one))


def listen(listening: socket.socket, address: tuple[Any, ...]) -> None:
    """Bind it, and let the system accept connections."""
    if hasattr(socket, "AF_INET6") and listening.family == socket.AF_INET6:
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows lets two listen at one port otherwise
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)  # connections inherit it
    listening.bind(address)
    listening.listen(BACKLOG)
