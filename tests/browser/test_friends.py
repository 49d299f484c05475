"""Friends from the form to the next table: set up, invite, sit down, vanish, play again; nothing for axe to say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.browser.conftest import Come
from tests.browser.games import PHONE_CONTEXT, played
from tests.browser.person import DEALT
from tests.browser.test_pages import violations


@pytest.mark.parametrize(
    ("language", "context"), [("en-GB", {}), ("ru-RU", PHONE_CONTEXT)], ids=["desktop", "phone in Russian"]
)
def test_one_link_seats_a_friend(come: Come, language: str, context: dict[str, Any]) -> None:
    host, guest = come(locale=language, **context), come(locale=language, **context)
    host.go("/g/treehouse?with=friends")
    found = violations(host, "set-up")
    host.open_table("treehouse", ["human", "human"], {"edition": "nk", "birdhouse": True}, forced=False)
    host.until("document.querySelector('#invite .qr')")
    found += violations(host, "gathering")
    link = host.page.locator("#invite .link").input_value()
    guest.go(link)
    found += violations(guest, "invitation")
    host.until("document.querySelector('.seatcard.coming')")
    suggested = guest.page.locator("[name=name]").input_value()
    guest.page.locator(".beast:has([value=owl])").click()
    assert guest.page.locator("[name=name]").input_value() != "" != suggested
    guest.join(link, "Sonia")
    for person in (host, guest):
        person.until(DEALT)
        person.settled()
    assert "Sonia" in host.shown()["side"]
    guest.choose(random.Random(1))
    host.go(f"/t/{host.table}/devices")
    found += violations(host, "other screens")
    assert found == []


def test_a_click_on_a_dead_line_is_kept_and_sent(come: Come) -> None:
    person = come()
    person.open_table("treehouse", ["human", "bot:easy"], forced=False)
    assert person.until_my_turn()
    person.tolerant = True
    person.context.set_offline(True)
    person.page.locator("#lost").wait_for(state="visible")
    person.thing(person.lit()[0]).click()
    person.page.locator(".toast:not(#lost)").wait_for()
    person.context.set_offline(False)
    person.page.locator("#lost").wait_for(state="hidden")
    person.until("document.querySelectorAll('#log li').length > 0")


def test_a_bell_beside_the_wait_asks_whoever_touches_it(come: Come, served: str) -> None:
    """Nothing asks by itself or lies over the board; "not now" is remembered."""
    person = come(**PHONE_CONTEXT, permissions=["notifications"])
    _, (link, _) = played(served, "treehouse", 1)  # the first seat has chosen and waits
    person.go(link)
    bell = person.page.locator("#call-me")
    bell.wait_for()
    assert not person.page.locator("dialog[open]").count()
    bell.click()
    person.page.locator("#asking[open] .tobi").wait_for()
    assert violations(person, "the question") == []
    with person.page.expect_response("**/notices/asked"):
        person.page.locator("[data-do=call-no]").click()
    bell.wait_for(state="hidden")
    person.go(link)
    person.until(DEALT)
    assert not bell.count()
