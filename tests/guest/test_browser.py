"""The guest at a real browser's table: every move by clicking what is lit, at a desk and on a phone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser.person import DESKTOP, PHONE, Person
from tests.guest.conftest import BARE, CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt-get install chromium")
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("game", ["mousehole", BARE])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_whole_game_by_mouse(browser: Browser, served: str, game: str, screen: ViewportSize) -> None:
    person = Person(browser.new_context(viewport=screen, locale="pl", reduced_motion="reduce"), served)
    person.open_table(game, ["human", "bot:normal"])
    luck = random.Random(1)
    while person.until_my_turn():
        assert not person.page.evaluate(SIDEWAYS), "it scrolls sideways"
        person.choose(luck)
    assert person.page.locator("#after h2").inner_text()
    assert person.page.locator("#after [data-clause]").count() > 0
    assert person.complaints == []
    person.context.close()
