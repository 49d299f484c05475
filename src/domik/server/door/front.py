"""What stands in front of the server: proxies that speak for visitors, our name in the world, a path before ours.

Pages, scripts and answers are written as if every address began at the root. With a prefix, this layer takes it off
what comes in and puts it before every address of ours in what goes out, so that no page can forget it
(docs/decisions/0034).
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domik.server.cluster.relay import RELAYED_SCOPE
from domik.server.hosting import Hosting

TEXTS = ("text/html", "text/css", "text/javascript", "image/svg+xml", "application/json")
ADDRESSES = ("location", "content-location")
MISNAMED = "domik.misnamed"  # in a request's scope: it calls us by a name that is not ours
SECURE = {"http": "https", "ws": "wss"}


class Front:
    """A layer around everything but the seal of other nodes."""

    def __init__(self, app: ASGIApp, hosting: Hosting, ours: Iterable[str] = ()) -> None:
        self.app = app
        self.hosting = hosting
        self.prefix = Prefix(hosting.root_path, ours) if hosting.root_path else None

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """See who really asks, by which name, for what."""
        if scope["type"] not in ("http", "websocket"):
            return self.app(scope, receive, send)
        if not scope.get(RELAYED_SCOPE):  # the node that sent it on has looked already
            self.look(scope)
        if self.prefix is not None:
            self.prefix.take_off(scope)
            if not scope.get(RELAYED_SCOPE):  # it also puts the prefix back on
                send = self.prefix.putting_on(scope, send)
        return self.app(scope, receive, send)

    def look(self, scope: Scope) -> None:
        """The visitor's address, scheme and our name, as far as whoever tells them is to be believed."""
        hosting, headers = self.hosting, MutableHeaders(scope=scope)
        client = scope.get("client")
        is_proxy = client is None or not client[0] or client[0] in hosting.proxies
        if is_proxy:
            peer = client[0] if client else ""
            forwarded = ",".join(headers.getlist("x-forwarded-for"))
            visitor = hosting.proxies.forwarded_client(peer, forwarded) if forwarded else peer
            scope["client"] = (visitor, 0) if visitor else client
            if "https" in (headers.get("x-forwarded-proto", ""), "https" if hosting.is_public_secure else ""):
                scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])
            if name := headers.get("x-forwarded-host", "").split(",")[0].strip():
                headers["host"] = name
        name = hosting.public_name
        if name and headers.get("origin", "") == hosting.public_url:  # no foreign page can say so: browsers write it
            headers["host"] = name
        if name and headers.get("host", "") == name and hosting.is_public_secure:
            scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])
        if hosting.allowed_hosts and not self.is_allowed(headers.get("host", "")):
            scope[MISNAMED] = True

    def is_allowed(self, name: str) -> bool:
        """Whether requests may call us so."""
        bare = re.sub(r":[0-9]+$", "", name).lower()
        allowed = (*self.hosting.allowed_hosts, re.sub(r":[0-9]+$", "", self.hosting.public_name))
        return any(bare == one or (one.startswith("*.") and bare.endswith(one[1:])) for one in allowed if one)


class Prefix:
    """A path before every address of ours."""

    def __init__(self, prefix: str, ours: Iterable[str]) -> None:
        self.text = prefix
        self.bytes = prefix.encode()
        names = b"|".join(sorted({re.escape(name.encode()) for name in ours if name}))
        self.addresses = re.compile(
            rb"(?<=[\"'`(}])/(?=(?:" + names + rb")(?:[/?#\"'`$)\\&]|$))"  # "/t/..., url(/static/..., ${host}/t/...
            rb"|(?<==[\"'])/(?=[\"'?#\\])"  # href="/"
        )

    def take_off(self, scope: Scope) -> None:
        """A path of ours; a proxy may have taken it off before us."""
        path = scope["path"]
        if path == self.text or path.startswith(self.text + "/"):
            scope["path"] = path[len(self.text) :] or "/"
            raw = scope.get("raw_path") or b""
            scope["raw_path"] = raw[len(self.bytes) :] or b"/" if raw.startswith(self.bytes) else raw
        scope["headers"] = [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]

    def before(self, text: bytes) -> bytes:
        """Every address of ours with the prefix before it."""
        return self.addresses.sub(self.bytes + b"/", text)

    def putting_on(self, scope: Scope, send: Send) -> Send:
        """A channel on which every address gets the prefix."""
        return self.on_messages(send) if scope["type"] == "websocket" else self.on_answer(send)

    def on_messages(self, send: Send) -> Send:
        """Of a live socket: each message is whole."""

        async def prefixed(message: Message) -> None:
            if message["type"] == "websocket.send":
                if message.get("text") is not None:
                    message = {**message, "text": self.before(message["text"].encode()).decode()}
                elif message.get("bytes") is not None:
                    message = {**message, "bytes": self.before(message["bytes"])}
            await send(message)

        return prefixed

    def on_answer(self, send: Send) -> Send:
        """Of a request: texts are gathered until they are whole."""
        start: Message | None = None
        body = b""

        async def prefixed(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name in ADDRESSES:
                    if headers.get(name, "").startswith("/"):
                        headers[name] = self.text + headers[name]
                kind = headers.get("content-type", "").partition(";")[0]
                if kind in TEXTS and "content-encoding" not in headers:
                    start = message
                    return
            elif start is not None and message["type"] == "http.response.body":
                body += message.get("body", b"")
                if message.get("more_body"):
                    return
                whole = self.before(body)
                if "content-length" in Headers(scope=start):
                    MutableHeaders(scope=start)["content-length"] = str(len(whole))
                first, start = start, None
                await send(first)
                message = {"type": "http.response.body", "body": whole}
            await send(message)

        return prefixed


def first_names(paths: Iterable[str]) -> set[str]:
    """What addresses begin with: t, g, static, ..."""
    return {name for path in paths if (name := path.split("/")[1]) and not name.startswith("{")}
