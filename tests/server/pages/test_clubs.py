"""Club evenings: 2 to 32 people over several deals, matchpoints, sealed until one has played."""

from __future__ import annotations

import httpx
import pytest

from domik.language import LANGUAGES
from domik.server.live import deal_access
from domik.server.pages.deals import clubs
from domik.server.pages.deals.clubs import MAX_PLAYERS, find_club
from domik.server.pages.people import ratings
from domik.server.pages.people.ratings import shared_deal_comparisons as comparisons
from tests.server.dealing import play
from tests.server.host import Host

FORM = {"name": "Monday", "me": "Ania", "game.bower": "on", "game.treehouse": "on", "rounds": "1", "lasts": "1"}


def somebody(host: Host, club: str, name: str) -> httpx.Client:
    person = host.person()
    assert person.post(f"{club}/join", data={"name": name}).status_code == 303
    return person


def table_at(person: httpx.Client, club: str, number: int) -> str:
    return person.post(f"{club}/play/{number}").headers["location"].rsplit("/", 1)[-1]


def test_an_evening(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    ania = host.person()
    club = ania.post("/club", data=FORM).headers["location"]
    marek, ela = somebody(host, club, "Marek"), somebody(host, club, "Ela")
    page = ania.get(club).text
    assert "Monday" in page
    assert "Marek" in page
    tables = {}
    for number in (1, 2):
        for seed, person in enumerate((ania, marek, ela)):
            table = table_at(person, club, number)
            assert table_at(person, club, number) == table, "one attempt"
            if number == 1 or person is ania:
                play(person, table, seed=seed)
            tables[number, seed] = table
    first, second = (host.call(host.rooms.get(tables[1, seed])).table for seed in (0, 1))
    assert first.deal == second.deal
    page = ania.get(club).text
    assert f"/t/{tables[1, 0]}/beside/{tables[1, 1]}" in page
    assert ania.get(f"/t/{tables[1, 0]}/beside/{tables[1, 1]}").status_code == 200
    assert marek.get(f"/t/{tables[2, 0]}/replay").status_code == 403, "the second deal is still to come"
    assert f"/t/{tables[2, 0]}" not in marek.get(club).text
    scores = [host.call(host.rooms.get(tables[1, seed])).table.scores()[0] for seed in range(3)]
    beaten = sum((scores[0] > one) + (scores[0] == one) / 2 for one in scores[1:])
    assert f">{round(100 * beaten / 2)}<" in page
    key = club.rsplit("/", 1)[-1]
    found = host.call(find_club(host.rooms.services.store.key_value, key))
    assert all(seed not in page for seed in found.seeds)
    assert host.call(comparisons(host.rooms)) == [], "nothing is rated before the evening is over"
    for module in (clubs, ratings, deal_access):
        monkeypatch.setattr(module, "now", lambda: found.closes)
    rated = host.call(comparisons(host.rooms))
    assert [one.game for one in rated] == [found.games[0]]
    assert sorted(rated[0].places.values())[0] == 1
    assert marek.get(f"/t/{tables[2, 0]}/replay").status_code == 200, "all is open by now"
    assert host.person().post(f"{club}/join", data={"name": "Late"}).status_code == 409


def test_there_are_places_for_thirty_two(host: Host) -> None:
    club = host.person().post("/club", data=FORM).headers["location"]
    for number in range(MAX_PLAYERS - 1):
        somebody(host, club, f"P{number}")
    answer = host.person().post(f"{club}/join", data={"name": "one more"})
    assert answer.status_code == 409
    assert "All 32 places" in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_gets_a_sentence(host: Host, language: str) -> None:
    person = host.person(**{"accept-language": language})
    assert person.get("/club").status_code == 200
    assert person.get("/club/nothing").status_code == 404
    assert person.get("/club/%00").status_code == 404
    assert person.post("/club", data={"me": "x"}).status_code == 400
    club = person.post("/club", data=FORM).headers["location"]
    stranger = host.person()
    assert stranger.post(f"{club}/play/1").status_code == 403
    assert stranger.post(f"{club}/join", data={"name": " "}).status_code == 400
    for number in ("0", "3", "x", "-1"):
        assert person.post(f"{club}/play/{number}").status_code == 404
