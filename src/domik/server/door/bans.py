"""Bans and the word to all: what whoever keeps the house has decided, known to all its servers."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.requests import HTTPConnection

from domik.server.http.asked import address_of
from domik.server.nodes.between import Between
from domik.server.store import Store
from domik.server.visitors.visitors import visitor_of

BAN = "ban"  # of the shelf: by an address, or by what is stored of somebody
WORD = "word"  # under the empty key: what every page shows
MOST_BANS = 1000


class Bans:
    """Who may not come in, and what everybody is told."""

    def __init__(self, store: Store, between: Between, tell_all: Callable[[str], None]) -> None:
        self._store = store
        self._between = between
        self._tell_all = tell_all  # who has a table open here
        self.banned: dict[str, str] = {}  # whom: what they were called
        self.word = ""
        between.on(BAN, self._heard)
        between.on(WORD, self._told)

    async def load(self) -> None:
        """What was decided before."""
        self.banned = {who: name.decode() for who, name in (await self._store.shelf.under(BAN, "", MOST_BANS)).items()}
        found = await self._store.shelf.get(WORD, "", "")
        self.word = found.decode() if found else ""

    def refuses(self, connection: HTTPConnection) -> bool:
        """Whether somebody is banned, by their address or by their cookie."""
        if not self.banned:
            return False
        return address_of(connection) in self.banned or visitor_of(connection).owner in self.banned

    async def ban(self, who: str, name: str) -> None:
        """From now on, everywhere."""
        await self._store.shelf.put(BAN, "", who, name.encode())
        self._between.tell(BAN, msgspec.json.encode((who, name)).decode())

    async def lift(self, who: str) -> None:
        """Let them in again."""
        await self._store.shelf.drop(BAN, "", who)
        self._between.tell(BAN, msgspec.json.encode((who, "")).decode())

    async def say(self, text: str) -> None:
        """A word on every page; none takes the last one away."""
        await self._store.shelf.put(WORD, "", "", text.encode())
        self._between.tell(WORD, text)

    def _heard(self, text: str) -> None:
        who, name = msgspec.json.decode(text, type=tuple[str, str])
        if name:
            self.banned[who] = name
        else:
            self.banned.pop(who, None)

    def _told(self, text: str) -> None:
        self.word = text
        if text:
            self._tell_all(text)
