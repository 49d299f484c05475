"""The JSON door: programs play whole games with nothing but a secret."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx

from domik.games import game_package
from domik.kernel.record import read_record, verify
from domik.table.fair_deal import objections_to_deal
from domik.table.requests import post_chat
from tests.server.host import Host

SETUP = {"game": "treehouse", "seats": [{"kind": "human"}, {"kind": "human"}], "terms": {"forced": False}}


def opened(host: Host, setup: dict[str, Any] = SETUP) -> tuple[str, list[httpx.Client]]:
    answer = host.person().post("/api/tables", json=setup)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return found["id"], [host.person(authorization=f"Bearer {seat['secret']}") for seat in found["seats"]]


def begun(host: Host, setup: dict[str, Any] = SETUP) -> tuple[str, list[httpx.Client]]:
    table, programs = opened(host, setup)
    for number, program in enumerate(programs):
        answer = program.post(f"/api/tables/{table}/sit", json={"name": f"bot {number}", "luck": f"dice {number}"})
        assert answer.status_code == 200, answer.text
    return table, programs


def test_two_programs_play_a_whole_game_and_its_record_holds(host: Host) -> None:
    table, programs = begun(host)
    path = f"/api/tables/{table}"
    finished = host.rooms.services.metrics.games_finished
    luck = random.Random(5)
    over = False
    while not over:
        for seat, program in enumerate(programs):
            seen = program.get(path).json()
            over = seen["over"]
            assert seen["seat"] == seat
            if seen["legal"]:
                move = luck.choice(seen["legal"])
                command = {"text": move["text"]} if luck.random() < 0.5 else {"action": move["action"]}
                answer = program.post(f"{path}/moves", json=command | {"turn": seen["turn"]})
                assert answer.status_code == 200, answer.text
    text = host.person().get(f"{path}/record").text
    record = read_record(text, game_package)
    assert verify(record, json.loads(text)) == []
    assert objections_to_deal(record) == []
    assert record.players == ["bot 0", "bot 1"]
    live_table = host.call(host.rooms.get(table))
    host.call(live_table.execute(lambda table, at: post_chat(table, 0, "bot 0", "well played", at)))
    assert host.rooms.services.metrics.games_finished == finished + 1
    assert f"domik_games_finished_total {finished + 1}\n" in host.person().get("/metrics").text


def test_a_program_knows_its_own_seat_and_nothing_else(host: Host) -> None:
    table, (one, two) = begun(host)
    path = f"/api/tables/{table}"
    live_table = host.call(host.rooms.get(table))
    mine, theirs = one.get(path).json(), two.get(path).json()
    assert mine["view"] == [int(number) for number in live_table.table.view(0).numbers]
    assert mine["view"] != theirs["view"]
    onlooker = host.person().get(path).json()
    assert onlooker["view"] == [int(number) for number in live_table.table.view().numbers]
    assert onlooker["legal"] == []
    assert live_table.table.seed not in json.dumps([mine, theirs, onlooker])
    assert host.person().get(f"{path}/record").status_code == 403
    own = one.get(f"{path}/record").json()
    assert own["view"] == mine["view"]
    assert "deal" not in own


def test_bad_requests_say_why(host: Host) -> None:
    table, (one, _) = begun(host)
    path = f"/api/tables/{table}"
    assert host.person().post(f"{path}/moves", json={"action": 0}).status_code == 401
    wrong = host.person(authorization="Bearer nonsense")
    assert wrong.post(f"{path}/moves", json={"action": 0}).status_code == 403
    for body in ({"action": 99}, {"action": "x"}, {}, {"text": "rubbish"}, {"action": 0, "turn": "7.7"}):
        answer = one.post(f"{path}/moves", json=body)
        assert answer.status_code == 400, body
        assert answer.json()["error"]
    refused = one.post(f"{path}/moves", json={"action": 40})
    assert refused.status_code == 409
    assert refused.json()["objections"][0]["clause"] == "TH-21"
    assert one.post(f"{path}/moves", content=b"{").status_code == 400
    assert one.post(f"{path}/moves", content=b"[]").status_code == 400
    assert one.get("/api/tables/none").status_code == 404
    assert one.get(f"{path}?after=soon").status_code == 400
    assert "trun" in one.post(f"{path}/moves", json={"action": 0, "trun": "1"}).json()["error"]
    for setup in ({}, {"game": "chess", "seats": [{"kind": "human"}] * 2}, SETUP | {"options": {"edition": "x"}}):
        assert one.post("/api/tables", json=setup).status_code == 400, setup


def test_steps_are_taken_back(host: Host) -> None:
    table, (one, _) = begun(host)
    path = f"/api/tables/{table}"
    before = one.get(path).json()
    one.post(f"{path}/moves", json={"action": 1})
    assert one.get(path).json()["view"] != before["view"]
    assert one.post(f"{path}/undo").status_code == 200
    assert one.get(path).json()["view"] == before["view"]
    assert one.post(f"{path}/undo").status_code == 400


def test_waiting_ends_when_something_happens(host: Host) -> None:
    import threading

    table, (one, two) = begun(host)
    path = f"/api/tables/{table}"
    entries = one.get(path).json()["entries"]
    timer = threading.Timer(0.3, lambda: two.post(f"{path}/moves", json={"action": 0}))
    timer.start()
    seen = one.get(f"{path}?after={entries}").json()
    timer.join()
    assert seen["entries"] > entries
    assert seen["awaited"] == [0]


def test_bots_without_a_name_get_one(host: Host) -> None:
    """Nobody reads of somebody without a name; names that were given stay, and nobody's is given twice."""
    seats = [{"kind": "human", "name": "Ola"}, {"kind": "bot"}, {"kind": "bot", "name": "Deep"}, {"kind": "bot"}]
    table, (program,) = opened(host, {"game": "treehouse", "seats": seats})
    players = program.get(f"/api/tables/{table}").json()["players"]
    names = [player["name"] for player in players]
    assert names[2] == "Deep"
    assert all(names[1:])
    assert len({*names[1:], "Ola"}) == 4
