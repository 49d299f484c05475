"""Proxies in front of the server: their forwarding headers, and the root path (`--root-path /domik`).

The root path is stripped from requests, so that routes need not know it. Nothing is put back here: pages, redirects
and messages write their URLs with it (docs/decisions/0034).
"""

from __future__ import annotations

import re
from collections.abc import Awaitable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from domik.server.cluster.relay import RELAYED_SCOPE
from domik.server.hosting import Hosting

MISNAMED = "domik.misnamed"  # key in the ASGI scope: the Host header is not one of ours
SECURE = {"http": "https", "ws": "wss"}
PORT = re.compile(r":[0-9]+$")


class ProxyHeaders:
    """Middleware that applies the headers of trusted proxies, and checks the Host header."""

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        self.app = app
        self.hosting = hosting

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Apply the headers, unless the node that forwarded the request has done so."""
        if scope["type"] in ("http", "websocket") and not scope.get(RELAYED_SCOPE):
            headers = MutableHeaders(scope=scope)
            if self.comes_from_a_proxy(scope):
                self.believe(scope, headers)
            self.recognize_public_name(scope, headers)
            if self.hosting.allowed_hosts and not self.is_allowed(headers.get("host", "")):
                scope[MISNAMED] = True
        return self.app(scope, receive, send)

    def comes_from_a_proxy(self, scope: Scope) -> bool:
        """Whether the peer is a trusted proxy; connections over a Unix socket have no peer address."""
        client = scope.get("client")
        return client is None or not client[0] or client[0] in self.hosting.proxies

    def believe(self, scope: Scope, headers: MutableHeaders) -> None:
        """Set client address, scheme and host as the proxy forwards them."""
        client = scope.get("client")
        peer = client[0] if client else ""
        forwarded = ",".join(headers.getlist("x-forwarded-for"))
        visitor = self.hosting.proxies.forwarded_client(peer, forwarded) if forwarded else peer
        scope["client"] = (visitor, 0) if visitor else client
        if headers.get("x-forwarded-proto", "") == "https" or self.hosting.is_public_secure:
            scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])
        if name := headers.get("x-forwarded-host", "").split(",")[0].strip():
            headers["host"] = name

    def recognize_public_name(self, scope: Scope, headers: MutableHeaders) -> None:
        """Restore the public host where a proxy replaced it: no foreign page can send our origin."""
        name = self.hosting.public_name
        if not name:
            return
        if headers.get("origin", "") == self.hosting.public_url:
            headers["host"] = name
        if headers.get("host", "") == name and self.hosting.is_public_secure:
            scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])

    def is_allowed(self, name: str) -> bool:
        bare = PORT.sub("", name).lower()
        allowed = (*self.hosting.allowed_hosts, PORT.sub("", self.hosting.public_name))
        return any(bare == one or (one.startswith("*.") and bare.endswith(one[1:])) for one in allowed if one)


class RootPath:
    """Middleware that strips the root path, unless a proxy has done so."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app = app
        self.root_path = root_path

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if self.root_path and scope["type"] in ("http", "websocket"):
            self.strip(scope)
        return self.app(scope, receive, send)

    def strip(self, scope: Scope) -> None:
        path, root = scope["path"], self.root_path
        if path != root and not path.startswith(f"{root}/"):
            return
        scope["path"] = path.removeprefix(root) or "/"
        raw: bytes = scope.get("raw_path") or b""
        if raw.startswith(root.encode()):
            scope["raw_path"] = raw.removeprefix(root.encode()) or b"/"
