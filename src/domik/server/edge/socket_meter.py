"""What live sockets may send, counted where bytes arrive: control frames and fragments never reach the application.

Every connection and every address has an allowance of bytes and of processor time spent on reading frames. Whoever has
used it up is read from again when it has refilled; a connection that keeps sending all the same is closed. Messages
are counted once more, by what they ask for, in the session.
"""

from __future__ import annotations

import asyncio
import time

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers

from domik.server.cluster.relay import TOKEN_HEADER, nodes_of
from domik.server.hosting import Hosting
from domik.server.http.limits import TokenBucket, TokenBuckets
from domik.server.http.requests import address_prefix, service

# Pairs are (burst, per second). A page sends some hundred bytes a move, and reading them takes some microseconds.
CONNECTION_BYTES, ADDRESS_BYTES = (32_768.0, 8_192.0), (262_144.0, 65_536.0)
CONNECTION_SECONDS, ADDRESS_SECONDS = (0.01, 0.01), (0.04, 0.02)
STRIKES = (20.0, 0.5)  # pauses that a connection may cause before it is closed
MOST_FRAGMENTS = 1000  # of one message; pages send none
SLICE = 256  # bytes that are read in one go: some forty empty frames
PAUSE, LONGEST_PAUSE = 0.02, 5.0  # seconds
POLICY_VIOLATION = b"\x88\x02\x03\xf0"  # a close frame with code 1008


class SocketMeter:
    """The allowances of all sockets of one server."""

    def __init__(self, app: Starlette) -> None:
        self._app = app
        self.bytes = TokenBuckets(*ADDRESS_BYTES)
        self.seconds = TokenBuckets(*ADDRESS_SECONDS)
        self.closed = 0  # connections that were closed for sending too much

    def address_of(self, client: tuple[str, int] | None, head: bytes) -> str:
        """Whose allowance a connection uses, from its handshake; empty where it cannot be known.

        A trusted proxy names its client, as in edge/proxy.py. Another node has counted its clients itself.
        """
        peer = client[0] if client else ""
        headers = read_headers(head)
        nodes = nodes_of({"app": self._app}) if TOKEN_HEADER in headers else None
        if nodes is not None and nodes.is_from_node(headers):
            return ""
        proxies = service({"app": self._app}, Hosting).proxies
        if not peer or peer in proxies:
            forwarded = ",".join(headers.getlist("x-forwarded-for"))
            peer = proxies.forwarded_client(peer, forwarded) if forwarded else ""
        return address_prefix(peer)


def read_headers(head: bytes) -> Headers:
    """The headers of a handshake; a line that is none is left out, as the protocol refuses it anyway."""
    lines = [line.partition(b":") for line in head.split(b"\r\n")[1:]]
    return Headers(raw=[(name.strip().lower(), value.strip()) for name, colon, value in lines if colon])


class SocketAllowance:
    """The allowance of one connection, and its share in that of its address."""

    __slots__ = ("address", "bytes", "meter", "rest", "seconds", "strikes")

    def __init__(self, meter: SocketMeter, address: str) -> None:
        self.meter = meter
        self.address = address
        self.bytes = TokenBucket(*CONNECTION_BYTES)
        self.seconds = TokenBucket(*CONNECTION_SECONDS)
        self.strikes = TokenBucket(*STRIKES)
        self.rest = b""  # what has arrived and is not read yet

    def charge(self, number: int, seconds: float) -> None:
        for bucket, used in ((self.bytes, float(number)), (self.seconds, seconds)):
            bucket.refill()
            bucket.left -= used
        if self.address:
            self.meter.bytes.charge(self.address, float(number))
            self.meter.seconds.charge(self.address, seconds)

    def own_delay(self) -> float:
        """Seconds until this connection's own allowance is positive again."""
        return max(self.bytes.delay(), self.seconds.delay())

    def delay(self) -> float:
        if not self.address:
            return self.own_delay()
        shared = max(self.meter.bytes.delay(self.address), self.meter.seconds.delay(self.address))
        return max(self.own_delay(), shared)


class MeteredSocket(asyncio.Protocol):
    """An allowance in front of uvicorn's protocol of a live socket, which `metered_socket_class` adds as a base."""

    meter: SocketMeter  # of the server
    # Attributes of uvicorn's class
    transport: asyncio.Transport
    client: tuple[str, int] | None
    frames: list[bytes]
    handshake_complete: bool
    close_sent: bool
    read_paused: bool
    allowance: SocketAllowance | None = None
    is_waiting = False

    def data_received(self, data: bytes) -> None:
        if self.allowance is None:  # the first bytes are the whole handshake
            self.allowance = SocketAllowance(self.meter, self.meter.address_of(self.client, data))
            super().data_received(data)
            return
        self.allowance.rest += data
        if self.is_waiting:  # uvicorn has resumed reading meanwhile
            self.transport.pause_reading()
        else:
            self.read_on(self.allowance)

    def read_on(self, allowance: SocketAllowance) -> None:
        """Read what has arrived, slice by slice, as far as the allowance goes."""
        self.is_waiting = False
        while allowance.rest and not self.transport.is_closing():
            part, allowance.rest = allowance.rest[:SLICE], allowance.rest[SLICE:]
            began = time.thread_time()
            super().data_received(part)
            allowance.charge(len(part), time.thread_time() - began)
            if len(self.frames) > MOST_FRAGMENTS:
                self.refuse(allowance)
                return
            if delay := allowance.delay():
                self.wait(allowance, delay)
                return
        if not self.transport.is_closing() and not self.read_paused:  # uvicorn pauses for reasons of its own
            self.transport.resume_reading()

    def wait(self, allowance: SocketAllowance, delay: float) -> None:
        """Stop reading for a while, or for good."""
        self.transport.pause_reading()
        if allowance.own_delay() and not allowance.strikes.take():
            self.refuse(allowance)
            return
        self.is_waiting = True
        seconds = min(max(delay, PAUSE), LONGEST_PAUSE)
        asyncio.get_running_loop().call_later(seconds, self.read_on, allowance)

    def refuse(self, allowance: SocketAllowance) -> None:
        """Close the connection; the application is told as of any other that is lost."""
        self.meter.closed += 1
        allowance.rest = b""
        if self.handshake_complete and not self.close_sent:
            self.transport.write(POLICY_VIOLATION)
        self.transport.close()


def metered_socket_class(app: Starlette) -> type[asyncio.Protocol]:
    """The class that uvicorn makes one of for every socket of this application: its own, with allowances."""
    config = uvicorn.Config(app, ws="websockets-sansio", log_config=None)
    config.load()
    assert config.ws_protocol_class is not None
    return type("ServerSocket", (MeteredSocket, config.ws_protocol_class), {"meter": SocketMeter(app)})
