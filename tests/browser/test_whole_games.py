"""Whole games against bots in a real browser: by mouse, by keys alone, by touch on a phone."""

from __future__ import annotations

import random

import pytest

from tests.browser.conftest import Come
from tests.browser.games import NAMES, PHONE_CONTEXT, against_bots
from tests.browser.person import Person

FOCUSED = "() => document.activeElement.matches('.can') ? document.activeElement.id : ''"


def check_result(person: Person) -> None:
    """The end: who won, how the points came with their clauses, and what to do next."""
    page = person.page
    assert page.locator("#after h2").inner_text()
    assert page.locator("#after [data-clause]").count() > 0
    assert page.locator("#ledger :is(table[data-seat], .all thead th)").count() >= 2
    assert page.locator("#after a[href$='/replay']").is_visible()
    best = page.locator("#after .podium .won strong").first.inner_text()
    page.locator("#tab-points").click()
    assert page.locator("#sheet-points .ledger table:visible tbody tr").count() > 0  # of all, or of my own seat
    points = page.locator("#sheet-points .ledger table")
    assert best in [text.strip() for text in points.locator("tfoot b").all_text_contents()]
    assert page.locator("#sheet-points [data-clause]").count() > 0  # shown to those who want rule numbers


@pytest.mark.parametrize("game", NAMES)
def test_by_mouse(come: Come, game: str) -> None:
    person = come(reduced_motion="no-preference")
    person.open_table(game, against_bots(game))
    luck = random.Random(1)
    while person.until_my_turn():
        person.choose(luck)
    check_result(person)


@pytest.mark.parametrize("game", NAMES)
def test_by_touch_on_a_phone(come: Come, game: str) -> None:
    person = come(**PHONE_CONTEXT)
    person.open_table(game, against_bots(game))
    luck = random.Random(2)
    while person.until_my_turn():
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
        person.choose(luck, by_touch=True)
    check_result(person)


@pytest.mark.parametrize("game", NAMES)
def test_by_keys_alone(come: Come, game: str) -> None:
    """From the home page on: Tab and Enter to the table, arrows and Enter at it."""
    person = come()
    page = person.page
    person.go("/")
    press_tab_to(person, f"form[action='/g/{game}/play'] button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    luck = random.Random(3)
    while person.until_my_turn():
        sent = page.evaluate("watch.sent")
        while page.evaluate("watch.sent") == sent:
            step_to_something(person, luck)
            page.keyboard.press("Enter")
        person.settled()
    person.check_refusals()
    check_result(person)


def press_tab_to(person: Person, selector: str) -> None:
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never came to {selector}")


def step_to_something(person: Person, luck: random.Random) -> None:
    """Some arrows at random, until something that can be done has the focus."""
    for _ in range(luck.randint(1, 3)):
        person.page.keyboard.press("Arrow" + luck.choice(["Left", "Right", "Up", "Down"]))
    for _ in range(200):  # at random this may take a while: what is refused can be stepped on too
        if person.page.evaluate(FOCUSED):
            return
        person.page.keyboard.press("Arrow" + luck.choice(["Left", "Right", "Up", "Down"]))
    raise AssertionError("arrows led to nothing that can be done")
