"""Fair share: how much of the server's time one address may take while others are here, too.

One thread answers everybody, so an address that asks for much at once keeps all others waiting. Every address has a
token bucket of processor time, which is charged while a request or a socket's message of that address is answered.
Nothing is refused here: an address with an empty bucket waits, request by request, so that everybody else's come in
between. An address that is alone never waits.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domik.server.edge.monitoring import MONITORING, request_kind
from domik.server.http.params import client_address

BURST = 0.004  # seconds of processor time that an address may take at once
SHARE = 0.3  # of the time from then on, for all addresses together that want more
DEBT = 0.02  # seconds: an address owes no more, since others were answered meanwhile
WAIT_COST = 0.001  # seconds that a long poll or an event stream is charged, which wait for others' moves
COMPANY = 60.0  # seconds for which an address that asked counts as being here
PAUSE = 0.001  # seconds between two requests that have waited
KEPT = 20_000  # addresses

Clock = Callable[[], float]


class Account:
    """The bucket of one address, and the requests that wait for it to fill."""

    __slots__ = ("at", "left", "running", "since", "waiting")

    def __init__(self, at: float) -> None:
        self.left = BURST
        self.at = at  # when it was filled
        self.running = 0  # requests that are being answered
        self.since = 0.0  # the processor time up to which they are charged
        self.waiting: deque[asyncio.Future[None]] = deque()


class FairShare:
    """The accounts of all addresses."""

    def __init__(self, clock: Clock = time.monotonic, processor: Clock = time.thread_time) -> None:
        self._clock = clock
        self._processor = processor
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._waiting: set[str] = set()  # addresses
        self._last = ""  # the address that asked last, when it did, and when any other did
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
        """Charge an address from now on; what it asks for at the same time is charged once."""
        if address:
            account = self._account(address)
            self._settle(account)
            account.running += 1

    def end(self, address: str) -> None:
        """One of its requests is answered."""
        if address:
            account = self._account(address)
            self._settle(account)
            account.running = max(0, account.running - 1)

    def charge(self, address: str, seconds: float) -> None:
        """Take processor time out of the bucket of an address."""
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
        """Charge what was used since it was settled last."""
        now = self._processor()
        if account.running:
            account.left -= now - account.since
        account.since = now

    def _has_company(self, address: str, at: float) -> bool:
        """Note that an address is here, and say whether any other was of late."""
        if address != self._last:
            self._last, self._others_at = address, self._last_at
        self._last_at = at
        return at - self._others_at < COMPANY

    def _has_time(self, account: Account, at: float) -> bool:
        """Fill the bucket, and say whether anything is in it."""
        earned = (at - account.at) * self._rate()
        account.left = min(BURST, max(account.left, -DEBT) + earned)
        account.at = at
        return account.left > 0

    def _rate(self) -> float:
        """How fast a bucket fills, in seconds a second."""
        return SHARE / max(1, len(self._waiting))

    # ---- requests that wait --------------------------------------------------------------------------------------

    def _call_later(self, address: str, account: Account) -> None:
        missing = max(0.0, -account.left) / self._rate()
        asyncio.get_running_loop().call_later(max(PAUSE, missing), self._call, address, account)

    def _call(self, address: str, account: Account) -> None:
        """Let the next one go on if there is time for it, and come back for the one after."""
        if self._has_time(account, self._clock()):
            while account.waiting:
                turn = account.waiting.popleft()
                if not turn.done():  # a request that waits may be cancelled
                    turn.set_result(None)
                    break
        if account.waiting:
            self._call_later(address, account)
        else:
            self._waiting.discard(address)


class FairShareMiddleware:
    """Requests, and messages of live sockets, each in its turn."""

    def __init__(self, app: ASGIApp, shares: FairShare) -> None:
        self.app = app
        self.shares = shares

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a turn, and charge what it took."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in MONITORING:
            await self.app(scope, receive, send)
            return
        address = client_address(HTTPConnection(scope))
        await self.shares.turn(address)
        if scope["type"] == "websocket":
            await self.converse(address, scope, receive, send)
        elif request_kind(scope["path"], scope["query_string"].decode("latin-1")) == "wait":
            self.shares.charge(address, WAIT_COST)
            await self.app(scope, receive, send)
        else:
            self.shares.begin(address)
            try:
                await self.app(scope, receive, send)
            finally:
                self.shares.end(address)

    async def converse(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """A live socket: an application that asks for the next message has answered the last one."""
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
