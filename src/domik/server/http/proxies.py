"""Proxies: servers in front of ours that speak for others, and whose word about them counts."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network


@dataclass(frozen=True)
class Proxies:
    """The networks whose members are believed. Whoever comes by a socket file is on this machine, and believed too."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def __contains__(self, peer: object) -> bool:
        address = parse_address(str(peer)) if self.networks else None
        return address is not None and any(address in network for network in self.networks)

    def __bool__(self) -> bool:
        return bool(self.networks)

    def forwarded_client(self, peer: str, forwarded: str) -> str:
        """Who really asks: of those whom the proxies name, the last that is no proxy itself.

        What stands before that one may have been made up by the visitor.
        """
        for named in reversed([part.strip() for part in forwarded.split(",")]):
            address = parse_address(strip_port(named))
            if address is None:  # nothing readable: whoever is nearest is answerable for it
                return peer
            if not any(address in network for network in self.networks):
                return str(address)
            peer = str(address)
        return peer


def parse_proxies(text: str) -> Proxies:
    """From addresses and networks with commas between them, `*` for all; ValueError says which is none."""
    names = [part.strip() for part in text.split(",") if part.strip()]
    if "*" in names:
        return Proxies((ip_network("0.0.0.0/0"), ip_network("::/0")))
    return Proxies(tuple(ip_network(name, strict=False) for name in names))


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """An address; an old one in the clothes of a new one is the old one."""
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
