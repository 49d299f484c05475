"""Painting: one drawing for each (seat, language, screen) and state of the table, however many people look at it."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import msgspec

from domik.games import title_of
from domik.kernel.drawing import Drawing, Player
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.title import Match
from domik.server import plain
from domik.table import Table
from domik.table.seat import ANIMALS
from domik.web.pen import Pen, pen_for, pictures_with

SHARED_WORDS = ("domik.table", "domik.web")


@lru_cache(maxsize=512)
def _match(game: str, seats: int, options: str) -> Match:
    return title_of(game).match(seats, msgspec.json.decode(options, type=dict[str, Any]))


def match_for(game: str, seats: int, options: dict[str, Any]) -> Match:
    """One Match for all tables that play alike."""
    return _match(game, seats, msgspec.json.encode(options, order="sorted").decode())


@cache
def words_pen(language: str, game: str = "", phone: bool = False) -> Pen:
    """The pen that knows the shared words and one game's."""
    packages = (*SHARED_WORDS, title_of(game).words) if game else SHARED_WORDS
    return pen_for(language, phone, *packages)


@lru_cache(maxsize=64)
def drawing_module(game: str) -> ModuleType:
    """A game's own drawing, or the one in letters where it has none yet."""
    title = title_of(game)
    return title.module("page.drawing") if find_spec(f"{title.package}.page.drawing") else plain


@lru_cache(maxsize=4096)
def said(pen: Pen, phrase: Phrase) -> str:
    """A phrase that many readers get, said and escaped once."""
    return pen.say(phrase)


@lru_cache(maxsize=4096)
def player(name: str, animal: str, is_bot: bool, is_present: bool) -> Player:
    """The same object for the same player: pictures are remembered by it."""
    return Player(name, animal, is_bot, is_present)


def pictures_of(game: str) -> str:
    """What the cells of a game's table only refer to."""
    draw = getattr(drawing_module(game), "pictures", None)
    return pictures_with(ANIMALS, draw(words_pen("en", game)) if draw else "")


def players_of(table: Table, present: frozenset[int]) -> list[Player]:
    """What a drawing may show of the people at a table."""
    return [
        player(seat.name, seat.animal, seat.played_by_bot, seat.played_by_bot or number in present)
        for number, seat in enumerate(table.seats)
    ]


def painted(match: Match, view: View, players: list[Player], language: str, phone: bool, in_letters: bool) -> Drawing:
    """A view as markup in one language."""
    module = plain if in_letters else drawing_module(match.title.name)
    drawing: Drawing = module.draw(match, view, words_pen(language, match.title.name, phone), players)
    return drawing
