"""Limits: how fast anybody may talk to the server."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from starlette.requests import Request

from domik.kernel.phrase import Phrase
from domik.server.errors import Refused

LARGEST_MESSAGE = 4096  # bytes of one socket message
LARGEST_BODY = 16384  # bytes of one posted form or document
LONGEST_BODY = 10.0  # seconds that such a body may take on its way


async def data_of(request: Request) -> bytes:
    """What was posted, never more than we are willing to hold, nor longer than we are willing to wait."""
    data = b""
    try:
        async with asyncio.timeout(LONGEST_BODY):
            async for chunk in request.stream():
                data += chunk
                if len(data) > LARGEST_BODY:
                    raise Refused(413, Phrase("web.error.size"))
    except TimeoutError:
        raise Refused(408, Phrase("web.error.slow")) from None
    return data


class Bucket:
    """So many at once, and so many a second from then on."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, most: float, rate: float) -> None:
        self.most = most
        self.rate = rate
        self.left = most
        self.at = time.monotonic()

    def take(self) -> bool:
        """Whether there is one left."""
        at = time.monotonic()
        self.left = min(self.most, self.left + (at - self.at) * self.rate)
        self.at = at
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One bucket for everybody; those not seen for long are forgotten."""

    def __init__(self, most: float, rate: float, kept: int = 20_000) -> None:
        self.most = most
        self.rate = rate
        self.kept = kept
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether this one has any left."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.most, self.rate)
            if len(self._buckets) > self.kept:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(who)
        return bucket.take()
