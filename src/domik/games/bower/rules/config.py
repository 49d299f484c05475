"""Configuration of one game, derived from components and mode, as numbers and masks for the rules."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules import state as at
from domik.games.bower.rules.parts import Parts
from domik.kernel.game import bit, to_vec
from domik.kernel.options import ChosenOptions


@final
class Config:
    """Faces of the tiles, size of a nest, number of turns, bonus tiles in play."""

    def __init__(self, options: ChosenOptions, parts: Parts) -> None:
        hard = bool(options["hard"])
        prefix = "hard_" if hard else ""
        self.hard: bool = hard  # five rows, open bonus tiles (BW-60)
        self.cells: i64 = at.WIDTH * parts.counts[f"{prefix}rows"]  # of a nest (BW-1, BW-60)
        self.grid: i64 = bit(self.cells) - 1  # all of them as a mask
        self.turns: i64 = parts.counts[f"{prefix}turns"]  # per player (BW-50, BW-60)
        self.offered: i64 = parts.counts["hard_bonus_tiles"]  # number of open bonus tiles in `hard` (BW-60)
        self.nest_tiles: i64 = parts.nest_tiles  # in the stack and the row at the start (BW-11)
        self.ornaments: vec[i64] = to_vec(parts.ornament_numbers())  # per face, KIND_BITS per kind
        self.surfaces: vec[i64] = to_vec(parts.surface_numbers())  # per face
        self.coloured_face: i64 = parts.coloured_face()  # the face with the coloured shells
        self.bonus: vec[i64] = to_vec(parts.bonus_numbers(bool(options["fair"])))  # of this mode (BW-61)
        worth = [tile.worth for tile in parts.bonus]
        self.eggs: vec[i64] = to_vec(worth[at.ORNAMENT_YELLOW : at.ORNAMENT_SHELLS + 1])  # BW-32, BW-33
        self.shells: i64 = worth[at.TOKEN_SHELLS]  # value of the shells token (BW-35)
        self.reach: i64 = worth[at.TOKEN_BRANCH] + 1  # distance between the ends of the branch (BW-35)
        every: i64 = 0
        for tile in self.bonus:
            every |= bit(tile)
        self.bonus_mask: i64 = every  # the bonus tiles as a mask
