"""Lessons as people meet them: every game's first game and a short lesson, on three screens in three languages.

The whole product of games, screens and languages is `make lessons`; here each game has one of each.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from domik.games import BUILT_IN
from tests.browser.conftest import Come
from tests.browser.eyes import scrolls_sideways
from tests.browser.games import PHONE_CONTEXT
from tests.browser.learner import Learner
from tests.browser.person import DESKTOP
from tests.browser.test_pages import violations

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "phone": PHONE_CONTEXT,
}
SHORT = {"treehouse": "balance", "dream_home": "furnishings", "cabin": "paying", "bower": "first_tile"}
LOCALES = {"en": "en-GB", "ru": "ru-RU", "pl": "pl-PL"}
WHOLE = os.environ.get("DOMIK_LESSONS") == "whole"
SPREAD = [
    ("treehouse", "phone", "pl", "light"), ("dream_home", "desktop", "ru", "dark"),
    ("cabin", "tablet", "en", "light"), ("bower", "desktop", "pl", "light"),
]  # fmt: skip
CASES = [(game, screen, language, "light") for game in BUILT_IN for screen in SCREENS for language in LOCALES]
COVERED = """() => {
  const coach = document.querySelector('#coach-top').getBoundingClientRect();
  return [...document.querySelectorAll('.ring-at')].filter(ring => {
    const box = ring.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    return x > coach.left && x < coach.right && y > coach.top && y < coach.bottom;
  }).length;
}"""


@pytest.mark.parametrize(("game", "screen", "language", "theme"), CASES if WHOLE else SPREAD)
def test_a_first_game_and_a_lesson(come: Come, game: str, screen: str, language: str, theme: str) -> None:
    person = come(locale=LOCALES[language], color_scheme=theme, **SCREENS[screen])
    first = Learner(person, game, "first_game")
    assert first.state == "explain"
    faults = violations(person, f"{game} first game")
    first.finish()
    assert person.page.evaluate("Object.values(JSON.parse(localStorage['domik.stars'])).length") == 1
    learner = Learner(person, game, SHORT[game])
    while learner.state == "explain":
        assert not person.page.evaluate(COVERED), "Tobi stands on what he points at"
        learner.does(".go-next")
    faults += violations(person, f"{game} task")
    assert not scrolls_sideways(person.page)
    learner.finish()
    faults += violations(person, f"{game} done")
    person.go(f"/learn/{game}")
    faults += violations(person, "path")
    assert faults == []
    assert person.page.locator(".stone-at a.done").count() == 2
    assert person.page.locator(".stone-at a.now").count() == 1
    assert not scrolls_sideways(person.page)


def test_whoever_clicks_anywhere_is_helped_and_whoever_leaves_comes_back(come: Come) -> None:
    person = come()
    page = person.page
    learner = Learner(person, "treehouse", "balance")
    learner.does(".go-next")
    page.keyboard.press("ArrowRight")
    person.until("document.body.dataset.state === 'task'")
    task = learner.said()
    for x, y in ((60, 300), (900, 400), (700, 700)):
        page.mouse.click(x, y)
    assert learner.said() != task
    assert page.locator(".steer .look-here").count() == 1
    refused = page.locator(".refused").first
    refused.click(force=True)
    assert len(learner.said()) > 20
    assert page.locator(".ring-at.soft").count() == 1
    page.reload()
    person.until("document.body.dataset.state === 'task'")
    assert learner.said() == task
    page.keyboard.press("h")
    person.until("document.querySelectorAll('.ring-at.ok').length")
    learner.finish()
    assert page.evaluate("JSON.parse(localStorage['domik.stars']).treehouse.balance") == 1
