"""One player's nest as bit masks: where tiles fit, groups, gems, and laying faces (BW-21, BW-23, BW-35, BW-36)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules import state as at
from domik.games.bower.rules.config import Config
from domik.kernel.game import bit, count


def adjacent_cells(cells: i64) -> i64:
    """All cells that share an edge with one of these; the caller masks off what lies outside the grid."""
    return (cells & at.NOT_RIGHT) << 1 | (cells & at.NOT_LEFT) >> 1 | cells << 6 | cells >> 6


def filled_cells(numbers: vec[i64], base: i64) -> i64:
    """All cells that hold a tile; `base` is the offset of the seat's block."""
    first = base + at.SURFACE
    return numbers[first] | numbers[first + 1] | numbers[first + 2] | numbers[first + 3]


def pair_cells(cells: i64, turn: i64) -> i64:
    """Cells for half a such that both halves lie on these cells."""
    if turn == at.RIGHTWARDS:
        return cells & at.NOT_RIGHT & cells >> 1
    if turn == at.AWAY:
        return cells & cells >> 6
    if turn == at.LEFTWARDS:
        return cells & at.NOT_LEFT & cells << 1
    return cells & cells << 6


def fitting_cells(taken: i64, grid: i64, turn: i64) -> i64:
    """Cells for half a: both halves on free cells, one of them touching the board or a tile (BW-21)."""
    free = grid & ~taken
    touched = adjacent_cells(taken) | at.ROW_1
    if turn == at.RIGHTWARDS:
        return free & at.NOT_RIGHT & free >> 1 & (touched | touched >> 1)
    if turn == at.AWAY:
        return free & free >> 6 & (touched | touched >> 6)
    if turn == at.LEFTWARDS:
        return free & at.NOT_LEFT & free << 1 & (touched | touched << 1)
    return free & free << 6 & (touched | touched << 6)


def fitting_turns(taken: i64, grid: i64) -> i64:
    """Mask of the turns in which a tile fits somewhere; all tiles have the same shape (BW-21, BW-22)."""
    free = grid & ~taken
    touched = adjacent_cells(taken) | at.ROW_1
    turns: i64 = 0
    if free & at.NOT_RIGHT & free >> 1 & (touched | touched >> 1):
        turns = at.LYING
    if free & free >> 6 & (touched | touched >> 6):
        turns |= at.STANDING
    return turns


def covering_turns(taken: i64) -> i64:
    """Mask of the turns in which a tile can cover two cells that hold tiles (BW-36)."""
    turns: i64 = 0
    if pair_cells(taken, at.RIGHTWARDS):
        turns = at.LYING
    if pair_cells(taken, at.AWAY):
        turns |= at.STANDING
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


def gems_on(numbers: vec[i64], base: i64, cells: i64) -> i64:
    n = count(numbers[base + at.GEMS] & cells)
    twice = numbers[base + at.GEMS + 1] & cells
    if twice:
        n += count(twice) + count(numbers[base + at.GEMS + 2] & cells)
    return n


def earns_bonus(numbers: vec[i64], seat: i64, config: Config, tile: i64, cell: i64, other: i64) -> bool:
    """Whether the tile just laid brought a column or a surface group from fewer than 3 gems to 3 or more (BW-23)."""
    base = at.SEAT + at.SEAT_SIZE * seat
    ornaments = config.ornaments
    gems_a = ornaments[2 * tile] >> at.GEM_SHIFT
    gems_b = ornaments[2 * tile + 1] >> at.GEM_SHIFT
    column_a = base + at.COLUMN + cell % at.WIDTH
    column_b = base + at.COLUMN + other % at.WIDTH
    if column_a == column_b:
        if reaches_three(numbers[column_a] >> at.GEM_SHIFT, gems_a + gems_b):
            return True
    else:
        if reaches_three(numbers[column_a] >> at.GEM_SHIFT, gems_a):
            return True
        if reaches_three(numbers[column_b] >> at.GEM_SHIFT, gems_b):
            return True
    placed = bit(cell) | bit(other)
    surface_a = config.surfaces[2 * tile]
    surface_b = config.surfaces[2 * tile + 1]
    if group_reaches_three(numbers, base, surface_a, bit(cell), placed):
        return True
    return surface_b != surface_a and group_reaches_three(numbers, base, surface_b, bit(other), placed)


def reaches_three(now: i64, added: i64) -> bool:
    """From fewer than 3 gems to 3 or more."""
    return now >= 3 and now - added < 3


def group_reaches_three(numbers: vec[i64], base: i64, surface: i64, cell: i64, placed: i64) -> bool:
    """Whether the group of a placed cell has 3 gems now, and no group it grew from or joined had (BW-23)."""
    if surface == at.EARTH:
        return False
    area = numbers[base + at.SURFACE + surface]
    if gems_on(numbers, base, area) < 3:
        return False
    branch = numbers[base + at.BRANCH]
    now = group(cell, area, branch)
    if gems_on(numbers, base, now) < 3:
        return False
    rest = now & ~placed
    before = area & ~placed
    while rest:
        part = group(rest & -rest, before, branch)
        if gems_on(numbers, base, part) >= 3:
            return False
        rest &= ~part
    return True


def lay_tile(numbers: vec[i64], seat: i64, config: Config, tile: i64, cell: i64, other: i64) -> None:
    """Lay a tile on two cells that hold none, half a first (BW-21)."""
    base = at.SEAT + at.SEAT_SIZE * seat
    lay_face(numbers, base, config, 2 * tile, cell)
    lay_face(numbers, base, config, 2 * tile + 1, other)


def lay_face(numbers: vec[i64], base: i64, config: Config, face: i64, cell: i64) -> None:
    """Put one face on a cell that holds none."""
    numbers[base + at.CELL + cell] = face + 1
    place = bit(cell)
    numbers[base + at.SURFACE + config.surfaces[face]] |= place
    ornaments = config.ornaments[face]
    numbers[base + at.COLUMN + cell % at.WIDTH] += ornaments
    gems = ornaments >> at.GEM_SHIFT
    if gems:
        numbers[base + at.GEMS] |= place
        if gems > 1:
            numbers[base + at.GEMS + 1] |= place
            if gems > 2:
                numbers[base + at.GEMS + 2] |= place
    if face == config.coloured_face:
        numbers[base + at.COLOURED] = cell + 1


def ornaments_on(numbers: vec[i64], nest: i64, config: Config, cell: i64) -> i64:
    """What counts on one cell: the top face, plus tokens, minus an X (BW-35)."""
    face = numbers[at.SEAT + at.SEAT_SIZE * nest + at.CELL + cell] - 1
    if face < 0:
        return 0
    ornaments = config.ornaments[face]
    here = 1 | nest << 1 | cell << 8
    for token in range(at.TOKENS - 1):
        packed = numbers[at.TOKEN + token]
        if packed & 0xFFFF == here:
            if token == 0:
                ornaments -= bit(at.KIND_BITS * (packed >> 16))
            else:
                ornaments += token_worth(config, token)
    return ornaments


def token_worth(config: Config, token: i64) -> i64:
    """What a white flower, a white feather or the shells add to their cell, as packed ornaments (BW-35)."""
    if token == at.TOKEN_WHITE_FLOWER - at.TOKEN_X:
        return at.ONE_WHITE_FLOWER
    if token == at.TOKEN_WHITE_FEATHER - at.TOKEN_X:
        return at.ONE_WHITE_FEATHER
    return config.shells * at.ONE_SHELL


def clear_cell(numbers: vec[i64], nest: i64, config: Config, cell: i64) -> None:
    """Remove everything that counts on a cell being covered, including tokens and the branch (BW-36)."""
    base = at.SEAT + at.SEAT_SIZE * nest
    numbers[base + at.COLUMN + cell % at.WIDTH] -= ornaments_on(numbers, nest, config, cell)
    kept = ~bit(cell)
    for k in range(at.SURFACES + 1):
        numbers[base + at.SURFACE + k] &= kept
    for k in range(3):
        numbers[base + at.GEMS + k] &= kept
    if numbers[base + at.COLOURED] == cell + 1:
        numbers[base + at.COLOURED] = 0
    here = 1 | nest << 1 | cell << 8
    for token in range(at.TOKENS - 1):
        if numbers[at.TOKEN + token] & 0xFFFF == here:
            numbers[at.TOKEN + token] |= at.TOKEN_COVERED
    branch = numbers[at.TOKEN + at.TOKENS - 1]
    if branch & 0xFF == 1 | nest << 1 and branch_cells(branch) & ~kept:
        numbers[at.TOKEN + at.TOKENS - 1] = branch | at.TOKEN_COVERED
        numbers[base + at.BRANCH] = 0


def branch_cells(token: i64) -> i64:
    """The cells under a branch: both ends and those between."""
    first = (token >> 8) & 0xFF
    last = token >> 16
    step: i64 = 1 if last - first < at.WIDTH else at.WIDTH
    cells: i64 = 0
    while first <= last:
        cells |= bit(first)
        first += step
    return cells


def branch_places(taken: i64, reach: i64) -> i64:
    """Mask of possible branches: bit c for one lying from cell c, bit 30 + c for one standing (BW-35)."""
    lying = taken >> reach & taken
    column = at.LEFT_COLUMN << (at.WIDTH - 1)
    for _again in range(reach):  # exclude ends that would wrap into the next row
        lying &= ~column
        column >>= 1
    standing = taken >> (at.WIDTH * reach) & taken
    return lying | standing << at.STANDING_BRANCH


def branch_end(number: i64, reach: i64) -> i64:
    """The far cell of the branch laid by this action; the near one is number % STANDING_BRANCH."""
    if number >= at.STANDING_BRANCH:
        return number - at.STANDING_BRANCH + at.WIDTH * reach
    return number + reach
