"""Learn from your mistakes: exercises on the real board, what counts as found, and all of them gathered."""

from __future__ import annotations

import httpx
import pytest

from domik.language import LANGUAGES
from domik.reviews import Report
from tests.browser.games import finished, played
from tests.server.host import Host
from tests.server.reviewed import plant


@pytest.fixture(scope="module")
def reviewed(host: Host) -> tuple[str, Report, tuple[str, ...]]:
    table, links = finished(host.origin, "treehouse")
    return table, plant(host, table), links


def player(host: Host, link: str) -> httpx.Client:
    """The browser of whoever sat there."""
    person = host.person()
    person.cookies.set("domik", link.partition(".")[2])  # what sat there over the JSON door
    return person


def test_one_learns_from_ones_own(host: Host, reviewed: tuple[str, Report, tuple[str, ...]]) -> None:
    table, report, links = reviewed
    for seat, link in enumerate(links):
        page = player(host, link).get(f"/t/{table}/learn").text
        steps = " ".join(str(one.step) for one in report.marked_judgements(seat))
        assert f'data-steps="{steps} "' in page
    last = report.marked_judgements(1)[-1].step
    page = host.person().get(f"/t/{table}/learn?seat=1&step={last}").text
    assert f'data-at="{len(report.marked_judgements(1)) - 1}"' in page
    for odd in ("?seat=9", "?at=999", "?at=x", "?step=x"):
        assert host.person().get(f"/t/{table}/learn{odd}").status_code == 200


def test_the_board_is_what_the_seat_saw(host: Host, reviewed: tuple[str, Report, tuple[str, ...]]) -> None:
    table, report, _ = reviewed
    one = report.marked_judgements()[1]
    found = host.person().get(f"/t/{table}/learn/{one.step}").json()
    replay = host.person().get(f"/t/{table}/step/{one.step}?eyes={one.seat}").json()
    assert found["areas"] == replay["areas"]
    assert {id: text for id, text in found["cells"].items() if id != "prompt"} == {
        id: text for id, text in replay["cells"].items() if id != "prompt"
    }
    assert one.best_candidate.action in {path[0] % 64 for path in found["paths"]}
    assert one.played_candidate.action in {path[0] % 64 for path in found["paths"]}
    assert "Find something better" in found["cells"]["prompt"]


def test_what_is_said_to_a_try(host: Host, reviewed: tuple[str, Report, tuple[str, ...]]) -> None:
    table, report, _ = reviewed
    one = next(one for one in report.marked_judgements() if len(one.candidates) > 2)
    person = host.person()

    def said(what: str) -> dict[str, str]:
        answer: dict[str, str] = person.get(f"/t/{table}/learn/{one.step}/say?{what}").json()
        return answer

    assert said(f"action={one.best_candidate.action}")["kind"] == "found"
    assert said(f"action={one.candidates[2].action}")["kind"] == "also"  # within 4 points of the best
    again = said(f"action={one.played_candidate.action}")
    assert again["kind"] == "not_yet"
    assert "that was played" in again["text"]
    assert "TH-1" in said("hint=0")["text"]
    assert "path" in said("solution=1")
    for odd in ("action=62", "action=x", "action=", "hint=x", "action=999999"):
        answer = person.get(f"/t/{table}/learn/{one.step}/say?{odd}")
        assert answer.status_code in (200, 400), odd
        assert answer.json().get("error", "That move").startswith("That move")
    other = next(step for step in range(report.moves) if step not in {one.step for one in report.marked_judgements()})
    assert person.get(f"/t/{table}/learn/{other}").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_weak_spots(host: Host, reviewed: tuple[str, Report, tuple[str, ...]], language: str) -> None:
    table, report, links = reviewed
    person = player(host, links[0])
    person.headers["accept-language"] = language
    page = person.get("/mistakes").text
    assert {"en": "Your weak spots", "ru": "Твои слабые места", "pl": "Twoje słabe punkty"}[language] in page
    assert page.count(f"/t/{table}/learn?seat=0") == len(report.marked_judgements(0))
    assert "TH-1" in page
    assert f"/t/{table}/learn" not in host.person().get("/mistakes").text  # another browser's games are its own


def test_weak_spots_tell_nothing_of_running_games(host: Host) -> None:
    table, links = played(host.origin, "treehouse", 11, seed=8)
    assert table not in player(host, links[0]).get("/mistakes").text


def test_games_without_a_review_are_offered(host: Host) -> None:
    table, links = played(host.origin, "treehouse", 10_000, seed=4)
    page = player(host, links[0]).get("/mistakes").text
    assert f'action="/t/{table}/review"' in page
