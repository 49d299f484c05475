"""Floods: everything that costs is counted by visitor and by address, over all their sockets and pages."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.types import Message
from websockets.exceptions import ConnectionClosed, InvalidStatus

from domik.server.app import RequestLimits
from domik.server.edge.limits import RateLimitMiddleware
from domik.server.edge.socket_meter import SocketMeter
from domik.server.hosting import Hosting, parse_proxies
from domik.server.http.limits import RateLimit, RateLimits, TokenBuckets
from domik.server.http.requests import ServiceRegistry
from tests.server.host import GENEROUS, Host, Page, finished
from tests.server.live.test_live import opened, seated
from tests.waiting import eventually


@pytest.fixture
def usual(tmp_path: Path) -> Iterator[Host]:
    """A server with the limits that it has in the world, but for plain requests and tables."""
    host = Host(tmp_path / "d.db", RequestLimits(requests=GENEROUS.requests, tables=GENEROUS.tables, pause=0))
    yield host
    host.stop()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Host]:
    """A server with a quarter of that, once and for all."""
    host = Host(
        tmp_path / "d.db", RequestLimits(requests=GENEROUS.requests, tables=GENEROUS.tables, times=0.25, pause=0)
    )
    for buckets in host.rooms.services.rate_limits.buckets_by_name().values():
        buckets.rate = 0.0  # however slow this machine is, nobody gets anything back meanwhile
    yield host
    host.stop()


FRAMES = {"pongs": b"\x8a\x80\0\0\0\0", "pings": b"\x89\x80\0\0\0\0", "fragments": b"\x00\x80\0\0\0\0"}


@pytest.mark.parametrize("kind", FRAMES)
def test_empty_frames_are_counted(usual: Host, kind: str) -> None:
    """Whoever floods a socket below the application is closed, and pages of others are not."""
    table, pages = seated(usual, "hh")
    honest, flooder = pages[0], Page(usual.origin, table)
    flooder.take()
    raw = flooder.socket.socket
    if kind == "fragments":
        raw.sendall(b"\x01\x80\0\0\0\0")
    with contextlib.suppress(OSError):  # the server has closed it
        for _ in range(2000):
            raw.sendall(FRAMES[kind] * 500)
    with pytest.raises(ConnectionClosed):
        flooder.until(lambda _page: False)
    assert flooder.socket.close_code in (1008, 1006), "1006 where the rest of the flood has drowned the close frame"
    honest.drain()
    assert usual.rooms.services.metrics.sockets == 2


def test_a_page_that_sends_much_but_pauses_is_only_slowed(usual: Host) -> None:
    _, (page, _) = seated(usual, "hh")
    page.socket.socket.sendall(FRAMES["pongs"] * 1000)
    assert "ok" in page.ask("chat", text="still here")


def test_whose_allowance_a_socket_uses(usual: Host, tmp_path: Path) -> None:
    meter = SocketMeter(usual.app)
    head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 9.9.9.9, 7.7.7.7\r\n\r\n"
    assert meter.address_of(("1.2.3.4", 5), head) == "1.2.3.4", "a stranger's word about its address"
    assert meter.address_of(("2001:db8:1:2:3::4", 5), b"") == "2001:db8:1:2::"
    assert meter.address_of(None, b"") == "", "a Unix socket whose proxy does not say"
    proxied = Host(tmp_path / "p.db", hosting=Hosting(proxies=parse_proxies("1.2.3.4")))
    try:
        assert SocketMeter(proxied.app).address_of(("1.2.3.4", 5), head) == "7.7.7.7"
        assert SocketMeter(proxied.app).address_of(None, head) == "7.7.7.7"
    finally:
        proxied.stop()


def test_a_visitor_and_an_address_are_counted_apart() -> None:
    patience = RateLimit((2, 0), (5, 0))
    assert [patience.allows("ann", "here") for _ in range(3)] == [True, True, False]
    assert [patience.allows("ben", "here") for _ in range(3)] == [True, True, False]
    assert [patience.allows("cat", "here"), patience.allows("cat", "there")] == [True, True]
    assert not patience.allows("dan", "here"), "the address has had its five"
    assert patience.allows("eve", ""), "where nobody knows the address, the visitor alone counts"


def test_every_kind_is_counted() -> None:
    kinds = RateLimits()
    for patience in (kinds.commands, kinds.redraws, kinds.hints, kinds.chat, kinds.sockets, kinds.board_renders):
        crowd = sum(patience.allows(f"visitor {number}", "one address") for number in range(500))
        alone = sum(patience.allows("visitor", f"address {number}") for number in range(500))
        assert 1 <= alone < crowd < 400


def test_wishes_are_counted_over_all_sockets_of_a_visitor(strict: Host) -> None:
    table, _ = seated(strict, "hh")
    person = strict.person()
    person.get(f"/t/{table}")
    one, other = (Page(strict.origin, table, person) for _ in range(2))
    for number in range(20):
        for page in (one, other):
            with contextlib.suppress(ConnectionClosed):
                page.socket.send(json.dumps({"do": "play_on", "id": number}))
    with pytest.raises(ConnectionClosed):
        one.drain()
    with pytest.raises(ConnectionClosed):
        other.drain()


def test_chat_hints_and_looks_are_counted_over_all_sockets(strict: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domik.server.live.session.HINT_PATIENCE", 0.0)
    table, people = opened(strict, "hs")
    pages = [Page(strict.origin, table, people[0]) for _ in range(2)]
    pages[0].ask("luck", text="x")
    for page in pages:
        page.until(lambda page: page.facts.get("dealt"))
    assert "ok" in pages[0].ask("look", seat=0)
    said = [pages[number % 2].ask("chat", text="x") for number in range(3)]
    assert "refused" in said[-1]
    looks = [pages[number % 2].ask("look", seat=0) for number in range(4)]
    assert "refused" in looks[-1]
    assert "refused" in pages[0].ask("hint"), "a quarter of three is none"


def test_handshakes_are_counted(strict: Host) -> None:
    table, _ = seated(strict, "hh")
    refused = set()
    for _ in range(60):
        try:
            Page(strict.origin, table).socket.close()
        except InvalidStatus as no:
            refused.add(no.response.status_code)
    assert refused == {403}


def test_steps_and_pictures_are_counted(strict: Host) -> None:
    table, _ = seated(strict, "hh")
    person = strict.person()
    found = [person.get(f"/t/{table}/{what}") for _ in range(40) for what in ("picture", "step/0")]
    refused = [answer for answer in found if answer.status_code == 429]
    assert len(refused) > 20
    assert all(len(answer.content) < 1000 for answer in refused), "a refusal is cheap"


def test_trying_addresses_out_counts_for_more(tmp_path: Path) -> None:
    host = Host(tmp_path / "d.db", RequestLimits(requests=(60, 0.0), tables=GENEROUS.tables, pause=0))
    try:
        codes = [host.person().get(f"/nothing/{number}").status_code for number in range(20)]
        assert codes[0] == 404
        assert codes[-1] == 429
        assert codes.count(404) <= 12
    finally:
        host.stop()


def test_refusals_take_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is too fast waits for being told so: refusals cost something, too."""
    happened: list[object] = []

    async def sleep(seconds: float) -> None:
        happened.append(seconds)

    async def send(message: Message) -> None:
        happened.append(message.get("status", message.get("code")))

    async def receive() -> Message:
        raise AssertionError("nothing is read of what is refused")

    app = Starlette()
    app.state.services = ServiceRegistry()
    app.state.services.add(RateLimits(0.0))
    scope: dict[str, Any] = {
        "app": app, "client": ("192.0.2.1", 1), "method": "GET", "path": "/learn", "query_string": b"", "headers": [],
    }  # fmt: skip
    monkeypatch.setattr(asyncio, "sleep", sleep)
    limits = RateLimitMiddleware(Starlette(), TokenBuckets(0, 0), pause=7.0)
    finished(limits(scope | {"type": "http"}, receive, send))
    assert happened == [7.0, 429, None]
    finished(limits(scope | {"type": "websocket"}, receive, send))
    assert happened[3:] == [7.0, 4429]


def test_buckets_forget() -> None:
    """However many come, only so many are remembered."""
    buckets = TokenBuckets(1, 1, kept=100)
    for number in range(1000):
        buckets.take(str(number))
    assert len(buckets._buckets) == 100


def test_full_buckets_are_forgotten() -> None:
    """Whoever could take as much as a newcomer is not remembered; whoever could not is."""
    buckets = TokenBuckets(2, 0.001)
    for number in range(10):
        buckets.take(str(number))
    for _ in range(2):
        buckets.take("greedy")
    for bucket in buckets._buckets.values():
        bucket.at -= 1200  # as if twenty minutes had gone by
    for number in range(10, 15):
        buckets.take(str(number))
    assert list(buckets._buckets) == ["greedy", *(str(number) for number in range(10, 15))]
    assert buckets.take("greedy")
    assert not buckets.take("greedy")


def test_rooms_and_viewers_do_not_pile_up(usual: Host) -> None:
    """A day of coming and going in a bounded loop: what is over leaves nothing behind."""
    from domik.server.live import live_tables as rooms_module

    table, _ = seated(usual, "hh")
    live_table = usual.call(usual.rooms.get(table))
    before, sockets = len(live_table.viewers), usual.rooms.services.metrics.sockets
    for number in range(12):
        page = Page(usual.origin, table, watcher=number)
        page.take()
        page.close()
    eventually(lambda: usual.rooms.services.metrics.sockets == sockets)

    async def swept() -> int:
        for viewer in live_table.viewers.values():
            viewer.left_at -= rooms_module.VIEWER_TIMEOUT + 1
        usual.rooms.evict_idle()
        return len(live_table.viewers)

    assert usual.call(swept()) <= before
