"""The server's application without a network, and visitors with cookies of their own."""

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

ORIGIN = "http://testserver"  # Starlette's default
GENEROUS = RequestLimits(requests=(1e9, 1e9), tables=(1e9, 1e9), times=1e6)
WORLDS = 40  # per review: enough to find mistakes
BOTS = {"easy": 2, "normal": 1}  # that play the daily deals
ASSET = re.compile(r"(/static/[\w./-]+|\./[\w.-]+\.js)\?\w+")  # asset URLs carry a content hash
SOLELY_OURS = ("content-length", "etag", "content-encoding", "date")  # headers that depend on the body or on time


class Site:
    """One server with an empty store; replaces ids and keys by names in the hashed texts."""

    def __init__(self, client: TestClient, world: World) -> None:
        self.client = client
        self.world = world
        self.host_key = ""
        self.names: dict[str, str] = {}

    def name(self, secret: str, name: str) -> str:
        """Register a name for an id or key, which replaces it in all texts."""
        self.names[secret] = f"<{name}>"
        return secret

    def plain(self, text: str) -> str:
        """The text without ids, keys, fonts and file versions."""
        for secret, name in self.names.items():
            text = text.replace(secret, name)
        return ASSET.sub(r"\1?VERSION", without_fonts(text))

    def person(self, name: str, language: str = "en") -> Person:
        return Person(self, name, language)


class Person:
    """A browser without scripts."""

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
        """Send one request after letting `seconds` pass; redirects are not followed. Raises RuntimeError for a 5xx."""
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
        return self.ask("GET", path, language=language)

    def look(self, table: str, after: int | None = None, with_secret: bool = False) -> dict[str, Any]:
        """The table from the JSON API, long-polling if `after` is given; the clock stands still."""
        query = "" if after is None else f"?after={after}"
        answer = self.ask("GET", f"/api/tables/{table}{query}", with_secret=with_secret, seconds=0)
        found: dict[str, Any] = answer.json()
        return found

    def when_bots_are_done(self, table: str, with_secret: bool = False) -> dict[str, Any]:
        """The table once no bot has to decide."""
        seen = self.look(table, None, with_secret)
        while not seen["over"] and any(seen["players"][seat]["bot"] for seat in seen["awaited"]):
            seen = self.look(table, seen["entries"], with_secret)
        return seen

    def post(self, path: str, **form: str) -> httpx.Response:
        """Submit a form; raises RuntimeError for an error response."""
        answer = self.ask("POST", path, form)
        if answer.status_code >= 400:
            raise RuntimeError(f"POST {path}: {answer.status_code} {answer.text[:300]}")
        return answer

    def led_to(self, path: str, **form: str) -> str:
        """Submit a form and return where it redirects to."""
        return str(self.post(path, **form).headers["location"])


def written(site: Site, answer: httpx.Response) -> str:
    """A response as it is hashed: status, relevant headers and body."""
    headers = [f"{name}: {value}" for name, value in sorted(answer.headers.items()) if name not in SOLELY_OURS]
    return site.plain("\n".join([str(answer.status_code), *headers, "", answer.text.replace("><", ">\n<")]))


@contextlib.contextmanager
def fresh_site() -> Iterator[Site]:
    """A server over an empty store with a fixed clock and fixed secrets."""
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
