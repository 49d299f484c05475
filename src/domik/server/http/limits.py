"""Limits: how fast anybody may talk to the server."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from starlette.requests import Request

from domik.kernel.phrase import Phrase
from domik.server.http.errors import HttpError

LARGEST_MESSAGE = 4096  # bytes of one socket message
LARGEST_BODY = 16384  # bytes of one posted form or document
BODY_TIMEOUT = 10.0  # seconds that such a body may take on its way
SHARED_AFTER = (
    10.0  # seconds after which the other servers have heard what was taken here (server/cluster/shared_limits.py)
)


async def read_body(request: Request) -> bytes:
    """What was posted, never more than we are willing to hold, nor longer than we are willing to wait."""
    data = b""
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for chunk in request.stream():
                data += chunk
                if len(data) > LARGEST_BODY:
                    raise HttpError(413, Phrase("web.error.size"))
    except TimeoutError:
        raise HttpError(408, Phrase("web.error.slow")) from None
    return data


class TokenBucket:
    """So many at once, and so many a second from then on."""

    __slots__ = ("at", "left", "most", "rate", "taken")

    def __init__(self, most: float, rate: float) -> None:
        self.most = most
        self.rate = rate
        self.left = most
        self.at = time.monotonic()
        self.taken = 0.0  # that other servers of the house have not heard of

    def refill(self) -> None:
        """What has come in since it was looked at."""
        at = time.monotonic()
        self.left = min(self.most, self.left + (at - self.at) * self.rate)
        self.at = at

    def take(self) -> bool:
        """Whether there is one left."""
        self.refill()
        if self.left < 1:
            return False
        self.left -= 1
        self.taken += 1
        return True


class RateLimit:
    """How much of one kind a visitor may ask for, and how much everybody at one address together."""

    def __init__(self, visitor: tuple[float, float], address: tuple[float, float], times: float = 1.0) -> None:
        self.visitors = TokenBuckets(visitor[0] * times, visitor[1] * times)
        self.addresses = TokenBuckets(address[0] * times, address[1] * times)

    def allows(self, owner: str, address: str) -> bool:
        """Whether there is some left for both; where nobody knows the address, the visitor alone counts."""
        return self.visitors.take(owner) and (not address or self.addresses.take(address))


class RateLimits:
    """What is counted besides plain requests: at once, and a second, by visitor and by address."""

    def __init__(self, times: float = 1.0) -> None:
        self.commands = RateLimit((40, 20), (240, 80), times)  # of whatever kind, over all sockets
        self.redraws = RateLimit((12, 1), (60, 5), times)  # every one draws a table anew
        self.hints = RateLimit((3, 0.5), (12, 1), times)  # a strong bot thinks
        self.chat = RateLimit((5, 0.5), (30, 2), times)
        self.sockets = RateLimit((20, 1), (90, 5), times)  # handshakes: every one draws a table
        self.board_renders = RateLimit(
            (80, 10), (200, 20), times
        )  # of pages: a game is replayed, a board drawn or reviewed

    def buckets_by_name(self) -> dict[str, TokenBuckets]:
        """All that is counted, by name."""
        kinds: dict[str, RateLimit] = {
            "wishes": self.commands,
            "looks": self.redraws,
            "hints": self.hints,
            "chat": self.chat,
            "sockets": self.sockets,
            "boards": self.board_renders,
        }
        visitors = {f"{name} of visitors": patience.visitors for name, patience in kinds.items()}
        return visitors | {name: patience.addresses for name, patience in kinds.items()}


class TokenBuckets:
    """One bucket for everybody; those that are full again are forgotten, as if nobody had come."""

    def __init__(self, most: float, rate: float, kept: int = 20_000) -> None:
        self.most = most
        self.rate = rate
        self.max_entries = kept
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def charge(self, who: str, number: float) -> None:
        """So many more were used here, whether there were any left or not."""
        bucket = self._bucket(who)
        bucket.refill()
        bucket.left -= number
        bucket.taken += number

    def charge_remote(self, who: str, number: float) -> None:
        """So many more were used at another server; nobody owes more than they may have at once."""
        bucket = self._bucket(who)
        bucket.refill()
        bucket.left = max(-bucket.most, bucket.left - number)

    def take(self, who: str) -> bool:
        """Whether this one has any left."""
        return self._bucket(who).take()

    def unreported_since(self, since: float) -> list[tuple[str, TokenBucket]]:
        """Who has taken some since then that other servers have not heard of, the latest first."""
        found = []
        for who in reversed(self._buckets):  # the order is that of `at`: whoever is looked at goes to the end
            bucket = self._buckets[who]
            if bucket.at < since:
                break
            if bucket.taken:
                found.append((who, bucket))
        return found

    def _bucket(self, who: str) -> TokenBucket:
        bucket = self._buckets.get(who)
        if bucket is None:
            for _ in range(2):  # two for one: those who left are gone sooner than others come
                self._evict_oldest()
            bucket = self._buckets[who] = TokenBucket(self.most, self.rate)
        else:
            self._buckets.move_to_end(who)
        return bucket

    def _evict_oldest(self) -> None:
        """A full bucket says nothing, once the other servers have heard what was taken; nor are too many kept."""
        if not self._buckets:
            return
        oldest = next(iter(self._buckets.values()))
        since = time.monotonic() - oldest.at
        if (since > SHARED_AFTER and oldest.left + since * self.rate >= self.most) or len(
            self._buckets
        ) >= self.max_entries:
            self._buckets.popitem(last=False)
