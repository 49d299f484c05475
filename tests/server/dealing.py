"""People at deals that many play, for tests: one try after another, by the doors that everybody has."""

from __future__ import annotations

import random

import httpx

from domik.server.pages.deals.daily import today
from tests.server.host import Host


def begin(person: httpx.Client, game: str) -> str:
    """The table of somebody's one try at today's deal."""
    answer = person.post(f"/daily/{today()}/{game}/play")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).rsplit("/", 1)[-1]


def secret_of(person: httpx.Client) -> dict[str, str]:
    """What a program shows to play somebody's seats: the browser's own secret."""
    return {"authorization": f"Bearer {person.cookies['domik']}"}


def play(person: httpx.Client, table: str, seed: int = 0, most: int = 10_000) -> dict[str, object]:
    """Moves at random until the game is over, or so many."""
    secret, luck, path = secret_of(person), random.Random(seed), f"/api/tables/{table}"
    for _ in range(most):
        seen: dict[str, object] = person.get(path, headers=secret).json()
        if seen["over"]:
            break
        legal = seen["legal"]
        assert isinstance(legal, list)
        if not legal:  # bots of a usual table think in their own time
            person.get(f"{path}?after={seen['entries']}", headers=secret)
            continue
        move = {"action": luck.choice(legal)["action"], "turn": seen["turn"]}
        assert person.post(f"{path}/moves", headers=secret, json=move).status_code == 200
    return seen


def played(host: Host, game: str, name: str, seed: int = 0) -> tuple[httpx.Client, str]:
    """Somebody who has played today's deal, and their table."""
    person = host.person()
    person.cookies.set("name", name)
    table = begin(person, game)
    play(person, table, seed)
    return person, table
