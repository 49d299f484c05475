"""The deal of the day: one attempt that counts, sealed until midnight, compared with everybody."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from domik.deals import Day
from domik.games import game_package
from domik.kernel.record import read_record
from domik.language import LANGUAGES
from domik.server.app import create_app
from domik.server.hosting import Hosting
from domik.server.live import deal_access
from domik.server.live.live_tables import LiveTables
from domik.server.pages.deals import attempts, daily
from domik.server.pages.deals.attempts import attempt_results
from domik.server.pages.deals.bot_field import BotField
from domik.server.pages.deals.daily import deal_of_day, today
from domik.table import clock
from domik.table.fair_deal import objections_to_deal
from tests.server.dealing import begin, play, played, secret_of
from tests.server.host import Host, Page, Process, finished
from tests.server.reviewed import reviews_in
from tests.waiting import eventually, patient_client

GAMES = ("treehouse", "dream_home", "cabin", "bower")
OTHERS = (
    "/t/{id}/picture", "/t/{id}/picture?seat=0&step=3", "/t/{id}/replay", "/t/{id}/step/3", "/t/{id}/step/3?eyes=all",
    "/t/{id}/review", "/t/{id}/review?step=3", "/t/{id}/review/news", "/t/{id}/review/3", "/t/{id}/learn",
    "/t/{id}/learn/3", "/t/{id}/learn/3/say?action=1", "/api/tables/{id}", "/api/tables/{id}/record",
)  # fmt: skip

pytestmark = pytest.mark.usefixtures("at_noon")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server with two bots of each quick level as company, and reviews that cost little."""
    found = Host(tmp_path_factory.mktemp("data") / "domik.db")
    found.service(BotField).levels = {"easy": 2, "normal": 2}
    reviews_in(found)
    yield found
    found.stop()


def seed_in(host: Host, game: str, day: Day | None = None) -> str:
    return host.call(deal_of_day(host.rooms, game, day or today())).seed


@pytest.mark.parametrize("game", GAMES)
def test_before_while_and_after(host: Host, game: str) -> None:
    person = host.person()
    page = person.get(f"/daily/{game}").text
    assert "Play today’s deal" in page
    assert host.call(deal_of_day(host.rooms, game, today())).hash in page
    table = begin(person, game)
    assert f'href="/t/{table}"' in person.get(f"/daily/{game}").text
    play(person, table)
    result = person.get(f"/daily/{game}").text
    assert "Your points" in result
    assert "Once more, for fun" in result
    assert person.post(f"/daily/{today()}/{game}/again").headers["location"] != f"/t/{table}"


def test_nobody_gets_two_tries(host: Host) -> None:
    """By pressing again, by two tabs at once, by sending the request once more after the game."""
    person = host.person()
    person.get("/")
    first = begin(person, "treehouse")
    found: list[str] = []
    tabs = [threading.Thread(target=lambda: found.append(begin(person, "treehouse"))) for _ in range(6)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert set(found) == {first}
    play(person, first)
    assert begin(person, "treehouse") == first
    deal = host.call(deal_of_day(host.rooms, "treehouse", today()))
    assert [one.table for one in host.call(attempt_results(host.rooms, deal))].count(first) == 1


def test_two_tabs_at_the_very_first_press(host: Host) -> None:
    person = host.person()
    begin(person, "bower")  # for the cookie
    found: list[str] = []
    tabs = [threading.Thread(target=lambda: found.append(begin(person, "cabin"))) for _ in range(6)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert len(found) == 6
    assert len(set(found)) == 1


def test_the_try_is_not_deleted_left_or_helped(host: Host) -> None:
    person = host.person()
    table = begin(person, "treehouse")
    for deed in ("delete", "leave"):
        assert person.post(f"/t/{table}/{deed}").status_code == 409
    page = Page(host.origin, table, person)
    page.until(lambda page: page.paths)
    assert "refused" in page.ask("hint")
    page.move(page.paths[0][0] % 64)
    assert "refused" in page.ask("ask"), "what was shown stays shown"


def test_cards_and_rivals_are_the_same_for_everybody(host: Host) -> None:
    (_, one), (_, other) = (played(host, "treehouse", name, seed=5) for name in ("Ola", "Ela"))
    tables = [host.rooms.by_id[id].table for id in (one, other)]
    assert tables[0].deal == tables[1].deal
    moves = [[(move.seat, move.action) for move in table.moves] for table in tables]
    assert moves[0] == moves[1]
    assert tables[0].seed == tables[1].seed == seed_in(host, "treehouse")


def test_the_seed_is_in_no_byte_that_anybody_gets(host: Host) -> None:
    """A whole attempt over the socket, then every address: neither today's seed nor tomorrow's is in what was sent."""
    person = host.person()
    table = begin(person, "treehouse")
    page = Page(host.origin, table, person)
    page.until(lambda page: page.paths)
    sent = [
        person.get(path).text for path in ("/", "/daily/treehouse", "/games", f"/t/{table}", f"/api/tables/{table}")
    ]
    secret = secret_of(person)
    sent += [person.get(f"/api/tables/{table}/record", headers=secret).text]
    play(person, table)
    page.drain()
    person.post(f"/t/{table}/review")
    sent += page.raw
    sent += [person.get(path.format(id=table), headers=secret).text for path in OTHERS]
    sent += [person.get("/daily/treehouse").text, person.get(f"/daily/{today()}/treehouse/news").text]
    sent += [person.get(f"/daily/{today().days_later(1)}/treehouse").text, person.get("/metrics").text]
    bytes_ = "\n".join(sent)
    live_table = host.rooms.by_id[table].table
    for secret_word in (
        seed_in(host, "treehouse"),
        seed_in(host, "treehouse", today().days_later(1)),
        live_table.mixed_seed(),
    ):
        assert secret_word not in bytes_
    assert live_table.hash in bytes_


def test_whoever_is_still_to_play_sees_nothing_of_others(host: Host) -> None:
    _, table = played(host, "dream_home", "Marek")
    stranger = host.person()
    begin(stranger, "dream_home")
    for path in OTHERS:
        answer = stranger.get(path.format(id=table))
        assert answer.status_code == 403, path
        assert "still to play" in answer.text or "others still play" in answer.text, path
    assert stranger.get(f"/t/{table}").status_code == 403
    assert stranger.get(f"/api/tables/{table}/events").status_code == 403
    assert stranger.post(f"/t/{table}/branch").status_code == 403
    assert stranger.post(f"/t/{table}/review").status_code == 403
    with pytest.raises(Exception, match="4404"):
        Page(host.origin, table, stranger).take()


def test_whoever_has_played_sees_others_but_no_record(host: Host) -> None:
    _, table = played(host, "bower", "Marek")
    person, _ = played(host, "bower", "Ela", seed=2)
    assert person.get(f"/t/{table}/replay").status_code == 200
    assert person.get(f"/t/{table}/step/3?eyes=all").status_code == 200
    record = person.get(f"/api/tables/{table}/record")
    assert record.status_code == 403
    assert "every card" in record.text
    assert person.post(f"/t/{table}/branch").status_code == 403


def test_a_seat_that_is_shared_costs_the_other_their_own_try(host: Host) -> None:
    person = host.person()
    table = begin(person, "cabin")

    def link() -> str:
        found = re.search(rf"/j/{table}/[\w.-]+", person.post(f"/t/{table}/devices").text)
        assert found is not None
        return found[0]

    device, rival = host.person(), host.person()
    assert device.post(link()).status_code == 303
    assert begin(device, "cabin") == table
    begin(rival, "cabin")
    answer = rival.post(link())
    assert answer.status_code == 409
    assert "someone else" in answer.text
    assert rival.get(f"/t/{table}/picture").status_code == 403


def test_people_and_bots_are_compared(host: Host) -> None:
    (first, _), (second, _) = played(host, "cabin", "Ania", 1), played(host, "cabin", "Tata", 2)
    deal = host.call(deal_of_day(host.rooms, "cabin", today()))
    company = host.service(BotField)
    first.get("/daily/cabin")
    eventually(lambda: company.is_complete(host.call(company.games_at(deal, ""))))
    found = host.call(attempt_results(host.rooms, deal))
    page = first.get("/daily/cabin").text
    assert f"{len(found) - 1} people" in page or "1 person" in page
    assert "Easy bots" in page
    assert "Normal bots" in page
    assert "of 2" in page
    assert "Tata" in page
    assert re.search(r'aria-label="\d+ %, outplayed"', page)
    assert "Best game of the day" in second.get("/daily/cabin").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_days_and_games_get_a_sentence(host: Host, language: str) -> None:
    person = host.person(**{"accept-language": language})
    sealed = {"en": "sealed", "ru": "запечатана", "pl": "zapieczętowane"}[language]
    assert sealed in person.get(f"/daily/{today().days_later(1)}/bower").text
    for path in (
        "/daily/2026-99-99/bower",
        "/daily/yesterday/bower",
        "/daily/1999-01-01/bower",
        "/daily/chess",
        "/daily/%00/bower",
    ):
        answer = person.get(path)
        assert answer.status_code == 404, path
        assert "Traceback" not in answer.text
    late = person.post(f"/daily/{today().days_later(-1)}/bower/play")
    assert late.status_code == 409
    early = person.post(f"/daily/{today().days_later(1)}/bower/play")
    assert early.status_code == 404
    assert person.post(f"/daily/{today()}/bower/again").status_code == 409, "the attempt that counts comes first"


def test_a_day_that_is_over_shows_its_seed_and_can_be_played_for_fun(host: Host) -> None:
    person = host.person()
    yesterday = today().days_later(-1)
    assert seed_in(host, "bower", yesterday) in person.get(f"/daily/{yesterday}/bower").text
    answer = person.post(f"/daily/{yesterday}/bower/again")
    table = answer.headers["location"].rsplit("/", 1)[-1]
    play(person, table)
    record = person.get(f"/api/tables/{table}/record").json()
    assert record["fair"]["seed"] == seed_in(host, "bower", yesterday)


def test_at_midnight_the_deal_is_opened(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    _, table = played(host, "treehouse", "Zosia", 3)
    midnight = today().opens
    for module in (deal_access, daily, clock):
        monkeypatch.setattr(module, "now", lambda: midnight)
    stranger = host.person()
    record = stranger.get(f"/api/tables/{table}/record").json()
    import json

    assert objections_to_deal(read_record(json.dumps(record), game_package)) == []
    assert stranger.get(f"/t/{table}/replay").status_code == 200


def test_a_secret_makes_deals_a_servers_own(tmp_path: Path) -> None:
    async def secrets_of(own: bool, name: str) -> str:
        app = create_app(tmp_path / name, hosting=Hosting(own_deals=own))
        async with app.router.lifespan_context(app):
            return str((await deal_of_day(app.state.services.get(LiveTables), "bower", today())).seed)

    common = finished(secrets_of(False, "a.db"))
    assert common == finished(secrets_of(False, "b.db")), "two servers without a secret have the same deal"
    own = finished(secrets_of(True, "c.db"))
    assert own != common
    assert own == finished(secrets_of(False, "c.db")), "a secret that was made stays"
    assert own != finished(secrets_of(True, "d.db"))
    assert common == finished(secrets_of(True, "a.db")), "a day that has begun is not changed"


def test_the_plug_is_pulled_in_a_try(tmp_path: Path) -> None:
    """Nothing is lost by kill -9: the same table, the same attempt, the same cards."""
    data = tmp_path / "domik.db"
    server = Process(data)
    with patient_client(base_url=server.origin, headers={"accept-language": "en"}) as person:
        table = begin(person, "treehouse")
        seen = play(person, table, most=7)
        cookie = {"accept-language": "en", "cookie": f"domik={person.cookies['domik']}"}
        secret = secret_of(person)
        seen = person.get(f"/api/tables/{table}", headers=secret).json()
    server.kill()
    server = Process(data)
    try:
        with patient_client(base_url=server.origin, headers=cookie) as person:
            assert begin(person, "treehouse") == table
            assert person.get(f"/api/tables/{table}", headers=secret).json()["view"] == seen["view"]
            assert play(person, table)["over"]
            assert begin(person, "treehouse") == table
            assert "Your points" in person.get("/daily/treehouse").text
    finally:
        server.kill()


def test_a_try_without_its_table_is_mended(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plug was pulled between the attempt and its table: the next press opens that very table."""
    person = host.person()
    begin(person, "bower")

    async def fails(*_given: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(attempts, "open_deal_table", fails)
    assert person.post(f"/daily/{today()}/dream_home/play").status_code == 503
    monkeypatch.undo()
    assert begin(person, "dream_home") == begin(person, "dream_home")
