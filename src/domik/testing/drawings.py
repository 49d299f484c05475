"""What every drawing must be, over whole games with every option; a game without a drawing is shown in letters."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from domik.bots import bot_of
from domik.kernel.drawing import FORMS, Form
from domik.kernel.luck import luck_of
from domik.kernel.state import State, new_state
from domik.kernel.title import Match, Title
from domik.language import LANGUAGES
from domik.table.seat import ANIMALS
from domik.testing.hidden import with_garbage
from domik.testing.marked import check_clickable, check_escaped, check_paths, ids, parts_of, referred_to, well_formed
from domik.testing.shown import PLAYERS, draw
from domik.testing.steps import seats_of
from domik.testing.subject import Subject
from domik.web.pen import pen_for, pictures_with

SOME = 6  # ways to play that mix options


class Drawings:
    """The rules of drawings in docs/adding-a-game.md, held."""

    @pytest.fixture(autouse=True)
    def _has_a_drawing(self, request: pytest.FixtureRequest) -> None:
        if request.function.__name__ in vars(Drawings):
            game: Subject = request.getfixturevalue("game")
            if not game.title.has("page.drawing"):
                pytest.skip("the game has no drawing: its table is shown in letters")

    def test_every_legal_action_has_its_own_path_of_things_on_the_page(self, game: Subject) -> None:
        """And nothing else has one; ids stand once on the page."""
        either_way = bool(getattr(game.hooks, "EITHER_WAY", False))
        for positions in games(game, "paths"):
            for number, (match, state) in enumerate(positions):
                for seat in seats_at(match, state, number):
                    view = state.view(seat)
                    check_paths(view, draw(match, view, form=FORMS[number % len(FORMS)]), either_way)

    def test_what_can_be_clicked_can_be_focused_and_is_named(self, game: Subject) -> None:
        """For keyboards and screen readers."""
        for positions in games(game, "focus"):
            for number, (match, state) in enumerate(positions):
                for seat in seats_of(int(state.awaited()))[-1:]:
                    check_clickable(draw(match, state.view(seat), "pl", FORMS[number % len(FORMS)]))

    def test_the_drawing_does_not_look_at_foreign_compartments(self, game: Subject) -> None:
        """Garbage there changes nothing."""
        for positions in games(game, "garbage"):
            for number, (match, state) in enumerate(positions):
                for seat in range(-1, match.seats) if number % 2 == 0 else []:
                    view = state.view(seat)
                    assert draw(match, with_garbage(view, random.Random(number))) == draw(match, view)

    def test_names_that_people_typed_are_escaped(self, game: Subject) -> None:
        """Whatever they typed."""
        typed = ("<img src=x onerror=1>", '"><script>', "'&amp;", "]]>")
        players = [player._replace(name=name) for player, name in zip(PLAYERS, typed, strict=True)]
        for match in game.ways():
            for number, (_, state) in enumerate(played(match, "typed")):
                for seat in (-1, *range(match.seats)) if number % 8 == 0 or state.is_over() else ():
                    check_escaped(draw(match, state.view(seat), players=players))

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_markup_is_well_formed(self, game: Subject, language: str) -> None:
        """Areas and cells, each for itself."""
        for match in game.ways():
            for number, (_, state) in enumerate(played(match, f"formed {language}")):
                for seat in seats_at(match, state, number):
                    assert all(
                        map(well_formed, parts_of(draw(match, state.view(seat), language, FORMS[number % len(FORMS)])))
                    )

    @pytest.mark.parametrize("form", FORMS)
    def test_skeletons_hold_still(self, game: Subject, form: Form) -> None:
        """Areas depend on table, language and screen, never on the state of the game or who plays it."""
        others = [player._replace(name=f"{player.name}ka", animal="cat") for player in PLAYERS]
        for match in game.ways():
            first: dict[str, str] = {}
            for number, (_, state) in enumerate(played(match, "still")):
                players = others if number % 2 else list(PLAYERS)
                areas = draw(match, state.view(match.seats - 1), "ru", form, players).areas
                first = first or areas
                assert areas == first

    def test_everything_that_is_referred_to_is_on_the_page(self, game: Subject) -> None:
        """Symbols, patterns and gradients come from the game's kept pictures or from its own cells."""
        pictures = kept_pictures(game.title)
        kept = set(ids(pictures))
        elsewhere = referred_to(pictures) | referred_to(look_of(game.title))
        for match in game.ways():
            for number, (_, state) in enumerate(played(match, "referred")):
                for seat in seats_at(match, state, number):
                    pieces = parts_of(draw(match, state.view(seat), form=FORMS[number % len(FORMS)]))
                    there = {id for markup in pieces for id in ids(markup)}
                    wanted = elsewhere.union(*map(referred_to, pieces))
                    assert wanted <= kept | there, wanted - kept - there
                    assert not kept & there, "an id that stands twice on the page"

    def test_drawings_do_nothing_themselves(self, game: Subject) -> None:
        """The one script of the page is Domik's."""
        for positions in games(game, "still"):
            for match, state in positions:
                for markup in parts_of(draw(match, state.view(0))):
                    assert "<script" not in markup
                    assert not re.search(r"<[^>]*\son\w+=", markup)


def kept_pictures(title: Title) -> str:
    """What the cells of a game only refer to, as browsers keep it: the animals, and the game's `pictures`."""
    own = getattr(title.module("page.drawing"), "pictures", None)
    return pictures_with(ANIMALS, own(pen_for("en", "desk", title.words)) if own else "")


def look_of(title: Title) -> str:
    """The game's own style sheet, if it has one."""
    try:
        return title.resource("page/look.css")
    except FileNotFoundError:
        return ""


def games(game: Subject, seed: str) -> Iterator[Iterator[tuple[Match, State]]]:
    """Whole games: every option at least once, then some of them together; by random and greedy bots in turn."""
    for number, match in enumerate([*game.ways(), *game.sampled(SOME)]):
        yield played(match, f"{seed} {number}", ("random", "greedy")[number % 2])


def seats_at(match: Match, state: State, number: int) -> list[int]:
    """Whoever acts, and everybody else by turns, an onlooker among them."""
    return sorted({number % (match.seats + 1) - 1, *seats_of(int(state.awaited()))[:1]})


def played(match: Match, seed: str, bot: str = "random") -> Iterator[tuple[Match, State]]:
    """Every state of one game that bots play."""
    luck = luck_of(seed)
    state = new_state(match.game, luck)
    player = bot_of(bot, luck)
    yield match, state
    while not state.is_over():
        awaited = seats_of(int(state.awaited()))
        seat = awaited[int(luck.below(len(awaited)))]
        view = state.view(seat)
        state.play(seat, player.decide(view, int(view.legal())))
        yield match, state
