"""Connections that one address may open, counted before anything is built for them.

A connection costs half a millisecond until the application is asked about it, so clients that open connections and drop
them would keep everybody else waiting, however quickly their requests are refused. Closing one here costs a tenth.
"""

from __future__ import annotations

import logging
import socket
import time

from domik.server.hosting import Hosting, Proxies
from domik.server.http.limits import TokenBuckets
from domik.server.http.requests import address_prefix
from domik.server.store.store import is_database_url

CONNECTIONS = (400.0, 40.0)  # burst and per second: a browser opens six, and asks again over those
REFUSED_AT_ONCE = 16  # connections that are closed before everything else has its turn
WARN_EVERY = 60.0  # seconds between two warnings
log = logging.getLogger("domik.server")


class ConnectionGate:
    """How many connections each address may still open; trusted proxies may open any number."""

    def __init__(self, trusted: Proxies) -> None:
        self.trusted = trusted
        self.buckets = TokenBuckets(*CONNECTIONS)
        self.refused = 0
        self._warned_at = -WARN_EVERY

    def admits(self, peer: str) -> bool:
        if peer in self.trusted or self.buckets.take(address_prefix(peer)):
            return True
        self.refused += 1
        if time.monotonic() - self._warned_at > WARN_EVERY:
            self._warned_at = time.monotonic()
            log.warning("%s opens too many connections; they are closed (%d so far)", peer, self.refused)
        return False


def gate_for(hosting: Hosting) -> ConnectionGate | None:
    """The gate of a server; none where other nodes, who have counted their clients, may connect from any address."""
    return None if is_database_url(hosting.data) else ConnectionGate(hosting.proxies)


class Listener(socket.socket):
    """A listening socket that closes the connections its gate does not admit."""

    gate: ConnectionGate | None = None

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        """The next connection that is admitted; BlockingIOError where there is none for now."""
        for _ in range(REFUSED_AT_ONCE):
            connection, address = super().accept()
            if self.gate is None or self.gate.admits(address[0]):
                return connection, address
            connection.close()
        raise BlockingIOError  # asyncio asks again in its next round
