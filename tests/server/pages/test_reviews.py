"""Reviews on the server: asked for, growing, kept, refused; nothing of a running game through any door."""

from __future__ import annotations

import asyncio
import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.language import LANGUAGES
from domik.reviews import Report
from domik.reviews.clauses import rounded_rows
from domik.reviews.report import ClausePoints, Month, MonthlyPar
from domik.server.bots.background import NICENESS, receive_piece, send_pieces
from domik.server.pages.review import review_queue as reviews_module
from domik.server.pages.review.review_queue import ReviewBudget, ReviewQueue, review_in_background
from domik.server.store import SqliteStore
from tests.browser.games import finished, played
from tests.reviews.printed import moment_faults, overview_faults
from tests.server.host import Host
from tests.server.host import finished as finish
from tests.server.reviewed import keep, plant, reviews_in, wait_for_review
from tests.waiting import PATIENCE

DOORS = (
    "review",
    "review?step=3",
    "review/news",
    "review/3",
    "learn",
    "learn/3",
    "learn/3/say?action=1",
    "learn/3/say?hint=0",
)


UNEVEN = [  # what rounding leaves of these is as much as the smallest of them
    ClausePoints(f"TH-{number}", Phrase("reason.search", {"n": number}), points)
    for number, points in enumerate([2840, -1260, 240, -160, -130, -120, -110, -50])
]


@pytest.fixture(scope="module")
def reviewed(host: Host) -> tuple[str, Report]:
    """A finished game with a review full of blunders."""
    table, _ = finished(host.origin, "treehouse")
    return table, plant(host, table)


def test_a_review_grows_and_is_kept(host: Host) -> None:
    reviews = reviews_in(host)
    table, _ = played(host.origin, "treehouse", 10_000, seed=2)
    person = host.person()
    before = person.get(f"/t/{table}/review").text
    assert "Review this game" in before
    assert "progressbar" not in before
    assert person.get(f"/t/{table}/review/3").status_code == 404  # nothing to open yet
    assert person.post(f"/t/{table}/review").headers["location"] == f"/t/{table}/review"
    assert "progressbar" in person.get(f"/t/{table}/review").text
    assert person.post(f"/t/{table}/review").status_code == 303  # asking twice makes no second one
    assert list(reviews.jobs) == [table]
    heard = wait_for_review(person, table)
    assert heard == sorted(heard)
    assert heard[-1] == 100
    assert len(set(heard)) > 1, "it was never seen on its way"
    assert not reviews.jobs
    whole = host.person().get(f"/t/{table}/review").text  # whoever has the link sees the same
    assert "rv-plot" in whole
    assert "With average cards" in whole
    assert overview_faults(whole) == []
    kept = host.call(reviews.store.reviews.read(table))
    assert kept is not None
    reviews._cache.clear()  # as after a restart
    assert "rv-plot" in person.get(f"/t/{table}/review").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_a_running_game(host: Host, language: str) -> None:
    """A review knows everybody's cards: no door tells anything before the end, and none begins one."""
    said = {"en": "only finished games", "ru": "только оконченные", "pl": "tylko skończone"}[language]
    table, _ = played(host.origin, "treehouse", 12)
    person = host.person(**{"accept-language": language})
    for door in DOORS:
        answer = person.get(f"/t/{table}/{door}")
        assert answer.status_code == 409, door
        assert said in answer.text, door
    answer = person.post(f"/t/{table}/review")
    assert answer.status_code == 409
    assert said in answer.text
    assert table not in reviews_in(host).jobs
    assert host.call(reviews_in(host).store.reviews.read(table)) is None


def test_no_door_opens_even_if_a_review_lay_there(host: Host, reviewed: tuple[str, Report]) -> None:
    """The door looks at the game, not at what is kept: a kept report of a running game would stay shut in."""
    _, report = reviewed
    table, _ = played(host.origin, "treehouse", 10, seed=5)
    reviews = reviews_in(host)
    reviews._add_to_cache(table, report)
    try:
        for door in DOORS:
            assert host.person().get(f"/t/{table}/{door}").status_code == 409, door
    finally:
        del reviews._cache[table]


def test_a_game_given_up_is_refused(host: Host) -> None:
    table, _ = played(host.origin, "treehouse", 6, seed=9)
    live_table = host.call(host.rooms.get(table))
    live_table.table.is_closed = True
    answer = host.person().post(f"/t/{table}/review")
    assert answer.status_code == 409
    assert "given up" in answer.text


def test_the_queue_is_bounded(host: Host, reviewed: tuple[str, Report], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "MAX_QUEUED", 0)
    table, _ = finished(host.origin, "cabin")
    answer = host.person().post(f"/t/{table}/review")
    assert answer.status_code == 429
    assert "waiting" in answer.text
    assert host.person().post(f"/t/{reviewed[0]}/review").status_code == 303  # what is kept needs no place


def test_a_process_that_dies_says_so(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens in the worker, the page offers to begin again."""
    table, _ = finished(host.origin, "dream_home")
    monkeypatch.setattr(
        reviews_module, "review_in_background", os.abort
    )  # takes no arguments: the process fails at once
    person = host.person()
    person.post(f"/t/{table}/review")
    wait_for_review(person, table)
    page = person.get(f"/t/{table}/review").text
    assert "was interrupted" in page
    assert "Review this game" in page


def test_the_worker_gives_way(host: Host) -> None:
    """The process is as kind as can be, and sends reports that grow."""
    import multiprocessing

    table, _ = finished(host.origin, "treehouse")
    record = host.person().get(f"/api/tables/{table}/record").text
    ours, theirs = multiprocessing.get_context("spawn").Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=send_pieces, args=(review_in_background, (record, ReviewBudget(60.0, 1)), theirs)
    )
    process.start()
    theirs.close()
    try:
        text = receive_piece(ours)
        assert text is not None
        assert json.loads(text)["game"] == "treehouse"
        if process.is_alive() and process.pid:
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == NICENESS
        while receive_piece(ours) is not None:
            pass
    finally:
        process.terminate()
        process.join(PATIENCE)


def test_another_form_of_report_is_no_report(tmp_path: Path) -> None:
    async def keep() -> None:
        store = SqliteStore(tmp_path / "domik.db")
        await store.reviews.save("one", b"1")
        assert await ReviewQueue(store).load("one") is None
        await store.close()

    finish(keep())


# ---- the pages ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview(host: Host, reviewed: tuple[str, Report], language: str) -> None:
    table, report = reviewed
    person = host.person(**{"accept-language": language})
    page = person.get(f"/t/{table}/review").text
    blunder = {"en": "Blunder", "ru": "Грубая ошибка", "pl": "Gruby błąd"}[language]
    assert page.count(f"· {blunder}") >= len(report.marked_judgements())
    for one in report.marked_judgements():
        assert f'href="?step={one.step}"' in page
    assert page.count('class="panel person') == report.seats
    assert len(re.findall(r'id="([^"]+)"', page)) == len(set(re.findall(r'id="([^"]+)"', page)))
    points = person.get(f"/t/{table}/review?curve=points&seat=1").text
    assert "curve=points&amp;seat=1&amp;step=" in points or not report.marked_judgements(1)
    assert points != page
    for odd in ("?seat=99", "?step=99999", "?step=-1", "?curve=<b>", "?seat=x", "?step=²"):
        assert person.get(f"/t/{table}/review{odd}").status_code == 200, odd


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_adds_up(host: Host, reviewed: tuple[str, Report], language: str) -> None:
    """Points minus luck, lists of losses, marks and the table of a moment, read back from the pages as shown."""
    table, report = reviewed
    person = host.person(**{"accept-language": language})
    assert overview_faults(person.get(f"/t/{table}/review").text) == []
    one = report.marked_judgements()[0]
    uneven = replace(one, clauses=rounded_rows(UNEVEN), loss=replace(one.loss, points=1250))

    async def write() -> None:
        reviews = reviews_in(host)
        changed = replace(report, judgements=(uneven, *report.judgements[1:]))
        await reviews.store.reviews.save(table, keep(reviews, table, changed))

    host.call(write())
    page = person.get(f"/t/{table}/review?step={one.step}").text
    assert page.count('class="rv-table"') == 1
    assert moment_faults(page) == []


def test_a_moment_with_its_board(host: Host, reviewed: tuple[str, Report]) -> None:
    table, report = reviewed
    one = report.marked_judgements()[0]
    page = host.person().get(f"/t/{table}/review?step={one.step}").text
    assert "Blunder" in page
    assert "TH-1" in page
    assert "In hindsight" in page
    found = host.person().get(f"/t/{table}/review/{one.step}?form=hand").json()
    kinds = {mark[0]: mark for mark in found["marks"]}
    assert set(kinds) == {"better", "blunder"}
    drawn = "".join(found["areas"].values()) + "".join(found["cells"].values())
    for mark in kinds.values():
        assert mark[1] in ("Better", "Played")  # a word and a sign, never colour alone
        assert "<svg" in mark[2]
        for id in mark[3:]:
            assert f'id="{id}"' in drawn
    assert set(kinds["better"][3:]) != set(kinds["blunder"][3:])
    replay = host.person().get(f"/t/{table}/step/{one.step}?eyes={one.seat}&form=hand").json()
    assert found["areas"] == replay["areas"]  # the same drawing, and so no more than the replay shows
    assert {id: replay["cells"][id] for id in found["cells"]} == found["cells"]


def test_every_step_can_be_opened(host: Host, reviewed: tuple[str, Report]) -> None:
    table, report = reviewed
    person = host.person()
    for step in (0, 1, report.moves // 2, report.moves):
        assert person.get(f"/t/{table}/review/{step}").status_code == 200
        assert person.get(f"/t/{table}/review?step={step}").status_code == 200
    answer = person.get(f"/t/{table}/review/{report.moves + 1}")
    assert answer.status_code == 404
    assert str(report.moves) in answer.json()["error"]


def test_links_to_the_review(host: Host, reviewed: tuple[str, Report]) -> None:
    table, _ = reviewed
    assert f'action="/t/{table}/review"' in host.person().get(f"/t/{table}/replay").text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_marks_its_moves(host: Host, game: str) -> None:
    """In every game a decision has a place on the board for what was played and for what would be better."""
    table, _ = finished(host.origin, game)
    person = host.person()
    report = plant(host, table, 5)
    assert len(report.marked_judgements()) > 3
    assert person.get(f"/t/{table}/review").status_code == 200
    for one in report.marked_judgements():
        found = person.get(f"/t/{table}/review/{one.step}").json()
        drawn = "".join(found["areas"].values()) + "".join(found["cells"].values())
        assert len(found["marks"]) == 2
        for mark in found["marks"]:
            assert mark[3:], f"{mark[0]} has no place at step {one.step}"
            assert all(f'id="{id}"' in drawn for id in mark[3:])


def test_a_game_for_one(host: Host) -> None:
    """Cozy Cabin alone: points instead of chances, and the best plan month by month."""
    table, _ = played(host.origin, "cabin", 10_000, seats=1)
    report = plant(host, table, 7)
    course = MonthlyPar((Month(1, 0, 60_000, 61_000, False), Month(2, 9, 58_000, 58_000, True)), 40_000, 7, 3000)

    async def write() -> None:
        reviews = reviews_in(host)
        await reviews.store.reviews.save(table, keep(reviews, table, replace(report, course=course)))

    host.call(write())
    person = host.person()
    page = person.get(f"/t/{table}/review").text
    assert "month by month" in page
    assert "cost the most: −3" in page
    assert "Expected points" in page
    assert "−3" in page
    step = report.marked_judgements()[0].step
    assert "Points to expect" in person.get(f"/t/{table}/review?step={step}").text
    assert person.get(f"/t/{table}/learn").status_code == 200
    assert person.get(f"/t/{table}/learn/{step}").status_code == 200


def test_asking_at_once_makes_one_review(host: Host) -> None:
    """Two pages that ask in the same moment share one process."""
    reviews = reviews_in(host)
    table, _ = played(host.origin, "treehouse", 10_000, seed=3)
    live_table = host.call(host.rooms.get(table))

    async def both() -> int:
        await asyncio.gather(reviews.enqueue(live_table.table), reviews.enqueue(live_table.table))
        return len(reviews.jobs)

    assert host.call(both()) == 1
    wait_for_review(host.person(), table)
