"""How a server is hosted: where it listens, what stands in front of it, and who may look behind."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from domik.server.http.proxies import Proxies

ANY_ADDRESS = ("", "0.0.0.0", "::")


@dataclass(frozen=True)
class Hosting:
    """Everything that `domik serve` can be told, read and checked."""

    host: str = "127.0.0.1"
    port: int = 8000
    unix: str = ""  # a socket file instead of host and port
    data: str = "domik.db"
    node_address: str = ""  # where other servers of the same database reach this one
    keep_days: float = 0  # tables that nobody touched for so long are deleted, unless this is 0
    public_url: str = ""  # how the world calls this server, without what follows the server's name
    root_path: str = ""  # the path before every address of ours, such as /domik
    proxies: Proxies = field(default_factory=Proxies)
    allowed_hosts: tuple[str, ...] = ()  # names that requests may call us by; with none, any
    metrics_bind: tuple[str, int] | None = None  # an address of its own for /metrics
    metrics_key: str = ""
    host_key: str = ""  # of the host's page; by default made from the key of the store
    backups: str = ""  # the folder that the host's page writes backups to
    known_names: bool = False  # only those play whom the host has let in
    own_deals: bool = False  # deals of the day that nobody can reckon elsewhere
    access_log: bool = False
    log_format: str = "text"

    @property
    def is_open_to_all(self) -> bool:
        """Whether everybody who reaches this machine reaches the server."""
        return not self.unix and self.host in ANY_ADDRESS

    @property
    def public_name(self) -> str:
        """The server's name in addresses that the world uses; empty when nobody said."""
        return urlsplit(self.public_url).netloc

    @property
    def is_public_secure(self) -> bool:
        """Whether the world comes by https."""
        return self.public_url.startswith("https:")

    def url(self) -> str:
        """Where people find the table."""
        if self.public_url:
            return f"{self.public_url}{self.root_path}/"
        if self.unix:
            return f"unix:{self.unix}"
        named = self.host if not self.is_open_to_all else "::1" if ":" in self.host else "127.0.0.1"
        host = f"[{named}]" if ":" in named else named  # "all addresses" is none that a browser could open
        return f"http://{host}:{self.port}{self.root_path}/"

    def host_page_url(self) -> str:
        """Where whoever keeps the server looks after it."""
        return f"{self.root_path}/host" if self.unix and not self.public_url else f"{self.url()}host"

    def node_url(self) -> str:
        """Where another machine finds this server: as it was told, or by its name where it listens everywhere."""
        import socket

        if self.node_address or self.unix:
            return self.node_address
        name = socket.getfqdn() if self.host in ANY_ADDRESS else self.host
        return f"http://[{name}]:{self.port}" if ":" in name else f"http://{name}:{self.port}"
