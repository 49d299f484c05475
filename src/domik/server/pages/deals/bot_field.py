"""Bots of three levels play every shared deal for comparison, one deal at a time in a low-priority process."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from multiprocessing.connection import Connection

import msgspec

from domik.deals import Deal
from domik.deals.bot_field import LEVELS, BotResult, play_missing, result_keys
from domik.server.bots.background import lower_priority, stream_from_process
from domik.server.store import Store

log = logging.getLogger("domik.server")
BOT_GAMES_KIND = "bots"  # key-value kind: result by deal and bot
MAX_QUEUED = 40  # deals


def play_in_process(deal: Deal, known: set[str], levels: Mapping[str, int], pipe: Connection) -> None:
    """Process entry point: play the missing games and send each result through the pipe."""
    lower_priority()
    for played in play_missing(deal, known, levels):
        pipe.send_bytes(msgspec.json.encode(played))
    pipe.close()


class BotField:
    """Queue of deals that bots still have to play, and access to the stored results."""

    def __init__(self, store: Store, levels: Mapping[str, int] | None = None) -> None:
        self.store = store
        self.levels = LEVELS if levels is None else levels
        self.queue: OrderedDict[str, Deal] = OrderedDict()
        self._threads = ThreadPoolExecutor(1, "domik-company")
        self._runner: asyncio.Task[None] | None = None

    async def games_at(self, deal: Deal) -> list[BotResult]:
        """Stored bot results of the deal; queues the deal if any are missing."""
        found = await self.store.key_value.get_all(BOT_GAMES_KIND, deal.name)
        if any(key not in found for key in result_keys(self.levels)):
            self.enqueue(deal)
        return [msgspec.json.decode(document, type=BotResult) for document in found.values()]

    def is_complete(self, played: list[BotResult]) -> bool:
        return len(played) >= sum(self.levels.values())

    def enqueue(self, deal: Deal) -> None:
        """Queue a deal; ignored if it is queued already or the queue is full."""
        if deal.name in self.queue or len(self.queue) >= MAX_QUEUED:
            return
        self.queue[deal.name] = deal
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.queue:
            name, deal = next(iter(self.queue.items()))
            try:
                await self._play_deal(deal)
            except Exception:
                log.exception("no company at %s", name)
            finally:
                self.queue.pop(name, None)

    async def _play_deal(self, deal: Deal) -> None:
        known = set(await self.store.key_value.get_all(BOT_GAMES_KIND, deal.name))
        async with aclosing(
            stream_from_process(self._threads, play_in_process, deal, known, dict(self.levels))
        ) as found:
            async for document in found:
                played = msgspec.json.decode(document, type=BotResult)
                await self.store.key_value.put_if_absent(BOT_GAMES_KIND, deal.name, played.key, document)

    async def close(self) -> None:
        """Stop the worker; missing games are queued again when the deal is next viewed."""
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)
