"""Following a game: others' moves come one by one and are marked, a round is summed up, a replay plays by itself."""

from __future__ import annotations

import random

import pytest

from tests.browser.conftest import Come
from tests.browser.games import NAMES, against_bots, played
from tests.browser.person import LIT, Person

FOCUSED = "() => !!document.activeElement && !!document.activeElement.closest('.can')"
TURNS = 6
# What lies on rivals' boards, how much of it is marked, and whether the prompt already speaks of my turn.
SHOWN = """() => ({
  marked: document.querySelectorAll("[data-area=own] .fresh, [data-area=side] .fresh").length,
  since: document.querySelectorAll("#log .since").length,
})"""
FLIERS = """() => {
  watch.fliers = 0;
  const count = one => { for (const node of one.addedNodes) watch.fliers += node.classList.contains("flier"); };
  new MutationObserver(found => found.forEach(count)).observe(document.querySelector("#table"), { childList: true });
}"""
PLAYING = "Number(document.querySelector('#step-number').dataset.shown) >= 4"


def my_turn(person: Person) -> bool:
    return person.until_my_turn()


def test_rivals_cards_travel_and_what_is_new_is_marked(come: Come) -> None:
    person = come(reduced_motion="no-preference")
    person.page.add_init_script("localStorage.setItem('domik.pace', 'fast')")
    person.open_table("dream_home", ["human", "bot:normal", "bot:normal"])
    person.page.evaluate(FLIERS)
    luck = random.Random(1)
    marked = since = 0
    for _ in range(6):
        assert my_turn(person)
        found = person.page.evaluate(SHOWN)
        marked, since = max(marked, found["marked"]), max(since, found["since"])
        person.choose(luck)
    assert marked > 0
    assert since > 1
    assert person.page.evaluate("watch.fliers") > 0


def test_a_round_is_summed_up_and_its_sheet_makes_way(come: Come) -> None:
    person = come()
    person.open_table("treehouse", against_bots("treehouse"))
    luck = random.Random(2)
    sheet = person.page.locator("#recap")
    while not person.page.locator("#log [data-do=recap]").count():
        assert person.until_my_turn()
        person.choose(luck)
        assert person.until_my_turn()
    sheet.wait_for()
    rows = sheet.locator("tbody tr").count()
    assert rows == 6
    assert sheet.locator("tfoot td").count() == 2
    person.choose(luck)
    assert not sheet.is_visible()
    person.page.locator("#log [data-do=recap]").first.click()
    sheet.wait_for()
    person.page.keyboard.press("Escape")
    assert not sheet.is_visible()


@pytest.mark.parametrize("game", NAMES)
def test_the_keyboard_is_at_something_playable_whenever_it_is_my_turn(come: Come, game: str) -> None:
    person = come()
    person.open_table(game, against_bots(game))
    there = 0
    for _ in range(TURNS):
        assert person.until_my_turn()
        person.until(f"{LIT}")
        there += person.page.evaluate(FOCUSED)
        sent = person.page.evaluate("watch.sent")
        while person.page.evaluate("watch.sent") == sent:
            person.page.keyboard.press("Enter")
        person.settled()
    assert there == TURNS


def test_a_replay_plays_by_itself_and_jumps_by_round_and_log(come: Come, served: str) -> None:
    table, links = played(served, "treehouse", 10_000)
    person = come()
    page = person.page
    person.go(links[1])
    person.until("document.querySelector('#after > *')")
    person.go(f"/t/{table}/replay")
    person.until("document.querySelector('#step-number').dataset.shown === '0'")
    assert page.locator("#eyes").input_value() == "1"  # the eyes one had
    rounds = page.locator("#replay").get_attribute("data-rounds")
    assert rounds is not None
    assert len(rounds.split()) == 3
    page.keyboard.press("PageDown")
    person.until(f"document.querySelector('#step-number').dataset.shown === '{rounds.split()[1]}'")
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    person.until(PLAYING)
    page.keyboard.press(" ")
    line = page.locator("#log > li").nth(40)
    assert not line.is_visible(), "what comes later would tell the end"
    page.keyboard.press("End")
    line.click()
    person.until(f"document.querySelector('#step-number').dataset.shown === '{line.get_attribute('data-step')}'")
    before = page.locator("[data-choice=pace]").input_value()
    page.keyboard.press("-")
    assert page.locator("[data-choice=pace]").input_value() != before
