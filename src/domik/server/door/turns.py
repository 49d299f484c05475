"""Turns: how much of the server's time one address may take while others are here, too.

One thread does everything, one step after another, so whoever asks for much at once keeps all others waiting. Here the
time of every step is put down to the address that asked. Nobody is refused: an address that took its share waits for
its next request or wish, so that everybody else's come in between; whoever is alone never waits.
"""

from __future__ import annotations

import asyncio
import time
import types
from collections import OrderedDict, deque
from collections.abc import Awaitable, Generator
from typing import Any

from starlette.types import Message, Receive

AHEAD = 0.004  # seconds of the server's time that an address may take at once
SHARE = 0.3  # of its time from then on, for all together who want more
DEBT = 0.02  # seconds: a dear page is not paid for longer than this
COMPANY = 60.0  # seconds for which an address that asked counts as being here
PIECE = 0.001  # seconds between two of those who waited
KEPT = 20_000  # addresses


class Account:
    """What one address has left, and who waits there."""

    __slots__ = ("at", "left", "waiting")

    def __init__(self, at: float) -> None:
        self.left = AHEAD
        self.at = at
        self.waiting: deque[asyncio.Future[None]] = deque()


class Turns:
    """Whose turn it is."""

    def __init__(self) -> None:
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._waiting: set[str] = set()  # addresses
        self._last = ""  # who asked last, when, and when anybody else asked last
        self._last_at = self._others_at = -COMPANY

    async def turn(self, address: str) -> None:
        """Wait until it is this address's turn, which is mostly now; where nobody knows the address, always."""
        if not address:
            return
        at = time.monotonic()
        self._note(address, at)
        account = self._account(address, at)
        if account.waiting or not self._has_time(address, account, at):
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            account.waiting.append(mine)
            if address not in self._waiting:
                self._waiting.add(address)
                self._call_later(address, account)
            await mine

    @types.coroutine
    def spend(self, address: str, work: Awaitable[None]) -> Generator[Any, Any, None]:
        """Do it, and put the time of its steps down to whoever asked; waiting costs nothing."""
        account = self._account(address, time.monotonic())
        steps = work.__await__()
        step, told = steps.send, None
        while True:
            began = time.perf_counter()
            try:
                wanted = step(told)
            except StopIteration:
                return
            finally:
                account.left -= time.perf_counter() - began
            try:
                step, told = steps.send, (yield wanted)
            except BaseException as error:
                step, told = steps.throw, error

    # ---- accounts ------------------------------------------------------------------------------------------------

    def _account(self, address: str, at: float) -> Account:
        account = self._accounts.get(address)
        if account is None:
            account = self._accounts[address] = Account(at)
            if len(self._accounts) > KEPT:
                self._accounts.popitem(last=False)
        else:
            self._accounts.move_to_end(address)
        return account

    def _note(self, address: str, at: float) -> None:
        """Somebody is here."""
        if address != self._last:
            self._last, self._others_at = address, self._last_at
        self._last_at = at

    def _rate(self, address: str, at: float) -> float:
        """How fast an address comes to time again."""
        others_at = self._others_at if address == self._last else self._last_at
        return SHARE / max(1, len(self._waiting)) if at - others_at < COMPANY else 1.0

    def _has_time(self, address: str, account: Account, at: float) -> bool:
        """Whether there is some left by now."""
        earned = (at - account.at) * self._rate(address, at)
        account.left = min(AHEAD, max(account.left, -DEBT) + earned)
        account.at = at
        return account.left > 0

    # ---- those who wait --------------------------------------------------------------------------------------------

    def _call_later(self, address: str, account: Account) -> None:
        missing = max(0.0, -account.left) / self._rate(address, time.monotonic())
        asyncio.get_running_loop().call_later(max(PIECE, missing), self._call, address, account)

    def _call(self, address: str, account: Account) -> None:
        """The next one, if there is time for it; then the one after."""
        if self._has_time(address, account, time.monotonic()):
            while account.waiting:
                mine = account.waiting.popleft()
                if not mine.done():  # whoever waited may have been told to stop
                    mine.set_result(None)
                    break
        if account.waiting:
            self._call_later(address, account)
        else:
            self._waiting.discard(address)


class OneByOne:
    """The messages of a live socket, each in its turn."""

    __slots__ = ("address", "receive", "turns")

    def __init__(self, turns: Turns, address: str, receive: Receive) -> None:
        self.turns = turns
        self.address = address
        self.receive = receive

    async def __call__(self) -> Message:
        """The next one."""
        message = await self.receive()
        if message["type"] == "websocket.receive":
            await self.turns.turn(self.address)
        return message
