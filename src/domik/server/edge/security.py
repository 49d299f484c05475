"""Security headers, the check of the Host header, and protection against cross-site requests."""

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
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")  # small pictures of tables
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
PLAIN = {"x-content-type-options": "nosniff"}  # style sheets, scripts and fonts: browsers use the page's policy
DRAWN = PLAIN | {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}  # pictures
OK = 200
REFUSED = 1008  # a WebSocket closed before it was accepted: uvicorn answers 403
NAME = re.compile(r"([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])?(:[0-9]{1,5})?")  # valid Host headers


def headers_for(path: str, status: int) -> dict[str, str]:
    """The security headers of a response: files that are not pages need few, and there are many of them."""
    if path.startswith("/static/") and status == OK:
        return DRAWN if path.endswith(".svg") else PLAIN
    return HEADERS | ({"content-security-policy": FRAMED} if is_framed(path) else {})


def is_framed(path: str) -> bool:
    """Whether our own pages show this one in a frame."""
    return path.startswith(("/t/", "/puzzles/")) and path.endswith("/picture")


def origin_of(headers: Headers) -> tuple[str, str] | None:
    """Scheme and host of the Origin header; None when it is missing or invalid."""
    try:
        found = urlsplit(headers.get("origin", ""))
    except ValueError:
        return None
    return (found.scheme, found.netloc) if found.scheme in ("http", "https") and found.netloc else None


def is_ours(headers: Headers) -> bool:
    """Whether the Origin header names this server: browsers always send it for sockets."""
    origin = origin_of(headers)
    return origin is not None and origin[1] == headers.get("host", "")


def is_foreign(headers: Headers) -> bool:
    """Whether a page of another site sends this form."""
    site = headers.get("sec-fetch-site", "")
    return site in ("cross-site", "same-site") or ("origin" in headers and not is_ours(headers))


class SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(headers_for(scope["path"], message["status"]))
            await send(message)

        await self.app(scope, receive, with_headers)


class HostCheck:
    """Middleware that refuses Host headers that are invalid or not allowed (`--allowed-hosts`)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, key = self.refusal(scope) if scope["type"] in ("http", "websocket") else (OK, "")
        if status == OK:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(REFUSED)(scope, receive, send)
        else:
            await error_response(Request(scope), status, Phrase(key))(scope, receive, send)

    def refusal(self, scope: Scope) -> tuple[int, str]:
        """Status and phrase key of the refusal; (OK, "") for none."""
        if not NAME.fullmatch(Headers(scope=scope).get("host", "")):
            return 400, "web.error.message"
        if MISNAMED in scope and scope["path"] not in MONITORING:
            return 421, "web.error.host"
        return OK, ""


class OriginCheck:
    """Middleware that refuses forms sent by another site's page (cross-site request forgery).

    The JSON API is exempt: it is called with a key in a header, which no foreign form can set.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_form = scope["type"] == "http" and scope["method"] == "POST" and not scope["path"].startswith("/api/")
        if is_form and is_foreign(Headers(scope=scope)):
            await error_response(Request(scope), 403, Phrase("web.error.foreign"))(scope, receive, send)
        else:
            await self.app(scope, receive, send)
