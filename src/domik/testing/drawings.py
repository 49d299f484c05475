"""Tests of a game's browser drawings: paths, accessibility, escaping, references and stable markup."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar
from xml.etree import ElementTree

import pytest

from domik.bots import bot_of
from domik.kernel.drawing import ALTERNATIVE_PATH, SCREEN_FORMS, Drawing, ScreenForm
from domik.kernel.luck import luck_of
from domik.kernel.package import GamePackage, Match
from domik.kernel.state import State, View, new_state
from domik.language import LANGUAGES
from domik.table.table import ANIMALS
from domik.testing.hidden import with_garbage
from domik.testing.subject import PLAYERS, Subject, actions_of, draw_view, seats_of
from domik.web.pen import pen_for, picture_definitions


def markup_parts(drawing: Drawing) -> tuple[str, ...]:
    """All markup of a drawing, in pieces that often repeat (the checks below are cached)."""
    return (*drawing.areas.values(), *drawing.cells.values())


def fill_area(drawing: Drawing, area: str) -> str:
    """An area with its cells filled in, as the client does it."""
    cells = drawing.cells
    return re.sub(
        r'(<[^>]*\bid="([^"]+)"[^>]*>)(?=</)',
        lambda found: found[1] + cells.get(found[2], ""),
        drawing.areas.get(area, ""),
    )


def full_markup(drawing: Drawing) -> str:
    return "".join(f"<div>{fill_area(drawing, area)}</div>" for area in drawing.areas)


@lru_cache(maxsize=4096)
def is_well_formed(markup: str) -> bool:
    """Always true: an unclosed tag raises a parse error that says where."""
    return ElementTree.fromstring(f"<g>{markup}</g>") is not None


@lru_cache(maxsize=4096)
def ids(markup: str) -> tuple[str, ...]:
    return tuple(re.findall(r'\bid="([^"]+)"', markup))


@lru_cache(maxsize=4096)
def referenced_ids(markup: str) -> frozenset[str]:
    """The ids that markup or a style sheet refers to."""
    return frozenset(re.findall(r'(?:href="#|url\(#)([\w-]+)', markup))


@lru_cache(maxsize=4096)
def tags_by_id(markup: str) -> dict[str, tuple[str, str, str]]:
    """By id: the tag's name, the whole tag, and the markup after it."""
    found = re.finditer(r'<(\w+)(?: [^>]*?)? id="([^"]+)"[^>]*>', markup)
    return {tag[2]: (tag[1], tag[0], markup[tag.end() :]) for tag in found}


def path_targets(drawing: Drawing) -> set[str]:
    return {id for path in drawing.paths.values() for id in path}


def is_prefix(path: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return other[: len(path)] == path


def check_paths(view: View, drawing: Drawing, either_way: bool = False) -> None:
    """Each legal action has its own path of elements, and all ids are unique.

    An element that refuses something must not end a path, unless `either_way`: it may take a card in another way.
    """
    legal = {action.bit_length() - 1 for action in actions_of(int(view.legal()))}
    assert {number % ALTERNATIVE_PATH for number in drawing.paths} == legal
    ordered = sorted(drawing.paths.values())  # the client sends once a single path is left: no prefixes
    assert not any(is_prefix(a, b) for a, b in pairwise(ordered))
    there = [id for markup in markup_parts(drawing) for id in ids(markup)]
    assert len(there) == len(set(there))
    assert path_targets(drawing) | drawing.refusals.keys() <= set(there)
    assert drawing.cells.keys() <= set(there), "a cell without a place in the skeleton"
    assert not drawing.refusals.keys() & {path[0] for path in drawing.paths.values()}
    assert either_way or not drawing.refusals.keys() & {path[-1] for path in drawing.paths.values()}


def check_clickable(drawing: Drawing) -> None:
    """Elements on paths are buttons or keyboard accessible, have a name, and are marked and disabled correctly."""
    there = {id: tag for markup in markup_parts(drawing) for id, tag in tags_by_id(markup).items()}
    first = {path[0] for path in drawing.paths.values()}
    for id in path_targets(drawing) | drawing.refusals.keys():
        name, tag, inside = there[id]
        if 'data-lit=""' in tag:  # the client turns it into a button while a path or refusal names it
            assert re.search(r'aria-label="[^"]+"', tag), tag
            continue
        assert name == "button" or ('role="button"' in tag and 'tabindex="0"' in tag), tag
        assert ("aria-disabled" in tag) == (id not in path_targets(drawing)), tag
        assert bool(re.search(r'class="[^"]*\bcan\b', tag)) == (id in first), tag
        text = re.search(r">[^<]{2,}<", f">{inside.split('</button>')[0]}<") if name == "button" else None
        assert text or re.search(r'aria-label="[^"]+"', tag), tag


def check_escaped(drawing: Drawing) -> None:
    """Text typed by people must not become markup."""
    page = full_markup(drawing)
    assert "<script" not in page
    assert "<img" not in page
    ElementTree.fromstring(f"<div>{page}</div>")


AnyMatch = TypeVar("AnyMatch", bound=Match)  # of one game, so that a test can read its parts
SAMPLED_MATCHES = 6  # matches with mixed options


class Drawings:
    """The rules for drawings in docs/adding-a-game.md."""

    @pytest.fixture(autouse=True)
    def _has_a_drawing(self, request: pytest.FixtureRequest) -> None:
        if request.function.__name__ in vars(Drawings):
            game: Subject = request.getfixturevalue("game")
            if game.title.page() is None:
                pytest.skip("the game has no drawing: its table is shown in letters")

    def test_every_legal_action_has_its_own_path_of_things_on_the_page(self, game: Subject) -> None:
        either_way = bool(getattr(game.hooks, "EITHER_WAY", False))
        for positions in sample_games(game, "paths"):
            for number, (match, state) in enumerate(positions):
                for seat in seats_at(match, state, number):
                    view = state.view(seat)
                    check_paths(view, draw_view(match, view, form=SCREEN_FORMS[number % len(SCREEN_FORMS)]), either_way)

    def test_what_can_be_clicked_can_be_focused_and_is_named(self, game: Subject) -> None:
        """For keyboards and screen readers."""
        for positions in sample_games(game, "focus"):
            for number, (match, state) in enumerate(positions):
                for seat in seats_of(int(state.awaited_seats()))[-1:]:
                    check_clickable(draw_view(match, state.view(seat), "pl", SCREEN_FORMS[number % len(SCREEN_FORMS)]))

    def test_the_drawing_does_not_look_at_foreign_compartments(self, game: Subject) -> None:
        """Garbage in hidden compartments changes nothing."""
        for positions in sample_games(game, "garbage"):
            for number, (match, state) in enumerate(positions):
                for seat in range(-1, match.seats) if number % 2 == 0 else []:
                    view = state.view(seat)
                    assert draw_view(match, with_garbage(view, random.Random(number))) == draw_view(match, view)

    def test_names_that_people_typed_are_escaped(self, game: Subject) -> None:
        typed = ("<img src=x onerror=1>", '"><script>', "'&amp;", "]]>")
        players = [player._replace(name=name) for player, name in zip(PLAYERS, typed, strict=True)]
        for match in game.covering_matches():
            for number, (_, state) in enumerate(played_states(match, "typed")):
                for seat in (-1, *range(match.seats)) if number % 8 == 0 or state.is_over() else ():
                    check_escaped(draw_view(match, state.view(seat), players=players))

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_markup_is_well_formed(self, game: Subject, language: str) -> None:
        for match in game.covering_matches():
            for number, (_, state) in enumerate(played_states(match, f"formed {language}")):
                for seat in seats_at(match, state, number):
                    assert all(
                        map(
                            is_well_formed,
                            markup_parts(
                                draw_view(match, state.view(seat), language, SCREEN_FORMS[number % len(SCREEN_FORMS)])
                            ),
                        )
                    )

    @pytest.mark.parametrize("form", SCREEN_FORMS)
    def test_skeletons_hold_still(self, game: Subject, form: ScreenForm) -> None:
        """Areas depend on match, language and screen only, never on the game's state or the players."""
        others = [player._replace(name=f"{player.name}ka", animal="cat") for player in PLAYERS]
        for match in game.covering_matches():
            first: dict[str, str] = {}
            for number, (_, state) in enumerate(played_states(match, "still")):
                players = others if number % 2 else list(PLAYERS)
                areas = draw_view(match, state.view(match.seats - 1), "ru", form, players).areas
                first = first or areas
                assert areas == first

    def test_everything_that_is_referred_to_is_on_the_page(self, game: Subject) -> None:
        """Symbols, patterns and gradients are defined by the game's cached pictures or in its own cells."""
        pictures = cached_pictures(game.title)
        kept = set(ids(pictures))
        elsewhere = referenced_ids(pictures) | referenced_ids(game_style_sheet(game.title))
        for match in game.covering_matches():
            for number, (_, state) in enumerate(played_states(match, "referred")):
                for seat in seats_at(match, state, number):
                    pieces = markup_parts(
                        draw_view(match, state.view(seat), form=SCREEN_FORMS[number % len(SCREEN_FORMS)])
                    )
                    there = {id for markup in pieces for id in ids(markup)}
                    wanted = elsewhere.union(*map(referenced_ids, pieces))
                    assert wanted <= kept | there, wanted - kept - there
                    assert not kept & there, "an id that stands twice on the page"

    def test_drawings_do_nothing_themselves(self, game: Subject) -> None:
        """Drawings contain no scripts or event handlers."""
        for positions in sample_games(game, "still"):
            for match, state in positions:
                for markup in markup_parts(draw_view(match, state.view(0))):
                    assert "<script" not in markup
                    assert not re.search(r"<[^>]*\son\w+=", markup)


def cached_pictures(package: GamePackage) -> str:
    """The SVG definitions that browsers cache: the animals and the game's own `pictures`."""
    page = package.page()
    return picture_definitions(ANIMALS, page.pictures(pen_for("en", "desk", package.words_package)) if page else "")


def game_style_sheet(package: GamePackage) -> str:
    """The game's style sheet, or ""."""
    try:
        return package.read_resource("page/look.css")
    except FileNotFoundError:
        return ""


def sample_games(game: Subject, seed: str) -> Iterator[Iterator[tuple[Match, State]]]:
    """Whole games that cover every option and some mixtures, played by random and greedy bots in turn."""
    for number, match in enumerate([*game.covering_matches(), *game.sample_matches(SAMPLED_MATCHES)]):
        yield played_states(match, f"{seed} {number}", ("random", "greedy")[number % 2])


def seats_at(match: Match, state: State, number: int) -> list[int]:
    """The first awaited seat, and in turn every other seat and the spectator."""
    return sorted({number % (match.seats + 1) - 1, *seats_of(int(state.awaited_seats()))[:1]})


def played_states(match: AnyMatch, seed: str, bot: str = "random") -> Iterator[tuple[AnyMatch, State]]:
    """Every state of one game played by a bot; the yielded state is changed in place."""
    luck = luck_of(seed)
    state = new_state(match.game, luck)
    player = bot_of(bot, luck)
    yield match, state
    while not state.is_over():
        awaited = seats_of(int(state.awaited_seats()))
        seat = awaited[int(luck.below(len(awaited)))]
        view = state.view(seat)
        state.play(seat, player.decide(view, int(view.legal())))
        yield match, state
