"""Questions about nests for callers outside the compiled core.

Drawings and other interpreted code call these: a bare vec handed to a compiled function from outside would leak
(docs/decisions/0008), so the numbers come in as an object.
"""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules import nest, points
from domik.games.bower.rules.config import Config


def best_group(numbers: object, config: Config, seat: i64, surface: i64) -> i64:
    """The largest group encoded as one number (BW-51)."""
    return points.best_group(cast("vec[i64]", numbers), config, seat, surface)


def larger_group(numbers: object, config: Config, surface: i64) -> i64:
    """The seat with the larger group, -1 for neither (BW-51)."""
    return points.larger_group(cast("vec[i64]", numbers), config, surface)


def nest_count(numbers: object, seat: i64, kind: i64) -> i64:
    """Ornaments of one kind that count in a whole nest."""
    return points.nest_count(cast("vec[i64]", numbers), seat, kind)


def column_eggs(numbers: object, column: i64, goal: i64) -> i64:
    """The eggs of one column, negative for seat 1 (BW-52)."""
    return points.column_eggs(cast("vec[i64]", numbers), column, goal)


def ornament_pays(numbers: object, seat: i64, tile: i64) -> bool:
    """Whether an ornament tile earns its eggs (BW-32, BW-33)."""
    return points.ornament_pays(cast("vec[i64]", numbers), seat, tile)


def clear_cell(numbers: object, seat: i64, config: Config, cell: i64) -> None:
    """Remove everything that counts on a cell (BW-36)."""
    nest.clear_cell(cast("vec[i64]", numbers), seat, config, cell)


def earns_bonus(numbers: object, at: i64, config: Config, tile: i64, cell: i64, other: i64) -> bool:
    """Whether the tile just laid earns a bonus (BW-23)."""
    return nest.earns_bonus(cast("vec[i64]", numbers), at, config, tile, cell, other)


def lay_face(numbers: object, at: i64, config: Config, face: i64, cell: i64) -> None:
    nest.lay_face(cast("vec[i64]", numbers), at, config, face, cell)
