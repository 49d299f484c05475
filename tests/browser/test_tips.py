"""Tobi's explanations in somebody's first game: they explain, and are never in the way."""

from __future__ import annotations

import random

import pytest

from tests.browser.conftest import Come
from tests.browser.games import NAMES, PHONE_CONTEXT, full
from tests.browser.test_pages import violations

UNDER_IT = """() => [...document.querySelectorAll(".can[id], [role=tab]")].filter(thing => {
  const box = thing.getBoundingClientRect();
  return box.width && [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]].some(([x, y]) =>
    document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)?.closest(".tobi-tip"));
}).map(thing => thing.id)"""


@pytest.mark.parametrize("size", ["desk", "hand"])
@pytest.mark.parametrize("game", NAMES)
def test_a_tip_covers_nothing_that_can_be_played_and_no_tab(come: Come, served: str, game: str, size: str) -> None:
    """At a full table, where room is scarcest, before and after the first decision; once understood it is gone."""
    person = come(tips=True, **(PHONE_CONTEXT if size == "hand" else {}))
    person.go(full(served, game))
    tip, luck = person.page.locator(".tobi-tip"), random.Random(4)
    assert person.until_my_turn()
    tip.wait_for()
    assert violations(person, "with a tip") == []
    assert person.page.evaluate(UNDER_IT) == []
    person.choose(luck, by_touch=size == "hand")
    assert person.until_my_turn()
    tip.wait_for()
    assert person.page.evaluate(UNDER_IT) == []
    tip.locator("[data-do=got-it]").click()
    tip.wait_for(state="hidden")
    person.page.reload()
    assert person.until_my_turn()
    assert not tip.is_visible()
