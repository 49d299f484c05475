"""The server's own application without a network, and people who visit it with a browser's cookies."""

from __future__ import annotations

import contextlib
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
from frozen_book import without_fonts
from frozen_world import World, fixed_world
from starlette.testclient import TestClient

from domik.server.app import RequestLimits, create_app
from domik.server.pages.review.review_queue import ReviewBudget

ORIGIN = "http://testserver"  # as Starlette calls it
GENEROUS = RequestLimits(requests=(1e9, 1e9), tables=(1e9, 1e9), times=1e6)
WORLDS = 40  # of a review: enough for it to find mistakes
BOTS = {"easy": 2, "normal": 1}  # that play the deals of the day
ASSET = re.compile(r"(/static/[\w./-]+|\./[\w.-]+\.js)\?\w+")  # files are named with a hash of what is in them
SOLELY_OURS = ("content-length", "etag", "content-encoding", "date")  # headers that say nothing of their own


class Site:
    """One server with a new store; it knows which name every table and key has in the hashed texts."""

    def __init__(self, client: TestClient, world: World) -> None:
        self.client = client
        self.world = world
        self.host_key = ""
        self.names: dict[str, str] = {}

    def name(self, secret: str, name: str) -> str:
        """Call an id or a key so in all texts, since it means nothing itself."""
        self.names[secret] = f"<{name}>"
        return secret

    def plain(self, text: str) -> str:
        """A text without ids, keys, fonts and versions of files."""
        for secret, name in self.names.items():
            text = text.replace(secret, name)
        return ASSET.sub(r"\1?VERSION", without_fonts(text))

    def person(self, name: str, language: str = "en") -> Person:
        """Somebody with a browser of their own."""
        return Person(self, name, language)


class Person:
    """A browser without a script."""

    def __init__(self, site: Site, name: str, language: str) -> None:
        self.site = site
        self.name = name
        self.language = language
        self.cookies = httpx.Cookies()

    def ask(
        self,
        method: str,
        path: str,
        form: Mapping[str, str] | None = None,
        document: object = None,
        language: str = "",
        with_secret: bool = False,
        seconds: int = 1,
    ) -> httpx.Response:
        """One request, a second after whatever came before; no redirect is followed."""
        site = self.site
        site.world.pass_time(1000 * seconds)
        site.client.cookies = self.cookies
        headers = {"accept-language": language or self.language, "origin": ORIGIN, "accept-encoding": "identity"}
        if with_secret:
            headers["authorization"] = f"Bearer {self.cookies['domik']}"
        answer: httpx.Response = site.client.request(method, path, data=form, json=document, headers=headers)
        self.cookies = httpx.Cookies(site.client.cookies)
        if answer.status_code >= 500:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        return answer

    def get(self, path: str, language: str = "") -> httpx.Response:
        """A page."""
        return self.ask("GET", path, language=language)

    def look(self, table: str, after: int | None = None, with_secret: bool = False) -> dict[str, Any]:
        """A table as programs see it, at once or when it has changed; no time passes, however long that takes."""
        query = "" if after is None else f"?after={after}"
        answer = self.ask("GET", f"/api/tables/{table}{query}", with_secret=with_secret, seconds=0)
        found: dict[str, Any] = answer.json()
        return found

    def when_bots_are_done(self, table: str, with_secret: bool = False) -> dict[str, Any]:
        """The table when no bot has anything to decide."""
        seen = self.look(table, None, with_secret)
        while not seen["over"] and any(seen["players"][seat]["bot"] for seat in seen["awaited"]):
            seen = self.look(table, seen["entries"], with_secret)
        return seen

    def post(self, path: str, **form: str) -> httpx.Response:
        """A form; the answer must be a page or lead to one."""
        answer = self.ask("POST", path, form)
        if answer.status_code >= 400:
            raise RuntimeError(f"POST {path}: {answer.status_code} {answer.text[:300]}")
        return answer

    def led_to(self, path: str, **form: str) -> str:
        """Where a form leads."""
        return str(self.post(path, **form).headers["location"])


def written(site: Site, answer: httpx.Response) -> str:
    """An answer as it is hashed: status, headers that mean something, the body."""
    headers = [f"{name}: {value}" for name, value in sorted(answer.headers.items()) if name not in SOLELY_OURS]
    return site.plain("\n".join([str(answer.status_code), *headers, "", answer.text.replace("><", ">\n<")]))


@contextlib.contextmanager
def fresh_site() -> Iterator[Site]:
    """A server over an empty store, in a world without chance."""
    with tempfile.TemporaryDirectory() as folder, fixed_world() as world:
        world.begin("store")
        keys: list[str] = []
        app = create_app(
            Path(folder) / "domik.db",
            pace=0.0,
            absent=1e6,
            limits=GENEROUS,
            effort=ReviewBudget(seconds=6000.0, worlds=WORLDS),
            on_host_key=keys.append,
            company=BOTS,
        )
        with TestClient(app, base_url=ORIGIN, follow_redirects=False) as client:
            site = Site(client, world)
            site.host_key = site.name(keys[0], "host key")
            yield site
