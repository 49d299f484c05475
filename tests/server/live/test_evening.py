"""A live club evening: tables by standing, the clock, sitting out, standings, and its end."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from domik.server.live import evening as evening_module
from domik.server.live.evening import (
    Evening,
    Evenings,
    EveningState,
    Guest,
    round_points,
)
from domik.server.live.game_results import ResultSeat, TableResult
from domik.server.live.round_tables import SWISS
from domik.server.store.repositories import Person
from tests.server.host import Host
from tests.server.live.test_meeting import named, owner_of
from tests.server.pages.test_my_games import finish

PEOPLE = ("Anna", "Marek", "Sonia", "Jonas", "Ela")


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("evening") / "domik.db")
    yield host
    host.stop()


def test_points_of_a_round_are_whom_one_left_behind() -> None:
    chairs = [ResultSeat(name, "fox", False) for name in "abc"]
    result = TableResult("t", "treehouse", 0, chairs, [10, 7, 7], [0], [])
    assert round_points(result, ["a", "b", "c"]) == {"a": 100, "b": 25, "c": 25}
    assert round_points(result, ["a", "b"]) == {"a": 100, "b": 25}, "the third chair is a bot's"


def test_standings_tell_who_climbed() -> None:
    guests = {name: Guest(name, "fox", at) for at, name in enumerate("abc")}
    evening = Evening("e", "E", ["bower"] * 3, SWISS, "a", 0)
    state = EveningState(evening, guests, [], [{"a": 100, "b": 50, "c": 0}, {"a": 0, "b": 0, "c": 100}])
    found = [(one.owner, one.points, one.moved) for one in state.standings()]
    assert found == [("a", 100, 0), ("c", 100, 1), ("b", 50, -1)]


def say(person: httpx.Client, path: str, word: str) -> None:
    assert person.post(f"{path}/say", data={"say": word}).status_code == 303


def test_an_evening_from_the_door_to_the_last_standings(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [named(host, name) for name in PEOPLE]
    anna = people[0]
    opened = anna.post("/evening", data={"name": "Tuesday houses", "game-bower": "1", "rounds": "2", "mode": "swiss"})
    path = opened.headers["location"]
    id = path.rsplit("/", 1)[1]
    for one in people[1:3]:
        one.post(f"{path}/join")
    say(anna, path, "start")
    assert "can start with 4 people" in anna.get(path).text, "three are too few"
    for one in people[3:]:
        one.post(f"{path}/join")
    assert "Tuesday houses" in people[4].get("/together").text
    say(people[1], path, "start")
    assert "evening-clock" not in anna.get(path).text, "only the host starts"
    say(anna, path, "start")
    assert "evening-clock" in anna.get(path).text
    evenings = host.service(Evenings)
    evening = host.call(evenings.find(id))
    assert evening is not None
    say(people[4], path, "out")
    for one in people[:4]:
        say(one, path, "ready")
    monkeypatch.setattr(evening_module, "BREAK", -1)
    state = host.call(evenings.state(evening))
    assert state.is_playing
    [first] = state.rounds
    assert [len(group) for group in first.groups] == [2, 2]
    assert first.out == [owner_of(people[4])]
    mine = first.tables[next(k for k, group in enumerate(first.groups) if owner_of(anna) in group)]
    tables = [host.call(host.rooms.get(table)).table for table in first.tables]
    assert tables[0].deal == tables[1].deal, "everybody plays the same deal"
    assert {anna.get(f"/t/{table}").status_code for table in first.tables if table != mine} == {403}, "and looks not"
    assert first.seed not in anna.get(path).text
    assert "<svg" in anna.get(path).text.split("send-link")[1][:400], "a code to come by"
    page = anna.get(f"{path}/news").text
    assert f'data-table="{mine}"' in page
    assert "Standings" not in page
    monkeypatch.setattr(evening_module, "BREAK", 3_600_000)
    for table in first.tables:
        host.call(finish(host, table))
    state = host.call(evenings.state(evening))
    assert not state.is_playing
    assert state.results[0][owner_of(people[4])] == 25, "half of the average"
    assert "Standings after round 1 of 2" in anna.get(path).text
    assert sum(len(group) for group in state.next_groups) == len(PEOPLE)
    for one in people[:3]:
        say(one, path, "ready")
    monkeypatch.setattr(evening_module, "BREAK", -1)
    state = host.call(evenings.state(evening))
    second = state.rounds[1]
    assert sorted(len(group) for group in second.groups) == [1, 2, 2], "the fifth plays with a bot"
    late = owner_of(people[4])
    table, group = next(pair for pair in zip(second.tables, second.groups, strict=True) if late in pair[1])
    seat = host.call(host.rooms.get(table)).table.seats[group.index(late)]
    assert seat.is_played_by_bot, "a bot sits there until they come"
    for table in second.tables:
        host.call(finish(host, table))
    over = anna.get(path).text
    assert "The evening is over" in over
    assert "Tuesday houses" not in anna.get("/together").text
    monkeypatch.setattr(evening_module, "KEPT", -1)
    host.call(evenings.tidy())
    assert anna.get(path).status_code == 404


def test_there_are_chairs_for_thirty_two(host: Host) -> None:
    anna, evenings = named(host, "Anna"), host.service(Evenings)
    path = anna.post("/evening", data={"name": "Full house", "game-bower": "1"}).headers["location"]
    evening = host.call(evenings.find(path.rsplit("/", 1)[1]))
    assert evening is not None
    comes = [host.call(evenings.join(evening, f"guest-{k}", Person(f"Guest {k}", "fox"))) for k in range(33)]
    came = host.call(evenings.state(evening)).guests
    assert (len(came), comes.count(False)) == (32, len(comes) + 1 - 32), "Anna has the first chair"
    assert sum(map(len, host.call(evenings.state(evening)).next_groups)) in (0, 32)
