"""Nothing that needs a server is offered without one: whatever a page of any kind links and sends to is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from starlette.routing import Match, Route

from domik.offline.friend import friend_routes
from domik.offline.transport import Transport
from domik.server.app import local_routes
from tests.offline.browser_page import TestedPage
from tests.offline.test_application import HERE, Line, opened, post, run

SENT = ("action", "formaction")
GAME = "treehouse"  # which a script puts in place of * into what it is given
BASES = {"data-action": GAME}  # or behind it
FRAGMENT = re.compile(r"url\(`(/[^`?#]*)")  # an address in a script
# Scripts of things that need a server, by what shows them; no page without a server may have it
NEEDS_SERVER = {
    "calling.js": 'id="call-me"',
    "company.js": 'data-host="1"',
    "evening.js": "evening.js",
    "pairing.js": "pairing.js",
    "push.js": "push.js",
}
ASKED_ONLY_AT_A_SERVER = {"/evening/1", "/t/1/ratings"}  # by live.js: of an evening, in a menu


class Offers(HTMLParser):
    """The addresses in markup, with the methods they are asked with; what style sheets hide is not offered."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: set[tuple[str, str]] = set()
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "needs-server" in given.get("class", "").split():
            return
        sends = given.get("method", "").lower() == "post"
        for name, value in given.items():
            if value.startswith("/"):
                is_sent = sends and name in (*SENT, "data-check", "data-action")
                self.found.add(("POST" if is_sent else "GET", value.replace("*", GAME) + BASES.get(name, "")))


ROUTES = [route for route in [*local_routes(), *friend_routes()] if isinstance(route, Route)]


def route_of(method: str, path: str) -> str | None:
    """The pattern of whatever answers an address."""
    scope = {"type": "http", "path": path, "method": method, "root_path": ""}
    return next((route.path for route in ROUTES if route.matches(scope)[0] is Match.FULL), None)


def texts(value: object) -> Iterator[str]:
    """All texts in a message of a socket."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


async def play_to_the_end(page: TestedPage, transport: Transport) -> tuple[str, Line]:
    table = await post(transport, "/g/bower/play")
    line = Line(page, transport, table)
    await line.until(lambda facts: facts.get("paths"))
    while line.facts.get("paths"):
        await line.move()
        await line.until(lambda facts: facts.get("paths") or facts.get("over"))
    return table, line


def test_no_page_offers_what_is_not_there() -> None:
    async def main() -> None:
        page = TestedPage()
        transport = await opened(page)
        table, line = await play_to_the_end(page, transport)
        begun = await post(transport, "/g/cabin/play")
        review = await post(transport, f"{table}/review")
        shown = Offers(" ".join(texts(line.facts))).found
        waiting = ["/", table, f"{table}/replay", review, begun, *(path for _, path in shown)]
        dead, visited = set[str](), set[str]()
        for method, path in shown:
            dead |= {f"{method} {path} at the table"} if route_of(method, urlsplit(path).path) is None else set()
        while waiting:
            address = urlsplit(waiting.pop(0))
            kind = route_of("GET", address.path)
            if kind is None or kind in visited or "lang=" in address.query:
                continue
            status, headers, body = await transport.request("GET", f"{HERE}{address.path}?{address.query}", [], b"", "")
            if status == 303:
                waiting.insert(0, dict(headers)["location"])
                continue
            assert status == 200, (address, status)
            visited.add(kind)
            if not dict(headers).get("content-type", "").startswith("text/html"):
                continue
            markup = body.decode()
            assert not [sign for sign in NEEDS_SERVER.values() if sign in markup], address.path
            for method, path in Offers(markup).found:
                if route_of(method, urlsplit(path).path) is None:
                    dead.add(f"{method} {path} on {address.path}")
                elif method == "GET":
                    waiting.append(path)
        assert not dead
        assert len(visited) > 25, visited

    run(main())


def test_scripts_ask_for_nothing_that_is_not_there() -> None:
    """But those that only a server's pages have."""
    for script in sorted(Path(str(files("domik.web"))).joinpath("static").glob("*.js")):
        if script.name in (*NEEDS_SERVER, "worker.js"):
            continue
        for address in FRAGMENT.findall(script.read_text("utf-8")):
            path = re.sub(r"\$\{[^}]*\}", "1", address.removesuffix("${location.search}"))
            known = any(route_of(method, path) for method in ("GET", "POST")) or path.endswith("/live")
            assert known or path in ASKED_ONLY_AT_A_SERVER, (script.name, address)
