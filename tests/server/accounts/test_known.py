"""Known names only: strangers look and learn, the host lets people in, and nobody takes a known name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from domik.server.hosting import Hosting
from tests.server.host import Host, Page

KEY = "the key of the host, nobody else's"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    data = tmp_path_factory.mktemp("known") / "domik.db"
    found = Host(data, hosting=replace(Hosting(data=str(data)), known_names=True, host_key=KEY))
    yield found
    found.stop()


def hostess(host: Host) -> httpx.Client:
    person = host.person()
    assert person.post("/key", data={"key": KEY}).headers["location"] == "/me?said=came"
    return person


def let_in(host: Host, name: str) -> httpx.Client:
    shown = hostess(host).post("/me/known", data={"name": name}).text
    link = re.search(r'value="(http[^"]+/key#[^"]+)"', shown)
    assert link is not None
    person = host.person()
    assert person.post("/key", data={"key": link[1]}).status_code == 303
    return person


@pytest.mark.parametrize("path", ["/g/bower/play", "/g/bower/tables", "/api/tables", "/t/abc/sit", "/t/abc/branch"])
def test_strangers_do_not_play(host: Host, path: str) -> None:
    answer = host.person().post(path, data={"seat0": "human", "seat1": "bot:easy"})
    assert answer.status_code == 403
    assert "known to the person who runs this server" in answer.text


def test_strangers_look_learn_and_puzzle(host: Host) -> None:
    person = host.person()
    for path in ("/", "/games", "/learn", "/puzzles", "/g/bower/rules", "/me"):
        assert person.get(path).status_code == 200
    assert "known to the person who runs this server" in person.get("/me").text


def test_whom_the_host_lets_in_plays_under_that_name(host: Host) -> None:
    ania = let_in(host, "Ania")
    assert 'value="Ania"' in ania.get("/me").text
    id = ania.post("/g/bower/play").headers["location"].removeprefix("/t/")
    assert host.rooms.by_id[id].table.seats[0].name == "Ania"
    onlooker = Page(host.origin, id)
    onlooker.take()
    assert "known to the person who runs this server" in onlooker.ask("chat", text="hello")["refused"][2]
    assert "ok" in Page(host.origin, id, ania).ask("chat", text="hello")


def test_a_known_name_is_nobody_elses(host: Host) -> None:
    let_in(host, "Marek")
    other = let_in(host, "Marta")
    assert hostess(host).post("/me/known", data={"name": "MAREK"}).headers["location"] == "/me?said=name_taken"
    assert other.post("/me", data={"name": "marek", "animal": "owl"}).headers["location"] == "/me?said=name_taken"


def test_only_the_host_lets_in_and_sends_away(host: Host) -> None:
    zoe = let_in(host, "Zoe")
    for person in (zoe, host.person()):
        assert person.post("/me/known", data={"name": "Friend"}).status_code == 403
        assert person.post("/me/known/drop", data={"owner": "x"}).status_code == 403
    page = hostess(host).get("/me").text
    owner = re.search(r'name="owner" value="(\w+)"><button[^>]+: Zoe"', page)
    assert owner is not None
    assert zoe.post("/g/bower/play").status_code == 303
    hostess(host).post("/me/known/drop", data={"owner": owner[1]})
    assert zoe.post("/g/bower/play").status_code == 403
    assert hostess(host).post("/g/bower/play").status_code == 303, "the host plays on"


def test_elsewhere_the_hosts_key_opens_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = tmp_path_factory.mktemp("open") / "domik.db"
    host = Host(data, hosting=replace(Hosting(data=str(data)), host_key=KEY))
    try:
        assert host.person().post("/key", data={"key": KEY}).status_code == 403
        assert host.person().post("/g/bower/play").status_code == 303
    finally:
        host.stop()
