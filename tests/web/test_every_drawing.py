"""What holds for the drawing of every game of the registry, over whole games with every option."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from domik.games import GAMES, title_of
from domik.kernel.drawing import Player
from domik.kernel.state import State
from domik.kernel.title import Match
from domik.language.words import LANGUAGES
from domik.server.pens import pictures_of
from tests.conformance.tables import sampled
from tests.web.checks import check_clickable, check_escaped, check_paths, ids, parts_of, referred_to, well_formed
from tests.web.drawn import acting, draw, played, ways, with_garbage
from tests.web.preview import PLAYERS

SOME = 6  # ways to play that mix options
FEW = {"treehouse": 6, "cabin": 6}  # cells that half of all moves change at most
MANY = 12  # where a game is not named
SLOW = {"cabin": 0.003, "bower": 0.0025}  # seconds: the targets are under 500 µs warm, but test machines are shared
SLOWEST = 0.0015
EITHER_WAY = {"dream_home"}  # here a cell that refuses a room may take it face down, so it ends paths all the same


def games(game: str, seed: str) -> Iterator[Iterator[tuple[Match, State]]]:
    """Whole games: every option at least once, then some of them together; by random and greedy bots in turn."""
    for number, match in enumerate([*ways(game), *sampled(game, SOME)]):
        yield played(match, f"{seed} {number}", ("random", "greedy")[number % 2])


def seats_at(match: Match, state: State, number: int) -> list[int]:
    """Whoever acts, and everybody else by turns, an onlooker among them."""
    return sorted({number % (match.seats + 1) - 1, *acting(state)[:1]})


# ---- everything that is legal can be clicked ---------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_has_its_own_path_of_things_on_the_page(game: str) -> None:
    for positions in games(game, "paths"):
        for number, (match, state) in enumerate(positions):
            for seat in seats_at(match, state, number):
                view = state.view(seat)
                check_paths(view, draw(match, view, phone=number % 2 == 1), game in EITHER_WAY)


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_clicked_can_be_focused_and_is_named(game: str) -> None:
    for positions in games(game, "focus"):
        for number, (match, state) in enumerate(positions):
            for seat in acting(state)[-1:]:
                check_clickable(draw(match, state.view(seat), "pl", number % 2 == 1))


# ---- nothing hidden, nothing typed gets through --------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_drawing_does_not_look_at_foreign_compartments(game: str) -> None:
    for positions in games(game, "garbage"):
        for number, (match, state) in enumerate(positions):
            for seat in range(-1, match.seats) if number % 2 == 0 else []:
                view = state.view(seat)
                assert draw(match, with_garbage(view, number)) == draw(match, view)


@pytest.mark.parametrize("game", GAMES)
def test_names_that_people_typed_are_escaped(game: str) -> None:
    typed = ("<img src=x onerror=1>", '"><script>', "'&amp;", "]]>")
    players = [player._replace(name=name) for player, name in zip(PLAYERS, typed, strict=True)]
    for match in ways(game):
        for number, (_, state) in enumerate(played(match, "typed")):
            for seat in (-1, *range(match.seats)) if number % 8 == 0 or state.is_over() else ():
                check_escaped(draw(match, state.view(seat), players=players))


# ---- the page is sound, and little of it changes -------------------------------------------------------


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_markup_is_well_formed(game: str, language: str, phone: bool) -> None:
    for match in ways(game):
        for number, (_, state) in enumerate(played(match, f"formed {language}")):
            for seat in seats_at(match, state, number):
                drawing = draw(match, state.view(seat), language, phone)
                assert all(map(well_formed, parts_of(drawing)))


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_skeletons_hold_still(game: str, phone: bool) -> None:
    """Areas depend on table, language and screen, never on the state of the game or who plays it."""
    others = [player._replace(name=f"{player.name}ka", animal="cat") for player in PLAYERS]
    for match in ways(game):
        first: dict[str, str] = {}
        for number, (_, state) in enumerate(played(match, "still")):
            players: list[Player] = others if number % 2 else list(PLAYERS)
            areas = draw(match, state.view(match.seats - 1), "ru", phone, players).areas
            first = first or areas
            assert areas == first


@pytest.mark.parametrize("game", GAMES)
def test_a_move_changes_few_cells(game: str) -> None:
    match = title_of(game).match(title_of(game).most_seats)
    cells = [draw(match, state.view(0)).cells for _, state in played(match, "few", "greedy")]
    changes = [
        sum(before.get(id, "") != after.get(id, "") for id in before.keys() | after.keys())
        for before, after in pairwise(cells)
    ]
    assert sorted(changes)[len(changes) // 2] <= FEW.get(game, MANY)


@pytest.mark.parametrize("game", GAMES)
def test_drawing_is_cheap_once_its_leaves_are_known(game: str) -> None:
    match = max(ways(game), key=lambda match: (match.seats, len(match.title.schema.differing(match.options))))
    states = [state.copy() for _, state in played(match, "cost", "greedy")]
    views = [state.view(seat) for state in states for seat in range(match.seats)]
    for view in views:
        draw(match, view)
    took = []
    for view in views:
        begun = time.thread_time()
        draw(match, view)
        took.append(time.thread_time() - begun)
    assert sorted(took)[len(took) // 2] < SLOW.get(game, SLOWEST)


# ---- pictures that browsers keep -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_referred_to_is_on_the_page(game: str) -> None:
    """Symbols, patterns and gradients come from the game's kept pictures or from its own cells."""
    kept = set(ids(pictures_of(game)))
    elsewhere = referred_to(pictures_of(game)) | referred_to(title_of(game).resource("page/look.css"))
    for match in ways(game):
        for number, (_, state) in enumerate(played(match, "referred")):
            for seat in seats_at(match, state, number):
                pieces = parts_of(draw(match, state.view(seat), phone=number % 2 == 1))
                there = {id for markup in pieces for id in ids(markup)}
                wanted = elsewhere.union(*map(referred_to, pieces))
                assert wanted <= kept | there, wanted - kept - there
                assert not kept & there, "an id that stands twice on the page"


@pytest.mark.parametrize("game", GAMES)
def test_the_kept_pictures_show_and_do_nothing_themselves(game: str) -> None:
    """The kept file is one drawing that shows nothing itself and does nothing."""
    found = pictures_of(game)
    assert found.startswith("<svg ")
    assert 'width="0" height="0" aria-hidden="true"' in found
    assert "<script" not in found
    assert not re.search(r"\son\w+=", found)
