"""The host's page: nothing without the key; with it, tables, names, bans, words and backups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from domik.server.edge.security import Bans
from domik.server.hosting import Hosting, parse_proxies
from tests.server.host import Host, Page


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Host]:
    hosting = Hosting(data=str(tmp_path / "d.db"), backups=str(tmp_path), proxies=parse_proxies("127.0.0.1"))
    found = Host(tmp_path / "d.db", hosting=hosting)
    yield found
    found.stop()


def keeper(host: Host) -> httpx.Client:
    person = host.person()
    assert person.post("/host", data={"key": host.rooms.services.keys.host_key()}).status_code == 303
    return person


def table_of(person: httpx.Client) -> str:
    return person.post("/g/treehouse/play").headers["location"].removeprefix("/t/")


def test_nothing_without_the_key(kept: Host) -> None:
    guest = kept.person()
    table = table_of(guest)
    page = guest.get("/host").text
    assert table not in page
    assert 'type="password"' in page
    assert guest.post("/host", data={"key": "wrong"}).status_code == 403
    for path in ("tables/x/end", f"tables/{table}/delete", f"tables/{table}/ban", "ban", "word", "backup"):
        assert guest.post(f"/host/{path}", data={"seat": "0"}).status_code == 403, path
    guest.cookies.set("domik_host", kept.rooms.services.keys.host_key())
    assert guest.post("/host/backup").status_code == 403, "the key itself is no cookie"


def test_tables_are_renamed_ended_and_deleted(kept: Host) -> None:
    host, guest = keeper(kept), kept.person()
    table = table_of(guest)
    assert table in host.get("/host").text
    assert host.post(f"/host/tables/{table}/rename", data={"seat": "0", "name": "Polite"}).status_code == 303
    assert kept.call(kept.rooms.get(table)).table.seats[0].name == "Polite"
    assert host.post(f"/host/tables/{table}/rename", data={"seat": "1", "name": "x"}).status_code == 400, "a bot"
    page = Page(kept.origin, table, guest)
    page.take()
    page.ask("luck", text="x")
    page.until(lambda page: page.facts.get("dealt"))
    host.post(f"/host/tables/{table}/end")
    page.until(lambda page: page.facts.get("over"))
    assert host.post(f"/host/tables/{table}/delete").status_code == 303
    assert guest.get(f"/t/{table}").status_code == 404
    assert host.post(f"/host/tables/{table}/delete").status_code == 404


def test_bans_hold_and_are_lifted(kept: Host) -> None:
    host, guest = keeper(kept), kept.person()
    table = table_of(guest)
    host.post(f"/host/tables/{table}/ban", data={"seat": "0"})
    assert guest.get("/").status_code == 403
    assert kept.person().get("/").status_code == 200
    with pytest.raises((ConnectionClosed, InvalidStatus)):
        Page(kept.origin, table, guest).take()
    host.post("/host/ban", data={"address": "9.9.9.9"})
    assert kept.person(**{"x-forwarded-for": "9.9.9.9"}).get("/learn").status_code == 403
    assert kept.person(**{"x-forwarded-for": "9.9.9.8"}).get("/learn").status_code == 200
    for who in list(kept.service(Bans).banned):
        host.post("/host/ban", data={"lift": who})
    assert guest.get("/").status_code == 200
    assert host.post("/host/ban", data={"address": "nonsense"}).status_code == 400


def test_everybody_is_told_and_a_backup_is_made(kept: Host, tmp_path: Path) -> None:
    host, guest = keeper(kept), kept.person()
    page = Page(kept.origin, table_of(guest), guest)
    page.take()
    host.post("/host/word", data={"text": "We close <b>soon</b>"})
    page.until(lambda page: "We close &lt;b&gt;soon&lt;/b&gt;" in str(page.facts.get("refused")))
    assert "We close &lt;b&gt;soon&lt;/b&gt;" in guest.get("/").text
    host.post("/host/word", data={"text": ""})
    assert "We close" not in guest.get("/").text
    assert host.post("/host/backup").status_code == 303
    assert [path.stat().st_mode & 0o777 for path in tmp_path.glob("domik-*.db")] == [0o600]


def test_a_wrong_key_offers_the_field_again(kept: Host) -> None:
    answer = kept.person().post("/host", data={"key": "wrong"})
    assert (answer.status_code, 'type="password"' in answer.text, 'role="alert"' in answer.text) == (403, True, True)


def test_a_backup_says_where_it_lies(kept: Host, tmp_path: Path) -> None:
    host = keeper(kept)
    assert str(tmp_path) in host.get("/host").text
    done = host.get(host.post("/host/backup").headers["location"]).text
    written = next(path.name for path in tmp_path.glob("domik-*.db"))
    assert f"{tmp_path}/{written}" in done


@pytest.fixture
def private(tmp_path: Path) -> Iterator[Host]:
    """Only people whom the host knows may play here."""
    found = Host(tmp_path / "d.db", hosting=Hosting(data=str(tmp_path / "d.db"), known_names=True))
    yield found
    found.stop()


def test_the_host_lets_people_in_renames_and_drops_them(private: Host) -> None:
    host = keeper(private)
    assert host.post("/host/people", data={"name": ""}).status_code == 400
    page = host.post("/host/people", data={"name": "Ela"})
    secret = page.text.partition("/key#")[2].partition('"')[0]
    assert secret
    assert secret not in host.get("/host").text, "it is shown once"
    guest = private.person()
    assert guest.post("/g/bower/play").status_code == 403
    home = guest.get("/").text
    assert "/g/bower/play" not in home, "what is refused is not offered"
    assert 'href="/friends"' not in home
    guest.post("/key", data={"key": secret})
    assert guest.post("/g/bower/play").status_code == 303
    assert "/g/bower/play" in guest.get("/").text
    owner = next(owner for owner, one in private.call(private.rooms.services.store.people.list_known()) if one.name)
    assert host.post("/host/people/rename", data={"owner": owner, "name": "Ela K."}).status_code == 303
    assert 'value="Ela K."' in host.get("/host").text
    assert private.person().post("/host/people/drop", data={"owner": owner}).status_code == 403
    host.post("/host/people/drop", data={"owner": owner})
    assert guest.post("/g/bower/play").status_code == 403


def test_a_report_is_read_and_closed(kept: Host) -> None:
    person, host = kept.person(), keeper(kept)
    table = table_of(person)
    page = Page(kept.origin, table, person)
    page.take()
    page.ask("chat", text="<b>rude</b>")
    page.ask("report", line=0, text="He is <i>rude</i>")
    shown = host.get("/host").text
    assert "&lt;b&gt;rude&lt;/b&gt;" in shown
    assert "He is &lt;i&gt;rude" in shown
    host.post("/host/reports/drop", data={"table": table})
    assert "rude" not in host.get("/host").text
