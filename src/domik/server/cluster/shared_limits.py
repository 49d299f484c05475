"""Tallies: what somebody took at one server of a house counts at all of them.

Every server refuses by its own buckets, at once and without asking anybody. Every few seconds it tells the others in
one short word who took how much of what meanwhile, those first who took the largest part of what they may; the others
take it out of their buckets. So an address that is spread over many servers has one share and what it could take in
those few seconds, not one share a server.
"""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec

from domik.server.http.limits import TokenBuckets
from domik.server.store.leases import Leases

CHANNEL = "domik_limits"
REPORT_SECONDS = 2.0  # seconds
MAX_REPORTED = 120  # of one word: PostgreSQL carries 8000 bytes

UsageReport = list[tuple[str, str, float]]  # of what, who, how many


class SharedLimits:
    """The buckets of one server that are common to all."""

    def __init__(self, leases: Leases, counted: dict[str, TokenBuckets]) -> None:
        self._leases = leases
        self._buckets = counted
        self._since = 0.0  # who took nothing since then has been told

    async def run(self) -> None:
        """Tell and hear until the server ends."""
        self._leases.subscribe(CHANNEL, self.apply_report)
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            self.report_usage()

    def report_usage(self) -> None:
        """What was taken here, to all others; what does not fit is told next time."""
        at = time.monotonic()
        untold = [
            (name, who, bucket)
            for name, buckets in self._buckets.items()
            for who, bucket in buckets.unreported_since(self._since)
        ]
        if len(untold) > MAX_REPORTED:
            untold.sort(key=lambda one: one[2].taken / one[2].most, reverse=True)
        else:
            self._since = at
        word: UsageReport = []
        for name, who, bucket in untold[:MAX_REPORTED]:
            word.append((name, who, bucket.taken))
            bucket.taken = 0.0
        if word:
            self._leases.publish(CHANNEL, msgspec.json.encode(word).decode())

    def apply_report(self, _node: str, word: str) -> None:
        """What was taken at another server."""
        with contextlib.suppress(msgspec.DecodeError):  # a newer server may count otherwise
            for name, who, number in msgspec.json.decode(word, type=UsageReport):
                if name in self._buckets:
                    self._buckets[name].charge_remote(who, number)
