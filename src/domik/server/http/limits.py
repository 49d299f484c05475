"""Rate limits (token buckets) and size limits of what clients send."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from starlette.requests import Request

from domik.kernel.phrase import Phrase
from domik.server.http.errors import HttpError

LARGEST_MESSAGE = 4096  # bytes of one WebSocket message
LARGEST_BODY = 16384  # bytes of one request body
BODY_TIMEOUT = 10.0  # seconds within which a body has to arrive
DAY = 24 * 3600.0
SHARED_AFTER = 10.0  # seconds after which the other nodes know what was taken here (server/cluster/shared_limits.py)


async def read_body(request: Request, largest: int = LARGEST_BODY, seconds: float = BODY_TIMEOUT) -> bytes:
    """The body of a request; HttpError 413 where it is larger than `largest` bytes, 408 where it takes too long."""
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > largest:
                    raise HttpError(413, Phrase("web.error.size"))
    except TimeoutError:
        raise HttpError(408, Phrase("web.error.slow")) from None
    return bytes(data)


class TokenBucket:
    """A burst of `most` tokens, refilled at `rate` tokens a second."""

    __slots__ = ("at", "left", "most", "rate", "taken")

    def __init__(self, most: float, rate: float) -> None:
        self.most = most
        self.rate = rate
        self.left = most
        self.at = time.monotonic()
        self.taken = 0.0  # tokens not yet reported to the other nodes

    def refill(self) -> None:
        at = time.monotonic()
        self.left = min(self.most, self.left + (at - self.at) * self.rate)
        self.at = at

    def delay(self) -> float:
        """Seconds until it is no longer in debt."""
        self.refill()
        return max(0.0, -self.left / self.rate)

    def take(self) -> bool:
        """Take one token; false where there is none."""
        self.refill()
        if self.left < 1:
            return False
        self.left -= 1
        self.taken += 1
        return True


class RateLimit:
    """A limit per visitor together with one for all visitors of an address; pairs are (burst, tokens per second)."""

    def __init__(self, visitor: tuple[float, float], address: tuple[float, float], times: float = 1.0) -> None:
        self.visitors = TokenBuckets(visitor[0] * times, visitor[1] * times)
        self.addresses = TokenBuckets(address[0] * times, address[1] * times)

    def allows(self, owner: str, address: str) -> bool:
        """Take one token from both buckets; an empty address is not counted."""
        return self.visitors.take(owner) and (not address or self.addresses.take(address))


class RateLimits:
    """The limits besides that of plain requests, per visitor and per address: (burst, tokens per second)."""

    def __init__(self, times: float = 1.0) -> None:
        self.commands = RateLimit((40, 20), (240, 80), times)  # of any kind, over all sockets
        self.redraws = RateLimit((12, 1), (60, 5), times)  # each renders a whole table
        self.hints = RateLimit((3, 0.5), (12, 1), times)  # each makes a strong bot think
        self.chat = RateLimit((5, 0.5), (30, 2), times)
        self.sockets = RateLimit((20, 1), (90, 5), times)  # handshakes; each renders a table
        self.mails = RateLimit((3, 3 / DAY), (10, 10 / DAY), times)  # to addresses that nobody has confirmed
        self.pushes = RateLimit((5, 1 / 60), (20, 1 / 15), times)  # to oneself, to try
        self.board_renders = RateLimit(
            (80, 10), (200, 20), times
        )  # pages that replay a game, draw a board or show a review
        self.imported = TokenBuckets(100e6 * times, 10e3 * times)  # bytes of games brought in, by address

    def buckets_by_name(self) -> dict[str, TokenBuckets]:
        """Every bucket set under the name by which nodes share it."""
        kinds: dict[str, RateLimit] = {
            "wishes": self.commands,
            "looks": self.redraws,
            "hints": self.hints,
            "chat": self.chat,
            "sockets": self.sockets,
            "boards": self.board_renders,
            "mails": self.mails,
            "pushes": self.pushes,
        }
        visitors = {f"{name} of visitors": patience.visitors for name, patience in kinds.items()}
        visitors["imported"] = self.imported
        return visitors | {name: patience.addresses for name, patience in kinds.items()}


class TokenBuckets:
    """One bucket per key; full ones are evicted, since they are the same as new ones."""

    def __init__(self, most: float, rate: float, kept: int = 20_000) -> None:
        self.most = most
        self.rate = rate
        self.max_entries = kept
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def charge(self, who: str, number: float) -> None:
        """Take tokens whether or not any are left."""
        bucket = self._bucket(who)
        bucket.refill()
        bucket.left -= number
        bucket.taken += number

    def charge_remote(self, who: str, number: float) -> None:
        """Take tokens that were used at another node; the debt is never larger than one burst."""
        bucket = self._bucket(who)
        bucket.refill()
        bucket.left = max(-bucket.most, bucket.left - number)

    def take(self, who: str) -> bool:
        """Take one token; false where there is none."""
        return self._bucket(who).take()

    def delay(self, who: str) -> float:
        """Seconds until a key is no longer in debt."""
        return self._bucket(who).delay()

    def unreported_since(self, since: float) -> list[tuple[str, TokenBucket]]:
        """Keys with tokens taken since a monotonic time that are not yet reported, the latest first."""
        found = []
        for who in reversed(self._buckets):  # ordered by `at`, since a bucket moves to the end when it is used
            bucket = self._buckets[who]
            if bucket.at < since:
                break
            if bucket.taken:
                found.append((who, bucket))
        return found

    def _bucket(self, who: str) -> TokenBucket:
        bucket = self._buckets.get(who)
        if bucket is None:
            for _ in range(2):  # two evictions for each new bucket, so that the mapping shrinks
                self._evict_oldest()
            bucket = self._buckets[who] = TokenBucket(self.most, self.rate)
        else:
            self._buckets.move_to_end(who)
        return bucket

    def _evict_oldest(self) -> None:
        """Evict the oldest bucket if it is full and its use was reported, or if there are too many."""
        if not self._buckets:
            return
        oldest = next(iter(self._buckets.values()))
        since = time.monotonic() - oldest.at
        if (since > SHARED_AFTER and oldest.left + since * self.rate >= self.most) or len(
            self._buckets
        ) >= self.max_entries:
            self._buckets.popitem(last=False)
