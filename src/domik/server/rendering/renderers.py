"""The pens and pages that render a game in every language and screen form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from domik.games import game_package
from domik.kernel.contract import GamePage
from domik.kernel.drawing import SCREEN_FORMS, Drawing, PlayerInfo, ScreenForm
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.server.rendering.player_names import display_name
from domik.server.rendering.text_board import TEXT_PAGE
from domik.table import Table
from domik.table.table import ANIMALS
from domik.web.pen import MarkupPen, pen_for, picture_definitions

SHARED_WORDS = (
    "domik.table",
    "domik.reviews",
    "domik.learn",
    "domik.puzzles",
    "domik.deals",
    "domik.web",
    "domik.server",
)
# Icons on tables of all games: states, actions, spectators
SHARED_ICONS = frozenset(
    ("bot", "check", "ellipsis", "eye", "flag", "hand", "lightbulb", "table-2", "trophy", "undo-2", "unplug", "x")
)


@lru_cache(maxsize=256)
def words_pen(language: str, game: str = "", form: ScreenForm = "desk", root: str = "") -> MarkupPen:
    """A pen with the shared words and those of one game; `root` precedes every URL that it writes."""
    packages = (*SHARED_WORDS, game_package(game).words_package) if game else SHARED_WORDS
    return pen_for(language, form, *packages, root=root)


@lru_cache(maxsize=256)
def table_pen(language: str, game: str, form: ScreenForm = "desk", root: str = "") -> MarkupPen:
    """A pen for pages that contain the game's pictures: icons among them are only referenced."""
    return pen_for(language, form, *SHARED_WORDS, game_package(game).words_package, icons=game_icons(game), root=root)


@lru_cache(maxsize=64)
def game_icons(game: str) -> frozenset[str]:
    """The icons among a game's pictures: those of every table, and its own."""
    return page_of(game).icons | SHARED_ICONS


@lru_cache(maxsize=64)
def page_of(game: str) -> GamePage[Match]:
    """A game's own page, or the text board where it has none."""
    return game_package(game).page() or TEXT_PAGE


@lru_cache(maxsize=256)
def cached_player(name: str, animal: str, is_bot: bool, is_present: bool) -> PlayerInfo:
    """The same object for the same player, since drawings are cached by it."""
    return PlayerInfo(name, animal, is_bot, is_present)


def game_pictures(game: str) -> str:
    """The SVG definitions that the cells of a game's table refer to."""
    return picture_definitions(ANIMALS, page_of(game).pictures(words_pen("en", game)), game_icons(game))


def table_players(table: Table, present: frozenset[int], language: str) -> list[PlayerInfo]:
    """The players of a table as a drawing shows them."""
    return [
        cached_player(
            display_name(seat, language), seat.animal, seat.is_played_by_bot, seat.is_played_by_bot or number in present
        )
        for number, seat in enumerate(table.seats)
    ]


def requested_form(asked: Mapping[str, str]) -> ScreenForm:
    """The screen form in query parameters; "desk" where there is no valid one."""
    return next((form for form in SCREEN_FORMS if form == asked.get("form")), "desk")


def draw_view(
    match: Match, view: View, players: list[PlayerInfo], language: str, form: ScreenForm, in_letters: bool
) -> Drawing:
    """A view rendered in one language; `in_letters` selects the text board."""
    page = TEXT_PAGE if in_letters else page_of(match.package.name)
    return page.draw(match, view, table_pen(language, match.package.name, form), players)
