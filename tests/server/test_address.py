"""Russian pages say ты to players or вы to keepers, never both on one page, wherever their words come from."""

from __future__ import annotations

import re
from html import unescape

import pytest

from domik.games import GAMES
from tests.language.test_voice import TY, VY, addresses
from tests.server.dealing import begin, play
from tests.server.host import Host, Page

HOME = (
    "/",
    "/?lang=ru",
    "/me",
    "/me/things",
    "/games",
    "/friends",
    "/club",
    "/together",
    "/notices",
    "/api",
    "/nowhere",
)
REAL_TABLE = (
    "",
    "/treehouse",
    "/bower/box",
    "/cabin/setup?seats=1",
    "/dream_home/setup?seats=2",
    "/treehouse/setup?seats=3",
)
KEEPERS = (*HOME, *(f"/companion{path}" for path in REAL_TABLE))
PLAYERS = ("/learn", "/puzzles")
OF_A_GAME = {"/g/{}": TY, "/g/{}/rules": VY, "/learn/{}": VY, "/learn/{}/first_game": VY, "/daily/{}": VY}


def shown(markup: str) -> str:
    """What a reader sees of a page: no scripts, no styles, no tags."""
    bare = re.sub(r"(?s)<(script|style|template|svg)\b.*?</\1>|<[^>]*>", " ", markup)
    return unescape(bare)


def page(host: Host, path: str) -> str:
    text = shown(host.person(**{"accept-language": "ru"}).get(path, follow_redirects=True).text)
    assert re.search("[А-Яа-я]{4}", text), path
    return text


@pytest.mark.parametrize("path", KEEPERS)
def test_keepers_hear_vy(host: Host, path: str) -> None:
    assert not addresses(TY, page(host, path))


@pytest.mark.parametrize("path", PLAYERS)
def test_players_hear_ty(host: Host, path: str) -> None:
    assert not addresses(VY, page(host, path))


@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_game(host: Host, game: str) -> None:
    for path, wrong in OF_A_GAME.items():
        assert not addresses(wrong, page(host, path.format(game))), path


@pytest.mark.parametrize("game", GAMES)
def test_the_table_says_ty_from_the_first_move_to_the_result(host: Host, game: str) -> None:
    person = host.person(**{"accept-language": "ru"})
    table = begin(person, game)
    page = Page(host.origin, table, person, lang="ru")
    page.until(lambda page: addresses(TY, page.cells["prompt"]))
    play(person, table)
    page.until(lambda page: page.facts["over"])
    cells = shown(" ".join([*page.cells.values(), *page.log]))
    assert not addresses(VY, cells)
    for path in (f"/t/{table}", f"/t/{table}/replay", f"/daily/{game}"):
        assert not addresses(VY, shown(person.get(path, follow_redirects=True).text)), path
