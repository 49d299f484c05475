"""Data that version 0.1.0 wrote: games in play go on, and dailies, clubs and reviews are there.

data/0.1.0.db.xz was written by the server of commit ee4c300 (schema 7), played over its own API; 0.1.0.json says what
was there when it was stopped.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from domik.cli import main
from domik.kernel.errors import DomikError
from domik.server.store.migrations import MIGRATIONS
from domik.server.store.store import open_store
from tests.server.host import Host

FOLDER = Path(__file__).parent / "data"
KEPT: dict[str, Any] = json.loads((FOLDER / "0.1.0.json").read_text(encoding="utf-8"))
NEWEST = len(MIGRATIONS)


@pytest.fixture(scope="module")
def old_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("old") / "domik.db"
    path.write_bytes(lzma.decompress((FOLDER / "0.1.0.db.xz").read_bytes()))
    return path


@pytest.fixture(scope="module")
def host(old_data: Path) -> Iterator[Host]:
    found = Host(old_data)
    yield found
    found.stop()


def holder(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def browser(host: Host, cookie: str) -> httpx.Client:
    """The browser of somebody who played on the old version."""
    person = host.person()
    person.cookies.set("domik", cookie)
    return person


@pytest.mark.parametrize("kept", KEPT["in_play"], ids=[kept["game"] for kept in KEPT["in_play"]])
def test_a_game_in_play_goes_on(host: Host, kept: dict[str, Any]) -> None:
    path, person = f"/api/tables/{kept['table']}", host.person()
    seen = person.get(path, headers=holder(kept["secret"])).json()
    assert (seen["over"], seen["scores"][0], seen["turn"]) == (False, kept["scores"][0], kept["turn"])
    assert [move["action"] for move in seen["legal"]] == kept["legal"]
    move = {"action": kept["legal"][0], "turn": kept["turn"]}
    assert person.post(f"{path}/moves", headers=holder(kept["secret"]), json=move).status_code == 200
    assert person.get(f"/t/{kept['table']}").status_code == 200


def test_a_finished_game_has_its_result_record_and_review(host: Host, tmp_path: Path) -> None:
    kept, person = KEPT["finished"], host.person()
    seen = person.get(f"/api/tables/{kept['table']}", headers=holder(kept["secret"])).json()
    assert (seen["over"], seen["scores"]) == (True, kept["scores"])
    file = tmp_path / "record.json"
    file.write_bytes(person.get(f"/api/tables/{kept['table']}/record").content)
    assert main(["verify", str(file)]) == 0
    assert person.get(f"/t/{kept['table']}/replay").status_code == 200
    assert person.get(f"/t/{kept['table']}/review").status_code == 200


def test_attempts_at_the_deal_of_the_day_are_still_their_owners(host: Host) -> None:
    kept = KEPT["daily"]
    person = browser(host, kept["cookie"])
    for table in (kept["finished"], kept["in_play"]):
        assert person.get(f"/t/{table}").status_code == 200
    seen = person.get(f"/api/tables/{kept['finished']}", headers=holder(kept["cookie"])).json()
    assert (seen["over"], seen["scores"]) == (True, kept["scores"])
    assert kept["finished"] in person.get("/games").text
    assert person.get(f"/daily/{kept['day']}/treehouse").status_code == 200


def test_a_club_keeps_its_players_and_tables(host: Host) -> None:
    kept = KEPT["club"]
    page = browser(host, kept["cookie"]).get(kept["address"])
    assert page.status_code == 200
    assert kept["name"] in page.text
    assert all(name in page.text for name in kept["players"])
    assert kept["finished"] in page.text


def test_the_schema_is_the_newest_afterwards(host: Host, old_data: Path) -> None:
    with sqlite3.connect(old_data) as data:
        assert data.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone() == (str(NEWEST),)


def test_data_of_a_newer_version_are_left_as_they_are(tmp_path: Path) -> None:
    """What a downgrade finds, if the schema has changed meanwhile."""
    path = tmp_path / "newer.db"
    path.write_bytes(lzma.decompress((FOLDER / "0.1.0.db.xz").read_bytes()))
    with sqlite3.connect(path) as data:
        data.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (str(NEWEST + 1),))
    data.close()
    before = path.read_bytes()
    with pytest.raises(DomikError) as refused:
        open_store(path)
    assert refused.value.phrase.key == "data.newer"
    assert path.read_bytes() == before
