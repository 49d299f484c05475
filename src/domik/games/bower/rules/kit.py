"""What the component file and the mode decide, as the rules want it: numbers and masks."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.state import WIDTH
from domik.kernel.game import bit


@final
class Box:
    """The tiles' faces, the size of a nest, the number of turns, the bonus tiles in play."""

    def __init__(
        self,
        hard: bool,
        rows: i64,
        turns: i64,
        offered: i64,
        nest_tiles: i64,
        ornaments: vec[i64],
        surfaces: vec[i64],
        coloured_face: i64,
        bonus: vec[i64],
        eggs: vec[i64],
        shells: i64,
        span: i64,
    ) -> None:
        self.hard: bool = hard
        self.grid: i64 = bit(WIDTH * rows) - 1  # all cells of a nest (BW-1, BW-60)
        self.cells: i64 = WIDTH * rows
        self.turns: i64 = turns  # of each player (BW-50, BW-60)
        self.offered: i64 = offered  # how many bonus tiles lie open in `hard` (BW-60)
        self.nest_tiles: i64 = nest_tiles
        self.ornaments: vec[i64] = ornaments  # of every face, KIND_BITS a kind
        self.surfaces: vec[i64] = surfaces  # of every face
        self.coloured_face: i64 = coloured_face  # the face with the coloured shells, -1 when there is none
        self.bonus: vec[i64] = bonus  # the bonus tiles of this mode (BW-61)
        self.eggs: vec[i64] = eggs  # of the four ornament tiles (BW-32, BW-33)
        self.shells: i64 = shells  # what the shells token is worth (BW-35)
        self.reach: i64 = span + 1  # from one end of the branch to the other (BW-35)
        every: i64 = 0
        for place in range(len(bonus)):
            every |= bit(bonus[place])
        self.bonus_mask: i64 = every
