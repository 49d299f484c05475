"""How others reach the house: whoever sits at the server's own machine knows it by a name that is theirs alone."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from domik.server.hosting import Hosting
from domik.server.live.services import Services

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "::1", "0.0.0.0")
PROBE_ADDRESS = ("192.0.2.1", 9)  # an address of nobody: nothing is sent, but the system says how it would go there


def is_loopback(origin: str) -> bool:
    """Whether that address leads nowhere but to the machine it is typed at."""
    return (urlsplit(origin).hostname or "") in LOOPBACK_HOSTS


def lan_ip() -> str:
    """The machine's address on the network by which it would speak to the world; empty without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
        try:
            tried.connect(PROBE_ADDRESS)
            found: str = tried.getsockname()[0]
        except OSError:
            return ""
    return "" if found.startswith("127.") or found in LOOPBACK_HOSTS else found


def lan_url(hosting: Hosting) -> str:
    """Where others on the local network find the server; empty where it is not open to them."""
    address = lan_ip() if hosting.is_open_to_all else ""
    return f"http://{address}:{hosting.port}" if address else ""


def invitation_link(house: Services, origin: str, id: str, key: str) -> str:
    """A link for others, by an address that leads them here: the reader's own, unless it is no use to anybody else."""
    base = house.lan_url if house.lan_url and is_loopback(origin) else origin
    return f"{base}{house.root_path}/j/{id}/{key}"
