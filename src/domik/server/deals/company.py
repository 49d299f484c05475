"""Company at a deal: bots of three levels play it too, one after another in a process that gives way, and are kept."""

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
from domik.deals.field import LEVELS, Played, field_of, keys
from domik.server.store import Store
from domik.server.thinking.aside import give_way, pieces

log = logging.getLogger("domik.server")
KIND = "bots"  # of the shelf, by deal and bot
MOST_WAITING = 40  # deals


def work(deal: Deal, known: set[str], levels: Mapping[str, int], pipe: Connection) -> None:
    """Runs in a process of its own: sends every table that a bot has played."""
    give_way()
    for played in field_of(deal, known, levels):
        pipe.send_bytes(msgspec.json.encode(played))
    pipe.close()


class Company:
    """The deals that bots are still to play, and what they have played."""

    def __init__(self, store: Store, levels: Mapping[str, int] | None = None) -> None:
        self.store = store
        self.levels = LEVELS if levels is None else levels
        self.waiting: OrderedDict[str, Deal] = OrderedDict()
        self._threads = ThreadPoolExecutor(1, "domik-company")
        self._runner: asyncio.Task[None] | None = None

    async def at(self, deal: Deal) -> list[Played]:
        """What bots have made of a deal so far; whoever is missing sits down now."""
        found = await self.store.shelf.under(KIND, deal.name)
        if any(key not in found for key in keys(self.levels)):
            self.ask(deal)
        return [msgspec.json.decode(document, type=Played) for document in found.values()]

    def is_whole(self, played: list[Played]) -> bool:
        """Whether all of them have played."""
        return len(played) >= sum(self.levels.values())

    def ask(self, deal: Deal) -> None:
        """Let bots play a deal when it is its turn."""
        if deal.name in self.waiting or len(self.waiting) >= MOST_WAITING:
            return
        self.waiting[deal.name] = deal
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """One deal after another until none waits."""
        while self.waiting:
            name, deal = next(iter(self.waiting.items()))
            try:
                await self._play(deal)
            except Exception:
                log.exception("no company at %s", name)
            finally:
                self.waiting.pop(name, None)

    async def _play(self, deal: Deal) -> None:
        """Hear of every table and keep it."""
        known = set(await self.store.shelf.under(KIND, deal.name))
        async with aclosing(pieces(self._threads, work, deal, known, dict(self.levels))) as found:
            async for document in found:
                played = msgspec.json.decode(document, type=Played)
                await self.store.shelf.put_first(KIND, deal.name, played.key, document)

    async def close(self) -> None:
        """Stop; what is missing is played when somebody looks again."""
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)
