"""Trusted reverse proxies, whose statements about the client are believed."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network


@dataclass(frozen=True)
class Proxies:
    """The networks of trusted proxies. Peers on a Unix socket are on this machine and are trusted as well."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def __contains__(self, peer: object) -> bool:
        address = parse_address(str(peer)) if self.networks else None
        return address is not None and any(address in network for network in self.networks)

    def __bool__(self) -> bool:
        return bool(self.networks)

    def forwarded_client(self, peer: str, forwarded: str) -> str:
        """The client in an X-Forwarded-For header: the last address that is not a trusted proxy itself.

        Entries before that one may have been made up by the client.
        """
        for named in reversed([part.strip() for part in forwarded.split(",")]):
            address = parse_address(strip_port(named))
            if address is None:  # unreadable: fall back to the nearest known address
                return peer
            if not any(address in network for network in self.networks):
                return str(address)
            peer = str(address)
        return peer


def parse_proxies(text: str) -> Proxies:
    """Parse comma-separated addresses and networks, `*` for all; ValueError names the one that is neither."""
    names = [part.strip() for part in text.split(",") if part.strip()]
    if "*" in names:
        return Proxies((ip_network("0.0.0.0/0"), ip_network("::/0")))
    return Proxies(tuple(ip_network(name, strict=False) for name in names))


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """An IP address or None; an IPv4-mapped IPv6 address becomes the IPv4 address."""
    try:
        found = ip_address(text.split("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


def strip_port(text: str) -> str:
    """An address without its port: 1.2.3.4:5, [::1]:5."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
