"""Evaluation of columns and groups from one seat's view, and the expected final eggs of a position."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules import state as at
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.nest import adjacent_cells, branch_end, filled_cells, gems_on, group
from domik.games.bower.rules.points import column_ornaments, goal_count, is_single, nest_count
from domik.kernel.game import bit, count

GEM_WEIGHT: Final = 0.12  # value of a gem that counts towards the third one
SHELL_WEIGHT: Final = 0.06
KINSHIP: Final = 0.04  # value of each cell of the joined group, beyond the lead
DOUBLE_EGG: Final = 0.35  # extra value of a lead of exactly 1 to 0 (BW-53)


def size_value(lead: i64) -> float:
    """A lead as a share of one egg, with diminishing returns."""
    if lead >= 0:
        return float(lead) / float(lead + 1)
    return float(lead) / float(1 - lead)


def face_value(view: vec[i64], seat: i64, config: Config, face: i64, cell: i64, other: i64, other_face: i64) -> float:
    """What one face adds on a cell: to its column, its group and the gems."""
    value = column_change(view, seat, cell % at.WIDTH, config.ornaments[face], 0)
    value += SHELL_WEIGHT * float((config.ornaments[face] >> at.SHELL_SHIFT) & at.KIND)
    base = at.SEAT + at.SEAT_SIZE * seat
    gems = config.ornaments[face] >> at.GEM_SHIFT
    if gems and view[base + at.COLUMN + cell % at.WIDTH] >> at.GEM_SHIFT < 3:
        value += GEM_WEIGHT * float(gems)
    surface = config.surfaces[face]
    if surface == at.EARTH:
        return value
    area = view[base + at.SURFACE + surface] | bit(cell)
    twin = config.surfaces[other_face] == surface
    if twin:
        area |= bit(other)
    joined = group(bit(cell), area, view[base + at.BRANCH])
    if gems and gems_on(view, base, joined) < 3:
        value += GEM_WEIGHT * float(gems)
    grown = size_change(view, seat, surface, count(joined))
    return value + (0.5 * grown if twin else grown)


def size_change(view: vec[i64], seat: i64, surface: i64, size: i64) -> float:
    """The change from a group of this size in the contest for the largest (BW-51)."""
    mine = best_size(view, seat, surface)
    theirs = best_size(view, 1 - seat, surface)
    value = KINSHIP * float(size)
    if size > mine:
        value += size_value(size - theirs) - size_value(mine - theirs)
    return value


def best_size(view: vec[i64], seat: i64, surface: i64) -> i64:
    """Number of cells in the largest group."""
    base = at.SEAT + at.SEAT_SIZE * seat
    area = view[base + at.SURFACE + surface]
    rest = area
    most: i64 = 0
    while rest:
        cells = group(rest & -rest, area, view[base + at.BRANCH])
        rest &= ~cells
        n = count(cells)
        if n > most:
            most = n
    return most


def branch_value(view: vec[i64], seat: i64, config: Config, number: i64) -> float:
    """The value of joining two groups by a branch."""
    first = number % at.STANDING_BRANCH
    base = at.SEAT + at.SEAT_SIZE * seat
    ends = bit(first) | bit(branch_end(number, config.reach))
    for surface in range(at.SURFACES):
        area = view[base + at.SURFACE + surface]
        if area & ends == ends:
            return size_change(view, seat, surface, count(group(bit(first), area, ends)))
    return -1.0


def lone_cells(free: i64) -> i64:
    """Number of free cells without a free neighbour, where no tile fits."""
    return count(free & ~adjacent_cells(free))


def column_change(view: vec[i64], seat: i64, column: i64, mine_added: i64, theirs_added: i64) -> float:
    """The value of ornaments added to or removed from a column; an unknown goal is averaged over the unseen goals."""
    mine = view[at.SEAT + at.SEAT_SIZE * seat + at.COLUMN + column]
    theirs = view[at.SEAT + at.SEAT_SIZE * (1 - seat) + at.COLUMN + column]
    known = view[at.OWN + at.OWN_SIZE * seat + at.KNOWN]
    goal = (known >> (at.GOAL_BITS * column)) & at.GOAL
    if goal:
        after = column_value(mine + mine_added, theirs + theirs_added, goal - 1)
        return after - column_value(mine, theirs, goal - 1)
    seen: i64 = 0
    for place in range(at.GOALS):
        goal = (known >> (at.GOAL_BITS * place)) & at.GOAL
        if goal:
            seen |= bit(goal - 1)
    guessed = 0.0
    guesses: i64 = 0
    for unseen in range(at.GOALS):
        if not seen & bit(unseen):
            guesses += 1
            guessed += column_value(mine + mine_added, theirs + theirs_added, unseen)
            guessed -= column_value(mine, theirs, unseen)
    return guessed / float(guesses)


def column_value(mine: i64, theirs: i64, goal: i64) -> float:
    """The standing of a column for one goal, in eggs."""
    my_count = goal_count(mine, goal)
    their_count = goal_count(theirs, goal)
    value = size_value(my_count - their_count)
    if my_count and not their_count and is_single(mine, goal):
        return value + DOUBLE_EGG
    if their_count and not my_count and is_single(theirs, goal):
        return value - DOUBLE_EGG
    return value


DOUBT: Final = 0.6  # half-saturation of egg_share when no turn is left: the larger, the less a lead counts
DOUBT_A_TURN: Final = 0.12  # added to DOUBT for every turn left
GEM_HOPE: Final = 0.1  # value of a gem on the way to the third one (BW-23)
LONE_SHARE: Final = 0.25  # cost of a free cell that no tile can ever fill (BW-22)
SHELL_LEAD: Final = 0.12  # shells break the tie in a column (BW-52)


def expected_points(numbers: vec[i64], seat: i64, config: Config) -> float:
    """Expected eggs: groups, columns and ornament tiles, each weighted by how likely the lead is to hold."""
    foe = 1 - seat
    mine = at.SEAT + at.SEAT_SIZE * seat
    theirs = at.SEAT + at.SEAT_SIZE * foe
    doubt = DOUBT + DOUBT_A_TURN * float(2 * config.turns - numbers[mine + at.MADE] - numbers[theirs + at.MADE])
    eggs = gem_value(numbers, mine) - LONE_SHARE * float(lone_cells(config.grid & ~filled_cells(numbers, mine)))
    for surface in range(at.SURFACES):
        eggs += egg_share(float(best_size(numbers, seat, surface) - best_size(numbers, foe, surface)), doubt)
    goals = numbers[at.SEALED + at.GOALS_DEALT]
    for column in range(at.WIDTH):
        goal = (goals >> (at.GOAL_BITS * column)) & at.GOAL
        if goal:
            first = column_ornaments(numbers, seat, column)
            eggs += column_share(first, column_ornaments(numbers, foe, column), goal - 1, doubt)
    kept = numbers[mine + at.KEPT] >> at.ORNAMENT_YELLOW
    for colour in range(at.COLOURS):
        if kept & bit(colour):
            lead = nest_count(numbers, seat, colour) + nest_count(numbers, seat, colour + at.FEATHER)
            lead -= nest_count(numbers, foe, colour) + nest_count(numbers, foe, colour + at.FEATHER)
            eggs += egg_share(float(lead) - 0.5, doubt + 1.0)  # strictly more (BW-32)
    if kept & bit(at.COLOURS):
        lead = nest_count(numbers, seat, at.SHELL) - nest_count(numbers, foe, at.SHELL)
        eggs += egg_share(float(lead) - 0.5, doubt + 1.0)
    return eggs


def gem_value(numbers: vec[i64], base: i64) -> float:
    """The value of gems in columns that do not have their third one yet."""
    hopes = 0.0
    for column in range(at.WIDTH):
        gems = numbers[base + at.COLUMN + column] >> at.GEM_SHIFT
        if gems < 3:
            hopes += GEM_HOPE * float(gems)
    return hopes


def column_share(mine: i64, theirs: i64, goal: i64, doubt: float) -> float:
    """Expected eggs of a column: one, or two at exactly 1 to 0 (BW-52, BW-53)."""
    my_count = goal_count(mine, goal)
    their_count = goal_count(theirs, goal)
    lead = float(my_count - their_count)
    lead += SHELL_LEAD * float(((mine >> at.SHELL_SHIFT) & at.KIND) - ((theirs >> at.SHELL_SHIFT) & at.KIND))
    value = egg_share(lead, doubt)
    if my_count and not their_count and is_single(mine, goal):
        value += value / (1.0 + doubt)
    return value


def egg_share(lead: float, doubt: float) -> float:
    """The chance, from 0 to 1, that a lead holds."""
    size = lead if lead > 0.0 else -lead
    return 0.5 + 0.5 * lead / (size + doubt)
