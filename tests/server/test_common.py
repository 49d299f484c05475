"""What all nodes share: lists, the daily puzzle, people's limits on tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from domik.server.live.rooms import MOST_LIVE
from tests.postgres import Postgres
from tests.server.host import Host, Page


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[tuple[Host, Host]]:
    data = postgres.database()
    one, other = Host(data), Host(data)
    yield one, other
    one.stop()
    other.stop()


def test_lists_and_the_limit_on_tables_are_common(two: tuple[Host, Host]) -> None:
    one, other = two
    person, there = one.person(), other.person()
    for number in range(MOST_LIVE):
        if number:
            there.cookies = person.cookies
        answer = (person if number % 2 == 0 else there).post("/g/treehouse/play")
        assert re.match("/t/[a-z0-9]+$", answer.headers["location"])
    for client in (person, there):
        assert client.post("/g/treehouse/play").headers["location"] == "/games?full=1", "as many as anybody may have"
    assert person.get("/games").text.count('class="going') == there.get("/games").text.count('class="going') > 5
    assert re.findall(r"/puzzles/\w+/\w+", person.get("/").text) == re.findall(r"/puzzles/\w+/\w+", there.get("/").text)


def test_a_word_to_all_reaches_open_tables_of_every_node(two: tuple[Host, Host]) -> None:
    one, other = two
    guest = other.person()
    table = guest.post("/g/treehouse/play").headers["location"].removeprefix("/t/")
    page = Page(other.origin, table, guest)
    page.take()
    keeper = one.person()
    keeper.post("/host", data={"key": one.rooms.house.keys.host_key()})
    assert keeper.post("/host/word", data={"text": "We close soon"}).status_code == 303
    page.until(lambda page: "We close soon" in str(page.facts.get("refused")))
