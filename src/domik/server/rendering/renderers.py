"""The pens and drawing modules that render a game in every language and screen form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType

from domik.games import game_package
from domik.kernel.drawing import SCREEN_FORMS, Drawing, PlayerInfo, ScreenForm
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.server.rendering import text_board
from domik.server.rendering.player_names import display_name
from domik.table import Table
from domik.table.seat import ANIMALS
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
    title = game_package(game)
    own: frozenset[str] = title.module("page.icons").ICONS if title.has_module("page.icons") else frozenset()
    return own | SHARED_ICONS


@lru_cache(maxsize=64)
def drawing_module(game: str) -> ModuleType:
    """A game's own drawing, or the text board where it has none."""
    title = game_package(game)
    return title.module("page.drawing") if title.has_module("page.drawing") else text_board


@lru_cache(maxsize=4096)
def cached_player(name: str, animal: str, is_bot: bool, is_present: bool) -> PlayerInfo:
    """The same object for the same player, since drawings are cached by it."""
    return PlayerInfo(name, animal, is_bot, is_present)


def game_pictures(game: str) -> str:
    """The SVG definitions that the cells of a game's table refer to."""
    draw = getattr(drawing_module(game), "pictures", None)
    return picture_definitions(ANIMALS, draw(words_pen("en", game)) if draw else "", game_icons(game))


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
    module = text_board if in_letters else drawing_module(match.package.name)
    drawing: Drawing = module.draw(match, view, table_pen(language, match.package.name, form), players)
    return drawing
