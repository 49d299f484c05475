"""Rate limits shared among nodes.

Every node refuses by its own buckets, at once and without asking. Every few seconds it reports in one short message
what was taken meanwhile, those first who used the largest part of their limit; the other nodes take it from their
buckets. So a client that spreads over many nodes has one share and what it could take in those few seconds, not one
share per node.
"""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec

from domik.server.http.limits import TokenBuckets
from domik.server.store.store import Leases

CHANNEL = "domik_limits"
REPORT_SECONDS = 2.0
MAX_REPORTED = 120  # entries per message, within PostgreSQL's limit of 8000 bytes

UsageReport = list[tuple[str, str, float]]  # limit, key, tokens taken


class SharedLimits:
    """The buckets of one node that are common to all."""

    def __init__(self, leases: Leases, counted: dict[str, TokenBuckets]) -> None:
        self._leases = leases
        self._buckets = counted
        self._since = 0.0  # everything taken before this has been reported

    async def run(self) -> None:
        self._leases.subscribe(CHANNEL, self.apply_report)
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            self.report_usage()

    def report_usage(self) -> None:
        """Send what was taken here to all other nodes; what does not fit is sent next time."""
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
        with contextlib.suppress(msgspec.DecodeError):  # a newer node may use another format
            for name, who, number in msgspec.json.decode(word, type=UsageReport):
                if name in self._buckets:
                    self._buckets[name].charge_remote(who, number)
