"""The server's address on the local network, for invitation links made on the server's own machine."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from domik.server.hosting import Hosting
from domik.server.live.services import Services

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "::1", "0.0.0.0")
PROBE_ADDRESS = ("192.0.2.1", 9)  # never reached: connect() only makes the system choose an interface


def is_loopback(origin: str) -> bool:
    """Whether an origin is only reachable from the machine itself."""
    return (urlsplit(origin).hostname or "") in LOOPBACK_HOSTS


def lan_ip() -> str:
    """The machine's IPv4 address on its default network; empty without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
        try:
            tried.connect(PROBE_ADDRESS)
            found: str = tried.getsockname()[0]
        except OSError:
            return ""
    return "" if found.startswith("127.") or found in LOOPBACK_HOSTS else found


def lan_url(hosting: Hosting) -> str:
    """Where others on the local network reach the server; empty where it does not listen for them."""
    address = lan_ip() if hosting.is_open_to_all else ""
    return f"http://{address}:{hosting.port}" if address else ""


def link_for_others(services: Services, origin: str, path: str) -> str:
    """A link by an address that works for others: the reader's origin, unless that is a loopback address."""
    base = services.lan_url if services.lan_url and is_loopback(origin) else origin
    return f"{base}{services.root_path}{path}"


def invitation_link(services: Services, origin: str, id: str, key: str) -> str:
    return link_for_others(services, origin, f"/j/{id}/{key}")
