"""Setting a table up: what was entered stays, errors stand at their field, and what does not go together is locked."""

from __future__ import annotations

import re

import pytest

from domik.games import GAMES, game_package
from domik.language import LANGUAGES
from tests.server.host import Host


def shown(text: str, name: str, value: str) -> str:
    """The tag of a field."""
    found = re.search(rf'<input[^>]*name="{re.escape(name)}"[^>]*value="{re.escape(value)}"[^>]*>', text)
    assert found is not None, (name, value)
    return found[0]


def test_an_error_keeps_everything_and_stands_at_its_field(host: Host) -> None:
    form = {"seat0": "human", "name0": "Ania", "seat1": "bot:hard", "seat2": "human", "name2": "Marek", "seat3": ""}
    form |= {
        "option.edition": "nk",
        "option.young": "on",
        "option.extra_changes": "on",
        "clock": "15-10-0",
        "confirm": "on",
    }
    answer = host.person().post("/g/treehouse/tables", data=form)
    assert answer.status_code == 400
    text = answer.text
    assert "Young builders" in text.split('role="alert"')[1].split("</p>")[0]
    assert text.index('role="alert"') > text.index("seatboxes")
    for name, value in (("seat1", "bot:hard"), ("seat2", "human"), ("seat3", ""), ("option.edition", "nk")):
        assert "checked" in shown(text, name, value), name
    assert 'value="Ania"' in text
    assert 'value="Marek"' in text
    assert '<option value="15-10-0" selected>' in text
    assert "checked" in shown(text, "confirm", "on")
    assert "checked" not in shown(text, "hints", "on")
    alone = host.person().post("/g/treehouse/tables", data={"seat0": "human", "name0": "Ania"})
    assert alone.text.index('role="alert"') < alone.text.index("seatboxes")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_text_shows_an_internal_name(host: Host, game: str, language: str) -> None:
    """Words of pages and reasons; fields of forms have names that nobody reads."""
    person = host.person(**{"accept-language": language})
    text = re.sub(r"<[^>]*>", " ", person.get(f"/g/{game}").text)
    names = [option.name for option in game_package(game).schema.options if "_" in option.name]
    assert not [name for name in names if name in text]
    assert "option." not in text
    assert "web." not in text


def test_what_does_not_go_together_is_locked_with_its_reason(host: Host) -> None:
    person = host.person()
    text = person.get("/g/treehouse").text
    assert "disabled" in shown(text, "option.birdhouse", "on")
    assert "Only with: Polish edition" in text
    form = {"seat0": "human", "seat1": "human", "option.edition": "nk", "option.young": "on"}
    found = person.post("/g/treehouse/check", data=form).json()
    assert list(found) == ["option.extra_changes"]
    assert "Young builders" in found["option.extra_changes"]["why"]
    assert found["option.extra_changes"]["frees"] == "option.young="
    assert found["option.extra_changes"]["instead"] == "Remove “Young builders”"
    left = person.post(
        "/g/treehouse/check", data=form | {"option.edition": "original", "option.birdhouse": "on"}
    ).json()
    assert set(left) == {"option.birdhouse", "option.secret_tasks", "option.extra_changes"}
    assert left["option.birdhouse"]["frees"] == "option.edition=nk"
    freed = person.get("/g/treehouse?with=bots&option.edition=nk&option.birdhouse=on").text  # without a script
    box = shown(freed, "option.birdhouse", "on")
    assert "checked" in box
    assert "disabled" not in box


def test_a_scenario_sets_the_seats_itself(host: Host) -> None:
    person = host.person()
    form = {"seat0": "human", "seat1": "bot:easy", "option.scenario": "dry_year"}
    found = person.post("/g/cabin/check", data=form).json()
    assert found["option.scenario=dry_year"] == {"seats": 1}
    answer = person.post("/g/cabin/tables", data=form)
    assert answer.status_code == 303
    table = host.call(host.rooms.get(answer.headers["location"].removeprefix("/t/"))).table
    assert len(table.seats) == 1
    with_friend = person.post("/g/cabin/tables", data=form | {"seat1": "human"})
    assert with_friend.status_code == 400  # nobody is sent home without a word


@pytest.mark.parametrize(
    ("company", "kind"), [("friends", "human"), ("screen", "screen"), ("bots", "bot:normal"), ("x", "bot:normal")]
)
def test_what_most_people_want_is_one_tap_away(host: Host, company: str, kind: str) -> None:
    text = host.person().get(f"/g/treehouse?with={company}").text
    assert "checked" in shown(text, "seat1", kind)
    assert "checked" in shown(text, "seat2", kind)
    assert "checked" in shown(text, "seat3", "")


def test_friends_are_asked_which_game_first(host: Host) -> None:
    person = host.person()
    assert 'href="/friends"' in person.get("/").text
    page = person.get("/friends").text
    assert all(f'href="/g/{game}?with=friends"' in page for game in ("treehouse", "dream_home", "cabin", "bower"))


def test_a_host_has_a_name_before_there_is_a_link(host: Host) -> None:
    """Friends are never invited by a guest: name and animal come first, and what was set up is kept."""
    person = host.person()
    form = {"seat0": "human", "seat1": "human", "clock": "0-0-3", "option.edition": "nk"}
    asked = person.post("/g/treehouse/tables", data=form)
    assert asked.status_code == 200
    assert all(f'name="{name}" value="{value}"' in asked.text for name, value in form.items())
    opened = person.post("/g/treehouse/tables", data=form | {"name0": "Ania", "animal": "owl"})
    table = host.rooms.by_id[opened.headers["location"].rsplit("/", 1)[-1]].table
    assert (table.seats[0].name, table.seats[0].animal, table.terms.days) == ("Ania", "owl", 3)
    again = person.post("/g/treehouse/tables", data=form)
    assert again.status_code == 303, "who is known is not asked"


@pytest.mark.parametrize(("language", "name"), [("en", "Squirrel"), ("ru", "Белка"), ("pl", "Wiewiórka")])
def test_nobody_is_called_a_guest_to_others(host: Host, language: str, name: str) -> None:
    person = host.person(**{"accept-language": language})
    table = person.post("/g/bower/play").headers["location"].rsplit("/", 1)[-1]
    assert host.rooms.by_id[table].table.seats[0].name == name
