"""Names: somebody's own at every door, told apart at a table, and without anything that nobody sees."""

from __future__ import annotations

import httpx
import pytest

from domik.server.rendering.player_names import default_names
from domik.table.names import has_invisible, look_alike
from domik.table.setup import tidy_name
from tests.server.accounts.test_people import introduced
from tests.server.host import Host, Page
from tests.server.live.test_live import opened

ALIKE = [
    ("Ania", "Аnia"), ("Marek", "Mаrеk"), ("Ilya", "llya"), ("ilya", "ILYA"), ("Rob", "R0b"), ("Tom", "Torn"),
    ("Kasia", "Ｋａｓｉａ"), ("Анна", "Aннa"), ("A n i a", "Ania"), ("Ania", "Ania!"), ("𝓐nia", "Ania"),
]  # fmt: skip
APART = [("Ania", "Anja"), ("Оля", "Ола"), ("Ania", "Ania 2"), ("Zoë", "Zoe"), ("Łukasz", "Lukasz"), ("🦊", "🦉")]
UNSEEN = ["A\u200bnia", "Ania\u202e", "\u3164", "An\u00adia", "Ania\ufe0f", "a\u200db", "\u2800", "A\u2066nia"]
SEEN = ["Ania", "Łukasz Ż.", "Zoë", "👩\u200d🚀", "❤\ufe0f", "O’Neil", "李"]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_lookalikes_are_found(one: str, other: str) -> None:
    assert look_alike(one, other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_other_names_are_other_names(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_what_nobody_sees() -> None:
    assert [name for name in UNSEEN if not has_invisible(name)] == []
    assert [name for name in SEEN if has_invisible(name) or tidy_name(name) != name] == []


def invitation(host: Host, table: str) -> str:
    return f"/j/{table}/{host.rooms.services.keys.invitation_secret(table)}"


@pytest.mark.parametrize(("theirs", "shown"), [("Аnia", "Аnia 2"), ("ANIA", "ANIA 2"), ("Anja", "Anja")])
def test_a_lookalike_is_numbered_at_a_table(host: Host, theirs: str, shown: str) -> None:
    ania, other = introduced(host), host.person()
    form = {"seat0": "human", "seat1": "human", "name0": "Ania"}
    table = ania.post("/g/treehouse/tables", data=form).headers["location"].removeprefix("/t/")
    assert other.post(invitation(host, table), data={"name": theirs}).status_code == 303
    assert [seat.name for seat in host.rooms.by_id[table].table.seats] == ["Ania", shown]


@pytest.mark.parametrize("name", UNSEEN)
def test_invisible_characters_are_refused_at_every_door(host: Host, name: str) -> None:
    table, (person, *_) = opened(host, "hh")
    guest, found = host.person(), host.rooms.by_id[table].table
    names = [seat.name for seat in found.seats]
    answers = [
        person.post("/me", data={"name": f"{name}x", "animal": "owl"}),
        guest.post("/club", data={"name": f"{name}x", "me": "A", "game.bower": "on"}),
        guest.post("/g/bower/tables", data={"seat0": "human", "seat1": "bot:easy", "name0": f"{name}x"}),
    ]
    setup = {"game": "bower", "seats": [{"kind": "human", "name": f"{name}x"}, {"kind": "bot"}]}
    answers.append(guest.post("/api/tables", json=setup))
    answers.append(guest.post("/api/challenges", json={"to": "house:easy", "game": "bower", "name": f"{name}x"}))
    opening = guest.post("/api/tables", json={"game": "bower", "seats": [{"kind": "human"}, {"kind": "bot"}]}).json()
    key = {"authorization": f"Bearer {opening['seats'][0]['secret']}"}
    answers.append(guest.post(f"/api/tables/{opening['id']}/sit", json={"name": f"{name}x"}, headers=key))
    for answer in answers:
        assert answer.status_code == 400, answer.url
        assert "that nobody can see" in answer.text, answer.url
    assert [seat.name for seat in found.seats] == names


def page_owner(host: Host, name: str) -> httpx.Client:
    """Somebody who has published a page under a name."""
    person = introduced(host, name)
    answer = person.post("/me/page", data={"statistics": "on"})
    assert answer.headers["location"].startswith("/player/")
    return person


def test_a_taken_name_is_taken_at_every_door(host: Host) -> None:
    own, other = page_owner(host, "Wanda"), host.person()
    assert other.post("/me", data={"name": "WANDA"}).headers["location"] == "/me?said=name_taken"
    table, _ = opened(host, "hh")
    free = own.post("/g/treehouse/tables", data={"seat0": "human", "seat1": "human", "name1": "Wanda"})
    waiting = free.headers["location"].removeprefix("/t/")
    by_cookie = host.person()
    by_cookie.cookies.set("name", "Wanda")
    challenge = {"to": "house:easy", "game": "bower", "name": "wanda"}
    opening = other.post("/api/tables", json={"game": "bower", "seats": [{"kind": "human"}, {"kind": "bot"}]}).json()
    key = {"authorization": f"Bearer {opening['seats'][0]['secret']}"}
    for answer in (
        other.post(invitation(host, waiting), data={"name": "Wanda"}),
        other.post(f"/t/{waiting}/sit", data={"key": invitation(host, waiting).rpartition("/")[2], "name": "wanda"}),
        by_cookie.post("/g/bower/play"),
        other.post("/g/bower/tables", data={"seat0": "human", "seat1": "screen", "name1": "Wanda"}),
        other.post("/api/challenges", json=challenge),
        other.post(f"/api/tables/{opening['id']}/sit", json={"name": "Wanda"}, headers=key),
    ):
        assert answer.status_code == 409, answer.url
        assert "already somebody’s name here" in answer.text
    watching = Page(host.origin, table, by_cookie)
    watching.take()
    watching.ask("chat", text="it is me")
    watching.until(lambda page: page.chat)
    assert "Wanda" not in watching.chat[0]
    assert own.post("/g/bower/play").status_code == 303, "their own name"


def test_a_taken_name_is_taken_where_people_find_each_other(host: Host) -> None:
    """Who is here, quick pairing, evenings, open seats: a name from a cookie alone is nobody's there."""
    own, honest = page_owner(host, "Zyta"), introduced(host, "Honest")
    evening = {"name": "Zyta’s evening", "game-bower": "1", "rounds": "1"}
    joined = own.post("/evening", data=evening).headers["location"]
    thief = host.person()
    assert thief.post("/g/bower/play").status_code == 303, "somebody without a name"
    thief.cookies.set("name", "zyta")
    for answer in (
        thief.post("/together/seen", data={"seen": "1"}),
        thief.post("/pairing", data={"game-bower": "1"}),
        thief.post("/evening", data=evening),
        thief.post(f"{joined}/join"),
    ):
        assert answer.status_code == 409, answer.url
        assert "already somebody’s name here" in answer.text
    honest.post("/pairing", data={"game-bower": "1"})
    assert honest.get("/pairing/news").json()["state"] == "looking"
    thief.cookies.set("name", "Somebody")
    assert thief.post("/together/seen", data={"seen": "1"}).status_code == 303
    thief.cookies.set("name", "zyta")
    thief.get("/together")
    here = host.person().get("/together").text
    assert "Somebody" in here, "whoever was seen before stays who they were"
    assert "zyta" not in here
    assert own.post("/pairing", data={"game-bower": "1"}).status_code == 303, "their own name"


def test_words_that_everybody_gets_are_nobodys(host: Host) -> None:
    assert {"guest", "squirrel", "гость"} <= default_names()
    page_owner(host, "Guest")
    assert host.person().post("/g/bower/play").status_code == 303
