"""A counted table is saved into My games, shown again with its review, drawn as a picture, and deleted."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from domik.positions.position import position_from
from domik.server.store import Store
from domik.server.store.counted_tables import COUNTED_KIND, MOST_COUNTED, new_counted_id
from domik.table.clock import DAY, now
from tests.positions.tapping import HOUSES, played_house
from tests.server.host import Host

BY_NUMBERS = (
    "game dream_home\nseat Ania: by=numbers rooms=20 furnishings=4 comfort=3 roof=8\n"
    "seat Marek: by=numbers rooms=12 furnishings=2 comfort=3 roof=8\n"
)
HOUSE_RULE = "game dream_home\nseat Ania: 3.1=bathroom 3.2=bathroom\nseat Marek:\n"


def person(host: Host, language: str = "en") -> httpx.Client:
    return host.person(**{"accept-language": language, "origin": host.origin})


def save(client: httpx.Client, text: str, game: str = "dream_home") -> str:
    """Save a position; the address of its page."""
    answer = client.post(f"/companion/{game}/save", data={"position": text})
    assert answer.status_code == 303, answer.text[:300]
    return str(answer.headers["location"])


@pytest.fixture
def ania(host: Host) -> httpx.Client:
    return person(host)


def test_a_saved_table_is_in_my_games_without_a_rating_and_only_its_own_person_sees_it(
    host: Host, ania: httpx.Client
) -> None:
    page = save(ania, BY_NUMBERS)
    shown = ania.get(page).text
    assert "Ania wins!" in shown
    assert "at a real table" in shown
    assert "Counted by numbers" in shown
    assert "What decided: " in shown
    assert "20 against 12" in shown
    listed = ania.get("/games").text
    assert "at a real table" in listed
    assert "35 : 25" in listed
    assert f'href="{page}"' in listed
    assert 'class="panel stats"' not in listed  # no statistics and no rating come from it
    assert person(host).get(page).status_code == 404
    assert ania.get("/games?game=bower").text.count("at a real table") == 0


def test_nothing_is_kept_before_it_is_saved(tmp_path: Path) -> None:
    """Counted, asked, printed, shared: no byte of the data file has the name; after Save one has."""
    host = Host(tmp_path / "d.db")
    try:
        client, position = person(host), BY_NUMBERS.replace("Ania", "Wrzosowiska")
        for path, wish in (("", "result"), ("/picture", "picture"), ("/sheet", "")):
            answer = client.post(f"/companion/dream_home{path}", data={"position": position, "do": wish})
            assert "Wrzosowiska" in answer.text
        client.post("/companion/dream_home", data={"do": "start", "seats": "2", "name.0": "Wrzosowiska"})
        asked = {"position": HOUSE_RULE.replace("Ania", "Wrzosowiska"), "screen": "ask", "do": "put 3.3 kitchen"}
        assert client.post("/companion/dream_home", data=asked).status_code == 200
        assert b"Wrzosowiska" not in on_disk(tmp_path)
        save(client, position)
        assert b"Wrzosowiska" in on_disk(tmp_path)
    finally:
        host.stop()


def on_disk(folder: Path) -> bytes:
    """All bytes of the data file and its log."""
    return b"".join(path.read_bytes() for path in folder.glob("d.db*"))


def test_saving_twice_on_one_evening_keeps_it_once(host: Host, ania: httpx.Client) -> None:
    first = save(ania, BY_NUMBERS)
    assert save(ania, BY_NUMBERS) == first
    assert ania.get("/games?all=1").text.count('class="real"') == 1
    assert save(ania, HOUSE_RULE) != first
    assert ania.get("/games?all=1").text.count('class="real"') == 2


def test_house_rules_are_kept_with_their_clause(host: Host, ania: httpx.Client) -> None:
    asked = ania.post("/companion/dream_home", data={"position": HOUSE_RULE, "do": "stay"}, headers={"x-part": "1"})
    key = re.search(r'value="anyway ([^"]+)"', asked.text)
    assert key is not None
    page = save(ania, f"{HOUSE_RULE}anyway {key[1]}\n")
    shown = ania.get(page).text
    assert "Counted with 1 house rule" in shown
    assert ">DH-23<" in shown
    assert "(house rule)" in shown
    assert "1 house rule" in ania.get("/games").text


@pytest.mark.parametrize("game", HOUSES)
def test_the_review_shows_each_house_as_far_as_it_was_entered(host: Host, ania: httpx.Client, game: str) -> None:
    match, table, _, _seat = played_house(game)
    position = position_from(match, table)
    shown = ania.get(save(ania, position.text(), game)).text
    assert shown.count('class="cp-board ct-board"') == match.seats
    for check in position.game_entering.checks(match):
        assert f">{check.clause}<" in shown


@pytest.mark.parametrize("game", HOUSES)
def test_a_result_becomes_a_picture_without_being_kept(host: Host, ania: httpx.Client, game: str) -> None:
    match, table, _, seat = played_house(game)
    position = position_from(match, table).rename(["Zofia", "Bartek", "Ida"][: match.seats])
    fields = {"position": position.text(), "seat": str(seat)}
    shown = ania.post(f"/companion/{game}/picture", data=fields)
    assert shown.status_code == 200
    assert "srcdoc=" in shown.text
    assert "Zofia" in shown.text
    assert "at a real table" in shown.text
    hidden = ania.post(f"/companion/{game}/picture", data=fields | {"names": "0"}).text
    card = hidden.split('srcdoc="')[1].split('" sandbox')[0]
    assert "Zofia" not in card
    assert "Bartek" not in card
    assert "at a real table" not in ania.get("/games").text  # nothing was kept


def test_a_house_that_was_counted_by_numbers_has_its_points_on_the_picture(host: Host, ania: httpx.Client) -> None:
    shown = ania.post("/companion/dream_home/picture", data={"position": BY_NUMBERS}).text
    assert "ct-points" in shown


def test_a_saved_table_is_deleted_and_forgotten_with_its_person(host: Host, ania: httpx.Client) -> None:
    page = save(ania, BY_NUMBERS)
    assert ania.post(f"{page}/delete").headers["location"] == "/games"
    assert ania.get(page).status_code == 404
    assert ania.post(f"{page}/delete").status_code == 404
    save(ania, BY_NUMBERS.replace("Ania", "Eufemia"))
    assert b"Eufemia" in b"".join(all_kept(host))
    ania.post("/forget", data={"sure": "yes"})
    assert b"Eufemia" not in b"".join(all_kept(host))


def all_kept(host: Host) -> list[bytes]:
    query = f"SELECT document FROM shelf WHERE kind = '{COUNTED_KIND}'"
    return [bytes(row[0]) for row in host.call(host.service(Store).database.fetch_all(query))]


def test_old_ones_go_with_the_servers_retention(host: Host, ania: httpx.Client) -> None:
    page = save(ania, BY_NUMBERS)
    counted = host.service(Store).counted
    host.call(counted.delete_before(now() - DAY))
    assert ania.get(page).status_code == 200
    host.call(counted.delete_before(now() + 1))
    assert ania.get(page).status_code == 404


def test_ids_sort_by_age() -> None:
    assert new_counted_id(9) < new_counted_id(10) < new_counted_id(now())
    assert MOST_COUNTED < 1000  # what the store reads at once


@pytest.mark.parametrize("path", ["save", "picture"])
def test_a_broken_position_gets_a_sentence(host: Host, ania: httpx.Client, path: str) -> None:
    answer = ania.post(f"/companion/dream_home/{path}", data={"position": "seat nonsense"})
    assert answer.status_code == 400
    assert "seat nonsense" in answer.text
    assert ania.post(f"/companion/nothing/{path}", data={}).status_code == 404
