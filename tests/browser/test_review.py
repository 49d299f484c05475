"""The review in a browser: overview, moments by keys and clicks, both moves marked, exercises; on both screens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import Come
from tests.browser.games import PHONE_CONTEXT, finished
from tests.browser.person import Person
from tests.browser.test_pages import violations
from tests.server.host import Host
from tests.server.reviewed import plant

SCREENS: dict[str, dict[str, Any]] = {"desk": {}, "hand": PHONE_CONTEXT | {"color_scheme": "dark"}}
INSIDE = """() => [...document.querySelectorAll(".rv-ring")].every(ring => {
  const box = ring.getBoundingClientRect(), stage = document.querySelector(".rv-stage").getBoundingClientRect();
  return box.width > 8 && box.right > stage.left && box.left < stage.right && box.bottom > stage.top;
})"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server in this process: a review with known blunders is put into its store."""
    found = Host(tmp_path_factory.mktemp("review") / "domik.db")
    yield found
    found.stop()


def shown(person: Person, step: int) -> None:
    person.until(f"document.querySelector('.scene-of').dataset.shown === '{step}'")


def walk(person: Person, table: str, found: list[str]) -> None:
    """From the overview through the moments to an exercise that is solved."""
    page = person.page
    page.goto(f"/t/{table}/review")
    found += violations(person, "overview")
    page.locator("ol a.moment").first.click()
    page.locator(".rv-ring.better").first.wait_for()
    assert page.locator(".rv-ring").count() >= 2
    assert page.evaluate(INSIDE)
    assert {text.strip() for text in page.locator(".rv-tag").all_inner_texts()} >= {"Played", "Better"}
    found += violations(person, "moment")
    steps = page.evaluate("() => new URLSearchParams(location.search).get('step')")
    page.keyboard.press("ArrowRight")
    person.until(f"document.querySelector('.scene-of').dataset.shown > {steps}")
    page.keyboard.press("ArrowLeft")
    shown(person, int(steps))
    page.keyboard.press("ArrowDown")
    shown(person, int(steps) + 1)
    page.keyboard.press("ArrowUp")
    shown(person, int(steps))
    page.locator("#curve > div:visible").click(position={"x": 200, "y": 40})
    person.until(f"document.querySelector('.scene-of').dataset.shown > {steps}")
    page.goto(f"/t/{table}/learn?seat=0")
    person.until("document.querySelector('#replay').dataset.shown && document.querySelector('.can')")
    found += violations(person, "exercise")
    page.locator("[data-do=clue]").click()
    page.locator(".rv-said.hint").wait_for()
    page.locator("[data-do=solution]").click()
    page.locator(".rv-said.solution").wait_for()
    path = page.evaluate(
        "async () => (await (await fetch(location.pathname + '/' + document.querySelector('#replay').dataset.shown"
        " + '/say?solution=1&form=' + (innerWidth < 701 ? 'hand' : 'desk'))).json()).path"
    )
    for id in path:
        page.evaluate("id => document.getElementById(id).dispatchEvent(new MouseEvent('click', {bubbles: true}))", id)
    page.locator(".rv-said.found").wait_for()
    assert page.locator(".bead.done").count() == 1
    before = page.locator("#replay").get_attribute("data-shown")
    page.locator("[data-do=next]").click()
    person.until(f"document.querySelector('#replay').dataset.shown !== '{before}'")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_walk_through_a_review(come: Come, host: Host, screen: str) -> None:
    table, _ = finished(host.origin, "treehouse")
    plant(host, table)
    person = come(base_url=host.origin, **SCREENS[screen])
    found: list[str] = []
    walk(person, table, found)
    person.page.goto("/mistakes")
    found += violations(person, "weak spots")
    wide = person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide
    assert found == []
