"""Connection limits: nobody holds more than a share of what is open at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from domik.server.app import RequestLimits
from domik.server.hosting import Hosting, parse_proxies
from tests.server.host import GENEROUS, OPENED, Host
from tests.server.live.test_live import seated
from tests.waiting import eventually

LIMITS = RequestLimits(requests=GENEROUS.requests, tables=GENEROUS.tables, times=GENEROUS.times, pause=0, connections=2)


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Host]:
    """A server behind a proxy on this machine, where an address may have two connections open."""
    host = Host(tmp_path / "d.db", LIMITS, Hosting(proxies=parse_proxies("127.0.0.1")))
    yield host
    host.stop()


def watching(host: Host, table: str, address: str) -> ClientConnection:
    """The socket of a spectator at an address that the proxy names."""
    opening = connect(
        f"ws://127.0.0.1:{host.port}/t/{table}/live",
        origin=Origin(host.origin),
        additional_headers={"X-Forwarded-For": address},
    )
    return OPENED.enter_context(opening)


def asked(host: Host, address: str, path: str = "/learn", **headers: str) -> httpx.Response:
    return host.person().get(path, headers={"x-forwarded-for": address} | headers)


def test_an_address_has_its_share_and_others_have_theirs(narrow: Host) -> None:
    table, _ = seated(narrow, "hh")
    held = [watching(narrow, table, "192.0.2.1") for _ in range(2)]
    with pytest.raises(InvalidStatus) as refused:
        watching(narrow, table, "192.0.2.1")
    assert refused.value.response.status_code == 403
    answer = asked(narrow, "192.0.2.1", **{"accept-language": "pl"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert "W Domiku nie ma już miejsca" in answer.text
    assert asked(narrow, "192.0.2.1", "/api/games").json()["error"].startswith("Domik has no place left")
    assert asked(narrow, "192.0.2.2").status_code == 200
    assert asked(narrow, "192.0.2.1", "/healthz").status_code == 200, "whoever watches the server gets an answer"
    held[0].close()
    eventually(lambda: asked(narrow, "192.0.2.1").status_code == 200)


def test_what_is_answered_is_not_counted_any_more(narrow: Host) -> None:
    assert [asked(narrow, "192.0.2.1").status_code for _ in range(10)] == [200] * 10
    assert [asked(narrow, "192.0.2.1", "/nothing").status_code for _ in range(10)] == [404] * 10
