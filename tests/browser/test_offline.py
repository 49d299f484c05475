"""Domik without a server, packed for this test: the network cut, a whole game, a killed browser, a second window.

`make offline` runs the other browser tests against such a folder, too.
"""

from __future__ import annotations

import contextlib
import os
import random
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, Error

from tests.browser.conftest import CHROMIUM
from tests.browser.offline import OfflinePerson, kill_browser, serve_folder
from tests.browser.person import DESKTOP, MILLISECONDS
from tests.browser.test_whole_games import check_result
from tests.waiting import eventually

KILLS = int(os.environ.get("DOMIK_OFFLINE_KILLS", "1"))
LOGGED = "document.querySelectorAll('#log > li').length"


def come(browser_type: BrowserType, profile: Path, origin: str) -> OfflinePerson:
    settings: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
    context = browser_type.launch_persistent_context(
        profile, executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"], timeout=MILLISECONDS, **settings
    )
    return OfflinePerson(context, origin)


def test_a_game_without_a_network_survives_a_killed_browser(
    browser_type: BrowserType, folder: Path, tmp_path: Path
) -> None:
    with serve_folder(folder) as origin:
        person = come(browser_type, tmp_path, origin)
        person.open_table("bower", ["human", "bot:normal"])
        luck = random.Random(1)
        for _ in range(KILLS):
            person.until_my_turn()
            person.choose(luck)
            person.until_my_turn()
            address, logged = person.page.url, person.page.evaluate(LOGGED)
            kill_browser(tmp_path)
            with contextlib.suppress(Error):
                person.context.close()
            person = come(browser_type, tmp_path, origin)
            person.context.set_offline(True)  # before the first page: all of it is here by now
            person.arrive(address.removeprefix(origin))
            person.until("document.querySelector('.can[id], #after > *') !== null")
            assert person.page.evaluate(LOGGED) == logged
        while person.until_my_turn():
            person.choose(luck)
        check_result(person)
        person.go("/games")
        assert person.page.locator(".hist li").count() == 1
        second = person.context.new_page()
        second.goto(origin + "/games")
        eventually(lambda: "another tab" in (second.locator("#title").text_content() or ""))
        person.around.close()
        eventually(lambda: second.evaluate("window.marks?.shown"), "the second window did not take over")
        assert person.complaints == []
        person.context.close()
