"""Security: headers that every answer carries, names that the server answers to, forms that other sites send."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from domik.kernel.phrase import Phrase
from domik.server.edge.monitoring import MONITORING
from domik.server.edge.proxy_headers import MISNAMED
from domik.server.rendering.responses import error_response

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")  # a small picture of a table, in our pages
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
PLAIN = {"x-content-type-options": "nosniff"}  # of style sheets, scripts and fonts: browsers ask the page for the rest
DRAWN = PLAIN | {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}  # of pictures
OK = 200
REFUSED = 1008  # a WebSocket closed before it was accepted: uvicorn answers 403
NAME = re.compile(r"([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])?(:[0-9]{1,5})?")  # what a Host header may look like


def headers_for(path: str, status: int) -> dict[str, str]:
    """The security headers of an answer: a file that is no page of its own needs few, and there are many of them."""
    if path.startswith("/static/") and status == OK:
        return DRAWN if path.endswith(".svg") else PLAIN
    return HEADERS | ({"content-security-policy": FRAMED} if is_framed(path) else {})


def is_framed(path: str) -> bool:
    """Whether our own pages show this one in a frame."""
    return path.startswith(("/t/", "/puzzles/")) and path.endswith("/picture")


def origin_of(headers: Headers) -> tuple[str, str] | None:
    """Scheme and host of the page that sends this; None when the header is missing or cannot be read."""
    try:
        found = urlsplit(headers.get("origin", ""))
    except ValueError:
        return None
    return (found.scheme, found.netloc) if found.scheme in ("http", "https") and found.netloc else None


def is_ours(headers: Headers) -> bool:
    """Whether the page that sends this is one of ours: browsers always say where a socket comes from."""
    origin = origin_of(headers)
    return origin is not None and origin[1] == headers.get("host", "")


def is_foreign(headers: Headers) -> bool:
    """Whether another site's page sends this: browsers say where a form comes from."""
    site = headers.get("sec-fetch-site", "")
    return site in ("cross-site", "same-site") or ("origin" in headers and not is_ours(headers))


class SecurityHeaders:
    """Middleware that adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add them to the answer of a request; sockets have none."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(headers_for(scope["path"], message["status"]))
            await send(message)

        await self.app(scope, receive, with_headers)


class HostCheck:
    """Middleware that refuses names which are none, or not ours (`--allowed-hosts`)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at the Host header."""
        status, key = self.refusal(scope) if scope["type"] in ("http", "websocket") else (OK, "")
        if status == OK:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(REFUSED)(scope, receive, send)
        else:
            await error_response(Request(scope), status, Phrase(key))(scope, receive, send)

    def refusal(self, scope: Scope) -> tuple[int, str]:
        """The status, and the key of the sentence that says why."""
        if not NAME.fullmatch(Headers(scope=scope).get("host", "")):
            return 400, "web.error.message"
        if MISNAMED in scope and scope["path"] not in MONITORING:
            return 421, "web.error.host"
        return OK, ""


class OriginCheck:
    """Middleware that refuses forms which another site's page sends (cross-site request forgery).

    The JSON API is exempt: it is called with a key in a header, which no foreign form can set.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at where a form comes from."""
        is_form = scope["type"] == "http" and scope["method"] == "POST" and not scope["path"].startswith("/api/")
        if is_form and is_foreign(Headers(scope=scope)):
            await error_response(Request(scope), 403, Phrase("web.error.foreign"))(scope, receive, send)
        else:
            await self.app(scope, receive, send)
