"""One player's nest as bit masks: where tiles fit, groups, gems, and laying faces (BW-21, BW-23, BW-35, BW-36)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.config import Config
from domik.games.bower.rules.state import *
from domik.kernel.game import bit, count


def adjacent_cells(cells: i64) -> i64:
    """All cells that share an edge with one of these; the caller masks off what lies outside the grid."""
    return (cells & NOT_RIGHT) << 1 | (cells & NOT_LEFT) >> 1 | cells << 6 | cells >> 6


def filled_cells(numbers: vec[i64], at: i64) -> i64:
    """All cells that hold a tile; `at` is the offset of the seat's block."""
    return numbers[at + SURFACE] | numbers[at + SURFACE + 1] | numbers[at + SURFACE + 2] | numbers[at + SURFACE + 3]


def pair_cells(cells: i64, turn: i64) -> i64:
    """Cells for half a such that both halves lie on these cells."""
    if turn == RIGHTWARDS:
        return cells & NOT_RIGHT & cells >> 1
    if turn == AWAY:
        return cells & cells >> 6
    if turn == LEFTWARDS:
        return cells & NOT_LEFT & cells << 1
    return cells & cells << 6


def fitting_cells(taken: i64, grid: i64, turn: i64) -> i64:
    """Cells for half a: both halves on free cells, one of them touching the board or a tile (BW-21)."""
    free = grid & ~taken
    touched = adjacent_cells(taken) | ROW_1
    if turn == RIGHTWARDS:
        return free & NOT_RIGHT & free >> 1 & (touched | touched >> 1)
    if turn == AWAY:
        return free & free >> 6 & (touched | touched >> 6)
    if turn == LEFTWARDS:
        return free & NOT_LEFT & free << 1 & (touched | touched << 1)
    return free & free << 6 & (touched | touched << 6)


def fitting_turns(taken: i64, grid: i64) -> i64:
    """Mask of the turns in which a tile fits somewhere; all tiles have the same shape (BW-21, BW-22)."""
    free = grid & ~taken
    touched = adjacent_cells(taken) | ROW_1
    turns: i64 = 0
    if free & NOT_RIGHT & free >> 1 & (touched | touched >> 1):
        turns = LYING
    if free & free >> 6 & (touched | touched >> 6):
        turns |= STANDING
    return turns


def covering_turns(taken: i64) -> i64:
    """Mask of the turns in which a tile can cover two cells that hold tiles (BW-36)."""
    turns: i64 = 0
    if pair_cells(taken, RIGHTWARDS):
        turns = LYING
    if pair_cells(taken, AWAY):
        turns |= STANDING
    return turns


def group(seed: i64, area: i64, branch: i64) -> i64:
    """All cells of the area connected to the seed; the ends of the branch count as adjacent (BW-35)."""
    if branch & area != branch:
        branch = 0
    reached = seed & area
    while True:
        grown = (reached | adjacent_cells(reached)) & area
        if grown & branch:
            grown |= branch
        if grown == reached:
            return reached
        reached = grown


def gems_on(numbers: vec[i64], at: i64, cells: i64) -> i64:
    n = count(numbers[at + GEMS] & cells)
    twice = numbers[at + GEMS + 1] & cells
    if twice:
        n += count(twice) + count(numbers[at + GEMS + 2] & cells)
    return n


def earns_bonus(numbers: vec[i64], at: i64, config: Config, tile: i64, cell: i64, other: i64) -> bool:
    """Whether the tile just laid brought a column or a surface group from fewer than 3 gems to 3 or more (BW-23)."""
    ornaments = config.ornaments
    gems_a = ornaments[2 * tile] >> GEM_SHIFT
    gems_b = ornaments[2 * tile + 1] >> GEM_SHIFT
    column_a = cell % WIDTH
    column_b = other % WIDTH
    if column_a == column_b:
        if reaches_three(numbers[at + COLUMN + column_a] >> GEM_SHIFT, gems_a + gems_b):
            return True
    elif reaches_three(numbers[at + COLUMN + column_a] >> GEM_SHIFT, gems_a) or reaches_three(
        numbers[at + COLUMN + column_b] >> GEM_SHIFT, gems_b
    ):
        return True
    placed = bit(cell) | bit(other)
    surface_a = config.surfaces[2 * tile]
    surface_b = config.surfaces[2 * tile + 1]
    if group_reaches_three(numbers, at, surface_a, bit(cell), placed):
        return True
    return surface_b != surface_a and group_reaches_three(numbers, at, surface_b, bit(other), placed)


def reaches_three(now: i64, added: i64) -> bool:
    """From fewer than 3 gems to 3 or more."""
    return now >= 3 and now - added < 3


def group_reaches_three(numbers: vec[i64], at: i64, surface: i64, cell: i64, placed: i64) -> bool:
    """Whether the group of a placed cell has 3 gems now, and no group it grew from or joined had (BW-23)."""
    if surface == EARTH:
        return False
    area = numbers[at + SURFACE + surface]
    if gems_on(numbers, at, area) < 3:
        return False
    branch = numbers[at + BRANCH]
    now = group(cell, area, branch)
    if gems_on(numbers, at, now) < 3:
        return False
    rest = now & ~placed
    before = area & ~placed
    while rest:
        part = group(rest & -rest, before, branch)
        if gems_on(numbers, at, part) >= 3:
            return False
        rest &= ~part
    return True


def lay_face(numbers: vec[i64], at: i64, config: Config, face: i64, cell: i64) -> None:
    """Put one face on a cell that holds none."""
    numbers[at + CELL + cell] = face + 1
    place = bit(cell)
    numbers[at + SURFACE + config.surfaces[face]] |= place
    ornaments = config.ornaments[face]
    numbers[at + COLUMN + cell % WIDTH] += ornaments
    gems = ornaments >> GEM_SHIFT
    if gems:
        numbers[at + GEMS] |= place
        if gems > 1:
            numbers[at + GEMS + 1] |= place
            if gems > 2:
                numbers[at + GEMS + 2] |= place
    if face == config.coloured_face:
        numbers[at + COLOURED] = cell + 1


def ornaments_on(numbers: vec[i64], nest: i64, config: Config, cell: i64) -> i64:
    """What counts on one cell: the top face, plus tokens, minus an X (BW-35)."""
    face = numbers[SEAT + SEAT_SIZE * nest + CELL + cell] - 1
    if face < 0:
        return 0
    ornaments = config.ornaments[face]
    here = 1 | nest << 1 | cell << 8
    for token in range(TOKENS - 1):
        packed = numbers[TOKEN + token]
        if packed & 0xFFFF == here:
            if token == 0:
                ornaments -= bit(KIND_BITS * (packed >> 16))
            else:
                ornaments += token_worth(config, token)
    return ornaments


def token_worth(config: Config, token: i64) -> i64:
    """What a white flower, a white feather or the shells add to their cell, as packed ornaments (BW-35)."""
    if token == TOKEN_WHITE_FLOWER - TOKEN_X:
        return ONE_WHITE_FLOWER
    if token == TOKEN_WHITE_FEATHER - TOKEN_X:
        return ONE_WHITE_FEATHER
    return config.shells * ONE_SHELL


def clear_cell(numbers: vec[i64], nest: i64, config: Config, cell: i64) -> None:
    """Remove everything that counts on a cell being covered, including tokens and the branch (BW-36)."""
    at = SEAT + SEAT_SIZE * nest
    numbers[at + COLUMN + cell % WIDTH] -= ornaments_on(numbers, nest, config, cell)
    kept = ~bit(cell)
    for k in range(SURFACES + 1):
        numbers[at + SURFACE + k] &= kept
    for k in range(3):
        numbers[at + GEMS + k] &= kept
    if numbers[at + COLOURED] == cell + 1:
        numbers[at + COLOURED] = 0
    here = 1 | nest << 1 | cell << 8
    for token in range(TOKENS - 1):
        if numbers[TOKEN + token] & 0xFFFF == here:
            numbers[TOKEN + token] |= TOKEN_COVERED
    branch = numbers[TOKEN + TOKENS - 1]
    if branch & 0xFF == 1 | nest << 1 and branch_cells(branch) & ~kept:
        numbers[TOKEN + TOKENS - 1] = branch | TOKEN_COVERED
        numbers[at + BRANCH] = 0


def branch_cells(token: i64) -> i64:
    """The cells under a branch: both ends and those between."""
    first = (token >> 8) & 0xFF
    last = token >> 16
    step: i64 = 1 if last - first < WIDTH else WIDTH
    cells: i64 = 0
    while first <= last:
        cells |= bit(first)
        first += step
    return cells


def branch_places(taken: i64, reach: i64) -> i64:
    """Mask of possible branches: bit c for one lying from cell c, bit 30 + c for one standing (BW-35)."""
    lying = taken >> reach & taken
    column = LEFT_COLUMN << (WIDTH - 1)
    for _again in range(reach):  # exclude ends that would wrap into the next row
        lying &= ~column
        column >>= 1
    standing = taken >> (WIDTH * reach) & taken
    return lying | standing << STANDING_BRANCH


def branch_end(number: i64, reach: i64) -> i64:
    """The far cell of the branch laid by this action; the near one is number % STANDING_BRANCH."""
    if number >= STANDING_BRANCH:
        return number - STANDING_BRANCH + WIDTH * reach
    return number + reach
