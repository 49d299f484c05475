"""What holds for the drawing of every game of the registry."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from domik.bots import bot_of
from domik.games import GAMES, title_of
from domik.kernel.drawing import OTHER_WAY, Drawing
from domik.kernel.luck import luck_of
from domik.kernel.state import View, new_state
from domik.kernel.title import Match
from domik.server.painting import painted, pictures_of
from domik.web.preview import PLAYERS


def drawings(game: str, bot: str) -> Iterator[tuple[Match, View, Drawing]]:
    """A whole game, drawn for whoever acts, on a desk and in the hand by turns."""
    title = title_of(game)
    seats = max(2, title.least_seats)
    match = title.match(seats, {})
    luck = luck_of(f"drawn {game} {bot}")
    state, player = new_state(match.game, luck), bot_of(bot, luck)
    number = 0
    while not state.is_over():
        seat = int(state.awaited()).bit_length() - 1
        view = state.view(seat)
        yield match, view, painted(match, view, list(PLAYERS[:seats]), "en", number % 2 == 1, False).whole()
        state.play(seat, player.decide(view, int(view.legal())))
        number += 1
    for seat in (-1, 0):
        yield (
            match,
            state.view(seat),
            painted(match, state.view(seat), list(PLAYERS[:seats]), "en", False, False).whole(),
        )


def markup_of(drawing: Drawing) -> str:
    return "\n".join((*drawing.areas.values(), *drawing.cells.values()))


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_what_a_path_leads_over_is_not_drawn_disabled(game: str, bot: str) -> None:
    for _, view, drawing in drawings(game, bot):
        assert {number % OTHER_WAY for number in drawing.paths} == {
            number for number in range(int(view.legal()).bit_length()) if int(view.legal()) >> number & 1
        }
        shown = markup_of(drawing)
        disabled = set(re.findall(r'\bid="([^"]+)"[^>]*aria-disabled="true"', shown))
        assert not disabled & {id for path in drawing.paths.values() for id in path}


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_referred_to_is_on_the_page(game: str) -> None:
    """Symbols, patterns and gradients come from the game's kept pictures or from its own cells."""
    kept = set(re.findall(r'\bid="([^"]+)"', pictures_of(game)))
    sheet = title_of(game).resource("look.css")
    for _, _, drawing in drawings(game, "random"):
        shown = markup_of(drawing)
        there = kept | set(re.findall(r'\bid="([^"]+)"', shown))
        wanted = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', shown + pictures_of(game) + sheet))
        assert wanted <= there, wanted - there
        assert not kept & set(re.findall(r'\bid="([^"]+)"', shown)), "an id that stands twice on the page"


@pytest.mark.parametrize("game", GAMES)
def test_the_kept_pictures_show_and_do_nothing_themselves(game: str) -> None:
    """The kept file is one drawing that shows nothing itself and does nothing."""
    found = pictures_of(game)
    assert found.startswith("<svg ")
    assert 'width="0" height="0" aria-hidden="true"' in found
    assert "<script" not in found
    assert not re.search(r"\son\w+=", found)
