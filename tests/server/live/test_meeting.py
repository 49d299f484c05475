"""Finding somebody: open seats, pairs, invitations, who is here, and games to watch a minute late."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date

import httpx
import pytest

from domik.deals import Day, daily_deal
from domik.games import GAMES
from domik.kernel.game import AWAITED
from domik.kernel.record import numbers_in
from domik.server.accounts.visitors import owner_hash
from domik.server.live import meeting as meeting_module
from domik.server.live.meeting import Meeting
from domik.server.pages.home import together_pages
from domik.server.rendering.renderers import draw_view, table_players
from domik.table.history import spectator_view_at
from tests.postgres import Postgres
from tests.server.host import Host
from tests.server.pages.test_my_games import begin, finish

WAITS = "wants to play Bower"


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("meeting") / "domik.db")
    yield host
    host.stop()


def named(host: Host, name: str) -> httpx.Client:
    person = host.person()
    person.get("/me")
    assert person.post("/me", data={"name": name, "animal": "fox"}).status_code == 303
    return person


def owner_of(person: httpx.Client) -> str:
    return owner_hash(person.cookies["domik"])


def opened(person: httpx.Client, name: str) -> str:
    form = {"seat0": "human", "name0": name, "seat1": "human"}
    return person.post("/g/bower/tables", data=form).headers["location"].removeprefix("/t/")


def test_an_open_seat_is_listed_when_its_host_says_so_and_taken_once(host: Host) -> None:
    anna, marek, sonia = (named(host, name) for name in ("Anna", "Marek", "Sonia"))
    table = opened(anna, "Anna")
    assert WAITS not in marek.get("/together").text
    assert marek.post(f"/t/{table}/company", data={"open": "1"}).status_code == 403
    switched = anna.post(f"/t/{table}/company", data={"open": "1"})
    assert 'aria-checked="true"' in switched.text
    assert WAITS in marek.get("/together").text
    assert "Anna is waiting" in marek.get("/").text
    assert WAITS not in anna.get("/together").text, "not to oneself"
    assert marek.post(f"/t/{table}/take").headers["location"].endswith(f"/t/{table}")
    late = sonia.post(f"/t/{table}/take").headers["location"]
    assert "late=1" in late
    assert "was quicker" in sonia.get(late).text
    assert table not in anna.get("/together").text


def test_a_stranger_chooses_a_name_first(host: Host) -> None:
    anna = named(host, "Anna")
    table = opened(anna, "Anna")
    anna.post(f"/t/{table}/company", data={"open": "1"})
    assert f"/j/{table}/" in host.person().post(f"/t/{table}/take").headers["location"]


def test_a_table_whose_host_left_is_listed_no_longer(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, marek = named(host, "Anna"), named(host, "Marek")
    table = opened(anna, "Anna")
    anna.post(f"/t/{table}/company", data={"open": "1"})
    monkeypatch.setattr(meeting_module, "HOST_AWAY", -1)
    assert WAITS not in marek.get("/together").text
    host.call(host.service(Meeting).tidy(host.rooms))
    assert not host.call(host.service(Meeting).is_listed(table))


def test_two_who_seek_the_same_game_meet_when_both_say_yes(host: Host) -> None:
    anna, marek = named(host, "Anna"), named(host, "Marek")
    assert anna.post("/pairing", data={"game-bower": "1", "game-cabin": "1"}).status_code == 303
    assert anna.get("/pairing/news").json()["state"] == "looking"
    marek.post("/pairing", data={"game-treehouse": "1"})
    assert marek.get("/pairing/news").json()["state"] == "looking", "no game in common"
    marek.post("/pairing", data={"game-bower": "1"})
    found = marek.get("/pairing/news").json()
    assert (found["state"], found["other"], found["title"]) == ("found", "Anna", "Bower")
    assert anna.get("/pairing/news").json()["other"] == "Marek"
    assert anna.post("/pairing/yes").json()["state"] == "found"
    table = marek.post("/pairing/yes").json()
    assert table["state"] == "table"
    assert anna.get("/pairing/news").json()["table"] == table["table"]
    assert anna.get("/pairing/news").json()["state"] == "idle"
    seats = host.call(host.rooms.get(table["table"])).table.seats
    assert sorted(seat.name for seat in seats) == ["Anna", "Marek"]


def test_a_pair_that_is_silent_parts_and_whoever_said_yes_looks_on(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, marek = named(host, "Anna"), named(host, "Marek")
    for one in (anna, marek):
        one.post("/pairing", data={"game-bower": "1"})
        one.get("/pairing/news")
    assert anna.post("/pairing/yes").json()["yes"]
    monkeypatch.setattr(meeting_module, "CONFIRM_WITHIN", -1)
    assert marek.get("/pairing/news").json()["state"] == "idle", "said nothing"
    assert anna.get("/pairing/news").json()["state"] == "looking"
    assert anna.post("/pairing/stop").status_code == 303
    assert anna.get("/pairing/news").json()["state"] == "idle"


def test_only_people_one_has_played_with(host: Host) -> None:
    anna, marek, sonia = (named(host, name) for name in ("Anna", "Marek", "Sonia"))
    play_together(host, anna, marek)
    sonia.post("/pairing", data={"game-bower": "1"})
    anna.post("/pairing", data={"game-bower": "1", "companions": "1"})
    assert anna.get("/pairing/news").json()["state"] == "looking"
    assert sonia.get("/pairing/news").json()["state"] == "looking"
    sonia.post("/pairing/stop")
    marek.post("/pairing", data={"game-bower": "1"})
    assert marek.get("/pairing/news").json()["other"] == "Anna"


def play_together(host: Host, anna: httpx.Client, marek: httpx.Client) -> str:
    table = opened(anna, "Anna")
    anna.post(f"/t/{table}/company", data={"open": "1"})
    marek.post(f"/t/{table}/take")
    host.call(begin(host, table))
    return table


def test_whom_i_played_with_can_be_invited_again(host: Host) -> None:
    anna, marek = named(host, "Anna"), named(host, "Marek")
    first = play_together(host, anna, marek)
    host.call(finish(host, first))
    table = opened(anna, "Anna")
    panel = anna.get(f"/t/{table}/company").text
    assert "Marek" in panel
    assert owner_of(marek) not in panel, "who somebody is stays a secret"
    token = panel.split("invite=")[1].split('"')[0]
    assert "disabled" in anna.post(f"/t/{table}/company", data={"invite": token}).text
    assert "Anna invites you to Bower" in marek.get("/").text
    host.call(begin(host, table))
    assert "Anna invites you" not in marek.get("/").text, "the game has begun"


def test_who_is_here_if_they_wish(host: Host) -> None:
    anna, marek = named(host, "Anna"), named(host, "Marek")
    anna.get("/")
    assert "Anna" not in marek.get("/together").text
    anna.post("/together/seen", data={"seen": "1"})
    assert "Anna" in marek.get("/together").text
    assert "1 is here" in marek.get("/").text
    anna.post("/together/seen", data={"seen": "0"})
    assert "Anna" not in marek.get("/together").text


def test_a_game_to_watch_is_a_minute_late_and_has_no_secret(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, marek, sonia = (named(host, name) for name in ("Anna", "Marek", "Sonia"))
    table = play_together(host, anna, marek)
    host.call(host.service(Meeting).tidy(host.rooms))
    assert "/watch/" not in sonia.get("/together").text, "nothing is a minute old"
    monkeypatch.setattr(together_pages, "WATCH_DELAY", 0)
    listed = sonia.get("/together").text
    assert "/watch/" in listed
    assert table not in listed, "the table's own address would show moves at once"
    token = listed.split("/watch/")[1].split('"')[0]
    page = sonia.get(f"/watch/{token}")
    assert page.status_code == 200
    drawn = sonia.get(f"/watch/{token}/picture?alone=1").text
    assert drawn == host.person().get(f"/watch/{token}/picture?alone=1").text
    assert drawn == anna.get(f"/watch/{token}/picture?alone=1").text, "players see no more there than anybody"
    for nonsense in ("nonsense", "\u0434\u043e\u043c", "%00", "x" * 3000):
        assert sonia.get(f"/watch/{nonsense}").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_every_board_of_a_watched_game_can_be_drawn(game: str) -> None:
    """From what lies open at any time of a game, with nothing for its seat to choose."""
    table, luck = daily_deal(game, Day(date(2026, 11, 16))).table(), random.Random(5)
    while not table.is_over:
        table.submit(0, 1 << luck.choice(numbers_in(table.legal(0))), 0)
    players = table_players(table, frozenset(range(len(table.seats))), "en")
    for step in range(0, len(table.moves) + 1, max(1, len(table.moves) // 12)):
        view = spectator_view_at(table, step)
        for seat in range(len(table.seats)):
            beside = together_pages.beside_seat(view, seat)
            assert beside.legal() == 0
            assert beside.is_over() == view.is_over()
            assert [*beside.numbers][AWAITED + 1 :] == [*view.numbers][AWAITED + 1 :], "no more than lies open"
            assert draw_view(table.match, beside, players, "en", "desk", False).flatten().areas["own"]


def test_a_person_who_is_forgotten_is_nowhere(host: Host) -> None:
    anna, marek = named(host, "Anna"), named(host, "Marek")
    table = play_together(host, anna, marek)
    anna.post("/together/seen", data={"seen": "1"})
    anna.post("/pairing", data={"game-bower": "1"})
    fresh = opened(anna, "Anna")
    anna.post(f"/t/{fresh}/company", data={"open": "1"})
    assert table != fresh
    anna.post("/forget", data={"sure": "yes"})
    text = marek.get("/together").text + marek.get("/").text
    assert "Anna" not in text


def test_people_at_two_nodes_meet(postgres: Postgres) -> None:
    data = postgres.database()
    one, other = Host(data), Host(data)
    anna, marek = named(one, "Anna"), named(other, "Marek")
    table = opened(anna, "Anna")
    anna.post(f"/t/{table}/company", data={"open": "1"})
    assert WAITS in marek.get("/together").text
    for person in (anna, marek):
        person.post("/pairing", data={"game-bower": "1"})
        person.get("/pairing/news")
    assert anna.post("/pairing/yes").json()["yes"]
    found = marek.post("/pairing/yes").json()
    assert anna.get("/pairing/news").json()["table"] == found["table"]
    assert anna.get(f"/t/{found['table']}").status_code == 200, "its table lives at the other node"
    one.stop()
    other.stop()


def test_ratings_stand_in_the_menu_where_all_wish_it(host: Host) -> None:
    anna, marek = named(host, "Anna"), named(host, "Marek")
    anna.post("/me/page", data={"ratings": "on"})
    host.call(finish(host, play_together(host, anna, marek)))
    table = play_together(host, anna, marek)
    assert "Anna" not in anna.get(f"/t/{table}/ratings").text, "Marek keeps his to himself"
    marek.post("/me/page", data={"ratings": "on"})
    told = anna.get(f"/t/{table}/ratings").text
    assert "Ratings" in told
    assert "Anna" in told
    assert "Marek" in told
