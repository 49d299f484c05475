"""Who somebody is without an account: called otherwise, on many devices by one key, gone when they say so."""

from __future__ import annotations

import re

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from domik.server.accounts.visitors import IdentityCache, hash_key, owner_hash
from tests.server.host import Host, Page

ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"


def introduced(host: Host, name: str = "Ania", animal: str = "fox", **headers: str) -> httpx.Client:
    person = host.person(**headers)
    answer = person.post("/me", data={"name": name, "animal": animal})
    assert answer.headers["location"] == "/me?said=saved"
    return person


def key_of(person: httpx.Client) -> str:
    """The link that is shown once."""
    answer = person.post("/me/key")
    assert answer.headers["cache-control"] == "no-store"
    assert "<svg" in answer.text
    found = re.search(r'value="(http[^"]+/key#[^"]+)"', answer.text)
    assert found is not None
    return found[1]


def opened(person: httpx.Client, game: str = "bower") -> str:
    return person.post(f"/g/{game}/play").headers["location"].removeprefix("/t/")


async def begin(host: Host, id: str) -> None:
    live_table = await host.rooms.get(id)
    await live_table.execute(lambda table, at: [] if table.is_dealt else table.begin(at))


def owner(host: Host, person: httpx.Client) -> str:
    identities = host.service(IdentityCache)
    found = host.call(identities.resolve(owner_hash(person.cookies["domik"])))
    return str(found.owner)


def devices(person: httpx.Client) -> list[str]:
    return re.findall(r'name="device" value="([^"]+)"', person.get("/me").text)


def test_a_new_name_is_seen_at_once_by_everybody_at_the_table(host: Host) -> None:
    ania = introduced(host)
    id = opened(ania)
    host.call(begin(host, id))
    onlooker = Page(host.origin, id)
    onlooker.until(lambda page: "Ania" in str(page.areas) + str(page.cells))
    ania.post("/me", data={"name": "Zosia", "animal": "owl", "back": f"/t/{id}"})
    onlooker.until(lambda page: "Zosia" in str(page.areas) + str(page.cells))
    seat = host.rooms.by_id[id].table.seats[0]
    assert (seat.name, seat.animal) == ("Zosia", "owl")
    assert "Zosia" in ania.get("/games").text


def test_without_a_name_nothing_changes_and_a_sentence_says_so(host: Host) -> None:
    ania = introduced(host)
    answer = ania.post("/me", data={"name": "  ", "animal": "owl"})
    assert answer.status_code == 400
    assert "type a name" in answer.text
    assert 'value="Ania"' in ania.get("/me").text


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "/t/../../x", "/games"])
def test_only_a_table_is_gone_back_to(host: Host, back: str) -> None:
    answer = host.person().post("/me", data={"name": "Ania", "animal": "owl", "back": back})
    assert answer.headers["location"] == "/me?said=saved"


def test_a_key_makes_another_device_the_same_person(host: Host) -> None:
    ania = introduced(host)
    id = opened(ania)
    link = key_of(ania)
    secret = link.partition("#")[2]
    assert len(secret) * 6 >= 128
    phone = host.person(**{"user-agent": ANDROID})
    own = opened(phone)
    answer = phone.post("/key", data={"key": link})
    assert answer.headers["location"] == "/me?said=came"
    assert owner(host, phone) == owner(host, ania)
    assert f"/t/{id}" in phone.get("/games").text
    assert f"/t/{own}" not in phone.get("/games").text
    assert "Firefox, Android" in ania.get("/me").text
    phone.post("/me", data={"name": "Babcia", "animal": "cat"})
    assert 'value="Babcia"' in ania.get("/me").text


def test_a_device_that_is_sent_away_is_its_own_again(host: Host) -> None:
    ania, phone = introduced(host), host.person()
    own = opened(phone)
    phone.post("/key", data={"key": key_of(ania)})
    id = opened(ania)
    page = Page(host.origin, id, phone)
    page.take()
    assert host.rooms.by_id[id].present_seats() == {0}
    (device,) = [one for one in devices(ania) if one == owner_hash(phone.cookies["domik"])]
    ania.post("/me/device", data={"device": device})
    with pytest.raises(ConnectionClosed):
        page.until(lambda _page: False)
    assert owner(host, phone) == owner_hash(phone.cookies["domik"])
    assert f"/t/{own}" in phone.get("/games").text
    assert f"/t/{id}" not in phone.get("/games").text


def test_the_device_an_identity_began_on_can_be_sent_away_too(host: Host) -> None:
    lost, phone = introduced(host), host.person()
    id = opened(lost)
    phone.post("/key", data={"key": key_of(lost)})
    phone.post("/me/device", data={"device": owner_hash(lost.cookies["domik"])})
    assert f"/t/{id}" in phone.get("/games").text
    assert f"/t/{id}" not in lost.get("/games").text
    before = lost.cookies["domik"]
    lost.post("/me", data={"name": "Thief", "animal": "cat"})
    assert lost.cookies["domik"] != before
    assert 'value="Ania"' in phone.get("/me").text


def test_nobody_sends_away_a_device_that_is_not_theirs(host: Host) -> None:
    ania, phone, other = introduced(host), host.person(), introduced(host, "Marek")
    phone.post("/key", data={"key": key_of(ania)})
    other.post("/me/device", data={"device": owner_hash(phone.cookies["domik"])})
    assert owner(host, phone) == owner(host, ania)


def test_a_new_key_and_a_revoked_one_open_nothing_and_say_so(host: Host) -> None:
    ania = introduced(host)
    first, second = key_of(ania), key_of(ania)
    assert host.person().post("/key", data={"key": first}).status_code == 403
    ania.post("/me/key/drop")
    for link in (second, "", "x" * 500, "\x00", "http://[#"):
        answer = host.person().post("/key", data={"key": link})
        assert answer.status_code == 403
        assert "opens nothing" in answer.text


def test_the_secret_is_nowhere_in_the_data(host: Host) -> None:
    ania = introduced(host)
    secret = key_of(ania).partition("#")[2]
    assert host.call(host.rooms.services.store.login_keys.find_owner(hash_key(secret))) == owner(host, ania)
    assert secret not in ania.get("/me").text
    rows = host.call(host.rooms.services.store.database.fetch_all("SELECT key, owner FROM house_keys"))
    assert not any(secret in str(row) for row in rows)


def test_forgetting_takes_key_devices_and_page_along(host: Host) -> None:
    ania, phone = introduced(host, "Forgotten"), host.person()
    link = key_of(ania)
    phone.post("/key", data={"key": link})
    ania.post("/me/page", data={"statistics": "on"})
    ania.post("/forget", data={"sure": "yes"})
    assert owner(host, phone) == owner_hash(phone.cookies["domik"])
    assert host.person().post("/key", data={"key": link}).status_code == 403
    assert host.person().get("/player/Forgotten").status_code == 404


# ---- a page of one's own -----------------------------------------------------------------------------------------


def test_a_page_shows_what_was_chosen_and_nothing_else(host: Host) -> None:
    ania = introduced(host, "Łucja Świt")
    assert host.person().get("/player/Łucja Świt").status_code == 404
    answer = ania.post("/me/page", data={"statistics": "on"})
    page = host.person().get(answer.headers["location"])
    assert page.status_code == 200
    assert "Łucja Świt" in page.text
    assert "No finished game yet" in page.text
    assert "puzzle" not in page.text.split("</header>")[1]
    assert "/me" not in page.text.split("</header>")[1]
    ania.post("/me/page", data={"exercise": "on"})
    page = host.person().get("/player/łucja świt")
    assert "0 puzzles solved" in page.text
    assert "No finished game" not in page.text
    ania.post("/me/page", data={})
    assert host.person().get("/player/Łucja Świt").status_code == 404


def test_a_name_has_one_page_and_it_moves_along(host: Host) -> None:
    ania, other = introduced(host, "Olek"), introduced(host, "OLEK")
    ania.post("/me/page", data={"ratings": "on"})
    assert other.post("/me/page", data={"ratings": "on"}).headers["location"] == "/me?said=name_taken"
    ania.post("/me", data={"name": "Oleńka", "animal": "fox"})
    assert host.person().get("/player/Oleńka").status_code == 200
    assert host.person().get("/player/Olek").status_code == 404
    other.post("/me/page", data={"ratings": "on"})
    assert ania.post("/me", data={"name": "olek", "animal": "fox"}).headers["location"] == "/me?said=name_taken"
    assert 'value="Oleńka"' in ania.get("/me").text


def test_a_name_of_markup_is_only_a_name(host: Host) -> None:
    person = introduced(host, "<b>&'\"")
    answer = person.post("/me/page", data={"statistics": "on"})
    assert "<b>&" not in host.person().get(answer.headers["location"]).text
