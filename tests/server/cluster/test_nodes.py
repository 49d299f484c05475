"""Several nodes over one database: any of them will do, and when one dies its tables go on elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.postgres import Postgres
from tests.server.host import OPENED, Host, Page, Process
from tests.waiting import PATIENCE, patient_client, patient_get, patient_post

DUEL = {"game": "treehouse", "seats": [{"kind": "human"}, {"kind": "human"}], "terms": {"forced": False}}


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[tuple[Host, Host]]:
    data = postgres.database()
    one, other = Host(data), Host(data)
    yield one, other
    one.stop()
    other.stop()


def seated(origin: str) -> tuple[str, list[httpx.Client]]:
    """A table with two programs at it."""
    found = patient_post(f"{origin}/api/tables", DUEL).json()
    clients = []
    for seat in found["seats"]:
        client = OPENED.enter_context(patient_client(headers={"authorization": f"Bearer {seat['secret']}"}))
        client.post(f"{origin}/api/tables/{found['id']}/sit", json={"luck": "x"}).raise_for_status()
        clients.append(client)
    return found["id"], clients


def moved(origins: tuple[str, ...], table: str, clients: list[httpx.Client], n: int) -> int:
    """So many moves, every one through another node; how long the journal is by then."""
    entries = 0
    for k in range(n):
        path = f"{origins[k % len(origins)]}/api/tables/{table}"
        seen = patient_get(path).json()
        client = clients[seen["awaited"][0]]
        view = client.get(path).json()
        answer = client.post(f"{path}/moves", json={"action": view["legal"][0]["action"], "turn": view["turn"]})
        assert answer.status_code == 200, answer.text
        entries = answer.json()["entries"]
    return entries


def test_any_node_will_do(two: tuple[Host, Host], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    table, clients = seated(one.origin)
    moved((one.origin, other.origin), table, clients, 6)
    assert table in one.rooms.by_id
    assert table not in other.rooms.by_id
    watching = Page(other.origin, table)
    watching.until(lambda page: page.facts.get("dealt"))
    before = len(watching.log)
    moved((other.origin,), table, clients, 3)
    watching.until(lambda page: len(page.log) > before)
    monkeypatch.setattr("domik.server.api.tables.MAX_WAIT", 2 * PATIENCE)  # longer than the client waits
    entries = patient_get(f"{other.origin}/api/tables/{table}").json()["entries"]
    assert patient_get(f"{other.origin}/api/tables/{table}?after={entries - 1}").json()["entries"] == entries


def test_people_play_through_the_other_node(two: tuple[Host, Host]) -> None:
    one, other = two
    person = one.person()
    table = person.post("/g/treehouse/play").headers["location"].removeprefix("/t/")
    there = other.person()
    there.cookies = person.cookies
    page = Page(other.origin, table, there)
    page.take()
    page.ask("luck", text="x")
    page.until(lambda page: page.facts.get("mine"))
    assert "ok" in page.move(page.paths[0][0] % 64)
    page.until(lambda page: page.facts.get("mine"))
    for host in two:  # lists are common, and each knows whose turn it is
        person.base_url = host.origin
        home = person.get("/")
        assert "Your turn" in home.text
        assert table in home.text
        assert person.get(f"/t/{table}").status_code == 200
        answer = person.post("/join", data={"code": table})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
        assert answer.headers.get_list("x-content-type-options") == ["nosniff"]
    assert patient_get(f"{other.origin}/t/{table}", host="club.example").status_code == 200
    resumed = Page(other.origin, table, there, v=page.facts["viewer"], n=page.number)
    assert resumed.take()["viewer"] == page.facts["viewer"]


def test_errors_come_from_wherever(two: tuple[Host, Host]) -> None:
    one, _ = two
    table, clients = seated(one.origin)
    for host in two:
        assert patient_get(f"{host.origin}/t/nosuchtable").status_code == 404
        assert clients[0].post(f"{host.origin}/api/tables/{table}/moves", json={"action": "x"}).status_code == 400
        assert clients[0].post(f"{host.origin}/api/tables/{table}/moves", content=b"x" * 40_000).status_code == 413
        assert patient_get(f"{host.origin}/healthz").text == "ok\n"
    forged = {"x-domik-seal": "0" * 64, "x-domik-client": "6.6.6.6"}
    for host in two:
        assert patient_get(f"{host.origin}/api/tables/{table}", **forged).status_code == 200  # as anybody's


def test_a_node_dies_and_its_tables_go_on(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domik.server.cluster.relay.RELAY_TIMEOUT", PATIENCE)
    data = postgres.database()
    dying, living = Process(data), Host(data)
    try:
        table, clients = seated(dying.origin)
        acknowledged = moved((dying.origin, living.origin), table, clients, 4)
        page = Page(living.origin, table)
        page.until(lambda page: page.facts.get("dealt"))
        dying.kill()
        with pytest.raises(ConnectionClosed):  # the page hears that it should come again, does, and goes on
            page.until(lambda _page: False)
        page = Page(living.origin, table)
        page.until(lambda page: page.facts.get("dealt"))
        seen = patient_get(f"{living.origin}/api/tables/{table}").json()
        assert seen["entries"] >= acknowledged
        assert moved((living.origin,), table, clients, 2) > acknowledged
    finally:
        dying.kill()
        living.stop()
