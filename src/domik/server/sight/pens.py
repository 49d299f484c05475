"""The pens that draw a game for people: its words and pictures in every language, on every screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType

from domik.games import title_of
from domik.kernel.drawing import FORMS, Drawing, Form, Player
from domik.kernel.state import View
from domik.kernel.title import Match
from domik.server.sight import letters
from domik.server.sight.names import name_of
from domik.table import Table
from domik.table.seat import ANIMALS
from domik.web.pen import Pen, pen_for, pictures_with

SHARED_WORDS = (
    "domik.table",
    "domik.review",
    "domik.learn",
    "domik.puzzles",
    "domik.deals",
    "domik.web",
    "domik.server",
)
# What tables of all games say by icons: states, deeds, who looks on
SHARED_ICONS = frozenset(
    ("bot", "check", "ellipsis", "eye", "flag", "hand", "lightbulb", "table-2", "trophy", "undo-2", "unplug", "x")
)


@lru_cache(maxsize=256)
def words_pen(language: str, game: str = "", form: Form = "desk") -> Pen:
    """The pen that knows the shared words and one game's."""
    packages = (*SHARED_WORDS, title_of(game).words) if game else SHARED_WORDS
    return pen_for(language, form, *packages)


@lru_cache(maxsize=256)
def table_pen(language: str, game: str, form: Form = "desk") -> Pen:
    """The pen for pages that have the game's pictures: icons that are among them are only named."""
    return pen_for(language, form, *SHARED_WORDS, title_of(game).words, icons=icons_of(game))


@lru_cache(maxsize=64)
def icons_of(game: str) -> frozenset[str]:
    """The icons among a game's pictures: those of every table, and its own."""
    title = title_of(game)
    own: frozenset[str] = title.module("page.icons").ICONS if title.has("page.icons") else frozenset()
    return own | SHARED_ICONS


@lru_cache(maxsize=64)
def drawing_module(game: str) -> ModuleType:
    """A game's own drawing, or the one in letters where it has none yet."""
    title = title_of(game)
    return title.module("page.drawing") if title.has("page.drawing") else letters


@lru_cache(maxsize=4096)
def player(name: str, animal: str, is_bot: bool, is_present: bool) -> Player:
    """The same object for the same player: pictures are remembered by it."""
    return Player(name, animal, is_bot, is_present)


def pictures_of(game: str) -> str:
    """What the cells of a game's table only refer to."""
    draw = getattr(drawing_module(game), "pictures", None)
    return pictures_with(ANIMALS, draw(words_pen("en", game)) if draw else "", icons_of(game))


def players_of(table: Table, present: frozenset[int], language: str) -> list[Player]:
    """What a drawing may show of the people at a table."""
    return [
        player(name_of(seat, language), seat.animal, seat.played_by_bot, seat.played_by_bot or number in present)
        for number, seat in enumerate(table.seats)
    ]


def asked_form(asked: Mapping[str, str]) -> Form:
    """The arrangement that a page asks for; what is none of ours is a desk."""
    return next((form for form in FORMS if form == asked.get("form")), "desk")


def painted(match: Match, view: View, players: list[Player], language: str, form: Form, in_letters: bool) -> Drawing:
    """A view as markup in one language."""
    module = letters if in_letters else drawing_module(match.title.name)
    drawing: Drawing = module.draw(match, view, table_pen(language, match.title.name, form), players)
    return drawing
