"""The deal of the day as a person walks through it: before, at the table, after; every screen, no fault for axe."""

from __future__ import annotations

import random

import pytest

from tests.browser.conftest import Come
from tests.browser.eyes import cut_texts
from tests.browser.games import PHONE_CONTEXT
from tests.browser.test_pages import violations

TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
WALKS = [("bower", "en", {}), ("treehouse", "ru", PHONE_CONTEXT), ("dream_home", "pl", TABLET)]
PLAYED = {"en": "Your points", "ru": "Твои очки", "pl": "Twoje punkty"}


@pytest.mark.parametrize(("game", "language", "screen"), WALKS)
def test_a_day(come: Come, game: str, language: str, screen: dict[str, object]) -> None:
    person = come(locale=language, **screen)
    person.context.add_cookies([{"name": "name", "value": "Ania", "url": person.origin}])  # somebody who comes back
    page = person.page
    person.go("/")
    page.locator(f".game.{game} .deal.open").click()
    page.wait_for_url(f"**/daily/{game}")
    found = violations(person, "before") + cut_texts(page)
    page.locator(".dcard .button.big").click()
    page.wait_for_url("**/t/*")
    luck = random.Random(7)
    while person.until_my_turn():
        person.choose(luck)
    page.locator("#after a[href^='/daily/']").click()
    page.wait_for_url("**/daily/**")
    assert PLAYED[language] in page.locator("h1").inner_text()
    assert page.locator(".sq i").count() == 6
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    found += violations(person, "after") + cut_texts(page)
    person.go("/")
    assert page.locator(f".game.{game} .deal.done").count() == 1
    assert found == []
