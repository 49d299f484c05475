"""Lessons over HTTP: pages for people, steps for the script, clear words for addresses that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from domik.games import BUILT_IN
from tests.server.host import Host
from tests.waiting import patient_client


@pytest.fixture(scope="module")
def browser(host: Host) -> Iterator[httpx.Client]:
    with patient_client(base_url=host.origin, headers={"accept-language": "en"}) as client:
        yield client


def step(browser: httpx.Client, path: str, **asked: Any) -> dict[str, Any]:
    answer = browser.get(f"{path}/step", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_path_names_every_lesson_and_remembers_the_game(browser: httpx.Client, game: str) -> None:
    page = browser.get(f"/learn/{game}").text
    assert f"/learn/{game}/first_game" in page
    assert browser.get(f"/learn/{game}/first_game").status_code == 200
    assert f'data-game="{game}"' in browser.get("/learn").text


def test_a_task_is_missed_and_then_done(browser: httpx.Client) -> None:
    path = "/learn/treehouse/balance"
    now = step(browser, path)
    assert (now["state"], now["at"], now["paths"]) == ("explain", 0, [])
    assert now["point"] == ["balance"]
    for _ in range(2):
        now = step(browser, path, kept=now["kept"], do="next")
    assert now["state"] == "task"
    assert now["paths"]
    shown = step(browser, path, kept=now["kept"], do="show")
    right = next(row[0] for row in shown["paths"] if row[1:] == shown["path"])
    wrong = next(row[0] for row in now["paths"] if row[1].startswith("at-3-2") or "3-2" in row[-1])
    missed = step(browser, path, kept=now["kept"], do="play", action=wrong)
    assert missed["state"] == "oops"
    assert "pushes nothing" in missed["cells"]["coach-top"]
    assert missed["stars"] == 2
    assert missed["paths"] == now["paths"], "the move is taken back by itself"
    assert "so that the tree stands straight." in missed["cells"]["coach-top"], "the goal stays"
    done = step(browser, path, kept=missed["kept"], do="play", action=right)
    assert (done["state"], done["stars"]) == ("done", 2)
    assert step(browser, path, kept=now["kept"], do="play", action=right)["stars"] == 3
    assert step(browser, path, kept=shown["kept"], do="play", action=right)["stars"] == 1


@pytest.mark.parametrize("asked", [{"do": "play", "action": "62"}, {"do": "play", "action": "x"}, {"do": "dance"}])
def test_what_cannot_be_done_changes_nothing(browser: httpx.Client, asked: dict[str, str]) -> None:
    path = "/learn/treehouse/balance"
    now = step(browser, path)
    assert step(browser, path, kept=now["kept"], **asked)["kept"] == now["kept"]


@pytest.mark.parametrize("path", ["/learn/chess", "/learn/treehouse/flying", "/learn/treehouse/flying/step"])
def test_an_address_that_leads_nowhere_says_so(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert "treehouse" in answer.text or "balance" in answer.text
    assert answer.headers["content-type"].startswith("application/json" if path.endswith("step") else "text/html")
