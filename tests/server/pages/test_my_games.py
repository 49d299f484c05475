"""My games: every table told apart, left, ended, deleted and taken back; results and statistics; no dead end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.server.accounts.visitors import DELETED
from domik.server.live.game_results import TableResult, load_result, result_of
from domik.server.pages.people.my_games import rivals_of, statistics_by_game
from domik.server.pages.tables import ongoing_games
from domik.table import Entry, Table
from tests.server.host import Host


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("mine") / "domik.db")
    yield host
    host.stop()


def opened(person: httpx.Client, game: str = "bower") -> str:
    answer = person.post(f"/g/{game}/play")
    assert answer.status_code == 303
    return answer.headers["location"].removeprefix("/t/")


async def finish(host: Host, id: str) -> None:
    """The rest of a game, all seats played at random, without waiting for anybody."""
    live_table = await host.rooms.get(id)
    bot = bot_of("random", luck_of(id))

    def play(table: Table, at: int) -> list[Entry]:
        entries: list[Entry] = [] if table.is_dealt else table.begin(at)
        while not table.is_over:
            seat = next(seat for seat in range(len(table.seats)) if table.awaits(seat))
            view = table.view(seat)
            entries += table.submit(seat, bot.decide(view, int(view.legal())), at, by_bot=True)
        return entries

    await live_table.execute(play)


def together(host: Host) -> tuple[httpx.Client, httpx.Client, str]:
    """Two people at one table of Bower."""
    ania, marek = host.person(), host.person()
    form = {"seat0": "human", "name0": "Ania", "seat1": "human", "name1": "Marek"}
    id = ania.post("/g/bower/tables", data=form).headers["location"].removeprefix("/t/")
    key = host.rooms.services.keys.seat_secret(id, 1)
    assert marek.post(f"/t/{id}/sit", data={"key": f"1.{key}", "name": "Marek"}).status_code == 200
    host.call(begin(host, id))
    return ania, marek, id


async def begin(host: Host, id: str) -> None:
    live_table = await host.rooms.get(id)
    if not live_table.table.is_dealt:
        await live_table.execute(lambda table, at: table.begin(at))


def card(person: httpx.Client, id: str) -> str:
    """The card of one table in the list."""
    page = person.get("/games").text
    found = [part for part in page.split("<article")[1:] if f"/t/{id}" in part]
    return found[0].split("</article>")[0] if found else ""


def test_a_card_says_opponents_stage_date_and_whose_turn(host: Host) -> None:
    ania, marek, id = together(host)
    cards = [card(ania, id), card(marek, id)]
    assert "Marek" in cards[0]
    assert "Ania" not in cards[0].replace("waiting for Ania", "")
    assert "Ania" in cards[1]
    for one in cards:
        assert "First tiles" in one or re.search(r"Turn \d+ of 12", one)
        assert "seconds ago" in one or "second ago" in one
    assert sum("Your turn" in one for one in cards) >= 1
    awaited = host.call(host.rooms.get(id)).table.awaited_seats()
    for seat, one in enumerate(cards):
        assert ("Your turn" in one) == bool(awaited >> seat & 1)
        assert "/leave" in one
        assert "/end" in one
        assert "/delete" not in one


def test_filter_by_game_and_pictures_of_ones_own_board_only(host: Host) -> None:
    person = host.person()
    bower, cabin = opened(person), opened(person, "cabin")
    host.call(begin(host, bower))
    page = person.get("/games?game=cabin").text
    assert f"/t/{cabin}" in page
    assert f"/t/{bower}" not in page
    assert f"/t/{bower}" in person.get("/games?game=nothing").text  # a game that is none filters nothing
    picture = person.get(f"/t/{bower}/picture")
    assert picture.status_code == 200
    assert "frame-ancestors 'self'" in picture.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in person.get("/games").headers["content-security-policy"]
    assert host.person().get(f"/t/{bower}/picture").text != picture.text  # a stranger sees what onlookers see
    assert person.get("/t/nothing/picture").status_code == 404


def test_leaving_gives_the_seat_to_a_bot_and_can_be_taken_back(host: Host) -> None:
    ania, marek, id = together(host)
    answer = ania.post(f"/t/{id}/leave")
    assert answer.headers["location"] == f"/games?left={id}"
    table = host.call(host.rooms.get(id)).table
    assert table.seats[0].is_played_by_bot
    assert not table.is_over
    assert not card(ania, id)
    assert card(marek, id)
    assert f'action="/t/{id}/restore"' in ania.get(answer.headers["location"]).text
    ania.post(f"/t/{id}/restore")
    assert card(ania, id)
    assert not host.call(host.rooms.get(id)).table.seats[0].stand_in_reason
    stranger = host.person()
    for deed in ("leave", "end", "delete", "restore"):
        assert stranger.post(f"/t/{id}/{deed}").status_code == 403


def test_a_game_is_ended_when_all_people_want_it(host: Host) -> None:
    ania, marek, id = together(host)
    table = host.call(host.rooms.get(id)).table
    ania.post(f"/t/{id}/end")
    assert table.seats[0].wants_end
    assert not table.is_over
    ania.post(f"/t/{id}/end")  # after all not
    assert not table.seats[0].wants_end
    marek.post(f"/t/{id}/end")
    ania.post(f"/t/{id}/end")
    assert table.is_over
    assert not table.is_finished
    assert not card(ania, id)
    assert "ended early" in ania.get("/games").text
    assert ania.post(f"/t/{id}/end").status_code == 400  # it is over


def test_delete_what_is_mine_alone_with_undo_and_for_good(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    person = host.person()
    id = opened(person)
    answer = person.post(f"/t/{id}/delete")
    assert not card(person, id)
    assert f"/t/{id}/restore" in person.get(answer.headers["location"]).text
    host.call(ongoing_games.purge_deleted(host.rooms))  # too early: it can still be taken back
    person.post(f"/t/{id}/restore")
    assert card(person, id)
    person.post(f"/t/{id}/delete")
    shelf = host.rooms.services.store.key_value
    host.call(shelf.put(DELETED, "", id, msgspec.json.encode(0)))  # long ago
    host.call(ongoing_games.purge_deleted(host.rooms))
    assert person.get(f"/t/{id}").status_code == 404
    assert host.call(host.rooms.services.store.journals.read(id)) == []
    ania, _, shared = together(host)
    refused = ania.post(f"/t/{shared}/delete")
    assert refused.status_code == 409
    assert "leave the table" in refused.text


def test_twenty_unfinished_tables_are_no_dead_end(host: Host) -> None:
    person = host.person()
    ids = [opened(person) for _ in range(20)]
    full = person.post("/g/bower/play")
    assert full.headers["location"] == "/games?full=1"
    page = person.get("/games?full=1").text
    assert "You have 20 unfinished games" in page
    assert page.count("/delete") == 20
    person.post(f"/t/{ids[3]}/delete")
    assert opened(person) not in ids


def test_results_are_kept_and_add_up(host: Host) -> None:
    person = host.person()
    ids = [opened(person) for _ in range(3)]
    for id in ids:
        host.call(finish(host, id))
    results = [host.call(load_result(host.rooms, id)) for id in ids]
    for id, result in zip(ids, results, strict=True):
        assert result is not None
        table = host.call(host.rooms.get(id)).table
        assert result == result_of(table)
        assert result.scores == table.scores()
        assert result.winners == [int(seat) for seat in table.match.outcome(table.view()).winners]
        for seat in range(2):
            assert sum(points for who, _, points in result.clauses if who == seat) == result.scores[seat]
    sums = statistics_by_game([(result, 0) for result in results if result])["bower"]
    assert sums.games_played == 3 == sums.first + sums.between + sums.last
    assert sums.best == max(sums.points)
    assert sum(sums.clauses.values()) == sum(sums.points)
    page = person.get("/games").text
    assert "3 games · best" in page
    assert all(f"/t/{id}/replay" in page for id in ids)


def test_places_follow_the_rules_winners_then_points() -> None:
    chairs: list[object] = [{"name": name, "animal": "owl", "is_bot": False, "owners": [name]} for name in "abcd"]
    result = msgspec.convert(
        {"id": "x", "game": "bower", "at": 0, "chairs": chairs, "scores": [5, 9, 9, 2], "winners": [2], "clauses": []},
        TableResult,
    )
    assert [result.place(seat) for seat in range(4)] == [3, 2, 1, 4]
    assert [result.is_last(seat) for seat in range(4)] == [False, False, False, True]
    assert [(one.name, one.won, one.lost) for one in rivals_of([(result, 1)])] == [
        ("a", 1, 0), ("c", 0, 1), ("d", 1, 0),
    ]  # fmt: skip


def test_what_is_kept_outlives_the_process(tmp_path: Path) -> None:
    first = Host(tmp_path / "domik.db")
    person = first.person()
    kept, gone = opened(person), opened(person)
    person.post(f"/t/{gone}/delete")
    first.stop()
    second = Host(tmp_path / "domik.db")
    again = second.person()
    again.cookies.update(person.cookies)
    page = again.get("/games").text
    second.stop()
    assert kept in page
    assert gone not in page
