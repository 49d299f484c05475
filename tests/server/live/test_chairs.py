"""Nobody sits where they do not belong: links, devices, names, absence, and doors for those who are out."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import httpx
import pytest

from domik.table import SeatPlan, Setup, Terms
from domik.table.seating import flag_timeouts
from tests.server.api.test_api import begun as programs_begun
from tests.server.api.test_api import opened as opened_by_program
from tests.server.host import Host, Page
from tests.server.live.test_live import opened, play_on, seated
from tests.waiting import PATIENCE, eventually


def laid(host: Host, seats: int = 3, **form: str) -> tuple[str, httpx.Client, str]:
    """A table with chairs for friends, its host, and the path of the one link."""
    person = host.person()
    kinds = {f"seat{number}": "human" for number in range(seats)}
    answer = person.post("/g/treehouse/tables", data=kinds | {"name0": "Ania"} | form)
    assert answer.status_code == 303, answer.text
    id = answer.headers["location"].removeprefix("/t/")
    return id, person, f"/j/{id}/{host.rooms.services.keys.invitation_secret(id)}"


def page_of(host: Host, id: str, person: httpx.Client | None = None) -> Page:
    page = Page(host.origin, id, person)
    page.take()
    return page


def test_one_link_seats_everybody_each_in_the_next_chair(host: Host) -> None:
    id, ania, link = laid(host)
    hostess = page_of(host, id, ania)
    assert "1 of 3" in hostess.cells["gathering"]
    marek, sonia, late = host.person(), host.person(), host.person()
    asked = marek.get(link)
    assert "Ania invites you to the table" in asked.text
    hostess.until(lambda page: "choosing an animal" in page.cells["gathering"])
    sat = marek.post(link, data={"name": "Marek", "animal": "fox"})
    assert sat.headers["location"] == f"/t/{id}"
    hostess.until(lambda page: "Marek" in page.cells["gathering"] and "2 of 3" in page.cells["gathering"])
    assert "choosing" not in hostess.cells["gathering"]
    assert "disabled" in sonia.get(link).text.split('value="fox"')[1].split(">")[0]
    sonia.post(link, data={"name": "ania", "animal": "fox"})
    table = host.call(host.rooms.get(id)).table
    assert [seat.name for seat in table.seats] == ["Ania", "Marek", "ania 2"]
    assert table.seats[1].animal == "fox"
    assert table.seats[2].animal not in ("fox", table.seats[0].animal)
    assert "All seats are taken" in late.get(link).text
    assert late.post(link, data={"name": "Late"}).status_code == 409
    assert marek.get(link).headers["location"] == f"/t/{id}"
    marek.post(link, data={"name": "Marek again", "animal": "cat"})
    assert table.seats[1].name == "Marek"
    assert sonia.cookies["name"] == "ania"


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_one_tap_is_enough(host: Host, language: str) -> None:
    id, _, link = laid(host, 2)
    guest = host.person(**{"accept-language": language})
    shown = guest.get(link).text
    name = shown.split('name="name"')[1].split('value="')[1].split('"')[0]
    assert name
    guest.post(link, data={"name": name, "animal": shown.split(" checked")[0].rsplit('value="', 1)[1].split('"')[0]})
    assert host.call(host.rooms.get(id)).table.seats[1].name == name


def test_a_late_guest_takes_over_from_the_bot(host: Host) -> None:
    id, ania, link = laid(host, 2)
    hostess = page_of(host, id, ania)
    hostess.ask("luck", text="x")
    hostess.ask("begin")
    table = host.call(host.rooms.get(id)).table
    assert table.seats[1].stand_in_reason == "away"
    marek = host.person()
    marek.get(link)
    marek.post(link, data={"name": "Marek"})
    assert (table.seats[1].stand_in_reason, table.seats[1].name) == ("", "Marek")


def test_a_used_link_shows_an_onlookers_view(host: Host) -> None:
    id, people = opened(host, "hh", forced=False)
    pages = [page_of(host, id, person) for person in people]
    for page in pages:
        page.ask("luck", text="x")
    key = f"1.{host.rooms.services.keys.seat_secret(id, 1)}"
    second = host.person()
    assert "This link has been used" in second.get(f"/j/{id}/{key}").text
    assert second.post(f"/t/{id}/sit", data={"key": key}).status_code == 400
    assert second.post(f"/j/{id}/{key}", data={"name": "P1"}).status_code == 409
    thief, onlooker = page_of(host, id, second), page_of(host, id)
    assert (thief.facts["seats"], thief.facts["eyes"], thief.paths) == ([], -1, [])
    thief.drain()
    assert thief.areas == onlooker.areas
    bearer = host.person(authorization=f"Bearer {key.partition('.')[2]}")
    seen = bearer.get(f"/api/tables/{id}").json()
    assert (seen["seat"], seen["legal"]) == (-1, [])
    assert bearer.post(f"/api/tables/{id}/moves", json={"action": 0}).status_code == 403
    assert bearer.post(f"/api/tables/{id}/sit", json={}).status_code == 403


def test_a_program_loses_the_key_of_a_seat_that_somebody_took(host: Host) -> None:
    id, (one, two) = opened_by_program(host)
    person = host.person()
    secret = str(two.headers["authorization"]).partition(" ")[2]
    person.get(f"/j/{id}/1.{secret}")
    assert person.post(f"/j/{id}/1.{secret}", data={"name": "Ola"}).status_code == 303
    assert two.post(f"/api/tables/{id}/sit", json={}).status_code == 403
    assert one.post(f"/api/tables/{id}/sit", json={}).status_code == 200
    assert '"secret":' not in one.get(f"/api/tables/{id}").text


def test_a_link_for_another_screen_is_good_for_all_seats_of_whoever_made_it(host: Host) -> None:
    owner, phone = host.person(), host.person()
    plans = {"seat0": "screen", "seat1": "bot:easy", "seat2": "screen"}
    id = owner.post("/g/treehouse/tables", data=plans).headers["location"].rpartition("/")[2]
    made = owner.post(f"/t/{id}/devices").text
    assert "all your seats" in made
    link = made.split(f"/j/{id}/")[1].split('"')[0]
    phone.get(f"/j/{id}/{link}")
    assert phone.post(f"/j/{id}/{link}").status_code == 303
    screen = page_of(host, id, phone)
    assert screen.facts["seats"] == page_of(host, id, owner).facts["seats"] == [0, 2]
    what = owner.get(f"/t/{id}/devices").text.split('name="what" value="')[1].split('"')[0]
    owner.post(f"/t/{id}/devices/away", data={"what": what})
    screen.until(lambda page: page.facts["seats"] == [])
    assert 'name="what"' not in owner.get(f"/t/{id}/devices").text


def test_other_screens_are_let_in_by_the_owner_and_sent_away(host: Host) -> None:
    id, people = opened(host, "hh", forced=False)
    pages = [page_of(host, id, person) for person in people]
    for page in pages:
        page.ask("luck", text="x")
    owner, phone, other = people[1], host.person(), host.person()
    made = owner.post(f"/t/{id}/devices").text
    link = made.split(f"/j/{id}/")[1].split('"')[0]
    assert link not in owner.get(f"/t/{id}/devices").text
    assert "Connect this screen" in phone.get(f"/j/{id}/{link}").text
    assert phone.post(f"/j/{id}/{link}").status_code == 303
    assert other.post(f"/j/{id}/{link}").status_code == 409
    screen = page_of(host, id, phone)
    assert screen.facts["seats"] == [1]
    assert "/t/" + id in phone.get("/games").text
    assert phone.post(f"/t/{id}/devices").status_code == 400  # what was let in lets in nobody
    assert people[0].post(f"/t/{id}/devices/away", data={"what": "x"}).status_code == 303
    listed = owner.get(f"/t/{id}/devices").text
    what = listed.split('name="what" value="')[1].split('"')[0]
    owner.post(f"/t/{id}/devices/away", data={"what": what})
    screen.until(lambda page: page.facts["seats"] == [])
    assert (screen.facts["eyes"], screen.paths) == (-1, [])
    assert "refused" in screen.ask("move", action=0, turn="0.0")
    assert "/t/" + id not in phone.get("/games").text
    assert other.get(f"/t/{id}/devices").status_code == 403

    async def unload() -> None:
        (await host.rooms.get(id)).close()

    host.call(unload())
    assert page_of(host, id, phone).facts["seats"] == []  # also when the table is loaded anew
    assert page_of(host, id, owner).facts["seats"] == [1]


# ---- being away --------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [{"clock": "0-0-3"}, {"patience": "0"}])
def test_nobody_can_hand_my_seat_to_a_bot(host: Host, terms: dict[str, str]) -> None:
    id, ania, link = laid(host, 2, **terms)
    marek = host.person()
    marek.get(link)
    marek.post(link, data={"name": "Marek"})
    hostess, guest = page_of(host, id, ania), page_of(host, id, marek)
    hostess.ask("luck", text="x")
    guest.ask("luck", text="x")
    guest.close()
    live_table = host.call(host.rooms.get(id))
    eventually(lambda: live_table.absent_ms(1) is not None)
    live_table.present_until[1] -= 100_000
    assert "only when the clock runs out" in hostess.ask("stand_in", seat=1)["refused"][2]
    assert not live_table.table.seats[1].is_played_by_bot
    own = page_of(host, id, marek)
    assert "refused" in own.ask("stand_in", seat=0)
    assert marek.post(f"/t/{id}/leave").status_code == 303  # my own to give
    assert live_table.table.seats[1].stand_in_reason == "away"


def test_anybody_may_act_when_the_host_is_away(host: Host) -> None:
    id, people = opened(host, "hhh", forced=False)
    pages = [page_of(host, id, person) for person in people]
    for page in pages:
        page.ask("luck", text="x")
    pages[0].close()
    live_table = host.call(host.rooms.get(id))
    eventually(lambda: live_table.absent_ms(0) is not None)
    live_table.present_until[0] -= 121
    assert "ok" in pages[1].ask("stand_in", seat=0)


def out(host: Host, why: str) -> tuple[str, list[httpx.Client]]:
    """A game of three programs whose first is out."""
    setup: dict[str, Any] = {"game": "treehouse", "seats": [{"kind": "human", "bot": "random"}] * 3}
    id, programs = programs_begun(host, setup | {"terms": {"forced": False, "minutes": 1}})
    live_table = host.call(host.rooms.get(id))
    if why == "clock":
        live_table.table.clock.since = [None if k else live_table.table.clock.since[0] - 61_000 for k in range(3)]  # type: ignore[operator]
        host.call(live_table.execute(flag_timeouts))
    else:
        from domik.table.seating import resign

        host.call(live_table.execute(lambda table, at: resign(table, 0, at)))
    assert live_table.table.seats[0].stand_in_reason == why
    return id, programs


@pytest.mark.parametrize("why", ["clock", "resigned"])
def test_whoever_is_out_moves_by_no_door(host: Host, why: str) -> None:
    id, programs = out(host, why)
    live_table = host.call(host.rooms.get(id))
    before = len([move for move in live_table.table.moves if move.seat == 0 and not live_table.table.auto])
    for body in ({"action": 0}, {"action": 1, "turn": live_table.table.turn_token(0)}):
        assert programs[0].post(f"/api/tables/{id}/moves", json=body).status_code == 400
    assert programs[0].post(f"/api/tables/{id}/undo").status_code == 400
    programs[0].post(f"/api/tables/{id}/sit", json={"name": "back"})
    assert live_table.table.seats[0].stand_in_reason == why
    assert len([move for move in live_table.table.moves if move.seat == 0 and not live_table.table.auto]) == before


def test_the_socket_is_no_door_for_those_who_gave_up(host: Host) -> None:
    _, pages = seated(host, "hhh", forced=False)
    pages[0].ask("resign")
    for command in ("undo", "ask", "end", "resign", "hint"):
        assert "refused" in pages[0].ask(command), command
    for action in range(8):
        assert "refused" in pages[0].ask("move", action=action, turn=pages[0].facts["turn"])


def test_a_program_that_was_away_is_back_with_its_move(host: Host) -> None:
    from domik.table.seating import stand_in

    setup = Setup("treehouse", {}, (SeatPlan("human", "a", "master"), SeatPlan("human", "b")), Terms(forced=False))
    id, (one, _) = programs_begun(host, setup.to_dict())
    live_table = host.call(host.rooms.get(id))
    live_table.services.bot_delay, pace = 5.0, live_table.services.bot_delay
    try:
        host.call(live_table.execute(lambda table, at: stand_in(table, 0, at)))
        assert one.post(f"/api/tables/{id}/moves", json={"action": 0}).status_code == 200
        assert live_table.table.seats[0].stand_in_reason == ""
    finally:
        live_table.services.bot_delay = pace


def test_onlookers_do_not_speak_as_players(host: Host) -> None:
    id, people = opened(host, "hh")
    pages = [page_of(host, id, person) for person in people]
    live_table = host.call(host.rooms.get(id))
    live_table.table.seats[1].name = "Marek"
    for name, shown in (("Marek", ""), ("МАREK ", ""), ("Kasia", "Kasia")):
        liar = host.person()
        liar.cookies.set("name", quote(name))
        page_of(host, id, liar).ask("chat", text="hello")
        pages[0].until(lambda page: page.chat)
        said = pages[0].chat.pop()
        assert "watching" in said
        assert f"<b>{shown}</b>" in said


# ---- playing again -----------------------------------------------------------------------------------


def test_a_rematch_takes_along_only_those_who_want_it(host: Host) -> None:
    id, people = opened(host, "hhh")
    pages = [page_of(host, id, person) for person in people]
    for page in pages:
        page.ask("luck", text="x")
    play_on(pages, 400)
    live_table = host.call(host.rooms.get(id))
    assert live_table.table.is_over
    for page in pages:
        page.until(lambda page: page.facts["over"])
    pages[0].ask("rematch")
    pages[2].until(lambda page: "Waiting for: P1, P2." in page.cells["after"])
    pages[1].ask("rematch")
    pages[1].ask("rematch")  # after all not
    assert not pages[1].facts["again"]
    pages[1].ask("rematch")
    assert "minute" in pages[0].ask("go_ahead")["refused"][2]
    live_table.table.rematch_asked_at -= 60_000
    assert "host" in pages[1].ask("go_ahead")["refused"][2]
    pages[0].ask("go_ahead")
    pages[1].until(lambda page: page.facts["next"])
    fresh = host.call(host.rooms.get(pages[1].facts["next"])).table
    assert [seat.is_bot for seat in fresh.seats] == [False, False, True]
    assert [seat.owners for seat in fresh.seats] == [*(seat.owners for seat in live_table.table.seats[:2]), set()]
    assert fresh.host == live_table.table.host


def test_a_seat_that_a_bot_took_over_does_not_block_a_rematch(host: Host) -> None:
    id, people = opened(host, "hhh")
    pages = [page_of(host, id, person) for person in people]
    for page in pages:
        page.ask("luck", text="x")
    assert people[2].post(f"/t/{id}/leave").status_code == 303
    pages[2].close()
    live_table = host.call(host.rooms.get(id))
    while not live_table.table.is_over:  # a bot may think longer than a page waits for it
        play_on(pages[:2], 400)
    for page in pages[:2]:
        page.until(lambda page: page.facts["over"])
    eventually(lambda: 2 not in live_table.present_seats(), "whoever left a moment ago still counts as there")
    pages[0].ask("rematch")
    pages[1].drain()
    pages[1].ask("rematch")
    pages[0].until(lambda page: page.facts["next"])
    assert live_table.table.next_table


# ---- seen from the page ------------------------------------------------------------------------------


def test_who_is_away_is_said_in_words_and_what_can_be_done(host: Host) -> None:
    id, people = opened(host, "hhh", forced=False)
    pages = [page_of(host, id, person) for person in people]
    for page in pages:
        page.ask("luck", text="x")
    for page in pages[:2]:
        page.until(lambda page: page.facts["dealt"])
        page.move(page.paths[0][0])
    assert "question" not in pages[0].cells
    pages[2].close()
    pages[0].until(lambda page: "waits for P2, who is away" in page.cells["question"])
    assert pages[0].facts["away"] == {"2": 0}
    assert "stand_in" not in pages[0].cells["question"]
    live_table = host.call(host.rooms.get(id))
    live_table.present_until[2] -= 130
    host.call(live_table.execute(lambda _table, _at: []))
    pages[0].until(lambda page: 'data-do="stand_in"' in page.cells["question"])
    pages[1].until(lambda page: "Only the host" in page.cells["question"])
    assert pages[0].facts["away"] == {"2": 130_000}
    page_of(host, id, people[2])
    pages[0].until(lambda page: "question" not in page.cells)


def test_a_page_that_asks_whether_the_line_holds_is_answered(host: Host) -> None:
    id, people = opened(host, "hh")
    page = page_of(host, id, people[0])
    page.socket.send('{"do":"ping"}')
    assert page.socket.recv(PATIENCE) == b"{}"
