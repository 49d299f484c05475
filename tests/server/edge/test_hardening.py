"""What only an attacker or a careless operator sends: names, redirects, cookies, sockets, slow bodies."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.types import Message
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from domik.deals import Deal
from domik.server.accounts.visitors import HOST_PREFIX
from domik.server.cluster import relay
from domik.server.cluster.relay import RelayMiddleware
from domik.server.edge.transport import unix_socket
from domik.server.hosting import Hosting, parse_proxies
from domik.server.http.errors import HeldByOtherNode
from domik.server.pages.deals import bot_field
from domik.server.pages.deals.bot_field import BotField
from domik.server.pages.deals.daily import deal_of_day, today
from domik.server.store import Store
from tests.server.host import Host, finished
from tests.waiting import PATIENCE

NAME = "club.example"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server that a proxy makes public under https."""
    hosting = Hosting(
        allowed_hosts=(NAME,), public_url=f"https://{NAME}", proxies=parse_proxies("127.0.0.1"), own_deals=True
    )
    found = Host(tmp_path_factory.mktemp("data") / "d.db", hosting=hosting)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def under(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The same under a path, without https."""
    found = Host(tmp_path_factory.mktemp("data") / "d.db", hosting=Hosting(root_path="/domik"))
    yield found
    found.stop()


def handshake(host: Host, name: str) -> int:
    """The status that a socket of a page at that name is answered with."""
    table = host.person(host=NAME, **{"x-forwarded-proto": "https"}).post("/g/bower/play").headers["location"]
    with socket.create_connection(("127.0.0.1", host.port)) as raw:
        try:
            with connect(
                f"ws://{name}{table}/live", sock=raw, origin=Origin(f"https://{name}"), open_timeout=PATIENCE
            ) as page:
                page.recv(PATIENCE)
        except InvalidStatus as refused:
            return refused.response.status_code
    return 101


def test_names_are_checked_on_sockets_too(public: Host) -> None:
    assert handshake(public, NAME) == 101
    assert handshake(public, "evil.example") == 403


@pytest.mark.parametrize("name", ["x:99999999", "x:70000", "x:", "x y", "[::1", "x\x00y"])
def test_a_host_that_cannot_be_gets_a_sentence(host: Host, name: str) -> None:
    with socket.create_connection(("127.0.0.1", host.port), PATIENCE) as raw:
        raw.sendall(f"GET /learn HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"Traceback" not in answer


def test_a_slash_too_many_stays_here(under: Host, host: Host) -> None:
    for server, root in ((under, "/domik"), (host, "")):
        answer = server.person(host="evil.example").get(f"{root}/learn/?x=%2F%2Fevil")
        assert (answer.status_code, answer.headers["location"]) == (303, f"{root}/learn?x=%2F%2Fevil")
        for path in ("//evil.example/", "//evil.example//learn/", "/nowhere/"):
            assert server.person().get(f"{server.origin}{root}{path}").status_code == 404, path
        assert server.person().post(f"{root}/learn/").status_code == 404


def test_no_redirect_names_the_host(host: Host) -> None:
    person = host.person(host="evil.example")
    for answer in (person.get("/?lang=ru"), person.get("/daily"), person.post("/g/bower/play"), person.get("/games/")):
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/")
        assert "evil" not in answer.headers["location"]


@pytest.mark.parametrize("headers", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_a_foreign_page_cannot_post_to_the_api(host: Host, headers: dict[str, str]) -> None:
    for path, document in (("/api/bots", {"name": "made_elsewhere"}), ("/api/tables", {"game": "bower"})):
        answer = host.person(**headers).post(path, content=json.dumps(document))
        assert answer.status_code == 403
        assert "error" in answer.json()


def test_programs_and_our_own_pages_post_to_the_api(host: Host) -> None:
    assert host.person().post("/api/bots", json={"name": "made_by_a_program"}).status_code == 201
    assert host.person(origin=host.origin).post("/api/bots", json={"name": "made_here"}).status_code == 201


def test_what_is_allowed_is_said(host: Host) -> None:
    person = host.person()
    for path, allowed in (("/learn", "GET, HEAD"), ("/forget", "POST"), ("/me", "GET, HEAD, POST")):
        answer = person.request("DELETE", path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


# ---- cookies and headers ---------------------------------------------------------------------------------------


def cookies_set(answer: httpx.Response) -> dict[str, str]:
    return {text.partition("=")[0]: text for text in answer.headers.get_list("set-cookie")}


def test_cookies_carry_the_path_or_the_prefix(public: Host, under: Host, host: Host) -> None:
    form = {"name": "Ania", "animal": "owl"}
    mine = cookies_set(public.person(host=NAME).post("/me", data=form))
    assert "Path=/;" in mine[f"{HOST_PREFIX}domik"]
    assert "Secure" in mine[f"{HOST_PREFIX}domik"]
    theirs = cookies_set(under.person().post("/domik/me", data=form))
    assert all("Path=/domik;" in text for text in theirs.values())
    assert theirs.keys() == {"domik", "name", "animal"}
    plain = cookies_set(host.person().post("/me", data=form))
    assert "Path=/;" in plain["domik"]
    assert "Secure" not in plain["domik"]


def test_whoever_has_the_cookie_of_an_older_version_stays_who_they_are(public: Host) -> None:
    person = public.person(host=NAME)
    answer = person.post("/me", data={"name": "Ania", "animal": "owl"})
    token = cookies_set(answer)[f"{HOST_PREFIX}domik"].partition("=")[2].partition(";")[0]
    old = public.person(host=NAME, cookie=f"domik={token}")
    assert 'value="Ania"' in old.get("/me").text
    assert cookies_set(old.post("/me", data={"name": "Ania", "animal": "fox"})).keys() >= {f"{HOST_PREFIX}domik"}
    both = public.person(host=NAME, cookie=f"domik={'x' * 32}; {HOST_PREFIX}domik={token}")
    assert 'value="Ania"' in both.get("/me").text, "the one that nobody else can have set counts"


def test_of_two_cookies_the_one_of_our_path_counts(under: Host) -> None:
    person = under.person()
    answer = person.post("/domik/me", data={"name": "Ania", "animal": "owl"})
    token = cookies_set(answer)["domik"].partition("=")[2].partition(";")[0]
    both = under.person(cookie=f"domik={token}; lang=pl; domik={'x' * 32}; lang=ru")
    page = both.get("/domik/me").text
    assert 'value="Ania"' in page
    assert 'lang="pl"' in page


def test_whoever_is_forgotten_keeps_no_cookie(public: Host) -> None:
    person = public.person(host=NAME)
    token = cookies_set(person.post("/me", data={"name": "Ania"}))[f"{HOST_PREFIX}domik"].partition(";")[0]
    gone = cookies_set(public.person(host=NAME, cookie=token).post("/forget", data={"sure": "yes"}))
    assert gone.keys() == {"domik", f"{HOST_PREFIX}domik", "name", "animal"}
    assert all("Max-Age=0" in text for text in gone.values())


def test_under_https_pages_and_files_are_for_https_and_this_site(public: Host, host: Host) -> None:
    for path in ("/learn", "/static/base.css", "/nowhere", "/api/games"):
        found = public.person(host=NAME).get(path).headers
        assert found["strict-transport-security"] == "max-age=31536000", path
        assert found["cross-origin-resource-policy"] == "same-origin", path
        assert "strict-transport-security" not in host.person().get(path).headers


# ---- where it listens, what it waits for, what it keeps ----------------------------------------------------------


def test_a_unix_socket_is_its_owners(tmp_path: Path) -> None:
    for mode in (0o600, 0o660):
        path = tmp_path / f"{mode:o}.sock"
        with unix_socket(str(path), mode):
            assert stat.S_IMODE(path.stat().st_mode) == mode
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(str(path))


def test_a_relay_does_not_wait_for_a_slow_body(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "BODY_TIMEOUT", 0.01)
    monkeypatch.setattr(relay, "nodes_of", lambda _scope: object())
    sent: list[Message] = []

    async def elsewhere(*_: object) -> None:
        raise HeldByOtherNode("http://127.0.0.1:1")

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    class Refusal:
        def __init__(self, _request: object, status: int, _phrase: object) -> None:
            self.status = status

        async def __call__(self, *_: object) -> None:
            sent.append({"type": "refusal", "status": self.status})

    monkeypatch.setattr(relay, "error_response", Refusal)
    scope = {"type": "http", "method": "POST", "path": "/t/x/end", "headers": [], "query_string": b""}
    finished(RelayMiddleware(elsewhere)(scope, receive, send))
    assert sent == [{"type": "refusal", "status": 408}]


def test_healthz_notices_a_file_that_was_overwritten(tmp_path: Path) -> None:
    data, copy = tmp_path / "d.db", tmp_path / "copy.db"
    host = Host(data)
    try:
        person = host.person()
        assert person.get("/healthz").status_code == 200
        table = person.post("/g/bower/play").headers["location"]
        committer = host.rooms.services.store.database.committer  # type: ignore[attr-defined]
        committer.run_maintenance()
        shutil.copyfile(data, copy)
        assert person.get("/healthz").status_code == 200
        committer.run_maintenance()
        assert person.get("/healthz").status_code == 200
        with open(data, "r+b") as opened:
            opened.write(copy.read_bytes())
        assert person.get("/healthz").status_code == 503
        assert table
    finally:
        host.stop()


@pytest.mark.usefixtures("at_noon")
def test_past_days_do_not_starve_today(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    field = BotField(host.service(Store), {"easy": 1})
    order: list[str] = []
    deals = {back: host.call(deal_of_day(host.rooms, "bower", today().days_later(-back))) for back in range(60)}
    asked = asyncio.Event()

    async def play(deal: Deal) -> bool:
        await asked.wait()
        order.append(deal.name)
        return True

    async def ask() -> None:
        for back in range(59, 0, -1):
            field.enqueue(deals[back], "one visitor")
        assert len(field.queue) == 1, "one past deal a visitor"
        for back in range(59, 0, -1):
            field.enqueue(deals[back], f"visitor {back}")
        assert len(field.queue) == bot_field.MAX_QUEUED
        field.enqueue(deals[0], "one visitor")
        asked.set()
        assert field._runner is not None
        await field._runner

    monkeypatch.setattr(field, "_play_deal", play)
    host.call(ask())
    assert order[0] == deals[0].name
    assert len(order) == bot_field.MAX_QUEUED + 1
    assert not field.queue
    assert not field._askers
