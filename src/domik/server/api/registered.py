"""Bots that have a key: found by their name or by the key, of which only a hash is kept."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from domik.kernel.phrase import Phrase
from domik.server.api.forms import Bot
from domik.server.api.tables import secret_in
from domik.server.http.errors import Refused
from domik.server.store import Store
from domik.server.visitors.keys import is_bot_key, owner_of

BOT = "bot"  # of the shelf: by owner
NAME = "bot-name"  # by name in small letters: the owner


def store_of(request: Request) -> Store:
    """Where bots are kept."""
    store: Store = request.app.state.rooms.house.store
    return store


async def bot_named(store: Store, name: str) -> tuple[str, Bot] | None:
    """The owner and the bot of a name."""
    found = await store.shelf.get(NAME, "", name.lower())
    if found is None:
        return None
    bot = await store.shelf.get(BOT, "", found.decode())
    return None if bot is None else (found.decode(), msgspec.json.decode(bot, type=Bot))


async def bot_of(request: Request) -> tuple[str, Bot]:
    """The bot whose key came with the request, which has to be one."""
    key = secret_in(request)
    if not key:
        raise Refused(401, Phrase("web.error.bot_key"))
    found = await store_of(request).shelf.get(BOT, "", owner_of(key)) if is_bot_key(key) else None
    if found is None:
        raise Refused(403, Phrase("web.error.bot_key"))
    return owner_of(key), msgspec.json.decode(found, type=Bot)
