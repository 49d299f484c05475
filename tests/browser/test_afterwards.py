"""After the game: the replay by slider, keys and eyes, a link to share, and going on from a step."""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import Come
from tests.browser.games import NAMES, finished
from tests.browser.person import DEALT, Person


def at_step(person: Person, step: int) -> None:
    """Wait until that step is shown, not only asked for."""
    person.until(f"document.querySelector('#step-number').dataset.shown === '{step}'")


@pytest.mark.parametrize("game", NAMES)
def test_replay(come: Come, served: str, game: str) -> None:
    table, _ = finished(served, game)
    person = come()
    page = person.page
    page.goto(f"/t/{table}/replay")
    person.until(DEALT)
    steps = int(page.locator("#table").get_attribute("data-replay") or 0)
    assert steps > 10
    at_step(person, 0)
    start = person.shown()
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at_step(person, step)
    third = person.shown()
    assert third != start
    page.keyboard.press("ArrowLeft")
    at_step(person, 2)
    assert person.shown() != third
    page.locator("#step").fill(str(steps))
    at_step(person, steps)
    assert page.locator("#log li").count() > 5
    page.locator("[data-step='-1']").click()
    at_step(person, steps - 1)
    page.select_option("#eyes", "all")
    page.locator("#open .eye").first.wait_for()
    assert f"step={steps - 1}&eyes=all" in page.url
    shared = come()  # whoever gets the link sees the same
    shared.go(page.url)
    at_step(shared, steps - 1)
    shared.page.locator("#open .eye").first.wait_for()
    assert shared.shown() == person.shown()


@pytest.mark.parametrize("game", NAMES)
def test_what_can_be_done_with_a_finished_game(come: Come, served: str, game: str) -> None:
    table, _ = finished(served, game)
    person = come(permissions=["clipboard-read", "clipboard-write"])
    page = person.page
    page.goto(f"/t/{table}/replay?step=4")
    person.until(DEALT)
    at_step(person, 4)
    page.locator("[data-do=share]").click()
    page.locator(".toast:not(#lost)").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    with page.expect_download() as downloading:
        page.locator(".replay a[download]").click()
    record = json.loads(downloading.value.path().read_text())
    assert record["game"] == game
    page.locator("form[action$='/branch'] button").click()
    page.wait_for_url(lambda address: address.rstrip("/").split("/")[-1] != "replay" and table not in address)
    assert person.until_my_turn()
