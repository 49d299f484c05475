"""The compiled core in the browser, with the network cut: it plays as the native one does, and its bots are offered.

Its wheel is built by `make core`, not here: that takes minutes and a compiler that few machines have.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import BrowserType

from domik.bots import PLAYER_LEVELS, parse_bot
from domik.bots.spec import HINT
from domik.games import BUILT_IN, game_package
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from domik.offline.core_wheel import is_current, wheel_in
from domik.offline.pack import pack
from domik.offline.parts import PackError
from domik.server.bots.worker import DecisionTask, decide
from domik.sim.pure import build_kind
from tests.browser.conftest import ROOT
from tests.browser.offline import OfflinePerson, serve_folder
from tests.browser.offline_workers import CHECKSUMS, BrowserWorkers, native_checksums
from tests.browser.test_offline import come

UNTESTED = "NOT TESTED, THE COMPILED CORE IN A BROWSER"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the core: the one that DOMIK_OFFLINE names, or packed with the wheel of `make core`."""
    wheel = wheel_in(ROOT / "build/core")
    if wheel is None or not is_current(wheel):
        pytest.skip(f"{UNTESTED}: `make core` builds it, where Debian's Emscripten can be had")
    if named := os.environ.get("DOMIK_OFFLINE"):
        return Path(named)
    out = tmp_path_factory.mktemp("core") / "site"
    try:
        pack(out, wheels=ROOT / "build/offline-wheels", core=wheel)
    except PackError as error:
        pytest.skip(f"{UNTESTED}: nothing could be packed: {error}")
    return out


@pytest.fixture(scope="module")
def person(
    browser_type: BrowserType, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OfflinePerson]:
    with serve_folder(folder) as origin:
        person = come(browser_type, tmp_path_factory.mktemp("profile"), origin)
        yield person
        person.context.close()


def first_decision(game: str, bot: str) -> DecisionTask:
    """A decision at the start of a game; a level that searches gets as long as all its worlds take."""
    package = game_package(game)
    state = new_state(package.match(package.default_seats).game, luck_of(game))
    awaited = int(state.awaited_seats())
    seat = (awaited & -awaited).bit_length() - 1
    spec = HINT if bot == "hint" else parse_bot(bot)
    if spec.settings is not None:
        spec = replace(spec, settings=replace(spec.settings, milliseconds=0))
    numbers = [int(number) for number in state.view(seat).numbers]
    return (game, package.default_seats, {}, "", numbers, seat, spec, "seed", False)


def test_every_level_is_offered(person: OfflinePerson) -> None:
    person.go("/g/treehouse")
    markup = person.page.content()
    assert set(re.findall(r'value="bot:(\w+)"', markup)) == set(PLAYER_LEVELS)
    assert "few-levels" not in markup


def test_random_games_are_the_native_ones(person: OfflinePerson) -> None:
    person.go("/")
    found = BrowserWorkers(person.around).run(CHECKSUMS)
    assert len(found) > len(BUILT_IN)
    assert found == list(native_checksums())


@pytest.mark.skipif(build_kind() == "pure", reason="Cozy Cabin's solver thinks only in compiled builds")
@pytest.mark.parametrize("game", BUILT_IN)
def test_hard_decides_as_the_native_one_does(person: OfflinePerson, game: str) -> None:
    person.go("/")
    task = first_decision(game, "hard")
    action, _, wrong = BrowserWorkers(person.around).think(task)
    assert (action, wrong) == (decide(task), "")


def test_a_master_moves_at_a_table_and_a_hint_is_given(person: OfflinePerson) -> None:
    person.open_table("bower", ["human", "bot:master"])
    person.until_my_turn()
    person.page.locator("[data-do=hint]").click()
    person.until("document.querySelector('.hint') && !document.querySelector('#why').hidden")
    assert person.complaints == []
