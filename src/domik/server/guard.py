"""What every answer carries, and what no request gets past: security headers, foreign forms, floods."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domik.kernel.phrase import Phrase
from domik.server.errors import Refused
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


IN_A_FRAME = {"content-security-policy": FRAMED}


def is_picture(path: str) -> bool:
    """Whether our own pages show this one in a frame."""
    return path.startswith("/t/") and path.endswith("/picture")


def is_foreign(headers: Headers) -> bool:
    """Whether another site's page sends this: browsers say where a form comes from."""
    site = headers.get("sec-fetch-site", "")
    if site in ("cross-site", "same-site"):
        return True
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host", "")


class Guard:
    """The outermost layer."""

    def __init__(self, app: ASGIApp, requests: Buckets) -> None:
        self.app = app
        self.requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check what comes in, dress what goes out."""
        if scope["type"] != "http":
            scope[WIRE] = receive, send
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        state: MutableMapping[str, Any] = scope.setdefault("state", {})
        client = scope.get("client")
        if not self.requests.take(client[0] if client else ""):
            state["refused"] = Refused(429, Phrase("web.error.fast"))
        elif scope["method"] == "POST" and not scope["path"].startswith("/api/") and is_foreign(headers):
            state["refused"] = Refused(403, Phrase("web.error.foreign"))

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS | (IN_A_FRAME if is_picture(scope["path"]) else {}))
            await send(message)

        await self.app(scope, receive, dressed)


async def refuse_early(request: Request) -> None:
    """Raise what the guard found, where the error pages can show it."""
    refused = getattr(request.state, "refused", None)
    if refused is not None:
        raise refused
