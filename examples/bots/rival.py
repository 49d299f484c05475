"""A bot for the JSON door in 40 lines: python rival.py https://club.example ChatTheCat. Needs `pip install httpx`.

It keeps its key in a file beside it, accepts every challenge, and plays the first legal move of each turn.
"""

import json
import pathlib
import sys
import threading

import httpx

SERVER, NAME = sys.argv[1].rstrip("/"), sys.argv[2]
KEYS = pathlib.Path(f"{NAME}.key")
if not KEYS.exists():
    KEYS.write_text(httpx.post(f"{SERVER}/api/bots", json={"name": NAME}).raise_for_status().json()["key"])
client = httpx.Client(base_url=SERVER, headers={"Authorization": f"Bearer {KEYS.read_text()}"}, timeout=30)


def events(path):
    """Server-sent events as documents; a stream that ends or breaks is opened anew by whoever calls."""
    with client.stream("GET", path) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def play(table):
    """Move whenever it is our turn, until the game is over."""
    while True:
        for seen in events(f"/api/tables/{table}/events"):
            if seen["over"]:
                return print(f"{table}: {seen['scores']}", flush=True)
            if seen["legal"]:
                client.post(
                    f"/api/tables/{table}/moves", json={"action": seen["legal"][0]["action"], "turn": seen["turn"]}
                )


while True:
    for event in events("/api/events"):
        if event["type"] == "challenge":
            client.post(f"/api/challenges/{event['challenge']['id']}/accept", json={})
        if event["type"] == "start":
            threading.Thread(target=play, args=(event["table"],)).start()
