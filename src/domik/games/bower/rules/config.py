"""What the component file and the mode decide, as the rules want it: numbers and masks."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.state import WIDTH
from domik.kernel.game import bit, to_vec


@final
class Config:
    """The tiles' faces, the size of a nest, the number of turns, the bonus tiles in play."""

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
        self.grid: i64 = bit(WIDTH * rows) - 1  # all cells of a nest (BW-1, BW-60)
        self.cells: i64 = WIDTH * rows  # how many those are
        self.turns: i64 = turns  # of each player (BW-50, BW-60)
        self.offered: i64 = offered  # how many bonus tiles lie open in `hard` (BW-60)
        self.nest_tiles: i64 = nest_tiles  # in the stack and the row at the start (BW-11)
        self.ornaments: vec[i64] = to_vec(ornaments)  # of every face, KIND_BITS a kind
        self.surfaces: vec[i64] = to_vec(surfaces)  # of every face
        self.coloured_face: i64 = coloured_face  # the face with the coloured shells, -1 when there is none
        self.bonus: vec[i64] = to_vec(bonus)  # the bonus tiles of this mode (BW-61)
        self.eggs: vec[i64] = to_vec(eggs)  # of the four ornament tiles (BW-32, BW-33)
        self.shells: i64 = shells  # what the shells token is worth (BW-35)
        self.reach: i64 = span + 1  # from one end of the branch to the other (BW-35)
        every: i64 = 0
        for tile in self.bonus:
            every |= bit(tile)
        self.bonus_mask: i64 = every  # the same tiles as a mask
