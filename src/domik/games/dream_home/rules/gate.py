"""Functions of house.py and points.py for callers outside the compiled core.

Drawings and other interpreted code call these: a bare vec passed to a compiled function from outside would leak
(docs/decisions/0008), so the numbers are passed as an object.
"""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import house, points
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.game import DreamHome
from domik.kernel.package import Match


def config_of(match: Match) -> Config:
    game = match.game
    assert isinstance(game, DreamHome)
    return game.config


def fitting_cells(numbers: object, at: i64, kind: i64, config: Config) -> i64:
    """Cells where a card of this kind may be face up (DH-22, DH-23)."""
    return house.fitting_cells(cast("vec[i64]", numbers), at, kind, config)


def open_cells(numbers: object, at: i64) -> i64:
    """Free cells with support (DH-21)."""
    return house.open_cells(cast("vec[i64]", numbers), at)


def lay_down(numbers: object, at: i64, room: i64, cell: i64, config: Config) -> None:
    """Lay a room face down on a cell (DH-25)."""
    house.lay_down(cast("vec[i64]", numbers), at, room, cell, config)


def lay_up(numbers: object, at: i64, room: i64, cell: i64, config: Config) -> None:
    """Lay a room face up on a cell (DH-20)."""
    house.lay_up(cast("vec[i64]", numbers), at, room, cell, config)


def put_token(numbers: object, at: i64, cell: i64, token: i64) -> None:
    house.put_token(cast("vec[i64]", numbers), at, cell, token)


def swap(numbers: object, at: i64, one: i64, other: i64, config: Config) -> None:
    """Swap two cards of the house (DH-54)."""
    house.swap(cast("vec[i64]", numbers), at, one, other, config)


def take_away(numbers: object, at: i64, cell: i64, config: Config) -> i64:
    return house.take_away(cast("vec[i64]", numbers), at, cell, config)


def house_points(numbers: object, at: i64, config: Config) -> i64:
    return points.house_points(cast("vec[i64]", numbers), at, config)
