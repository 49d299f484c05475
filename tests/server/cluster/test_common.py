"""What all nodes share: lists, the daily puzzle, people's limits on tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import msgspec
import pytest

from domik.server.app import RequestLimits
from domik.server.cluster.shared_limits import MAX_REPORTED, SharedLimits, UsageReport
from domik.server.http.limits import TokenBuckets
from domik.server.live.live_tables import MAX_UNFINISHED
from domik.server.store.store import OnMessage, SingleNodeLeases
from tests.postgres import Postgres
from tests.server.host import Host, Page
from tests.waiting import eventually, patient_client


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
    for number in range(MAX_UNFINISHED):
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
    keeper.post("/host", data={"key": one.rooms.services.keys.host_key()})
    assert keeper.post("/host/word", data={"text": "We close soon"}).status_code == 303
    page.until(lambda page: "We close soon" in str(page.facts.get("refused")))


class Wire(SingleNodeLeases):
    """What one server says, for the next one to hear."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def publish(self, channel: str, text: str) -> None:
        self.said.append(text)

    def subscribe(self, channel: str, heard: OnMessage) -> None:
        raise AssertionError("nobody listens here")


def test_what_was_taken_at_one_server_is_gone_at_the_other() -> None:
    wire, here, there = Wire(), TokenBuckets(10, 0), TokenBuckets(10, 0)
    one, other = SharedLimits(wire, {"requests": here}), SharedLimits(wire, {"requests": there})
    assert all(here.take("ann") for _ in range(7))
    one.report_usage()
    other.apply_report("one", wire.said.pop())
    assert [there.take("ann") for _ in range(4)] == [True] * 3 + [False]
    assert there.take("ben")
    one.report_usage()
    assert not wire.said, "everything is told once"
    other.report_usage()
    one.apply_report("other", wire.said.pop())
    assert not here.take("ann"), "seven here, three there"
    assert here._buckets["ben"].left == 9
    other.apply_report("one", "[[1]]")  # nonsense changes nothing


def test_whoever_took_most_is_told_first_and_the_rest_later() -> None:
    wire, here = Wire(), TokenBuckets(10, 0)
    one = SharedLimits(wire, {"requests": here})
    names = [f"10.0.{number}.1" for number in range(MAX_REPORTED + 5)]
    for name in names:
        here.take(name)
    for _ in range(4):
        here.take("greedy")
    for name in names[:5]:
        here.take(name)
    one.report_usage()
    one.report_usage()
    first, second = wire.said
    assert "greedy" in first.split("]")[0]
    assert len(first) < 6000
    assert all((f'"{name}"' in first) != (f'"{name}"' in second) for name in names)


def test_an_address_has_one_share_over_all_nodes(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a real database: what is spent at one node is refused at the other as soon as that has heard of it."""
    heard: list[float] = []

    class Listening(SharedLimits):
        def apply_report(self, node: str, word: str) -> None:
            super().apply_report(node, word)
            heard.extend(
                number for name, _, number in msgspec.json.decode(word, type=UsageReport) if name == "requests"
            )

    monkeypatch.setattr("domik.server.app.SharedLimits", Listening)
    data, limits = postgres.database(), RequestLimits(requests=(60, 0), pause=0)
    one, other = Host(data, limits), Host(data, limits)
    try:
        spent = [one.person().get("/rules").status_code for _ in range(62)]
        assert spent[-1] == 429
        eventually(lambda: sum(heard) >= 60, "the other node never heard of it")
        assert other.person().get("/").status_code == 429
        assert other.person().get("/healthz").status_code == 200, "whoever watches is always answered"
        with patient_client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as elsewhere:
            assert elsewhere.get(f"{other.origin}/").status_code == 200, "others are not meant"
    finally:
        one.stop()
        other.stop()
