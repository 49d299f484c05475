"""Fair share: how much processor time one address may take while others are waiting.

One thread answers all clients, so an address that asks for much at once delays all others. Every address has a token
bucket of processor time, which is charged while a request or a socket's message of that address is processed.
Nothing is refused here: an address with an empty bucket waits, request by request, so that those of others come in
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
from domik.server.http.requests import client_address

BURST = 0.004  # seconds of processor time that an address may take at once
SHARE = 0.3  # of the time after that, for all addresses together that want more
DEBT = 0.02  # seconds: the largest debt of an address, since others were served meanwhile
WAIT_COST = 0.001  # seconds that a long poll or event stream is charged; they mostly wait for others' moves
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
            self.shares.charge(address, WAIT_COST)
            await self.app(scope, receive, send)
        else:
            self.shares.begin(address)
            try:
                await self.app(scope, receive, send)
            finally:
                self.shares.end(address)

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
