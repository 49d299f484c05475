"""What the browser tests play: every game of the registry, with so few people that a game is short."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from domik.games import GAMES, game_package
from tests.conformance.tables import legal_sets
from tests.waiting import patient_client
from tests.web.drawn import ways

NAMES = list(GAMES)
PEOPLE = ("Александра", "Борис", "Charlotte", "Dmitri")
PHONE_CONTEXT: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
}  # fmt: skip


def few(game: str) -> int:
    """The fewest people who still play against somebody."""
    return max(2, game_package(game).least_seats)


def against_bots(game: str) -> list[str]:
    """Me and as few bots as can be."""
    return ["human", *["bot:normal"] * (few(game) - 1)]


def secretive(game: str) -> dict[str, object]:
    """The options that hide most: flags whose name says that something is secret, and else as little as can be."""

    def hidden(options: dict[str, object]) -> tuple[int, int]:
        flags = {name for name, value in options.items() if value is True}
        return sum("secret" in name for name in flags), -len(flags)

    return max((options for seats, options in legal_sets(game) if seats == few(game)), key=hidden)


@cache
def played(
    origin: str, game: str, moves: int, seats: int = 0, seed: int = 1, way: int = -1
) -> tuple[str, tuple[str, ...]]:
    """A table where so many moves were made over the JSON door: its id and the links of its seats."""
    id, links, _ = play_at_random(origin, game, moves, seats, seed, way)
    return id, links


def almost_finished(origin: str, game: str) -> tuple[str, tuple[str, ...]]:
    """A table that one more choice ends: every deal is the same, so the whole game says how many there are."""
    *_, made = play_at_random(origin, game, 10_000)
    return played(origin, game, made - 1)


def play_at_random(
    origin: str, game: str, moves: int, seats: int = 0, seed: int = 1, way: int = -1
) -> tuple[str, tuple[str, ...], int]:
    """The table's id, the links of its seats, and how many moves were chosen."""
    luck = random.Random(seed)
    match = ways(game)[way] if way >= 0 else game_package(game).match(seats or few(game))
    seats, options = match.seats, match.package.schema.non_defaults(match.options)
    with patient_client(base_url=origin) as client:
        plans = [{"kind": "human", "name": name} for name in PEOPLE[:seats]]
        opened = client.post("/api/tables", json={"game": game, "seats": plans, "options": options}).json()
        id = opened["id"]
        keys = [{"authorization": f"Bearer {seat['secret']}"} for seat in opened["seats"]]
        for key in keys:
            client.post(f"/api/tables/{id}/sit", json={}, headers=key).raise_for_status()
        made, over = 0, False
        while made < moves and not over:
            for key in keys:  # most games wait for one seat: ask no more of them than needed
                view = client.get(f"/api/tables/{id}", headers=key).json()
                over = view["over"]
                if view["legal"] or over:
                    break
            if view["legal"]:
                document = {"action": luck.choice(view["legal"])["action"], "turn": view["turn"]}
                client.post(f"/api/tables/{id}/moves", json=document, headers=key).raise_for_status()
                made += 1
    return id, tuple(f"/t/{id}#{seat['seat']}.{seat['secret']}" for seat in opened["seats"]), made


def gathering(origin: str, game: str, seats: int = 0) -> str:
    """The link of a host who waits for the others."""
    with patient_client(base_url=origin) as client:
        plans = {f"seat{number}": "human" for number in range(seats or few(game))}
        opened = client.post(f"/g/{game}/tables", data=plans | {"name0": PEOPLE[0]})
        return f"{opened.headers['location']}#0.{client.cookies['domik']}"


def full(origin: str, game: str) -> str:
    """My link to a table with as many bots as it has room for."""
    with patient_client(base_url=origin) as client:
        plans = {f"seat{number}": "bot:easy" for number in range(1, game_package(game).most_seats)}
        opened = client.post(f"/g/{game}/tables", data=plans | {"seat0": "human", "name0": PEOPLE[0]})
        return f"{opened.headers['location']}#0.{client.cookies['domik']}"


def finished(origin: str, game: str) -> tuple[str, tuple[str, ...]]:
    """A table whose game is over."""
    return played(origin, game, 10_000)
