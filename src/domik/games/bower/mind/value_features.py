"""The inputs of Bower's learned value: both nests between two turns, as one seat stands in every contest for an egg."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.mind.value import best_size, lone_cells
from domik.games.bower.rules import state as at
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.nest import filled_cells
from domik.games.bower.rules.points import column_ornaments, goal_count, is_single, nest_count
from domik.kernel.game import bit, count

TURNS: Final = 0  # turns left: mine, theirs; whether it is my turn
GROUPS: Final = 3  # for each surface: lead in size; my size; my cells; their cells
AHEAD: Final = 15  # for each surface: whether I lead, whether they do
COLUMNS: Final = 21  # columns by room left (none, little, much) and standing: lead -3 to 3, or both have none
STANDINGS: Final = 8
NONE_YET: Final = 7
SINGLES: Final = 45  # columns by room left: 1 to 0 for me, 1 to 0 for them
TIES: Final = 51  # by room left: lead in shells of tied columns
TILES: Final = 54  # ornament tiles kept: mine leading, level, behind; theirs likewise
GEMS: Final = 60  # columns with one gem, with two: mine, theirs
NESTS: Final = 64  # lone free cells: mine, theirs; tiles in hand: mine, theirs
SHELLS: Final = 68  # lead in shells; my coloured shells, theirs; lead in nest bonus tiles in hand
SIZE: Final = 72
BLANK: Final = vec[i64]([0] * SIZE)
MUCH: Final = 4  # free cells of a column on both sides together
NEST_TILES: Final = (1 << at.MOST_NEST_TILES) - 1


def value_features(numbers: vec[i64], seat: i64, config: Config) -> vec[i64]:
    out = BLANK[:]
    foe = 1 - seat
    mine = at.SEAT + at.SEAT_SIZE * seat
    theirs = at.SEAT + at.SEAT_SIZE * foe
    out[TURNS] = config.turns - numbers[mine + at.MADE]
    out[TURNS + 1] = config.turns - numbers[theirs + at.MADE]
    if numbers[at.ACTOR] == seat:
        out[TURNS + 2] = 1
    my_free = config.grid & ~filled_cells(numbers, mine)
    their_free = config.grid & ~filled_cells(numbers, theirs)
    groups(numbers, seat, foe, out)
    columns(numbers, seat, foe, my_free, their_free, out)
    kept_tiles(numbers, seat, foe, out, TILES)
    kept_tiles(numbers, foe, seat, out, TILES + 3)
    gems(numbers, mine, out, GEMS)
    gems(numbers, theirs, out, GEMS + 2)
    my_hand = numbers[at.OWN + at.OWN_SIZE * seat + at.HAND]
    their_hand = numbers[at.OWN + at.OWN_SIZE * foe + at.HAND]
    out[NESTS] = lone_cells(my_free)
    out[NESTS + 1] = lone_cells(their_free)
    out[NESTS + 2] = count(my_hand)
    out[NESTS + 3] = count(their_hand)
    out[SHELLS] = nest_count(numbers, seat, at.SHELL) - nest_count(numbers, foe, at.SHELL)
    out[SHELLS + 1] = 1 if numbers[mine + at.COLOURED] else 0
    out[SHELLS + 2] = 1 if numbers[theirs + at.COLOURED] else 0
    out[SHELLS + 3] = count(my_hand & ~NEST_TILES) - count(their_hand & ~NEST_TILES)
    return out


def groups(numbers: vec[i64], seat: i64, foe: i64, out: vec[i64]) -> None:
    for surface in range(at.SURFACES):
        my_size = best_size(numbers, seat, surface)
        lead = my_size - best_size(numbers, foe, surface)
        out[GROUPS + surface] = lead
        out[GROUPS + 3 + surface] = my_size
        out[GROUPS + 6 + surface] = count(numbers[at.SEAT + at.SEAT_SIZE * seat + at.SURFACE + surface])
        out[GROUPS + 9 + surface] = count(numbers[at.SEAT + at.SEAT_SIZE * foe + at.SURFACE + surface])
        if lead > 0:
            out[AHEAD + surface] = 1
        elif lead < 0:
            out[AHEAD + 3 + surface] = 1


def columns(numbers: vec[i64], seat: i64, foe: i64, my_free: i64, their_free: i64, out: vec[i64]) -> None:
    """Every column with its goal, which the imagined world knows."""
    goals = numbers[at.SEALED + at.GOALS_DEALT]
    column_cells: i64 = at.LEFT_COLUMN
    for column in range(at.WIDTH):
        goal = ((goals >> (at.GOAL_BITS * column)) & at.GOAL) - 1
        space = count(my_free & column_cells) + count(their_free & column_cells)
        column_cells += column_cells
        room: i64 = 0
        if space:
            room = 1 if space < MUCH else 2
        mine = column_ornaments(numbers, seat, column)
        theirs = column_ornaments(numbers, foe, column)
        my_count = goal_count(mine, goal)
        their_count = goal_count(theirs, goal)
        lead = my_count - their_count
        if not my_count and not their_count:
            lead = NONE_YET - 3
        elif lead > 3:
            lead = 3
        elif lead < -3:
            lead = -3
        out[COLUMNS + STANDINGS * room + lead + 3] += 1
        if my_count and not their_count and is_single(mine, goal):
            out[SINGLES + room] += 1
        elif their_count and not my_count and is_single(theirs, goal):
            out[SINGLES + 3 + room] += 1
        elif my_count and my_count == their_count:
            out[TIES + room] += ((mine >> at.SHELL_SHIFT) & at.KIND) - ((theirs >> at.SHELL_SHIFT) & at.KIND)


def kept_tiles(numbers: vec[i64], seat: i64, foe: i64, out: vec[i64], to: i64) -> None:
    """How the owner of ornament tiles stands in what they pay for (BW-32, BW-33)."""
    kept = numbers[at.SEAT + at.SEAT_SIZE * seat + at.KEPT] >> at.ORNAMENT_YELLOW
    for colour in range(at.COLOURS + 1):
        if kept & bit(colour):
            if colour < at.COLOURS:
                lead = nest_count(numbers, seat, colour) + nest_count(numbers, seat, colour + at.FEATHER)
                lead -= nest_count(numbers, foe, colour) + nest_count(numbers, foe, colour + at.FEATHER)
            else:
                lead = nest_count(numbers, seat, at.SHELL) - nest_count(numbers, foe, at.SHELL)
            place = to
            if lead == 0:
                place += 1
            elif lead < 0:
                place += 2
            out[place] += 1


def gems(numbers: vec[i64], base: i64, out: vec[i64], to: i64) -> None:
    """Columns on their way to a bonus tile (BW-23)."""
    for column in range(at.WIDTH):
        n = numbers[base + at.COLUMN + column] >> at.GEM_SHIFT
        if n == 1 or n == 2:
            out[to + n - 1] += 1
