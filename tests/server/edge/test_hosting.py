"""Behind proxies, under a path, by the right names: the table works, and limits see who really asks."""

from __future__ import annotations

import html
import json
import logging
import random
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from domik.games import GAMES
from domik.server.app import RequestLimits, create_app, routes
from domik.server.edge import monitoring
from domik.server.edge.monitoring import MonitoringMiddleware
from domik.server.hosting import Hosting, Proxies, parse_proxies
from domik.server.rendering.assets import asset
from tests.server.api.test_api import begun
from tests.server.host import GENEROUS, Host, Page
from tests.waiting import PATIENCE, patient_get

PREFIX = "/a/domik"
# in pages, and in messages, whose markup has single quotes
LINKS = re.compile(r"""(?:href|src|action|data-from|data-news|data-check)=\\?["'](/[^"'\\]*)""")


@pytest.fixture(scope="module")
def under(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    hosting = Hosting(public_url="https://club.example", root_path=PREFIX, proxies=parse_proxies("127.0.0.1"))
    found = Host(tmp_path_factory.mktemp("under") / "d.db", hosting=hosting)
    yield found
    found.stop()


def crawled(person: httpx.Client, start: str, most: int) -> dict[str, str]:
    """Every page and file that links lead to, by its address."""
    waiting = [start]
    seen: dict[str, str] = {}
    kinds: dict[str, int] = {}
    while waiting and len(seen) < most:
        path = waiting.pop(0).split("#")[0]
        kind = re.sub(r"\?.*|[0-9a-z]{10}|\d+", "", path)
        if path in seen or kinds.get(kind, 0) >= 3:
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        answer = person.get(path, follow_redirects=True)
        assert answer.status_code in (200, 405), path
        seen[path] = answer.text
        if "text/html" in answer.headers["content-type"]:
            found = [html.unescape(link) for link in LINKS.findall(answer.text)]
            for link in found:
                assert link.startswith((PREFIX + "/", "//")), f"{path} leads to {link}"
            waiting += [link for link in found if "/live" not in link]
    return seen


def test_every_link_of_every_page_keeps_the_path(under: Host) -> None:
    person = under.person()
    home = person.get(f"{PREFIX}/")
    assert f'action="{PREFIX}/g/treehouse/play"' in home.text
    assert f'data-root="{PREFIX}"' in home.text
    led = person.post(f"{PREFIX}/g/treehouse/play")
    table = led.headers["location"]
    assert table.startswith(f"{PREFIX}/t/")
    seen = crawled(person, f"{PREFIX}/", 60) | crawled(person, table, 8)
    assert any("/rules" in path for path in seen)
    assert any(path.endswith("/page.js") for path in seen)
    person.cookies.set("lang", "")
    answer = person.get(f"{PREFIX}/?lang=pl")
    assert answer.headers["location"] == f"{PREFIX}/"
    assert person.get("/healthz").text == "ok\n", "a proxy may take the path off itself"


def test_files_are_the_same_under_a_path(under: Host, host: Host) -> None:
    """Nothing is put into them on their way; style sheets find other files beside themselves."""
    for name in ("live.js", "table.js", "site.css", "table/treehouse.css", "game/treehouse.svg"):
        there = under.person().get(f"{PREFIX}{asset(name)}")
        assert there.content == host.person().get(asset(name)).content, name
        assert there.headers["content-encoding"] in ("br", "gzip"), "and we pack them ourselves"
        assert not re.search(r"url\(['\"]?/", there.text), name


def test_the_socket_keeps_the_path(under: Host) -> None:
    """While a game is played, and when it is over."""
    table, programs = begun(under, {"game": "treehouse", "seats": [{"kind": "human"}, {"kind": "human"}]})
    playing = Page(under.origin, table, base=PREFIX)
    playing.until(lambda page: page.facts.get("dealt"))
    finish(programs, table)
    over = Page(under.origin, table, base=PREFIX)
    over.until(lambda page: page.cells.get("after"))
    playing.until(lambda page: page.cells.get("after"))
    links = [link for page in (playing, over) for text in page.raw for link in LINKS.findall(text)]
    assert any(link.endswith("/replay") for link in links)
    assert any("/rules#" in link for link in links)
    for link in links:
        assert link.startswith(PREFIX + "/"), link
    again = under.person().get(f"{PREFIX}/t/{table}/step/3").json()
    assert all(link.startswith(PREFIX + "/") for line in again["log"][1:] for link in LINKS.findall(line))


def test_a_whole_board_is_packed_under_a_path(under: Host) -> None:
    table, _ = begun(under, {"game": "treehouse", "seats": [{"kind": "human"}, {"kind": "human"}]})
    with connect(
        f"{under.origin.replace('http', 'ws')}{PREFIX}/t/{table}/live?z=1", origin=Origin(under.origin), max_size=None
    ) as socket:
        first = socket.recv(PATIENCE)
    assert isinstance(first, bytes)
    assert json.loads(zlib.decompress(first))["viewer"]


def finish(programs: list[httpx.Client], table: str) -> None:
    """Play a game over the JSON door until it is over."""
    luck = random.Random(1)
    while True:
        for program in programs:
            seen = program.get(f"/api/tables/{table}").json()
            if seen["over"]:
                return
            if seen["legal"]:
                move = {"action": luck.choice(seen["legal"])["action"], "turn": seen["turn"]}
                program.post(f"/api/tables/{table}/moves", json=move).raise_for_status()


def test_every_address_in_a_script_is_built() -> None:
    """By `url`, which knows the path that the server lives under."""
    static = Path(__file__).parents[3] / "src/domik/web/static"
    found = 0
    for file in sorted(static.glob("*.js")):
        code = re.sub(r"//.*|/\*\*.*?\*/", "", file.read_text(encoding="utf-8"))
        for match in re.finditer(r"[\"'`]/[a-z][^\"'`\s]*[\"'`]", code):
            found += 1
            assert code[: match.start()].endswith("url("), f"{file.name}: {match[0]}"
    assert found > 10


def test_the_document_of_the_api_knows_the_path(under: Host) -> None:
    document = under.person().get(f"{PREFIX}/api/openapi.json").json()
    assert document["servers"] == [{"url": f"https://club.example{PREFIX}"}]
    assert all(path.startswith("/api/") for path in document["paths"])


def test_only_our_own_pages_may_send_though_a_proxy_renamed_us(under: Host) -> None:
    person = under.person()
    ours = {"origin": "https://club.example", "host": "backend:8000"}
    answer = person.post(f"{PREFIX}/g/treehouse/play", headers=ours)
    assert answer.status_code == 303
    assert "Secure" in answer.headers["set-cookie"]
    for origin in ("https://evil.example", "http://club.example", "https://club.example.evil"):
        assert person.post(f"{PREFIX}/g/treehouse/play", headers=ours | {"origin": origin}).status_code == 403
    named = {"origin": "https://other.example", "host": "backend", "x-forwarded-host": "other.example"}
    assert person.post(f"{PREFIX}/g/treehouse/play", headers=named).status_code == 303


def test_limits_see_who_really_asks(tmp_path: Path) -> None:
    limits = RequestLimits(requests=(4, 0.0), tables=GENEROUS.tables, pause=0)
    behind = Host(tmp_path / "b.db", limits, Hosting(proxies=parse_proxies("127.0.0.1, 10.0.0.0/8")))
    before = Host(tmp_path / "c.db", limits)
    try:
        for host, apart in ((behind, True), (before, False)):

            def status(who: str, host: Host = host) -> int:
                return host.person(**{"x-forwarded-for": who}).get("/learn").status_code

            statuses = [status(f"6.6.6.6, 9.9.9.{k}, 10.1.1.1") for k in range(6)]
            assert (429 not in statuses) is apart
            forged = [status(f"1.2.3.{k}, 8.8.8.8") for k in range(6)]
            assert 429 in forged, "what stands before the last visitor may be made up"
    finally:
        behind.stop()
        before.stop()


def test_who_is_believed() -> None:
    proxies = parse_proxies("127.0.0.1,fd00::/8")
    assert proxies.forwarded_client("127.0.0.1", "5.5.5.5") == "5.5.5.5"
    assert proxies.forwarded_client("127.0.0.1", "5.5.5.5:99, [fd00::1]:4") == "5.5.5.5"
    assert proxies.forwarded_client("127.0.0.1", "rubbish") == "127.0.0.1"
    assert proxies.forwarded_client("127.0.0.1", "::ffff:7.7.7.7") == "7.7.7.7"
    assert "::ffff:127.0.0.1" in proxies
    assert "1.1.1.1" not in Proxies()
    assert "8.8.8.8" in parse_proxies("*")


def test_names_that_are_not_ours(tmp_path: Path) -> None:
    hosting = Hosting(allowed_hosts=("club.example", "*.houses.example"), public_url="https://domik.example:8443")
    host = Host(tmp_path / "d.db", hosting=hosting)
    try:
        for name, status in (
            ("club.example", 200),
            ("CLUB.example:8000", 200),
            ("a.houses.example", 200),
            ("domik.example", 200),
            ("evil.example", 421),
            ("houses.example", 421),
            ("club.example.evil", 421),
        ):
            assert host.person(host=name).get("/learn").status_code == status, name
        assert host.person(host="127.0.0.1").get("/healthz").status_code == 200
    finally:
        host.stop()


def test_numbers_are_not_for_the_world(tmp_path: Path) -> None:
    key = "k" * 20
    locked = Host(tmp_path / "d.db", hosting=Hosting(metrics_key=key, proxies=parse_proxies("127.0.0.1")))
    try:
        assert locked.person().get("/metrics").status_code == 403
        assert locked.person(authorization="Bearer wrong").get("/metrics").status_code == 403
        text = locked.person(authorization=f"Bearer {key}").get("/metrics").text
        assert 'domik_seconds_bucket{kind="page",le="+Inf"} ' in text
        assert 'domik_queue_length{queue="bots_deep"} 0' in text
        assert 'domik_queue_length{queue="writer"} ' in text
    finally:
        locked.stop()
    proxied = Host(tmp_path / "e.db", hosting=Hosting(proxies=parse_proxies("127.0.0.1")))
    try:
        assert proxied.person().get("/metrics").status_code == 200
        assert proxied.person(**{"x-forwarded-for": "5.5.5.5"}).get("/metrics").status_code == 403
    finally:
        proxied.stop()


def test_numbers_at_an_address_of_their_own(tmp_path: Path) -> None:
    from tests.server.host import free_port

    port = free_port()
    host = Host(tmp_path / "d.db", hosting=Hosting(metrics_bind=("127.0.0.1", port)))
    try:
        assert host.person().get("/metrics").status_code == 404
        assert "domik_games_finished_total 0" in patient_get(f"http://127.0.0.1:{port}/metrics").text
    finally:
        host.stop()


def test_the_access_log_keeps_secrets(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "domik.access")
    person = host.person()
    setup = {"game": "treehouse", "seats": [{"kind": "human"}, {"kind": "human"}]}
    opened = person.post("/api/tables", json=setup).json()
    secret = opened["seats"][0]["secret"]
    person.get(f"/t/{opened['id']}?key={secret}")
    person.get(f"/t/{opened['id']}/{secret}")
    person.get(f"/{secret}%0d%0a/x")
    said = caplog.text
    assert "POST /api/tables 201" in said
    assert f"/t/{opened['id'][:4]}... 200" in said
    assert opened["id"] not in said
    assert secret not in said
    lines = [monitoring.JsonLogFormatter().format(record) for record in caplog.records if record.name == "domik.access"]
    assert '"status": 201' in lines[0]


def test_every_address_of_ours_is_told_whole() -> None:
    known = MonitoringMiddleware(create_app("none"), [one.path for one in routes() if hasattr(one, "path")]).known_words
    assert monitoring.mask_path("/g/treehouse/rules", known) == "/g/treehouse/rules"
    assert set(GAMES) <= known


def test_the_same_warning_is_told_once_in_a_while() -> None:
    """Whoever sends a thousand requests that are none does not fill the disk; what went wrong is told every time."""

    def record(level: int, text: str, at: float) -> logging.LogRecord:
        made = logging.LogRecord("uvicorn.error", level, "", 0, text, (), None)
        made.created = at
        return made

    seldom = monitoring.RepeatedWarningFilter()
    told = [seldom.filter(record(logging.WARNING, "no request", at)) for at in (100, 101, 102, 109)]
    assert told == [True, False, False, False]
    later = record(logging.WARNING, "no request", 111)
    assert seldom.filter(later)
    assert later.getMessage() == "no request (3 more since the last one)"
    assert seldom.filter(record(logging.WARNING, "another", 111))
    assert all(seldom.filter(record(logging.ERROR, "broken", 111)) for _ in range(3))
