"""Bots with keys of their own: challenged, told by event streams, playing whole games over HTTP."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from domik.server.accounts.visitors import owner_hash
from domik.server.http.streams import KEEPALIVE_SECONDS
from tests.postgres import Postgres
from tests.server.host import OPENED, Host
from tests.waiting import PATIENCE, eventually

ROOT = Path(__file__).parents[3]
DUEL = {"game": "treehouse", "terms": {"forced": False}}


def registered(host: Host, name: str) -> httpx.Client:
    answer = host.person().post("/api/bots", json={"name": name, "about": "a test"})
    assert answer.status_code == 201, answer.text
    return host.person(authorization=f"Bearer {answer.json()['key']}")


def events(client: httpx.Client, path: str) -> Iterator[dict[str, Any]]:
    """What a stream tells; a bot's own is heard from now on."""
    answer = OPENED.enter_context(client.stream("GET", path))
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = answer.iter_lines()
    if path == "/api/events":
        assert next(lines) == ": listening"
    return documents(lines)


def documents(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    silent = 0
    for line in lines:
        silent += "still here" in line
        assert silent * KEEPALIVE_SECONDS < PATIENCE, "nothing came"
        if line.startswith("data: "):
            silent = 0
            yield json.loads(line.removeprefix("data: "))


def played(client: httpx.Client, table: str) -> dict[str, Any]:
    """The whole game by its event stream; the last thing that was seen."""
    luck, seen, turn = random.Random(3), {}, ""
    for seen in events(client, f"/api/tables/{table}/events"):
        if seen["legal"] and seen["turn"] != turn:  # somebody else's move at the same time leaves the turn as it was
            turn = seen["turn"]
            move = luck.choice(seen["legal"])
            answer = client.post(f"/api/tables/{table}/moves", json={"text": move["text"], "turn": seen["turn"]})
            assert answer.status_code == 200, answer.text
    return seen


def test_a_game_against_the_house_without_a_key(host: Host) -> None:
    person = host.person()
    answer = person.post("/api/challenges", json=DUEL | {"to": "house:easy", "name": "Ann", "others": ["easy"]})
    assert answer.status_code == 201, answer.text
    found = answer.json()
    assert found["seats"] == 3
    me = host.person(authorization=f"Bearer {found['secret']}")
    end = played(me, found["id"])
    assert end["over"]
    assert end["players"][0]["name"] == "Ann"
    assert me.get(f"/api/tables/{found['id']}/record").json()["game"] == "treehouse"


def test_two_bots_challenge_accept_and_play(host: Host) -> None:
    one, two = registered(host, "Uno"), registered(host, "Due")
    hears = events(two, "/api/events")
    challenge = one.post("/api/challenges", json=DUEL | {"to": "due"}).json()
    assert challenge["secret"] == "", "its own key opens the seat"
    heard = next(hears)
    assert (heard["type"], heard["challenge"]["by"]) == ("challenge", "Uno")
    table = challenge["id"]
    assert two.get("/api/challenges").json()["challenges"][0]["id"] == table
    for stranger, status in ((one, 403), (host.person(), 401), (host.person(authorization="Bearer domik_x"), 403)):
        assert stranger.post(f"/api/challenges/{table}/accept", json={}).status_code == status
    seen = two.post(f"/api/challenges/{table}/accept", json={"luck": "mine"}).json()
    assert (seen["dealt"], seen["seat"]) == (True, 1)
    assert next(hears) == {"type": "start", "table": table}
    assert next(events(one, "/api/events")) == {"type": "start", "table": table}, "who comes late hears it too"
    assert one.get(f"/api/tables/{table}").json()["seat"] == 0
    assert one.get(f"/api/tables/{table}").json()["view"] != seen["view"]
    luck = random.Random(2)
    over = False
    while not over:
        for client in (one, two):
            seen = client.get(f"/api/tables/{table}").json()
            over = seen["over"]
            if seen["legal"]:
                move = {"action": luck.choice(seen["legal"])["action"], "turn": seen["turn"]}
                assert client.post(f"/api/tables/{table}/moves", json=move).status_code == 200
    assert next(hears) == {"type": "finish", "table": table}
    assert one.get("/api/challenges").json() == {"challenges": [], "tables": []}
    names = [bot["name"] for bot in host.person().get("/api/bots").json()["bots"]]
    assert names[:2] == ["Due", "Uno"] or names[:2] == ["Uno", "Due"], "whoever listened last comes first"


def test_challenges_are_declined_and_taken_back(host: Host) -> None:
    one, two = registered(host, "Eins"), registered(host, "Zwei")
    hears = events(one, "/api/events")
    for who, word in ((two, "declined"), (one, "canceled")):
        table = one.post("/api/challenges", json=DUEL | {"to": "Zwei"}).json()["id"]
        assert who.post(f"/api/challenges/{table}/decline").status_code == 200
        assert next(hears) == {"type": word, "table": table}
        assert one.get(f"/api/tables/{table}").status_code == 404
        assert two.get("/api/challenges").json()["challenges"] == []
        assert two.post(f"/api/challenges/{table}/accept", json={}).status_code == 404


def test_keys_are_told_once_and_kept_as_hashes(host: Host) -> None:
    answer = host.person().post("/api/bots", json={"name": "Secretive"})
    key = answer.json()["key"]
    bot = host.person(authorization=f"Bearer {key}")
    assert key not in bot.get("/api/bots/me").text + bot.get("/api/bots").text
    rows = host.call(host.rooms.services.store.database.fetch_all("SELECT kind, part, key, document FROM shelf"))
    assert key not in str(rows)
    assert owner_hash(key) in str(rows)
    taken = host.person().post("/api/bots", json={"name": "SECRETIVE"})
    assert taken.status_code == 409
    assert bot.post("/api/bots/me/close").status_code == 200
    assert bot.get("/api/bots/me").status_code == 403
    assert host.person().post("/api/bots", json={"name": "Secretive"}).status_code == 201


def test_what_is_wrong_is_said(host: Host) -> None:
    person = host.person()
    bad: tuple[Any, ...] = ({"name": "a"}, {"name": "x y"}, {"name": "fine", "abuot": ""}, {}, [], {"name": 7})
    for document in bad:
        answer = person.post("/api/bots", json=document)
        assert answer.status_code == 400, document
        assert answer.json()["error"]
    assert "abuot" in person.post("/api/bots", json={"name": "fine", "abuot": ""}).json()["error"]
    for to, status in (("nobody", 404), ("house:godlike", 404), ("house:easy", 201)):
        assert person.post("/api/challenges", json=DUEL | {"to": to}).status_code == status
    assert person.post("/api/challenges", json={"to": "house:easy", "game": "chess"}).status_code == 400
    assert person.post("/api/challenges", json=DUEL | {"to": "house:easy", "others": ["x"]}).status_code == 400


def test_a_resigned_bot_cannot_move(host: Host) -> None:
    bot = registered(host, "Quitter")
    table = bot.post("/api/challenges", json=DUEL | {"to": "house:easy", "others": ["easy"]}).json()["id"]
    seen = bot.get(f"/api/tables/{table}").json()
    assert bot.post(f"/api/tables/{table}/resign").status_code == 200
    answer = bot.post(f"/api/tables/{table}/moves", json={"action": seen["legal"][0]["action"]})
    assert answer.status_code in (400, 403, 409)


def test_the_example_plays(host: Host, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "examples/bots/rival.py"), host.origin, "Rival"]
    bot = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=os.environ)
    try:
        person = host.person()
        eventually(lambda: "Rival" in person.get("/api/bots").text)
        found = person.post("/api/challenges", json=DUEL | {"to": "Rival"}).json()
        assert played(host.person(authorization=f"Bearer {found['secret']}"), found["id"])["over"]
        assert bot.stdout is not None
        assert found["id"] in bot.stdout.readline()
    finally:
        bot.kill()
        bot.communicate()


def test_bots_hear_on_whichever_node_they_listen(postgres: Postgres) -> None:
    data = postgres.database()
    one, other = Host(data), Host(data)
    try:
        listener, challenger = registered(one, "Here"), registered(other, "There")
        hears = events(listener, "/api/events")
        table = challenger.post("/api/challenges", json=DUEL | {"to": "Here"}).json()["id"]
        assert next(hears)["challenge"]["id"] == table
        assert listener.post(f"/api/challenges/{table}/accept", json={}).status_code == 200
        assert next(hears)["type"] == "start"
        stream = events(listener, f"/api/tables/{table}/events")  # of a table that the other node keeps
        assert next(stream)["dealt"]
        mover = challenger if challenger.get(f"/api/tables/{table}").json()["legal"] else listener
        seen = mover.get(f"/api/tables/{table}").json()
        mover.post(f"/api/tables/{table}/moves", json={"action": seen["legal"][0]["action"]}).raise_for_status()
        assert next(stream)["entries"] > seen["entries"] - 1
    finally:
        OPENED.close()
        one.stop()
        other.stop()


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_the_page_says_everything(host: Host, language: str) -> None:
    page = host.person(**{"accept-language": language}).get("/api")
    assert page.status_code == 200
    document = host.person(accept="application/json", **{"accept-language": language}).get("/api").json()
    assert document == host.person(**{"accept-language": language}).get("/api/openapi.json").json()
    for path, methods in document["paths"].items():
        assert path in page.text
        for operation in methods.values():
            assert operation["summary"].replace("’", "’") in page.text.replace("&#39;", "'")
    assert '<script src="http' not in page.text
