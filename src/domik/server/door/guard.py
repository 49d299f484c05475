"""What every answer carries, and what no request gets past: security headers, foreign forms, floods."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import visitor_of
from domik.server.cluster.relay import RELAYED_SCOPE
from domik.server.door.site import THEN
from domik.server.door.turns import OneByOne, Turns
from domik.server.edge.proxy_headers import MISNAMED
from domik.server.http.errors import HttpError
from domik.server.http.limits import RateLimits, TokenBuckets
from domik.server.http.params import client_address
from domik.server.live.services import Services
from domik.server.rendering.responses import error_response

CHANNEL = "domik.channel"  # in a socket's scope
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
# Here a game is replayed, a board drawn or reviewed
DEAR = re.compile(r"^/t/[^/]+/(step|picture|replay|review|learn)\b|^/(learn|puzzles)/.")
OK, NO_SUCH, TOO_MANY, TOO_FAST = 200, 404, 429, 4429
GUESSES = 5.0  # requests that one for nothing counts as, besides itself
UNLIMITED = ("/healthz", "/metrics")  # for those who watch the server
NAME = re.compile(r"([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])?(:[0-9]{1,5})?")  # of a server, as requests call it


class Channel:
    """A socket without the layers that only pages need; whoever answers it leaves here what it does from then on."""

    __slots__ = ("receive", "send", "then")

    def __init__(self, receive: Receive, send: Send) -> None:
        self.receive = receive
        self.send = send
        self.then: Callable[[], Awaitable[None]] | None = None


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


def dress_of(path: str, status: int) -> dict[str, str]:
    """What an answer carries: a file that is no page of its own needs little, and there are many of them."""
    if path.startswith("/static/") and status == OK:
        return DRAWN if path.endswith(".svg") else PLAIN
    return HEADERS | (IN_A_FRAME if is_picture(path) else {})


def is_foreign(headers: Headers) -> bool:
    """Whether another site's page sends this: browsers say where a form comes from."""
    site = headers.get("sec-fetch-site", "")
    return site in ("cross-site", "same-site") or ("origin" in headers and not is_ours(headers))


def asking(connection: HTTPConnection) -> tuple[str, str]:
    """Who asks, and from where, as limits count: a stranger is whoever else is a stranger there."""
    visitor, address = visitor_of(connection), client_address(connection)
    return address if visitor.is_new else visitor.owner, address


class Guard:
    """The outermost layer."""

    def __init__(self, app: ASGIApp, requests: TokenBuckets, pause: float) -> None:
        self.app = app
        self.requests = requests
        self.pause = pause  # refusals cost something, too: nobody gets many a second
        self.turns = Turns()

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Check what comes in, dress what goes out."""
        if scope["type"] == "http":
            return self.answer(scope, receive, send)
        if scope["type"] == "websocket":
            return self.lead(scope, receive, send)
        return self.app(scope, receive, send)

    async def lead(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A live socket."""
        connection = HTTPConnection(scope)
        address = client_address(connection)
        channel = scope[CHANNEL] = Channel(OneByOne(self.turns, address, receive), send)
        if self.is_banned(connection):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        elif not self.lets_in(connection):
            await receive()
            await asyncio.sleep(self.pause)
            await send({"type": "websocket.close", "code": TOO_FAST})
        else:
            try:
                await self.turns.turn(address)
                await self.turns.spend(address, self.app(scope, receive, send))
                if channel.then is not None:
                    scope[THEN] = partial(self.afterwards, address, channel.then)
            except asyncio.CancelledError:
                if not scope["app"].is_stopping:
                    raise

    def afterwards(self, address: str, then: Callable[[], Awaitable[None]]) -> Awaitable[None]:
        """What a live socket does from its greeting on, at the cost of whoever asked for it."""
        return self.turns.spend(address, then())

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request."""
        request = Request(scope, receive)
        address = client_address(request)

        is_begun = False

        async def dressed(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            if message["type"] == "http.response.start":
                if message["status"] == NO_SUCH and RELAYED_SCOPE not in scope:  # trying addresses out is soon enough
                    self.requests.charge(address, GUESSES)
                MutableHeaders(scope=message).update(dress_of(scope["path"], message["status"]))
            await send(message)

        refused = self.refusal(request)
        if refused is not None and refused.status == TOO_MANY:
            await asyncio.sleep(self.pause)
        app = error_response(request, refused.status, refused.phrase) if refused is not None else self.app
        try:
            if scope["path"] not in UNLIMITED:
                await self.turns.turn(address)
            await self.turns.spend(address, app(scope, receive, dressed))
        except asyncio.CancelledError:
            if not scope["app"].is_stopping:
                raise
            if not is_begun:
                await error_response(request, 503, Phrase("data.closing"))(scope, receive, dressed)

    def kinds(self, connection: HTTPConnection) -> RateLimits:
        """What is counted by visitor and address."""
        house: Services = connection.app.state.live_tables.services
        return house.rate_limits

    def has_patience(self, request: Request) -> bool:
        """Whether an address and a visitor may ask for one more; what another node sends on was counted there."""
        if RELAYED_SCOPE in request.scope:
            return True
        is_dear = DEAR.search(request.scope["path"])
        return self.requests.take(client_address(request)) and (
            not is_dear or self.kinds(request).board_renders.allows(*asking(request))
        )

    def lets_in(self, connection: HTTPConnection) -> bool:
        """Whether a live socket may be opened; one that another node sends on was counted there."""
        return RELAYED_SCOPE in connection.scope or self.kinds(connection).sockets.allows(*asking(connection))

    def is_banned(self, connection: HTTPConnection) -> bool:
        """Whether whoever keeps the house does not want them."""
        bans = getattr(connection.app.state, "bans", None)
        return bans is not None and bool(bans.is_banned(connection))

    def refusal(self, request: Request) -> HttpError | None:
        """Why a request goes no further."""
        headers, path = request.headers, request.scope["path"]
        if not NAME.fullmatch(headers.get("host", "")):
            return HttpError(400, Phrase("web.error.message"))
        if MISNAMED in request.scope and path not in UNLIMITED:
            return HttpError(421, Phrase("web.error.host"))
        if self.is_banned(request) and path not in UNLIMITED and not path.startswith(("/static/", "/host")):
            return HttpError(403, Phrase("web.error.banned"))
        if path not in UNLIMITED and not self.has_patience(request):
            return HttpError(429, Phrase("web.error.fast"))
        if request.method == "POST" and not path.startswith("/api/") and is_foreign(headers):
            return HttpError(403, Phrase("web.error.foreign"))
        return None
