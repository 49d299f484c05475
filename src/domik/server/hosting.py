"""Where a server listens, which proxies in front of it are trusted, and what it exposes."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

ANY_ADDRESS = ("", "0.0.0.0", "::")


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


@dataclass(frozen=True)
class Hosting:
    """The options of `domik serve`, parsed and validated."""

    host: str = "127.0.0.1"
    port: int = 8000
    unix: str = ""  # path of a Unix socket, used instead of host and port
    unix_mode: int = 0o600  # its file mode: who may open it is believed as a proxy
    data: str = "domik.db"
    node_address: str = ""  # where other nodes of the same database reach this one
    keep_days: float = 0  # tables untouched for this many days are deleted; 0 keeps them for ever
    public_url: str = ""  # scheme and host under which the public reaches this server, without a path
    root_path: str = ""  # the path prefix of every URL of this server, such as /domik
    proxies: Proxies = field(default_factory=Proxies)
    allowed_hosts: tuple[str, ...] = ()  # accepted Host headers; with none, any
    metrics_bind: tuple[str, int] | None = None  # separate listening address for /metrics
    metrics_key: str = ""
    host_key: str = ""  # key of the administrator's page; derived from the store's key by default
    backups: str = ""  # the folder that the administrator's page writes backups to
    known_names: bool = False  # only people whom the administrator has admitted may play
    own_deals: bool = False  # daily deals that cannot be predicted elsewhere
    has_server: bool = True  # False where the whole application runs in the visitor's own browser (domik.offline)
    smtp: str = ""  # URL of the mail server; empty: no mail is sent
    mail_from: str = ""  # the address that mail comes from
    access_log: bool = False
    log_format: str = "text"

    @property
    def is_open_to_all(self) -> bool:
        """Whether the server listens on all interfaces of the machine."""
        return not self.unix and self.host in ANY_ADDRESS

    @property
    def public_name(self) -> str:
        """The host (and port) of the public URL; empty when there is none."""
        return urlsplit(self.public_url).netloc

    @property
    def is_public_secure(self) -> bool:
        return self.public_url.startswith("https:")

    def url(self) -> str:
        """The URL to open in a browser."""
        if self.public_url:
            return f"{self.public_url}{self.root_path}/"
        if self.unix:
            return f"unix:{self.unix}"
        named = self.host if not self.is_open_to_all else "::1" if ":" in self.host else "127.0.0.1"
        host = f"[{named}]" if ":" in named else named  # a wildcard address cannot be opened in a browser
        return f"http://{host}:{self.port}{self.root_path}/"

    def host_page_url(self) -> str:
        return f"{self.root_path}/host" if self.unix and not self.public_url else f"{self.url()}host"

    def node_url(self) -> str:
        """The URL at which another machine reaches this node: as configured, or derived from the host name."""
        import socket

        if self.node_address or self.unix:
            return self.node_address
        name = socket.getfqdn() if self.host in ANY_ADDRESS else self.host
        return f"http://[{name}]:{self.port}" if ":" in name else f"http://{name}:{self.port}"
