"""The threshold: where the server listens, and where those are sent away who come too often, before they cost much."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domik.server.door.door import Door

AT_ONCE = 16  # connections that are let in, or sent away, before anybody else has their turn
WAITING = 1024  # connections that the system keeps until then
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n"
    b"connection: close\r\ncontent-length: 46\r\n\r\nDomik has no place left; try again in a moment"
)


class Threshold(socket.socket):
    """A socket that listens; asyncio builds a good deal for everybody whom it lets in."""

    door: Door | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        """The next one whom the door expects, as far as they are here already."""
        for _ in range(AT_ONCE):
            found, peer = super().accept()
            if self.door is None or self.door.expects(*peer[:2]):
                return found, peer
            with contextlib.closing(found), contextlib.suppress(OSError):
                found.send(FULL)  # its buffer is empty
        raise BlockingIOError(errno.EAGAIN, "later")


def thresholds(host: str, port: int) -> list[Threshold]:
    """Every address that a host and a port stand for, listened to from now on; 0 is the same free port for all."""
    found: list[Threshold] = []
    for family, kind, protocol, _, where in addresses(host, port):
        at = found[0].getsockname()[1] if found else port
        try:
            listening = Threshold(family, kind, protocol)
        except OSError:  # the system does not know this family
            continue
        try:
            listen(listening, (where[0], at, *where[2:]))
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRNOTAVAIL or not found:
                for one in found:
                    one.close()
                raise
        else:
            found.append(listening)
    if not found:
        raise nowhere()
    return found


def nowhere() -> OSError:
    """What is wrong with a host that no address of this machine belongs to."""
    return OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))


def addresses(host: str, port: int) -> list[tuple[Any, ...]]:
    """Of a host that may have several, each once, the old kind first."""
    try:
        known = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError:  # no name of a host can look like this
        raise nowhere() from None
    return sorted(set(known), key=lambda one: (one[0] != socket.AF_INET, one))


def listen(listening: Threshold, where: tuple[Any, ...]) -> None:
    """Open it there."""
    if hasattr(socket, "AF_INET6") and listening.family == socket.AF_INET6:
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows lets two listen at one port otherwise
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(where)
    listening.listen(WAITING)
