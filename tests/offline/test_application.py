"""The application of one browser, in this very Python: its pages, a game over its socket, what is kept and offered."""

from __future__ import annotations

import asyncio
import json
import pickle
import re
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from domik.bots import PLAYER_LEVELS, parse_bot
from domik.offline.application import QUICK_LEVELS, open_application
from domik.offline.bots import BrowserWorkerPool
from domik.offline.transport import Transport
from domik.server.app import local_routes, routes, server_routes
from domik.server.bots.worker import DecisionTask
from domik.server.pages.deals.daily import today
from tests.offline.browser_page import MemoryStorage, TestedPage
from tests.waiting import eventually_async

HERE = "http://domik.test"
FORM = [("content-type", "application/x-www-form-urlencoded")]
NEEDS_SERVER = ("/join", "/club", "/host", "/api", "/key", "/together", "/pairing", "/watch", "/player")


async def opened(page: TestedPage, is_compiled: bool = True, root_path: str = "") -> Transport:
    storage = page.kept
    return await open_application(page, root_path, storage.snapshot, list(storage.log), is_compiled)


async def get(transport: Transport, path: str, language: str = "en") -> str:
    status, _, body = await transport.request("GET", HERE + path, [("accept-language", language)], b"", "")
    assert status == 200, (path, status, body[-300:])
    return body.decode()


async def send(transport: Transport, path: str, body: bytes) -> tuple[int, dict[str, str], str]:
    """Send bytes, as scripts do."""
    status, headers, answer = await transport.request("POST", HERE + path, [], body, "")
    return status, dict(headers), answer.decode()


async def post(transport: Transport, path: str, body: str = "") -> str:
    """Send a form; the address that it leads to."""
    status, headers, answer = await transport.request("POST", HERE + path, FORM, body.encode(), "")
    assert status == 303, (status, answer[-300:])
    return dict(headers)["location"]


class Line:
    """A page's socket: takes what the application says, clicks the first thing that is offered."""

    def __init__(self, page: TestedPage, transport: Transport, table: str, number: int = 1) -> None:
        self.page, self.transport, self.number = page, transport, number
        self.facts: dict[str, Any] = {}
        self.seen = self.sent = 0
        transport.open_socket(number, f"ws://domik.test{table}/live?form=desk", "", "en")
        transport.receive_text(number, json.dumps({"do": "luck", "text": "x"}))

    def take(self) -> None:
        said = [data for number, kind, data, _ in self.page.heard if number == self.number and kind == "send"]
        for data in said[self.seen :]:
            assert isinstance(data, bytes)
            self.facts |= json.loads(data)
        self.seen = len(said)

    async def until(self, test: Callable[[dict[str, Any]], object]) -> None:
        def holds() -> object:
            self.take()
            return test(self.facts)

        await eventually_async(holds)

    async def move(self) -> None:
        """Play the first action that is offered."""
        self.sent += 1
        action = self.facts["paths"][0][0]
        self.facts.pop("ok", None)
        command = {"do": "move", "id": self.sent, "action": action, "turn": self.facts["turn"]}
        self.transport.receive_text(self.number, json.dumps(command))
        await self.until(lambda facts: facts.get("ok") == self.sent or facts.get("refused"))
        assert not self.facts.get("refused")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_every_page_for_one_person_is_there_and_links_to_nothing_that_is_not(language: str) -> None:
    async def main() -> None:
        transport = await opened(TestedPage())
        for path in ("/", "/games", "/learn", "/puzzles", "/daily/bower", "/me", "/g/cabin", "/g/cabin/rules"):
            markup = await get(transport, path, language)
            found = re.findall(r'(?:href|action)="(/[^"#?]*)', markup)
            assert not [one for one in found if one.startswith(NEEDS_SERVER)], path
            assert "data-alone" in markup

    run(main())


def test_addresses_that_need_a_server_are_not_there() -> None:
    assert {type(one) for one in local_routes()} <= {type(one) for one in routes()}
    assert len(routes()) == len(local_routes()) + len(server_routes())

    async def main() -> None:
        transport = await opened(TestedPage())
        for path in NEEDS_SERVER:
            status, _, _ = await transport.request("GET", HERE + path, [], b"", "")
            assert status == 404, path

    run(main())


def test_friends_are_offered_only_where_the_browser_can_reach_them() -> None:
    """Shown by alone.js where there is WebRTC; nothing speaks of links that a server would answer."""

    async def main() -> None:
        transport = await opened(TestedPage())
        markup = await get(transport, "/g/treehouse")
        assert re.search(r'<span class="near-only"><label>\s*<input type="radio" name="seat1"\s+value="human"', markup)
        assert re.search(r'name="seat1"\s+value="screen"', markup)
        assert re.search(r'near-only"\s+href="/g/treehouse\?with=friends"', markup)
        assert re.search(r'near-only" href="/friends"', await get(transport, "/"))
        friends = await get(transport, "/friends")
        assert "data-visit" in friends
        assert "/club" not in friends

    run(main())


@pytest.mark.parametrize("is_compiled", [True, False])
def test_without_the_compiled_core_only_quick_bots_are_offered_and_it_says_so(is_compiled: bool) -> None:
    async def main() -> None:
        markup = await get(await opened(TestedPage(), is_compiled), "/g/treehouse")
        offered = set(re.findall(r'value="bot:(\w+)"', markup))
        assert offered == set(PLAYER_LEVELS if is_compiled else QUICK_LEVELS)
        assert ("few-levels" in markup) == (not is_compiled)

    run(main())


def test_a_game_is_played_kept_and_found_again() -> None:
    """Every move that was answered is there when the browser comes back, and so is who one is."""

    async def play(page: TestedPage) -> tuple[str, int]:
        transport = await opened(page)
        table = await post(transport, "/g/bower/play")
        line = Line(page, transport, table)
        await line.until(lambda facts: facts.get("paths"))
        for _ in range(3):
            await line.until(lambda facts: facts.get("paths"))
            await line.move()
        return table, len(page.kept.log)

    async def come_back(storage: MemoryStorage, table: str) -> None:
        page = TestedPage(storage)
        transport = await opened(page)
        assert f'href="{table}"' in await get(transport, "/games")
        line = Line(page, transport, table)
        await line.until(lambda facts: facts.get("paths"))
        assert len(line.facts["log"]) > 3

    page = TestedPage()
    found: list[tuple[str, int]] = []

    async def first() -> None:
        found.append(await play(page))

    run(first())
    storage = MemoryStorage(page.kept.snapshot, list(page.kept.log))
    run(come_back(storage, found[0][0]))
    assert found[0][1] > 3


def test_a_searching_bot_thinks_in_a_worker() -> None:
    async def main() -> None:
        page = TestedPage()
        transport = await opened(page)
        table = await post(transport, "/g/bower/tables", "seat0=human&seat1=bot:hard&clock=0-0-0&forced=on")
        line = Line(page, transport, table)
        await line.until(lambda facts: facts.get("paths"))
        await line.move()
        await line.until(lambda facts: facts.get("paths"))

    run(main())


@pytest.mark.parametrize(("level", "milliseconds"), [("hard", 2000), ("master", 2000), ("hard:milliseconds=50", 50)])
def test_hard_has_time_for_all_its_worlds(level: str, milliseconds: int) -> None:
    """Its limit of one second is meant for servers that others wait for; whoever names another limit keeps it."""
    sent: list[Any] = []

    class Page(TestedPage):
        async def think(self, task: bytes) -> bytes:
            sent.append(pickle.loads(task))
            return pickle.dumps((1, 0.0, ""))

    task: DecisionTask = ("bower", 2, {}, "", [], 0, parse_bot(level), "seed", True)
    run(ask(BrowserWorkerPool(Page()), task))
    assert sent[0][6].settings.milliseconds == milliseconds
    assert sent[0][6].settings.iterations == parse_bot(level).settings.iterations  # type: ignore[union-attr]
    assert (*sent[0][:6], *sent[0][7:]) == (*task[:6], *task[7:])


async def ask(pool: BrowserWorkerPool, task: DecisionTask) -> None:
    assert (await pool.ask(task, 0, "", ""))[0] == 1


def test_under_a_path_all_addresses_begin_with_it() -> None:
    async def main() -> None:
        transport = await opened(TestedPage(), root_path="/domik")
        markup = await get(transport, "/domik/")
        assert not [one for one in re.findall(r'(?:href|action|src)="(/[^"]*)', markup) if not one.startswith("/domik")]

    run(main())


def test_everything_moves_to_another_browser_with_what_is_not_over_yet() -> None:
    """An unfinished game against bots goes on there, and today's deal counts as played."""

    async def main() -> None:
        page = TestedPage()
        here = await opened(page)
        table = await post(here, "/g/bower/play")
        line = Line(page, here, table)
        for _ in range(3):
            await line.until(lambda facts: facts.get("paths"))
            await line.move()
        await line.until(lambda facts: facts.get("paths"))
        begun = Line(page, here, await post(here, f"/daily/{today()}/bower/play"), 2)
        await begun.until(lambda facts: facts.get("paths"))
        status, headers, data = await here.request("GET", HERE + "/me/things/file", [], b"", "")
        assert status == 200
        assert dict(headers)["content-type"] == "application/zip"

        other = TestedPage()
        there = await opened(other)
        status, _, text = await send(there, "/me/things/look", data)
        assert status == 200
        assert "2 games are new" in text
        status, found, _ = await send(there, "/me/things/add", data)
        assert status == 303
        assert "added=2" in found["location"]
        ids = set(re.findall(r'href="(/t/\w+)"', await get(there, "/games")))
        counted = await post(there, f"/daily/{today()}/bower/play")
        assert counted in ids
        (played,) = ids - {counted}
        again = Line(other, there, played)
        await again.until(lambda facts: facts.get("paths"))
        assert len(again.facts["log"]) > 3
        await again.move()

    run(main())
