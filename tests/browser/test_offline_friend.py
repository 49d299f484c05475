"""Two people without a server: one browser hosts a table, the other comes over WebRTC, and nobody serves anything.

Both browsers run on this machine, which need not have mDNS: Chromium is told to name addresses as they are, and that
connections may go over loopback. The sample of `make test` connects, plays and is cut off; `make offline` plays on to
the end.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType

from tests.browser.conftest import CHROMIUM
from tests.browser.offline import OfflinePerson, serve_folder
from tests.browser.person import DEALT, DESKTOP, LIT, MILLISECONDS, OVER, PHONE
from tests.browser.test_pages import violations
from tests.browser.test_whole_games import check_result
from tests.waiting import eventually

IS_WHOLE = bool(os.environ.get("DOMIK_OFFLINE"))
LOCAL = ["--no-sandbox", "--disable-gpu", "--disable-features=WebRtcHideLocalIpsWithMdns"]
LOOPBACK = "--allow-loopback-in-peer-connection"
CARRIED = "#friend input[readonly]"


@pytest.fixture
def nearby(browser_type: BrowserType) -> Iterator[Browser]:
    """A browser whose pages find each other on this machine."""
    found = browser_type.launch(executable_path=CHROMIUM, args=[*LOCAL, LOOPBACK], timeout=MILLISECONDS)
    yield found
    found.close()


def come(browser: Browser, origin: str, path: str, **settings: Any) -> OfflinePerson:
    """Somebody with a browser of their own; Chromium's own "offline" would cut lines between browsers, too."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **settings)
    person = OfflinePerson(context, origin)
    person.around.on("dialog", lambda asked: asked.accept())  # whether to leave a page with an open line
    person.arrive(path)
    return person


def invitation(host: OfflinePerson) -> str:
    """Ask for a link in the lobby or in the table's menu."""
    host.page.locator("[data-invite]").last.dispatch_event("click")
    return carried(host)


def carried(person: OfflinePerson) -> str:
    """The link that is to go to the other page."""
    person.around.locator("#friend[open] .friend-code svg").wait_for()
    return person.around.locator(CARRIED).input_value()


def notice(person: OfflinePerson) -> str:
    return person.around.locator("#notice-text").text_content() or ""


def accept(host: OfflinePerson, reply: str) -> None:
    """Put the friend's reply in."""
    host.around.locator("#friend [name=code]").fill(reply)
    host.around.locator("#friend form .go").click()


def test_a_friends_game_without_a_server(nearby: Browser, folder: Path) -> None:
    with serve_folder(folder) as origin:
        host = come(nearby, origin, "/", viewport=DESKTOP)
        host.open_table("bower", ["human", "human"])
        link = invitation(host)
        assert len(link) < 400
        found = violations_around(host)
        guest = come(nearby, origin, link.removeprefix(origin), viewport=PHONE)
    # Nobody serves anything from here on.
    reply = carried(guest)
    found += violations_around(guest)
    assert found == []
    accept(host, "nonsense")
    eventually(lambda: "whole" in (host.around.locator("#friend .friend-status").text_content() or ""))
    accept(host, reply)
    guest.page.locator(".sit button.big").click()
    luck = random.Random(34)
    play(host, guest, luck, 4)
    check_foreign(guest)
    seen = host.shown(), guest.shown()

    guest.around.goto(origin + "/puzzles")  # away: the line is gone
    eventually(lambda: "gone" in notice(host))
    link = invitation(host)
    guest.around.wait_for_function("window.marks?.shown")
    guest.around.evaluate("domikFriends.join()")
    guest.around.locator("#friend [name=code]").fill(link)
    guest.around.locator("#friend form .go").click()
    guest.around.get_by_text("Now your friend needs this reply").wait_for()
    second = host.context.new_page()  # a camera opens the reply in a tab of its own, which hands it on
    second.goto(carried(guest))
    eventually(lambda: "closed" in (second.locator("#title").text_content() or ""))
    second.close()
    guest.until("location.pathname.startsWith('/t/')")
    guest.until(DEALT)
    assert (host.shown(), guest.shown()) == seen
    play(host, guest, luck, 1000 if IS_WHOLE else 2)
    if IS_WHOLE:
        check_result(host)
        check_result(guest)
    host.around.close()
    eventually(lambda: "gone" in notice(guest))
    assert host.complaints == guest.complaints == []


def violations_around(person: OfflinePerson) -> list[str]:
    """What axe finds at the shell's own page."""
    person.page, framed = person.around, person.page
    found = violations(person, "dialog")
    person.page = framed
    return found


def check_foreign(guest: OfflinePerson) -> None:
    """The page of another device runs no script but ours, and offers nothing that only its host can do."""
    assert guest.page.evaluate("document.documentElement.dataset.friends") == "guest"
    policy = guest.page.evaluate("fetch(location.href).then(page => page.headers.get('content-security-policy'))")
    assert re.search(r"script-src \S+/static/;", policy)
    assert guest.page.locator("[data-invite]").count() == 0


def play(host: OfflinePerson, guest: OfflinePerson, luck: random.Random, moves: int) -> None:
    """So many decisions, or to the end: whoever can, chooses."""
    people = (host, guest)
    for person in people:
        person.until(DEALT)
    for _ in range(moves):
        eventually(lambda: any(person.page.evaluate(f"{LIT} || {OVER}") for person in people))
        if host.is_over():
            break
        next(person for person in people if person.page.evaluate(LIT)).choose(luck)
    for person in people:
        person.settled()
