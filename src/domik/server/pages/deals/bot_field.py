"""Bots of three levels play every shared deal for comparison, one deal at a time in a low-priority process."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import aclosing

import msgspec

from domik.deals import Deal
from domik.deals.bot_field import LEVELS, BotResult, play_missing, result_keys
from domik.server.bots.background import Background, BackgroundProcess
from domik.server.store import Store
from domik.table.clock import now

log = logging.getLogger("domik.server")
BOT_GAMES_KIND = "bots"  # key-value kind: result by deal and bot
MAX_QUEUED = 40  # past deals


def is_past(deal: Deal) -> bool:
    """Whether nobody can play the deal for the ranking any more."""
    return bool(deal.opens) and now() >= deal.opens


def play_in_background(deal: Deal, known: set[str], levels: Mapping[str, int]) -> Iterator[bytes]:
    """Play the missing games; every result as JSON."""
    for played in play_missing(deal, known, levels):
        yield msgspec.json.encode(played)


class BotField:
    """Queue of deals that bots still have to play, and access to the stored results."""

    def __init__(
        self, store: Store, levels: Mapping[str, int] | None = None, background: Background | None = None
    ) -> None:
        self.store = store
        self.levels = LEVELS if levels is None else levels
        self.queue: OrderedDict[str, Deal] = OrderedDict()
        self._askers: dict[str, str] = {}  # who asked for a past deal, by its name
        self._background = background or BackgroundProcess()
        self._runner: asyncio.Task[None] | None = None

    async def games_at(self, deal: Deal, asker: str) -> list[BotResult]:
        """Stored bot results of the deal; queues the deal if any are missing, for a visitor or address."""
        found = await self.store.key_value.get_all(BOT_GAMES_KIND, deal.name)
        if any(key not in found for key in result_keys(self.levels)):
            self.enqueue(deal, asker)
        return [msgspec.json.decode(document, type=BotResult) for document in found.values()]

    def is_complete(self, played: list[BotResult]) -> bool:
        return len(played) >= sum(self.levels.values())

    def enqueue(self, deal: Deal, asker: str) -> None:
        """Queue a deal; ignored if it is queued already, or if it is past and its asker or all have enough of those.

        What is played now comes before what is past, and each visitor can have one past deal in the queue.
        """
        if deal.name in self.queue:
            return
        if is_past(deal):
            if asker in self._askers.values() or len(self._askers) >= MAX_QUEUED:
                return
            self._askers[deal.name] = asker
        self.queue[deal.name] = deal
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())

    def _next(self) -> Deal:
        """The deal to play next: the first that is not past, else the first."""
        return next((deal for deal in self.queue.values() if not is_past(deal)), next(iter(self.queue.values())))

    async def _run(self) -> None:
        while self.queue:
            deal, is_done = self._next(), True
            try:
                is_done = await self._play_deal(deal)
            except Exception:
                log.exception("no company at %s", deal.name)
            finally:
                if is_done:
                    self.queue.pop(deal.name, None)
                    self._askers.pop(deal.name, None)

    async def _play_deal(self, deal: Deal) -> bool:
        """Play the missing games; false if a deal that comes first is waiting, and some are still missing."""
        known = set(await self.store.key_value.get_all(BOT_GAMES_KIND, deal.name))
        async with aclosing(self._background.stream(play_in_background, deal, known, dict(self.levels))) as found:
            async for document in found:
                played = msgspec.json.decode(document, type=BotResult)
                await self.store.key_value.put_if_absent(BOT_GAMES_KIND, deal.name, played.key, document)
                if self._next() is not deal:
                    return False
        return True

    async def close(self) -> None:
        """Stop the worker; missing games are queued again when the deal is next viewed."""
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)
        await self._background.close()
