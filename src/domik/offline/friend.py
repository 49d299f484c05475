"""Friends at this browser's tables, each over a line of their own (a data channel of WebRTC) and without a server.

A friend is a visitor like any other of a server: they have their own cookies, which are kept here under a key that
their browser remembers, and see what the application shows to them. Besides, the only addresses that are there for
them are those of the table they were invited to and of its rematches.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Awaitable
from typing import Protocol

import msgspec
from starlette.routing import BaseRoute

from domik.offline.friend_messages import (
    DECODER,
    MOST_SAID,
    Answer,
    Ask,
    Dial,
    Hang,
    Hello,
    Open,
    Reason,
    Refused,
    Say,
    Told,
    Welcome,
    frames,
)
from domik.offline.transport import CookieJar, Transport
from domik.server.app import page_routes
from domik.server.hosting import Hosting
from domik.server.http.errors import HttpError
from domik.server.http.limits import TokenBucket
from domik.server.http.requests import service
from domik.server.live.deal_access import Endpoint
from domik.server.live.live_tables import LiveTables
from domik.server.pages.tables import join_pages, setup_pages
from domik.server.store import Store

HERE = "http://friend.invalid"  # no page of a friend's says where it came from
FRIEND = "127.0.0.2"  # the address of all friends, for limits
FORM = [("content-type", "application/x-www-form-urlencoded")]
MOST_FRIENDS = 8  # lines at once
MOST_ASKED = 40  # requests of one friend that are not answered yet
MOST_SOCKETS = 4  # open pages of one friend
MESSAGES = (300, 40)  # of one friend: a burst, and as many a second
READS = re.compile(
    r"/j/(?P<invited>\w+)/[\w.-]{1,60}(/news)?"
    r"|/t/(?P<table>\w+)(|/picture|/replay|/step/\d+|/recap/\d+|/review|/review/(news|\d+)|/learn|/learn/\d+(/say)?"
    r"|/house|/house/picture)"
    r"|/api/tables/(?P<record>\w+)/record",
    re.ASCII,
)
WRITES = re.compile(r"/j/(?P<invited>\w+)/[\w.-]{1,60}|/t/(?P<table>\w+)/(called|leave|review)", re.ASCII)
SOCKETS = re.compile(r"/t/(?P<table>\w+)/live", re.ASCII)
log = logging.getLogger("domik.server")


def friend_routes() -> list[BaseRoute]:
    """What is there beyond local_routes(): choosing a game for friends, and sitting down by invitation."""
    pages: list[tuple[str, Endpoint]] = [*setup_pages.FRIENDS_PAGES, *join_pages.PAGES]
    return page_routes(pages, [*join_pages.READS], [*join_pages.WRITES])


def friend_part(key: str) -> str:
    """Where the cookies of a friend are kept; their key itself is not."""
    return hashlib.sha256(f"domik friend {key}".encode()).hexdigest()[:32]


class FriendLines(Protocol):
    """The data channels, which the shell holds (web/friend.js)."""

    def send(self, number: int, frame: bytes) -> None: ...

    def end(self, number: int) -> None: ...


class Friend:
    """One line, and the friend at its other end."""

    def __init__(self, number: int, table: str, edition: str, host: Transport, lines: FriendLines) -> None:
        self._number = number
        self._table = table
        self._edition = edition
        self._host = host
        self._lines = lines
        self._tables = {table}
        self._bucket = TokenBucket(*MESSAGES)
        self._is_greeted = False
        self._visits: Transport | None = None  # once the friend is let in
        self._sockets: dict[int, str] = {}  # the tables of open pages
        self._asked = 0
        self._root = service({"app": host.app}, Hosting).root_path
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_open = True

    def hear(self, data: str | bytes) -> None:
        """A message has come; the line ends with the first that a friend's page would not send."""
        if not self.is_open:
            return
        if len(data) > MOST_SAID or not self._bucket.take():
            self.refuse("too_much")
            return
        try:
            self._obey(DECODER.decode(data))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self.refuse("garbled")

    def close(self) -> None:
        """The line is gone, and with it the friend's pages."""
        self.is_open = False
        for number in list(self._sockets):
            self._hang_up(number)

    def refuse(self, why: Reason) -> None:
        """End the line, and say why."""
        self._send(Refused(why))
        self.close()
        self._lines.end(self._number)

    def _obey(self, message: Hello | Ask | Dial | Say | Hang) -> None:
        visits = self._visits
        if isinstance(message, Hello) and not self._is_greeted:
            self._is_greeted = True
            self._start(self._welcome(message))
        elif visits is None or isinstance(message, Hello):
            self.refuse("garbled")
        elif isinstance(message, Ask):
            if self._asked >= MOST_ASKED:
                self.refuse("too_much")
                return
            self._asked += 1
            self._start(self._answer(visits, message))
        elif isinstance(message, Dial):
            self._dial(visits, message)
        elif isinstance(message, Hang):
            self._hang_up(message.id)
        elif message.id in self._sockets:
            visits.receive_text(message.id, message.text)

    async def _welcome(self, hello: Hello) -> None:
        if hello.edition != self._edition:
            self.refuse("edition")
            return
        live_tables = self._live_tables()
        try:
            table = (await live_tables.get(self._table)).table
            while table.next_table:  # the friend comes back after a rematch has begun
                self._tables.add(table.next_table)
                table = (await live_tables.get(table.next_table)).table
        except HttpError:
            self.refuse("gone")
            return
        store = service({"app": self._host.app}, Store)
        cookies = CookieJar(store, friend_part(hello.key))
        await cookies.load()
        self._visits = Transport(self._host.app, self, cookies, FRIEND)
        for id in sorted(self._tables):
            self._send(Open(id))
        secret = live_tables.services.keys.invitation_secret(self._table)
        self._send(Welcome(f"{self._root}/j/{self._table}/{secret}"))

    async def _answer(self, visits: Transport, asked: Ask) -> None:
        status, location, kind, body = 404, "", "text/plain", b""
        try:
            if self._table_of(READS if asked.method == "GET" else WRITES, asked.path):
                headers = [("accept-language", asked.language), *(FORM if asked.method == "POST" else ())]
                theme = f"theme={asked.theme}" if asked.theme else ""
                status, given, body = await visits.request(
                    asked.method, HERE + asked.path, headers, asked.body.encode(), theme
                )
                kind, location = dict(given).get("content-type", kind), dict(given).get("location", "")
        except Exception:  # of the application, which has said so in its answer where it still could
            log.exception("a friend's request went wrong")
            status = 500
        finally:
            self._asked -= 1
        self._send(Answer(asked.id, status, kind, location, len(body)), body)

    def _dial(self, visits: Transport, dialled: Dial) -> None:
        table = self._table_of(SOCKETS, dialled.path)
        if not table or dialled.id in self._sockets or len(self._sockets) >= MOST_SOCKETS:
            self._send(Told(dialled.id, "close", 1000, 0))
            return
        self._sockets[dialled.id] = table
        visits.open_socket(dialled.id, "ws" + HERE.removeprefix("http") + dialled.path, "", dialled.language)

    def _hang_up(self, number: int) -> None:
        if self._sockets.pop(number, None) and self._visits is not None:
            self._visits.close_socket(number)

    def socket(self, number: int, kind: str, data: bytes | str | None, code: int) -> None:
        """What the application tells a page of the friend's (SocketPage of browser.py)."""
        live_table = self._live_tables().by_id.get(self._sockets.get(number, ""))
        following = live_table.table.next_table if live_table is not None else ""
        if following and following not in self._tables:  # before the page hears of it and goes there
            self._tables.add(following)
            self._send(Open(following))
        if kind == "close":
            self._sockets.pop(number, None)
        body = data.encode() if isinstance(data, str) else data or b""
        self._send(Told(number, kind, code, len(body)), body)

    def _table_of(self, addresses: re.Pattern[str], path: str) -> str:
        """The table that an address is of; empty where a friend may not ask for it."""
        if not path.startswith(f"{self._root}/"):
            return ""
        found = addresses.fullmatch(path.removeprefix(self._root).partition("?")[0])
        named = next(filter(None, found.groupdict().values()), "") if found else ""
        return named if named in self._tables else ""

    def _live_tables(self) -> LiveTables:
        return service({"app": self._host.app}, LiveTables)

    def _send(self, head: Welcome | Refused | Open | Answer | Told, body: bytes = b"") -> None:
        if self.is_open:
            for frame in frames(head, body):
                self._lines.send(self._number, frame)

    def _start(self, work: Awaitable[None]) -> None:
        async def run() -> None:
            await work

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Friends:
    """All lines of this browser."""

    def __init__(self, host: Transport, lines: FriendLines) -> None:
        self._host = host
        self._lines = lines
        self._by_number: dict[int, Friend] = {}

    def open(self, number: int, table: str, edition: str) -> None:
        """A line to a friend who was invited to a table."""
        friend = self._by_number[number] = Friend(number, table, edition, self._host, self._lines)
        if len(self._by_number) > MOST_FRIENDS:
            friend.refuse("too_much")
            self.close(number)

    def hear(self, number: int, data: str | bytes) -> None:
        if number in self._by_number:
            self._by_number[number].hear(data)

    def close(self, number: int) -> None:
        if number in self._by_number:
            self._by_number.pop(number).close()
