"""What every answer carries, and what no request gets past: security headers, foreign forms, floods."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domik.kernel.phrase import Phrase
from domik.server.answers import told
from domik.server.asked import address_of
from domik.server.errors import Refused
from domik.server.front import MISNAMED
from domik.server.limits import Buckets

WIRE = "domik.wire"  # in a socket's scope: its bare channel, without the layers that only pages need
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
UNLIMITED = ("/healthz", "/metrics")  # for those who watch the server
NAME = re.compile(r"([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])?(:[0-9]{1,5})?")  # of a server, as requests call it


def origin_of(headers: Headers) -> tuple[str, str] | None:
    """The scheme and the server's name of the page that sends this; None when it does not say, or nothing readable."""
    try:
        found = urlsplit(headers.get("origin", ""))
    except ValueError:
        return None
    return (found.scheme, found.netloc) if found.scheme in ("http", "https") and found.netloc else None


def is_ours(headers: Headers) -> bool:
    """Whether the page that sends this is one of ours: browsers always say where a socket comes from."""
    origin = origin_of(headers)
    return origin is not None and origin[1] == headers.get("host", "")


IN_A_FRAME = {"content-security-policy": FRAMED}


def is_picture(path: str) -> bool:
    """Whether our own pages show this one in a frame."""
    return path.startswith(("/t/", "/puzzles/")) and path.endswith("/picture")


def is_foreign(headers: Headers) -> bool:
    """Whether another site's page sends this: browsers say where a form comes from."""
    site = headers.get("sec-fetch-site", "")
    return site in ("cross-site", "same-site") or ("origin" in headers and not is_ours(headers))


class Guard:
    """The outermost layer."""

    def __init__(self, app: ASGIApp, requests: Buckets) -> None:
        self.app = app
        self.requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check what comes in, dress what goes out."""
        if scope["type"] != "http":
            scope[WIRE] = receive, send
            if scope["type"] == "websocket" and self.is_banned(HTTPConnection(scope)):
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS | (IN_A_FRAME if is_picture(scope["path"]) else {}))
            await send(message)

        request = Request(scope, receive)
        refused = self.refusal(request)
        if refused is not None:
            await told(request, refused.status, refused.phrase)(scope, receive, dressed)
        else:
            await self.app(scope, receive, dressed)

    def is_banned(self, connection: HTTPConnection) -> bool:
        """Whether whoever keeps the house does not want them."""
        bans = getattr(connection.app.state, "bans", None)
        return bans is not None and bool(bans.refuses(connection))

    def refusal(self, request: Request) -> Refused | None:
        """Why a request goes no further."""
        headers, path = request.headers, request.scope["path"]
        if not NAME.fullmatch(headers.get("host", "")):
            return Refused(400, Phrase("web.error.message"))
        if MISNAMED in request.scope and path not in UNLIMITED:
            return Refused(421, Phrase("web.error.host"))
        if self.is_banned(request) and path not in UNLIMITED and not path.startswith(("/static/", "/host")):
            return Refused(403, Phrase("web.error.banned"))
        if not self.requests.take(address_of(request)) and path not in UNLIMITED:
            return Refused(429, Phrase("web.error.fast"))
        if request.method == "POST" and not path.startswith("/api/") and is_foreign(headers):
            return Refused(403, Phrase("web.error.foreign"))
        return None
