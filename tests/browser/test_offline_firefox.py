"""Domik without a server in Firefox: moves of a game, then the host is gone and Firefox comes back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.browser.firefox import FIREFOX, Firefox, opened
from tests.browser.offline import serve_folder

pytestmark = pytest.mark.skipif(FIREFOX is None, reason="NOT TESTED IN FIREFOX: apt-get install firefox-esr")
PAGE = "document.getElementById('page').contentDocument"
LIT = f"{PAGE}.querySelector('.can[id]')"
LOGGED = f"{PAGE}.querySelectorAll('#log > li').length"
MOVES = 3


def arrive(firefox: Firefox, address: str) -> None:
    firefox.go(address)
    firefox.until("window.marks?.shown")


def play(firefox: Firefox, moves: int) -> int:
    """Click what is lit, at random, until that many lines are in the log; how many there are when it is our turn."""
    luck = random.Random(1)
    for _ in range(60):
        firefox.until(LIT)
        if (logged := int(firefox.run(LOGGED))) >= moves:
            return logged
        lit = f"[...{PAGE}.querySelectorAll('.can[id]')].filter((one) => one.getBoundingClientRect().width)"
        firefox.click(f"((lit) => lit[{luck.randrange(1000)} % lit.length])({lit})")
    raise AssertionError(f"only {logged} lines in the log")


def test_a_game_in_firefox_is_there_when_it_comes_back_without_a_network(folder: Path, tmp_path: Path) -> None:
    with serve_folder(folder) as origin, opened(tmp_path) as firefox:
        arrive(firefox, origin)
        assert firefox.run("!document.getElementById('ready').hidden")  # the screen after the first visit
        firefox.click("document.getElementById('play')")
        firefox.until("document.getElementById('start').hidden")
        firefox.click(f"""{PAGE}.querySelector("form[action='/g/bower/play'] button")""")
        firefox.until("location.pathname.startsWith('/t/')")
        logged = play(firefox, MOVES)
        table = firefox.run("location.pathname")
    with opened(tmp_path) as firefox:  # nobody serves the folder any more
        arrive(firefox, origin + table)
        firefox.until(LIT)
        assert firefox.run(LOGGED) == logged
        assert firefox.run("document.getElementById('ready').hidden")
