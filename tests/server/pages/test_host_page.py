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
