"""A club evening and a challenge as people walk through them, on a desk, a tablet and a phone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.eyes import cut_texts
from tests.browser.games import PHONE_CONTEXT
from tests.browser.person import Person
from tests.browser.test_daily import TABLET
from tests.browser.test_pages import violations


def looked_at(person: Person, where: str) -> list[str]:
    """What is wrong with a page."""
    wide = (
        [] if person.page.evaluate("document.documentElement.scrollWidth <= innerWidth") else [f"{where} is too wide"]
    )
    return violations(person, where) + cut_texts(person.page) + wide


def played(person: Person, seed: int) -> None:
    """A game to its end, and on to where it is compared."""
    luck = random.Random(seed)
    while person.until_my_turn():
        person.choose(luck)
    person.page.locator("#after a.button.ready").first.click()


@pytest.mark.parametrize(("language", "screen"), [("ru", {}), ("pl", PHONE_CONTEXT), ("en", TABLET)])
def test_an_evening_of_two(come: Come, language: str, screen: dict[str, object]) -> None:
    host, guest = come(locale=language, **screen), come(locale=language)
    page = host.page
    host.go("/club")
    found = looked_at(host, "new")
    for game in ("treehouse", "dream_home", "cabin"):
        page.locator(f"[name='game.{game}']").uncheck()
    page.locator("[name=me]").fill("Ania")
    page.locator(".clubform .button.big").click()
    page.wait_for_url("**/club/*")
    link = page.url
    guest.go(link)
    guest.page.locator("[name=name]").fill("Marek")
    guest.page.locator(".clubjoin .button").click()
    for seed, person in enumerate((guest, host)):
        person.go(link)
        person.page.locator(".to-table .button").click()
        person.page.wait_for_url("**/t/*")
        played(person, seed)
        person.page.wait_for_url("**/club/*")
    assert page.locator(".clubt tbody tr").count() == 2
    found += looked_at(host, "club")
    page.locator("a.cell[href*=beside]").click()
    page.wait_for_url("**/beside/*")
    assert page.locator(".dup").count() == 2
    page.locator(".alldecisions summary").click()
    found += looked_at(host, "beside")
    before = page.locator("#decision").inner_text()
    page.locator("#together").click()  # both boards go on by themselves
    expect(page.locator("#decision")).not_to_have_text(before)
    page.locator("#together").click()
    expect(page.locator(".dup iframe")).to_have_count(2)
    assert "at=" in page.url
    assert found == []
