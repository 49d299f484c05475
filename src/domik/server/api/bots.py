"""Bots at the JSON door: each has a name and a key of its own, which is told once and kept only as a hash."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.games import titles
from domik.kernel.phrase import Phrase
from domik.server.api.challenges import waiting_for
from domik.server.api.ears import Ears
from domik.server.api.forms import Bot, Bots, Event, GameFacts, Games, NewBot, NewKey, read
from domik.server.api.registered import BOT, NAME, bot_of, store_of
from domik.server.http.asked import address_of
from domik.server.http.errors import Refused
from domik.server.http.streams import Stream
from domik.server.paper.answers import answered
from domik.server.sight.pens import words_pen
from domik.server.store import Store
from domik.server.thinking.thinking import levels
from domik.server.visitors.keys import new_bot_key, owner_of
from domik.server.visitors.putting_away import unfinished
from domik.server.visitors.visitors import visitor_of
from domik.table import Table
from domik.table.clock import now

MOST_BOTS = 500


async def register(request: Request) -> Response:
    """POST /api/bots: a name and a key for a bot."""
    if not request.app.state.opening.take(address_of(request)):
        raise Refused(429, Phrase("web.error.fast"))
    wanted = await read(request, NewBot)
    store = store_of(request)
    if len(await store.shelf.under(NAME, "", MOST_BOTS)) >= MOST_BOTS:
        raise Refused(409, Phrase("web.error.many_bots"))
    key, bot = new_bot_key(), Bot(wanted.name, wanted.about)
    owner = owner_of(key)
    if await store.shelf.put_first(NAME, "", wanted.name.lower(), owner.encode()) != owner.encode():
        raise Refused(409, Phrase("web.error.bot_taken", {"name": wanted.name}))
    await store.shelf.put(BOT, "", owner, msgspec.json.encode(bot))
    return answered(NewKey(bot, key), 201)


async def everybody(request: Request) -> Response:
    """GET /api/bots: all of them."""
    store = store_of(request)
    owners = [owner.decode() for owner in (await store.shelf.under(NAME, "", MOST_BOTS)).values()]
    found = await store.shelf.many(BOT, "", owners)
    bots = [msgspec.json.decode(one, type=Bot) for one in found.values()]
    return answered(Bots(sorted(bots, key=lambda one: (-one.seen, one.name.lower()))))


async def myself(request: Request) -> Response:
    """GET /api/bots/me: whose key this is."""
    return answered((await bot_of(request))[1])


async def close(request: Request) -> Response:
    """POST /api/bots/me/close: the key opens nothing any more, and the name is free; games go on without the bot."""
    owner, bot = await bot_of(request)
    store = store_of(request)
    await store.shelf.drop(NAME, "", bot.name.lower())
    await store.shelf.drop(BOT, "", owner)
    return answered(bot)


async def games(request: Request) -> Response:
    """GET /api/games: what can be played, with the usual options."""
    language = visitor_of(request).language
    found = [
        GameFacts(
            title.name,
            words_pen(language, title.name).words.say(Phrase("game.name")),
            title.least_seats,
            title.most_seats,
            {option.name: option.default for option in title.schema.options},
        )
        for title in titles()
    ]
    return answered(Games(found, list(levels())))


async def tell_over(store: Store, ears: Ears, table: Table) -> None:
    """A game is over: the bots who sat there hear it, wherever they listen."""
    owners = [owner for seat in table.seats for owner in seat.owners]
    for owner in await store.shelf.many(BOT, "", owners):
        ears.tell(owner, Event("finish", table.id))


async def listen(request: Request) -> Response:
    """GET /api/events: challenges that wait and games that are on, then whatever comes."""
    owner, bot = await bot_of(request)
    store, ears = store_of(request), request.app.state.ears
    assert isinstance(ears, Ears)

    async def known() -> list[Event]:
        waiting = [Event("challenge", one.id, one) for one in await waiting_for(store, owner)]
        tables = [header.id for header in await unfinished(store, owner) if header.state == "playing"]
        return [*waiting, *(Event("start", table) for table in tables)]

    async def heard() -> AsyncIterator[bytes]:
        seen = 0
        async for data in ears.events(owner, known):
            if now() - seen > 60_000:
                seen = now()
                bot.seen = seen
                await asyncio.shield(store.shelf.put(BOT, "", owner, msgspec.json.encode(bot)))
            yield data

    return Stream(request, heard())
