"""Duplicates: a finished game's cards once more for a friend, and two tables side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from domik.language import LANGUAGES
from domik.server.pages.deals.bot_field import BotField
from tests.server.dealing import begin, play, played
from tests.server.host import Host
from tests.server.reviewed import reviews_in
from tests.waiting import eventually

pytestmark = pytest.mark.usefixtures("at_noon")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    found = Host(tmp_path_factory.mktemp("data") / "domik.db")
    found.service(BotField).levels = {"easy": 1, "normal": 1}
    reviews_in(found)
    yield found
    found.stop()


def usual_game(host: Host, game: str, name: str) -> tuple[httpx.Client, str]:
    """Somebody who has played against bots as one does every day."""
    person = host.person()
    person.cookies.set("name", name)
    table = person.post(f"/g/{game}/play").headers["location"].rsplit("/", 1)[-1]
    live_table = host.call(host.rooms.get(table))
    host.call(live_table.execute(lambda table, at: [] if table.is_dealt else table.begin(at)))
    play(person, table, seed=1)
    return person, table


def tried(person: httpx.Client, key: str) -> str:
    return person.post(f"/deal/{key}/play").headers["location"].rsplit("/", 1)[-1]


def test_from_the_replay_it_is_one_step(host: Host) -> None:
    """Play this deal: a friend's attempt counts, one's own is for fun; a challenge leads to the link."""
    person, table = usual_game(host, "bower", "Ania")
    bar = person.get(f"/t/{table}/replay").text
    assert 'name="at_once" value="1"' in bar
    assert "Challenge a friend" in bar
    again = person.post(f"/t/{table}/deal", data={"at_once": "1"}).headers["location"].rsplit("/", 1)[-1]
    friend = host.person()
    theirs = friend.post(f"/t/{table}/deal", data={"at_once": "1"}).headers["location"].rsplit("/", 1)[-1]
    tables = [host.call(host.rooms.get(id)).table for id in (table, again, theirs)]
    assert len({one.id for one in tables}) == 3
    assert tables[0].deal == tables[1].deal == tables[2].deal
    assert (tables[1].is_counted, tables[2].is_counted) == (False, True)
    key = person.post(f"/t/{table}/deal").headers["location"].rsplit("/", 1)[-1]
    assert tried(friend, key) == theirs, "the same attempt"
    play(friend, theirs)
    result = friend.get(f"/t/{theirs}/replay").text
    assert f'href="/deal/{key}"' in result, "a deal that is compared leads to its results"
    assert "Challenge a friend" not in result


@pytest.mark.parametrize("game", ["treehouse", "bower"])
def test_a_friend_plays_the_same_cards(host: Host, game: str) -> None:
    person, table = usual_game(host, game, "Ania")
    link = person.post(f"/t/{table}/deal").headers["location"]
    assert person.post(f"/t/{table}/deal").headers["location"] == link, "asked for again it is the same"
    key = link.rsplit("/", 1)[-1]
    shown = person.get(link).text
    assert all(f'{way}/deal/{key}"' in shown for way in (f'value="{host.origin}', f'data-copy="{host.origin}'))
    friend = host.person()
    friend.cookies.set("name", "Marek")
    before = friend.get(link).text
    assert "Play these cards" in before
    assert table not in before, "nobody is led to the game before they have played"
    theirs = tried(friend, key)
    assert tried(friend, key) == theirs
    play(friend, theirs, seed=1)
    after = friend.get(link).text
    assert "Ania" in after
    assert f"/t/{theirs}/beside/{table}" in after
    assert "Where did our games split" in friend.get(f"/t/{theirs}/beside/{table}").text
    twin, other = host.person(), host.person()
    second, third = tried(twin, key), tried(other, key)
    play(twin, second, seed=1)
    play(other, third, seed=2)
    tables = [host.call(host.rooms.get(id)).table for id in (table, theirs, second, third)]
    assert all(one.deal == tables[0].deal for one in tables)
    moves = [[(move.seat, move.action) for move in one.moves] for one in tables]
    assert moves[1] == moves[2], "who plays the same gets the same answers"
    assert moves[1] != moves[3]
    assert "Identical to the end" in twin.get(f"/t/{second}/beside/{theirs}").text
    page = other.get(f"/t/{third}/beside/{theirs}").text
    assert "Here the two games split" in page
    assert re.search(r"\d+ identical decisions?", page)
    assert other.get(f"/t/{third}/beside/{theirs}?at=1").status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_a_bot_and_beside_others_of_the_day(host: Host, language: str) -> None:
    person, mine = played(host, "cabin", "Ela", 1)
    _, theirs = played(host, "cabin", "Tata", 2)
    person.headers["accept-language"] = language
    asked = {"en": "Where did our games split", "ru": "Где мы сыграли по-разному", "pl": "Gdzie zagraliśmy inaczej"}
    assert asked[language] in person.get(f"/t/{mine}/beside/{theirs}").text
    person.get("/daily/cabin")
    eventually(lambda: person.get(f"/t/{mine}/beside/normal-0").status_code == 200)  # bots play when there is time
    assert person.get(f"/t/{mine}/beside/normal-0?at=2").status_code == 200
    assert 'class="table bare"' in person.get(f"/t/{mine}/bot/normal-0/picture?seat=0&step=4").text


def test_what_is_still_sealed_is_not_laid_beside(host: Host) -> None:
    _, theirs = played(host, "dream_home", "Tata", 2)
    stranger, other = usual_game(host, "dream_home", "Nobody")
    assert stranger.get(f"/t/{theirs}/beside/{other}").status_code == 403
    assert stranger.get(f"/t/{other}/beside/{theirs}").status_code == 403
    assert stranger.get(f"/t/{theirs}/bot/normal-0/picture").status_code == 403
    assert stranger.post(f"/t/{theirs}/deal").status_code == 403


def test_a_deal_of_the_day_is_no_challenge_before_midnight(host: Host) -> None:
    person, mine = played(host, "dream_home", "Ela", 1)
    assert person.post(f"/t/{mine}/deal").status_code == 403


@pytest.mark.parametrize("path", ["/deal/nothing", "/deal/%00", "/deal/" + "x" * 90])
def test_bad_links_get_a_sentence(host: Host, path: str) -> None:
    answer = host.person().get(path)
    assert answer.status_code == 404
    assert "There is no such deal" in answer.text


def test_games_that_do_not_compare(host: Host) -> None:
    person, one = usual_game(host, "bower", "A")
    _, other = usual_game(host, "bower", "B")
    for wrong, status in ((other, 409), (one, 409), ("nobody", 404), ("hard-9", 404), ("normal-0", 404)):
        assert person.get(f"/t/{one}/beside/{wrong}").status_code == status, wrong
    going = begin(host.person(), "bower")
    assert person.post(f"/t/{going}/deal").status_code in (403, 409)
