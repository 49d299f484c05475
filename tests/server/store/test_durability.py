"""Whatever was acknowledged is there after `kill -9` at any moment, and the game goes on."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
from pathlib import Path

import httpx
import pytest

from tests.server.host import Process
from tests.waiting import PATIENCE, eventually, patient_client, patient_get, patient_post

SETUP = {
    "game": "treehouse",
    "seats": [{"kind": "human"}, {"kind": "bot", "bot": "random", "name": "b"}, {"kind": "human"}],
    "terms": {"forced": False},
}


def seated(origin: str) -> tuple[str, list[httpx.Client]]:
    found = patient_post(f"{origin}/api/tables", SETUP).json()
    clients = [patient_client(headers={"authorization": f"Bearer {seat['secret']}"}) for seat in found["seats"]]
    for client in clients:
        client.post(f"{origin}/api/tables/{found['id']}/sit", json={"luck": "x"})
    return found["id"], clients


def play(origin: str, table: str, clients: list[httpx.Client], acknowledged: list[int], luck: random.Random) -> None:
    """Move until the plug is pulled or the game is over, noting how long the journal was at every answer."""
    path = f"{origin}/api/tables/{table}"
    try:
        while True:
            for client in clients:
                seen = client.get(path).json()
                if seen["over"]:
                    return
                if seen["legal"]:
                    move = {"action": luck.choice(seen["legal"])["action"], "turn": seen["turn"]}
                    answer = client.post(f"{path}/moves", json=move)
                    if answer.status_code == 200:
                        acknowledged.append(answer.json()["entries"])
    except (httpx.TransportError, KeyError):
        return


def journal(data: Path, table: str) -> list[str]:
    connection = sqlite3.connect(data)
    rows = connection.execute("SELECT entry FROM journal WHERE id = ? ORDER BY number", (table,)).fetchall()
    connection.close()
    return [bytes(row[0]).decode() for row in rows]


def test_the_plug_is_pulled_again_and_again(tmp_path: Path) -> None:
    data = tmp_path / "domik.db"
    luck = random.Random(11)
    server = Process(data)
    table, clients = seated(server.origin)
    acknowledged: list[int] = []
    before: list[str] = []
    for _ in range(4):
        player = threading.Thread(target=play, args=(server.origin, table, clients, acknowledged, luck))
        player.start()
        wanted = len(acknowledged) + luck.randint(1, 6)
        eventually(lambda wanted=wanted: len(acknowledged) >= wanted)  # type: ignore[misc]
        server.kill()  # in the middle of the next one, wherever that is
        player.join(PATIENCE)
        assert not player.is_alive()
        kept = journal(data, table)
        assert len(kept) >= max(acknowledged, default=0), "an acknowledged move is gone"
        assert kept[: len(before)] == before, "the past has changed"
        before = kept
        server = Process(data)
        seen = clients[0].get(f"{server.origin}/api/tables/{table}").json()
        assert seen["entries"] >= len(kept)
        assert seen["dealt"]
    assert acknowledged, "nothing was ever played"
    play(server.origin, table, clients, acknowledged, luck)
    end = clients[0].get(f"{server.origin}/api/tables/{table}").json()
    assert end["over"]
    record = patient_get(f"{server.origin}/api/tables/{table}/record").json()
    moves = [json.loads(entry) for entry in journal(data, table) if '"kind":"move"' in entry]
    assert record["moves"] == [[move["seat"], move["action"], record["moves"][k][2]] for k, move in enumerate(moves)]
    server.process.terminate()
    assert server.process.wait(PATIENCE) is not None
    for client in clients:
        client.close()


def test_workers_go_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Process(tmp_path / "d.db")
    table, clients = seated(server.origin)
    eventually(lambda: clients[0].get(f"{server.origin}/api/tables/{table}").json()["awaited"] == [0, 2])
    children = list(Path(f"/proc/{server.process.pid}/task").glob("*/children"))  # whichever thread began them
    if not children:
        pytest.skip("this system does not list children")
    workers = [int(pid) for listed in children for pid in listed.read_text().split()]
    assert workers
    server.kill()
    eventually(lambda: not any(is_alive(pid) for pid in workers), "a worker stayed behind")
    for client in clients:
        client.close()


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False
