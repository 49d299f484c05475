"""Configuration of one game, derived from components and mode, as numbers and masks for the rules."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.state import WIDTH
from domik.kernel.game import bit, to_vec


@final
class Config:
    """Faces of the tiles, size of a nest, number of turns, bonus tiles in play."""

    def __init__(
        self,
        hard: bool,
        rows: i64,
        turns: i64,
        offered: i64,
        nest_tiles: i64,
        ornaments: list[int],
        surfaces: list[int],
        coloured_face: i64,
        bonus: list[int],
        eggs: list[int],
        shells: i64,
        span: i64,
    ) -> None:
        self.hard: bool = hard  # five rows, open bonus tiles (BW-60)
        self.grid: i64 = bit(WIDTH * rows) - 1  # mask of all cells of a nest (BW-1, BW-60)
        self.cells: i64 = WIDTH * rows  # number of cells
        self.turns: i64 = turns  # per player (BW-50, BW-60)
        self.offered: i64 = offered  # number of open bonus tiles in `hard` (BW-60)
        self.nest_tiles: i64 = nest_tiles  # in the stack and the row at the start (BW-11)
        self.ornaments: vec[i64] = to_vec(ornaments)  # per face, KIND_BITS per kind
        self.surfaces: vec[i64] = to_vec(surfaces)  # per face
        self.coloured_face: i64 = coloured_face  # the face with the coloured shells, -1 for none
        self.bonus: vec[i64] = to_vec(bonus)  # the bonus tiles of this mode (BW-61)
        self.eggs: vec[i64] = to_vec(eggs)  # of the four ornament tiles (BW-32, BW-33)
        self.shells: i64 = shells  # value of the shells token (BW-35)
        self.reach: i64 = span + 1  # distance between the ends of the branch (BW-35)
        every: i64 = 0
        for tile in self.bonus:
            every |= bit(tile)
        self.bonus_mask: i64 = every  # the bonus tiles as a mask
