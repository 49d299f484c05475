"""What is refused or delayed: too many connections, requests that come too fast or cost too much; a stopping server.

Connections that never become a request are not seen here: uvicorn and a proxy hold those (docs/hosting.md).
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import visitor_of
from domik.server.cluster.relay import RELAYED_SCOPE
from domik.server.edge.monitoring import MONITORING, request_kind
from domik.server.http.limits import RateLimits, TokenBuckets
from domik.server.http.requests import client_address, service
from domik.server.rendering.responses import error_response

RESERVED = 64  # file descriptors for the data file, bot processes, and responses to refused clients
MOST_OPEN = 20_000
BUSY = 503
TRY_AGAIN_LATER = 1013  # a WebSocket closed before it was accepted: uvicorn answers 403
RETRY_AFTER = "5"  # seconds


def file_descriptors() -> int:
    """How many file descriptors this process may have; raises the soft limit as far as possible."""
    try:
        import resource
    except ImportError:  # Windows
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_OPEN + RESERVED if hard == resource.RLIM_INFINITY else min(hard, MOST_OPEN + RESERVED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return wanted if soft == resource.RLIM_INFINITY else int(soft)


def most_connections() -> int:
    return min(MOST_OPEN, max(16, file_descriptors() - RESERVED))


class ConnectionLimits:
    """Middleware that counts requests and sockets while they are open."""

    def __init__(self, app: ASGIApp, most_each: int, most: int) -> None:
        self.app = app
        self.most_each = most_each
        self.most = most
        self.open: Counter[str] = Counter()  # by address; "" where it is unknown
        self.total = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a request or socket while it is open; what another node forwards was counted there."""
        if scope["type"] not in ("http", "websocket") or RELAYED_SCOPE in scope or scope["path"] in MONITORING:
            await self.app(scope, receive, send)
            return
        address = client_address(HTTPConnection(scope))
        if self.is_full(address):
            await self.refuse(scope, receive, send)
            return
        self.open[address] += 1
        self.total += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.total -= 1
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    def is_full(self, address: str) -> bool:
        """Whether the total or the address's own limit is reached."""
        return self.total >= self.most or (address != "" and self.open[address] >= self.most_each)

    async def refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose(TRY_AGAIN_LATER)(scope, receive, send)
            return
        response = error_response(Request(scope), BUSY, Phrase("web.error.full"))
        response.headers["retry-after"] = RETRY_AFTER
        await response(scope, receive, send)


# Pages that replay games, or draw or review a board; event streams begin with one in letters
EXPENSIVE = re.compile(
    r"^/t/[^/]+/(step|picture|replay|review|learn)\b|^/(learn|puzzles|me/things)/.|^/api/tables/[^/]+/events$"
)
NO_SUCH, TOO_MANY = 404, 429
TOO_FAST = 4429  # a WebSocket closed before it was accepted: uvicorn answers 403
GUESSES = 5.0  # extra requests that a request for a page that does not exist counts as


def limit_keys(connection: HTTPConnection) -> tuple[str, str]:
    """The visitor and address that limits count by; all new visitors at one address count as one."""
    visitor, address = visitor_of(connection), client_address(connection)
    return address if visitor.is_new else visitor.owner, address


class RateLimitMiddleware:
    """Refuse what exceeds the limits; what another node forwards was counted there."""

    def __init__(self, app: ASGIApp, requests: TokenBuckets, pause: float) -> None:
        self.app = app
        self.requests = requests
        self.pause = pause  # seconds before a refusal is sent: refusals cost something, too

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or RELAYED_SCOPE in scope or scope["path"] in MONITORING:
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self.answer(Request(scope, receive), receive, send)
        elif self.kinds(scope).sockets.allows(*limit_keys(HTTPConnection(scope))):
            await self.app(scope, receive, send)
        else:
            await asyncio.sleep(self.pause)
            await WebSocketClose(TOO_FAST)(scope, receive, send)

    async def answer(self, request: Request, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it after a pause."""
        address = client_address(request)

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == NO_SUCH:
                self.requests.charge(address, GUESSES)  # discourages guessing of table ids
            await send(message)

        if self.allows(request, address):
            await self.app(request.scope, receive, send_counted)
        else:
            await asyncio.sleep(self.pause)
            await error_response(request, TOO_MANY, Phrase("web.error.fast"))(request.scope, receive, send)

    def allows(self, request: Request, address: str) -> bool:
        """Take a token for the request, and another one if it is expensive."""
        if not self.requests.take(address):
            return False
        is_expensive = EXPENSIVE.search(request.scope["path"])
        return not is_expensive or self.kinds(request.scope).board_renders.allows(*limit_keys(request))

    def kinds(self, scope: Scope) -> RateLimits:
        return service(scope, RateLimits)


BURST = 0.004  # seconds of processor time that an address may take at once
SHARE = 0.3  # of the time after that, for all addresses together that want more
DEBT = 0.02  # seconds: the largest debt of an address, since others were served meanwhile
WAIT_COST = 0.001  # seconds that a long poll or event stream is charged for what comes after it has begun to wait
COMPANY = 60.0  # seconds for which an address counts as present after a request
PAUSE = 0.001  # seconds between two requests that had to wait
KEPT = 20_000  # addresses

Clock = Callable[[], float]


class Account:
    """The bucket of one address, and the requests that wait for it to be refilled."""

    __slots__ = ("at", "left", "running", "since", "waiting")

    def __init__(self, at: float) -> None:
        self.left = BURST
        self.at = at  # when it was refilled
        self.running = 0  # requests in progress
        self.since = 0.0  # processor time up to which they have been charged
        self.waiting: deque[asyncio.Future[None]] = deque()


class FairShare:
    """How much processor time one address may take while others are waiting.

    One thread answers all clients, so an address that asks for much at once delays all others. Every address has a
    token bucket of processor time, which is charged while a request or a socket's message of that address is processed.
    Nothing is refused here: an address with an empty bucket waits, request by request, so that those of others come in
    between. An address that is alone never waits.
    """

    def __init__(self, clock: Clock = time.monotonic, processor: Clock = time.thread_time) -> None:
        self._clock = clock
        self._processor = processor
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._waiting: set[str] = set()  # addresses
        self._last = ""  # the address of the last request, its time, and the time of the last request of any other
        self._last_at = self._others_at = -COMPANY

    async def turn(self, address: str) -> None:
        """Wait until this address may go on, which is mostly at once; an unknown address never waits."""
        if not address:
            return
        at = self._clock()
        has_company = self._has_company(address, at)
        account = self._account(address)
        if not account.waiting and (self._has_time(account, at) or not has_company):
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        account.waiting.append(turn)
        if address not in self._waiting:
            self._waiting.add(address)
            self._call_later(address, account)
        await turn

    def begin(self, address: str) -> None:
        """Charge an address from now on; concurrent requests of it are charged once."""
        if address:
            account = self._account(address)
            self._settle(account)
            account.running += 1

    def end(self, address: str) -> None:
        if address:
            account = self._account(address)
            self._settle(account)
            account.running = max(0, account.running - 1)

    async def next_turn(self, address: str) -> None:
        """Let others come in between two parts of a long request."""
        self.end(address)
        try:
            await asyncio.sleep(0)
            await self.turn(address)
        finally:
            self.begin(address)

    def charge(self, address: str, seconds: float) -> None:
        if address:
            self._account(address).left -= seconds

    # ---- accounts ------------------------------------------------------------------------------------------------

    def _account(self, address: str) -> Account:
        account = self._accounts.get(address)
        if account is None:
            account = self._accounts[address] = Account(self._clock())
            if len(self._accounts) > KEPT:
                self._accounts.popitem(last=False)
        else:
            self._accounts.move_to_end(address)
        return account

    def _settle(self, account: Account) -> None:
        """Charge what was used since the last call."""
        now = self._processor()
        if account.running:
            account.left -= now - account.since
        account.since = now

    def _has_company(self, address: str, at: float) -> bool:
        """Note a request of an address, and say whether any other made one recently."""
        if address != self._last:
            self._last, self._others_at = address, self._last_at
        self._last_at = at
        return at - self._others_at < COMPANY

    def _has_time(self, account: Account, at: float) -> bool:
        """Refill the bucket, and say whether it is above zero."""
        earned = (at - account.at) * self._rate()
        account.left = min(BURST, max(account.left, -DEBT) + earned)
        account.at = at
        return account.left > 0

    def _rate(self) -> float:
        """Refill rate in seconds per second."""
        return SHARE / max(1, len(self._waiting))

    # ---- requests that wait --------------------------------------------------------------------------------------

    def _call_later(self, address: str, account: Account) -> None:
        missing = max(0.0, -account.left) / self._rate()
        asyncio.get_running_loop().call_later(max(PAUSE, missing), self._call, address, account)

    def _call(self, address: str, account: Account) -> None:
        """Let the next waiting request go on if there is time, and reschedule for the one after."""
        if self._has_time(account, self._clock()):
            while account.waiting:
                turn = account.waiting.popleft()
                if not turn.done():  # a waiting request may have been cancelled
                    turn.set_result(None)
                    break
        if account.waiting:
            self._call_later(address, account)
        else:
            self._waiting.discard(address)


class FairShareMiddleware:
    """Make requests, and messages of live sockets, wait for their turn."""

    def __init__(self, app: ASGIApp, shares: FairShare) -> None:
        self.app = app
        self.shares = shares

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"] in MONITORING:
            await self.app(scope, receive, send)
            return
        address = client_address(HTTPConnection(scope))
        await self.shares.turn(address)
        if scope["type"] == "websocket":
            await self.converse(address, scope, receive, send)
        elif request_kind(scope["path"], scope["query_string"].decode("latin-1")) == "wait":
            await self.serve_waiting(address, scope, receive, send)
        else:
            self.shares.begin(address)
            try:
                await self.app(scope, receive, send)
            finally:
                self.shares.end(address)

    async def serve_waiting(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a long poll or event stream, which pays for what is done before it waits: then others' moves feed it.

        A long poll waits once it listens for its client's leaving, an event stream once it has sent its first event.
        """
        shares, has_begun, is_waiting = self.shares, False, False

        def wait() -> None:
            nonlocal is_waiting
            if not is_waiting:
                is_waiting = True
                shares.end(address)

        async def receive_waiting() -> Message:
            if not has_begun:
                wait()
            return await receive()

        async def send_waiting(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)
            if message["type"] == "http.response.body":
                wait()

        shares.charge(address, WAIT_COST)
        shares.begin(address)
        try:
            await self.app(scope, receive_waiting, send_waiting)
        finally:
            wait()

    async def converse(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a live socket: once the application asks for the next message, the last one is done."""
        shares, is_idle = self.shares, False

        async def receive_in_turn() -> Message:
            nonlocal is_idle
            shares.end(address)
            is_idle = True
            message = await receive()
            if message["type"] == "websocket.receive":
                await shares.turn(address)
            shares.begin(address)
            is_idle = False
            return message

        shares.begin(address)
        try:
            await self.app(scope, receive_in_turn, send)
        finally:
            if not is_idle:
                shares.end(address)


def is_stopping(app: Starlette) -> bool:
    """Whether the server is stopping, so that cancelled tasks are expected."""
    return bool(getattr(app.state, "is_stopping", False))


class ShutdownMiddleware:
    """Answer 503 to requests that uvicorn cancels when its time to stop is up."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_begun = False

        async def send_noted(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_noted if scope["type"] == "http" else send)
        except asyncio.CancelledError:
            if not is_stopping(scope["app"]):
                raise
            if scope["type"] == "http" and not is_begun:
                await error_response(Request(scope), 503, Phrase("data.closing"))(scope, receive, send)
