"""Final scoring: groups, columns, ornament tiles, and the winners (BW-51 to BW-56)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules import state as at
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.nest import group
from domik.kernel.game import bit, count, lowest


def count_eggs(numbers: vec[i64], config: Config) -> None:
    """Store the eggs of both seats, and the winners."""
    for surface in range(at.SURFACES):
        winner = larger_group(numbers, config, surface)
        if winner >= 0:
            numbers[at.SEAT + at.SEAT_SIZE * winner + at.EGGS] += 1
    goals = numbers[at.SHOWN_GOALS]
    for column in range(at.WIDTH):
        goal = ((goals >> (at.GOAL_BITS * column)) & at.GOAL) - 1
        eggs = column_eggs(numbers, column, goal)
        if eggs > 0:
            numbers[at.SEAT + at.EGGS] += eggs
        elif eggs < 0:
            numbers[at.SEAT + at.SEAT_SIZE + at.EGGS] -= eggs
    for seat in range(2):
        kept = numbers[at.SEAT + at.SEAT_SIZE * seat + at.KEPT]
        for tile in range(at.ORNAMENT_YELLOW, at.ORNAMENT_SHELLS + 1):
            if kept & bit(tile) and ornament_pays(numbers, seat, tile):
                numbers[at.SEAT + at.SEAT_SIZE * seat + at.EGGS] += config.eggs[tile - at.ORNAMENT_YELLOW]
    numbers[at.WINNERS] = winners_of(numbers)


def larger_group(numbers: vec[i64], config: Config, surface: i64) -> i64:
    """The seat with the larger group; equal: coloured shells (moss), then shells; -1 for neither (BW-51, BW-31)."""
    mine = best_group(numbers, config, 0, surface)
    theirs = best_group(numbers, config, 1, surface)
    if mine == theirs or not mine | theirs:
        return -1
    return 0 if mine > theirs else 1


def best_group(numbers: vec[i64], config: Config, seat: i64, surface: i64) -> i64:
    """The largest group as a comparable number: cells, then coloured shells (moss only), then shells (BW-51)."""
    base = at.SEAT + at.SEAT_SIZE * seat
    area = numbers[base + at.SURFACE + surface]
    branch = numbers[base + at.BRANCH]
    coloured: i64 = 0
    if surface == at.MOSS and numbers[base + at.COLOURED]:
        coloured = bit(numbers[base + at.COLOURED] - 1)
    best: i64 = 0
    most: i64 = 0
    rest = area
    while rest:
        cells = group(rest & -rest, area, branch)
        rest &= ~cells
        size = count(cells)
        if size >= most:
            most = size
            value = size << 16 | shells_on(numbers, config, seat, cells)
            if cells & coloured:
                value |= 0x8000
            if value > best:
                best = value
    return best


def group_size(numbers: vec[i64], config: Config, seat: i64, surface: i64) -> i64:
    """The cells of the largest group."""
    return best_group(numbers, config, seat, surface) >> 16


def shells_on(numbers: vec[i64], config: Config, seat: i64, cells: i64) -> i64:
    """The plain shells on these cells, including the token's (BW-35)."""
    base = at.SEAT + at.SEAT_SIZE * seat + at.CELL
    token = numbers[at.TOKEN + at.TOKEN_SHELLS - at.TOKEN_X]
    shells: i64 = 0
    if token & 0xFF == 1 | seat << 1 and cells & bit((token >> 8) & 0xFF):
        shells = config.shells
    while cells:
        shells += (config.ornaments[numbers[base + lowest(cells)] - 1] >> at.SHELL_SHIFT) & at.KIND
        cells &= cells - 1
    return shells


def column_eggs(numbers: vec[i64], column: i64, goal: i64) -> i64:
    """The eggs of one column: positive for seat 0, negative for seat 1 (BW-52, BW-53)."""
    mine = column_ornaments(numbers, 0, column)
    theirs = column_ornaments(numbers, 1, column)
    my_count = goal_count(mine, goal)
    their_count = goal_count(theirs, goal)
    if my_count > their_count:
        return 2 if not their_count and is_single(mine, goal) else 1
    if their_count > my_count:
        return -2 if not my_count and is_single(theirs, goal) else -1
    if not my_count:
        return 0
    return column_tie(numbers, column, mine, theirs)


def column_tie(numbers: vec[i64], column: i64, mine: i64, theirs: i64) -> i64:
    """Coloured shells in the column win the tie, else more shells in it (BW-31, BW-52)."""
    my_cell = numbers[at.SEAT + at.COLOURED]
    their_cell = numbers[at.SEAT + at.SEAT_SIZE + at.COLOURED]
    if my_cell and (my_cell - 1) % at.WIDTH == column:
        return 1
    if their_cell and (their_cell - 1) % at.WIDTH == column:
        return -1
    my_shells = (mine >> at.SHELL_SHIFT) & at.KIND
    their_shells = (theirs >> at.SHELL_SHIFT) & at.KIND
    if my_shells == their_shells:
        return 0
    return 1 if my_shells > their_shells else -1


def column_ornaments(numbers: vec[i64], seat: i64, column: i64) -> i64:
    """The ornaments that count in one column of a nest, KIND_BITS per kind."""
    return numbers[at.SEAT + at.SEAT_SIZE * seat + at.COLUMN + column]


def gem_count(ornaments: i64) -> i64:
    return ornaments >> at.GEM_SHIFT


def goal_count(ornaments: i64, goal: i64) -> i64:
    """The ornaments that can count for a goal, white ones included (BW-52, BW-54)."""
    return match_count(ornaments, goal) + white_count(ornaments, goal)


def match_count(ornaments: i64, goal: i64) -> i64:
    """Exact matches of a goal; a white goal counts every colour (BW-52, BW-54)."""
    if goal < at.ANY_FLOWER:
        return (ornaments >> (at.KIND_BITS * goal)) & at.KIND
    shift: i64 = at.KIND_BITS * (at.FLOWER if goal == at.ANY_FLOWER else at.FEATHER)
    return (
        ((ornaments >> shift) & at.KIND)
        + ((ornaments >> (shift + at.KIND_BITS)) & at.KIND)
        + ((ornaments >> (shift + 2 * at.KIND_BITS)) & at.KIND)
    )


def white_count(ornaments: i64, goal: i64) -> i64:
    """The white flowers or feathers that can count for a goal (BW-30, BW-54)."""
    if goal < at.FEATHER or goal == at.ANY_FLOWER:
        return (ornaments >> (at.KIND_BITS * at.WHITE_FLOWER)) & at.KIND
    return (ornaments >> (at.KIND_BITS * at.WHITE_FEATHER)) & at.KIND


def is_single(ornaments: i64, goal: i64) -> bool:
    """Whether exactly 1 can count against 0; for a coloured goal the whites are optional (BW-53)."""
    n = match_count(ornaments, goal)
    if goal >= at.ANY_FLOWER:
        n += white_count(ornaments, goal)
    return n <= 1


def ornament_pays(numbers: vec[i64], seat: i64, tile: i64) -> bool:
    """Strictly more of the colour than the opponent; for shells the coloured ones decide first (BW-32, BW-33)."""
    other = 1 - seat
    if tile == at.ORNAMENT_SHELLS:
        if numbers[at.SEAT + at.SEAT_SIZE * seat + at.COLOURED]:
            return True
        if numbers[at.SEAT + at.SEAT_SIZE * other + at.COLOURED]:
            return False
        return nest_count(numbers, seat, at.SHELL) > nest_count(numbers, other, at.SHELL)
    colour: i64 = tile - at.ORNAMENT_YELLOW
    mine = nest_count(numbers, seat, colour) + nest_count(numbers, seat, colour + at.FEATHER)
    return mine > nest_count(numbers, other, colour) + nest_count(numbers, other, colour + at.FEATHER)


def nest_count(numbers: vec[i64], seat: i64, kind: i64) -> i64:
    """Ornaments of one kind that count in a whole nest."""
    base = at.SEAT + at.SEAT_SIZE * seat + at.COLUMN
    shift = at.KIND_BITS * kind
    n: i64 = 0
    for column in range(at.WIDTH):
        n += (numbers[base + column] >> shift) & at.KIND
    return n


def winners_of(numbers: vec[i64]) -> i64:
    """Most eggs; tied: the coloured shells, then more shells; still tied: both (BW-56)."""
    ahead = numbers[at.SEAT + at.EGGS] - numbers[at.SEAT + at.SEAT_SIZE + at.EGGS]
    if not ahead:  # at most one seat has the coloured shells
        ahead = numbers[at.SEAT + at.COLOURED] - numbers[at.SEAT + at.SEAT_SIZE + at.COLOURED]
    if not ahead:
        ahead = nest_count(numbers, 0, at.SHELL) - nest_count(numbers, 1, at.SHELL)
    if not ahead:
        return 0b11
    return 0b01 if ahead > 0 else 0b10
