"""Requests and sockets of the page, handed to the application as ASGI, and the cookies that it sets.

A service worker can neither read nor set cookies, so they are kept with the data. Those that the pages' own scripts
set come with every request.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Iterable
from http.cookies import SimpleCookie
from urllib.parse import unquote, urlsplit

from starlette.applications import Starlette
from starlette.types import Message, Scope

from domik.offline.browser import SocketPage
from domik.server.store import Store

COOKIES = "cookies"  # key-value kind
PAGE_ITSELF = "127.0.0.1"
NOT_PASSED_ON = ("host", "cookie", "accept-encoding", "origin")  # of the request's headers: we know better
DROPPED = 1001  # a socket's code when its page is gone
Headers = list[tuple[str, str]]


class CookieJar:
    """The cookies of one visitor: of whoever has this browser, or of a friend, who goes by the name of `part`."""

    def __init__(self, store: Store, part: str = "") -> None:
        self._store = store
        self._part = part
        self._values: dict[str, str] = {}

    async def load(self) -> None:
        found = await self._store.key_value.get_all(COOKIES, self._part)
        self._values = {name: value.decode() for name, value in found.items()}

    def header(self, of_scripts: str) -> str:
        """The Cookie header, with what the pages' scripts have set."""
        own = [f"{name}={value}" for name, value in self._values.items()]
        return "; ".join([*own, of_scripts] if of_scripts else own)

    async def keep(self, set_cookie: str) -> None:
        """Obey a Set-Cookie header."""
        for name, morsel in SimpleCookie(set_cookie).items():
            if str(morsel["max-age"]) == "0":
                self._values.pop(name, None)
                await self._store.key_value.delete(COOKIES, self._part, name)
            elif self._values.get(name) != morsel.coded_value:
                self._values[name] = morsel.coded_value
                await self._store.key_value.put(COOKIES, self._part, name, morsel.coded_value.encode())


class Transport:
    """Everything that the pages of one visitor can ask for."""

    def __init__(self, app: Starlette, page: SocketPage, cookies: CookieJar, client: str = PAGE_ITSELF) -> None:
        self.app = app
        self._page = page
        self._cookies = cookies
        self._client = client
        self._sockets: dict[int, asyncio.Queue[Message]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Run the application's startup; it goes on until the page is closed."""
        asked, started = False, asyncio.Event()

        async def receive() -> Message:
            nonlocal asked
            if asked:
                await asyncio.Event().wait()
            asked = True
            return {"type": "lifespan.startup"}

        async def send(message: Message) -> None:
            if message["type"] == "lifespan.startup.failed":
                raise RuntimeError(message.get("message", ""))
            started.set()

        life = self._start_task(self.app({"type": "lifespan", "asgi": {"version": "3.0"}}, receive, send))
        waiting = asyncio.ensure_future(started.wait())
        await asyncio.wait([waiting, life], return_when=asyncio.FIRST_COMPLETED)
        if not started.is_set():
            await life

    async def request(
        self, method: str, url: str, headers: Iterable[tuple[str, str]], body: bytes, cookies: str
    ) -> tuple[int, Headers, bytes]:
        """One request, answered whole: status, headers, body."""
        scope = {**self._scope("http", url, headers, cookies), "method": method}
        status, given, parts = 500, list[tuple[str, str]](), list[bytes]()
        asked = False

        async def receive() -> Message:
            nonlocal asked
            if asked:  # whoever asks again waits for a disconnection that never comes
                await asyncio.Event().wait()
            asked = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given.extend((name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"])
            else:
                parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        for name, value in given:
            if name == "set-cookie":
                await self._cookies.keep(value)
        return status, [frame_header(name, value) for name, value in given if name != "set-cookie"], b"".join(parts)

    def open_socket(self, number: int, url: str, cookies: str, language: str) -> None:
        """A page opens its live socket; `number` is the page's own name for it."""
        queue = self._sockets[number] = asyncio.Queue[Message]()
        queue.put_nowait({"type": "websocket.connect"})

        async def send(message: Message) -> None:
            kind = str(message["type"]).partition(".")[2]
            self._page.socket(number, kind, message.get("bytes") or message.get("text"), message.get("code", 1000))

        async def run() -> None:
            scope = {
                **self._scope("websocket", url, [("accept-language", language)], cookies),
                "subprotocols": [],
            }
            try:
                await self.app(scope, queue.get, send)
            finally:
                self._sockets.pop(number, None)

        self._start_task(run())

    def receive_text(self, number: int, text: str) -> None:
        """What a page says on its socket."""
        self._put(number, {"type": "websocket.receive", "text": text})

    def close_socket(self, number: int) -> None:
        """The page is gone."""
        self._put(number, {"type": "websocket.disconnect", "code": DROPPED})

    def _put(self, number: int, message: Message) -> None:
        with contextlib.suppress(KeyError):  # closed by the application a moment ago
            self._sockets[number].put_nowait(message)

    def _scope(self, kind: str, url: str, headers: Iterable[tuple[str, str]], cookies: str) -> Scope:
        at = urlsplit(url)
        given = [(name.lower(), value) for name, value in headers if name.lower() not in NOT_PASSED_ON]
        scheme = "https" if at.scheme in ("https", "wss") else "http"
        given += [("host", at.netloc), ("origin", f"{scheme}://{at.netloc}"), ("cookie", self._cookies.header(cookies))]
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": at.scheme,
            "path": unquote(at.path),
            "raw_path": at.path.encode(),
            "query_string": at.query.encode(),
            "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in given],
            "client": (self._client, 1),
            "server": (at.hostname, at.port),
        }

    def _start_task(self, work: Awaitable[None]) -> asyncio.Task[None]:
        async def run() -> None:
            await work

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def frame_header(name: str, value: str) -> tuple[str, str]:
    """A header as the shell needs it: it shows every page in its own frame."""
    if name == "content-security-policy":
        value = value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    return name, value
