"""The live socket: whole games, resuming, undo, curtain, chat, limits, origins."""

from __future__ import annotations

import gc
import json
import random
import re
from itertools import product
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from domik.kernel.game import SPECTATOR
from domik.server.http.limits import RateLimit
from domik.server.live.live_table import LiveTable
from domik.server.rendering.page_state import Viewer
from domik.table import SeatPlan, Setup, Terms
from domik.table.seating import flag_timeouts
from tests.server.host import Host, Page
from tests.waiting import PATIENCE, eventually


def opened(host: Host, kinds: str, **terms: Any) -> tuple[str, list[httpx.Client]]:
    """A table by its form's way: h human, s same screen, b bot; and a browser for every human."""
    names = {"h": "human", "s": "screen", "b": "bot"}
    people = [host.person() for kind in kinds if kind == "h"]
    for person in people:
        person.get("/")
    form = {f"seat{k}": names[kind] if kind != "b" else "bot:random" for k, kind in enumerate(kinds)}
    form |= {f"name{k}": f"P{k}" for k in range(len(kinds))}
    form |= {name: "on" for name, on in {"forced": True, "hints": True, "listed": True, **terms}.items() if on}
    answer = people[0].post("/g/treehouse/tables", data=form)
    assert answer.status_code == 303, answer.text
    table = answer.headers["location"].removeprefix("/t/")
    for number, person in enumerate(people[1:], 1):
        seat = [k for k, kind in enumerate(kinds) if kind == "h"][number]
        person.get(f"/t/{table}")  # a stranger gets a cookie here
        key = f"{seat}.{host.rooms.services.keys.seat_secret(table, seat)}"
        assert person.post(f"/t/{table}/sit", data={"key": key, "name": f"P{seat}"}).status_code == 200
    return table, people


def seated(host: Host, kinds: str, **terms: Any) -> tuple[str, list[Page]]:
    """The same with pages open and cards dealt."""
    table, people = opened(host, kinds, **terms)
    pages = [Page(host.origin, table, person) for person in people]
    for page in pages:
        page.take()
    for page in pages:
        page.ask("luck", text="luck")
    for page in pages:
        page.until(lambda page: page.facts["dealt"])
    return table, pages


def play_on(pages: list[Page], moves: int, seed: int = 1) -> None:
    luck = random.Random(seed)
    for _ in range(moves):
        for page in pages:
            page.drain()
        able = [page for page in pages if page.facts["mine"] and page.paths]
        if not able or any(page.facts["over"] for page in pages):
            return
        page = luck.choice(able)
        assert "ok" in page.move(luck.choice(page.paths)[0])


def test_two_people_and_an_onlooker_play_a_whole_game(host: Host) -> None:
    table, pages = seated(host, "hh")
    onlooker = Page(host.origin, table)
    onlooker.take()
    play_on(pages, 300)
    for page in (*pages, onlooker):
        page.until(lambda page: page.facts["over"])
        assert "P0" in page.cells["after"]
        assert "TH-45" in page.cells["ledger"]
    assert onlooker.facts["eyes"] == -1
    assert not any(json.loads(text).get("paths") for text in onlooker.raw)
    assert [re.sub("<[^>]*>", "", line) for line in onlooker.log] == [
        re.sub("<[^>]*>", "", line) for line in pages[0].log
    ]
    fresh = Page(host.origin, table)
    fresh.take()
    onlooker.drain()  # it learns that somebody else looks on
    assert (fresh.areas, fresh.cells, fresh.log) == (onlooker.areas, onlooker.cells, onlooker.log)


def test_who_waits_for_the_absent_holds_nothing(host: Host) -> None:
    """A table that is put away is gone, however long its terms wait for players who left."""
    table, pages = seated(host, "hh", patience=True)
    assert host.rooms.by_id[table].table.terms.patience
    for page in pages:
        page.close()
    eventually(lambda: not any(viewer.is_connected for viewer in host.rooms.by_id[table].viewers.values()))

    async def put_away() -> None:
        host.rooms.drop([table])

    host.call(put_away())

    def is_held() -> bool:
        gc.collect()
        return any(isinstance(one, LiveTable) and one.table.id == table for one in gc.get_objects())

    eventually(lambda: not is_held(), "something still holds the table")


def test_a_person_and_bots_play_a_whole_game(host: Host) -> None:
    _, (page,) = seated(host, "hbb")
    luck = random.Random(3)
    while not page.facts["over"]:
        page.until(lambda page: page.facts["over"] or (page.facts["mine"] and page.paths))
        if not page.facts["over"]:
            page.move(luck.choice(page.paths)[0])
    assert page.cells["after"]


def test_undo_and_asking_for_more(host: Host) -> None:
    _, (one, two) = seated(host, "hh", forced=False)
    before = dict(one.cells)
    one.move(one.paths[0][0])
    assert one.cells["acts"] != before["acts"]
    assert "ok" in one.ask("undo")
    assert {k: v for k, v in one.cells.items() if k != "acts"} == {k: v for k, v in before.items() if k != "acts"}
    assert one.log == []
    one.move(one.paths[0][0])
    two.drain()
    two.move(two.paths[0][0])
    one.drain()
    assert one.ask("undo")["refused"][2] != ""
    assert "ok" in one.ask("ask")
    two.until(lambda page: 'data-do="yes"' in page.cells["question"])
    two.ask("yes")
    one.until(lambda page: page.cells["question"] == "")
    assert one.facts["mine"]
    assert one.log == []


def test_an_undo_button_that_promised_too_much_knows_better_when_it_is_refused(host: Host) -> None:
    id, (one, two) = seated(host, "hh", forced=False)
    one.move(one.paths[0][0])
    two.drain()
    two.move(two.paths[0][0])  # the last choice: all cards are turned up
    table = host.call(host.rooms.get(id)).table
    assert 'data-do="ask"' in two.cells["acts"]
    table.undo_labels[1] = None  # as if the few worlds looked at for the label had been too few
    host.call(host.rooms.by_id[id].execute(lambda _table, _at: []))
    two.until(lambda page: 'data-do="undo"' in page.cells["acts"])
    assert two.ask("undo")["refused"][2] != ""
    two.until(lambda page: 'data-do="ask"' in page.cells["acts"])


def test_a_refused_move_names_its_clause_and_changes_nothing(host: Host) -> None:
    _, (one, _two) = seated(host, "hh", forced=False)
    cells = dict(one.cells)
    answer = one.ask("move", action=40, turn=one.facts["turn"])
    assert answer["refused"][1] == "TH-21"
    assert "refused" in one.ask("move", action=0, turn="9.9")
    assert "refused" in one.ask("move", action=99, turn=one.facts["turn"])
    assert "refused" in one.ask("fly")
    assert one.cells == cells


def test_onlookers_cannot_act(host: Host) -> None:
    table, _ = seated(host, "hh")
    onlooker = Page(host.origin, table)
    onlooker.take()
    for command in ("move", "undo", "ask", "resign", "begin", "stand_in", "rematch", "look", "hint"):
        assert "refused" in onlooker.ask(command, action=0, turn="0.0", seat=0), command


def test_names_and_chat_are_escaped(host: Host) -> None:
    evil = "<script>alert(1)</script>"
    live_table = host.call(
        host.rooms.open(Setup("treehouse", {}, (SeatPlan("human", "<b>x"), SeatPlan("human", "y"))), "", "")
    )
    people = [host.person(), host.person()]
    for seat, person in enumerate(people):
        person.get("/games")
        person.get(f"/t/{live_table.table.id}")
        key = f"{seat}.{host.rooms.services.keys.seat_secret(live_table.table.id, seat)}"
        person.post(f"/t/{live_table.table.id}/sit", data={"key": key, "name": evil[:24]})
    pages = [Page(host.origin, live_table.table.id, person) for person in people]
    for page in pages:
        page.take()
        page.ask("luck", text="x")
    pages[0].ask("chat", text=evil)
    pages[1].until(lambda page: page.chat)
    assert "&lt;script&gt;" in pages[1].chat[0]
    raw = "".join(text for page in pages for text in page.raw)
    assert "<script" not in raw
    assert "<b>x" not in raw
    games = people[0].get("/games").text
    assert games.count("<script") == games.count('<script type="module" src="/static/') == 1


def test_the_curtain_hides_everything_until_it_is_lifted(host: Host) -> None:
    _, (page,) = seated(host, "hs", forced=False)
    assert page.facts["eyes"] == -1
    assert [seat for seat, *_ in page.facts["curtain"]] == [0, 1]
    assert page.paths == []
    page.ask("look", seat=1)
    assert page.facts["eyes"] == 1
    assert page.paths
    page.move(page.paths[0][0])
    assert page.facts["eyes"] == -1
    assert [seat for seat, *_ in page.facts["curtain"]] == [0]
    assert "refused" in page.ask("look", seat=3)


def test_a_bot_stands_in_only_for_the_absent_and_gives_the_seat_back(host: Host) -> None:
    table, people = opened(host, "hhh", forced=False)
    pages = [Page(host.origin, table, person) for person in people]
    for page in pages:
        page.take()
        page.ask("luck", text="x")
    pages[0].drain()
    assert "refused" in pages[0].ask("stand_in", seat=2)
    pages[2].close()
    live_table = host.call(host.rooms.get(table))
    eventually(lambda: live_table.absent_ms(2) is not None)
    assert "2 more minutes" in pages[0].ask("stand_in", seat=2)["refused"][2]
    live_table.present_until[2] -= 121  # as if two minutes had gone by
    assert "refused" in pages[1].ask("stand_in", seat=2)  # no host
    assert "ok" in pages[0].ask("stand_in", seat=2)
    pages[0].until(lambda page: live_table.table.moves)
    assert live_table.table.moves[0].seat == 2
    back = Page(host.origin, table, people[2])
    back.take()
    back.drain()
    assert not live_table.table.seats[2].is_played_by_bot


def test_a_hint_is_a_legal_move(host: Host) -> None:
    _, (page,) = seated(host, "hb", forced=False)
    page.until(lambda page: page.facts["mine"])
    text, *path = page.ask("hint")["hint"]
    assert text
    assert path in [one[1:] for one in page.paths]
    _, (strict,) = seated(host, "hb", hints=False)
    assert "refused" in strict.ask("hint")


def test_a_hint_that_is_asked_too_soon_waits(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (page,) = seated(host, "hb", forced=False)
    page.until(lambda page: page.facts["mine"])
    limits = host.call(host.rooms.get(table)).services.rate_limits
    monkeypatch.setattr(limits, "hints", RateLimit((1, 0.5), (12, 1)))  # one at once, the next after two seconds
    assert "hint" in page.ask("hint")
    assert "hint" in page.ask("hint"), "asked again for the same decision it costs nothing"
    play_on([page], 1)
    page.until(lambda page: page.facts["mine"])
    assert "hint" in page.ask("hint"), "for the next decision it waits until it may be given"


def test_a_hint_that_comes_too_late_says_so(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    _, (page,) = seated(host, "hb", forced=False)
    page.until(lambda page: page.facts["mine"])
    with monkeypatch.context() as hurry:
        hurry.setattr("domik.server.bots.pool.DECISION_TIMEOUT", 0.0)
        assert "took too long" in page.ask("hint")["refused"][2]
    assert "hint" in page.ask("hint"), "the next one comes from a fresh process"


def test_resigning_and_playing_again(host: Host) -> None:
    _, (one, two) = seated(host, "hh")
    one.ask("resign")
    two.until(lambda page: page.facts["over"])
    assert two.paths == []
    one.ask("rematch")
    two.drain()
    assert one.facts["next"] == ""
    two.ask("rematch")
    one.until(lambda page: page.facts["next"])
    fresh = host.call(host.rooms.get(one.facts["next"]))
    assert [sorted(seat.owners) != [] for seat in fresh.table.seats] == [True, True]


def test_a_clock_that_is_out_gives_the_seat_to_a_bot(host: Host) -> None:
    _, (one, _two) = seated(host, "hh", forced=False)
    assert "clocks" not in one.facts
    setup = Setup("treehouse", {}, (SeatPlan("human", "a"), SeatPlan("bot", "b", "random")), Terms(minutes=1))
    person = host.person()
    person.get("/t/none")
    live_table = host.call(host.rooms.open(setup, "", ""))
    person.get(f"/t/{live_table.table.id}")
    person.post(
        f"/t/{live_table.table.id}/sit",
        data={"key": f"0.{host.rooms.services.keys.seat_secret(live_table.table.id, 0)}"},
    )
    page = Page(host.origin, live_table.table.id, person)
    page.take()
    page.ask("luck", text="x")
    page.until(lambda page: page.facts["mine"])
    assert 0 < page.facts["clocks"][1] <= 60_000
    clock = live_table.table.clock
    clock.since = [None if began is None else began - 61_000 for began in clock.since]  # as if a minute had gone by
    host.call(live_table.execute(flag_timeouts))
    page.until(lambda page: page.facts["over"])
    assert live_table.table.seats[0].stand_in_reason == "clock"


# ---- limits and origins -----------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None, "http://127.0.0.1:1"])
def test_sockets_from_other_sites_are_closed(host: Host, origin: str | None) -> None:
    table, _ = opened(host, "hh")
    address = f"{host.origin.replace('http', 'ws')}/t/{table}/live"
    with connect(address, origin=origin) as socket, pytest.raises(ConnectionClosed) as closed:  # type: ignore[arg-type]
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


def test_no_table_no_socket(host: Host) -> None:
    page = Page(host.origin, "nothing")
    with pytest.raises(ConnectionClosed):
        page.take()


@pytest.mark.parametrize("text", ["x" * 5000, "x" * 20000])
def test_long_messages_close_the_socket(host: Host, text: str) -> None:
    table, people = opened(host, "hh")
    page = Page(host.origin, table, people[0])
    page.take()
    page.socket.send(json.dumps({"do": "chat", "text": text}))
    with pytest.raises(ConnectionClosed):
        page.drain()


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", '{"do": 5}', '{"do":"move","action":"x"}', "\x00", '{"action":1}']
)
def test_what_cannot_be_read_is_refused_and_nothing_breaks(host: Host, text: str) -> None:
    table, people = opened(host, "hh")
    page = Page(host.origin, table, people[0])
    page.take()
    page.socket.send(text)
    assert "refused" in page.take()
    assert "ok" in page.ask("luck", text="x")


def test_who_reads_alike_has_the_same_reader() -> None:
    """The short comparison of a crowd never takes two pages for the same that may differ."""
    pages = []
    for language, form, letters, eyes, seats, host in product(
        ("en", "ru"), ("desk", "phone"), (False, True), (SPECTATOR, 0), ((), (0,)), (False, True)
    ):
        page = Viewer("somebody", language, form, letters, "name")  # type: ignore[arg-type]
        page.view_seat, page.seats, page.is_host, page.origin = eyes, seats, host, "http://here"
        pages.append(page)
    alike = [(one, two) for one in pages for two in pages if one.sees_same_as(two)]
    assert len(alike) == 16
    assert all(one.render_context() == two.render_context() for one, two in alike)
