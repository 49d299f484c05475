"""About how many eggs a seat will have: for searches that stop before the end."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.mind.scales import best_size, lone_cells
from domik.games.bower.rules.kit import Kit
from domik.games.bower.rules.nest import filled
from domik.games.bower.rules.points import in_nest, matches, single, whites
from domik.games.bower.rules.state import *
from domik.kernel.game import bit

DOUBT: Final = 0.6  # the lead that is as good as half won when no turn is left
DOUBT_A_TURN: Final = 0.12  # every turn that is left adds to it
GEM_HOPE: Final = 0.1  # a gem on the way to the third one (BW-23)
LONE: Final = 0.25  # a free cell that no tile can ever fill (BW-22)
SHELL_LEAD: Final = 0.12  # more shells in a column break its tie (BW-52)


def expected_points(numbers: vec[i64], seat: i64, kit: Kit) -> float:
    """Groups, columns and ornament tiles, each as the share of its egg that the lead is likely to bring home."""
    foe = 1 - seat
    mine = SEAT + SEAT_SIZE * seat
    theirs = SEAT + SEAT_SIZE * foe
    doubt = DOUBT + DOUBT_A_TURN * float(2 * kit.turns - numbers[mine + MADE] - numbers[theirs + MADE])
    eggs = gem_hopes(numbers, mine) - LONE * float(lone_cells(kit.grid & ~filled(numbers, mine)))
    for surface in range(SURFACES):
        eggs += share(float(best_size(numbers, seat, surface) - best_size(numbers, foe, surface)), doubt)
    goals = numbers[SEALED + GOALS_DEALT]
    for column in range(WIDTH):
        goal = (goals >> (GOAL_BITS * column)) & GOAL
        if goal:
            eggs += column_share(numbers[mine + COLUMN + column], numbers[theirs + COLUMN + column], goal - 1, doubt)
    kept = numbers[mine + KEPT] >> ORNAMENT_YELLOW
    for colour in range(COLOURS):
        if kept & bit(colour):
            lead = in_nest(numbers, seat, colour) + in_nest(numbers, seat, colour + FEATHER)
            lead -= in_nest(numbers, foe, colour) + in_nest(numbers, foe, colour + FEATHER)
            eggs += share(float(lead) - 0.5, doubt + 1.0)  # strictly more (BW-32)
    if kept & bit(COLOURS):
        eggs += share(float(in_nest(numbers, seat, SHELL) - in_nest(numbers, foe, SHELL)) - 0.5, doubt + 1.0)
    return eggs


def gem_hopes(numbers: vec[i64], at: i64) -> float:
    """The gems of columns that have not had their third one."""
    hopes = 0.0
    for column in range(WIDTH):
        gems = numbers[at + COLUMN + column] >> GEM_SHIFT
        if gems < 3:
            hopes += GEM_HOPE * float(gems)
    return hopes


def column_share(mine: i64, theirs: i64, goal: i64, doubt: float) -> float:
    """A column's egg, or two of them at exactly 1 to 0 (BW-52, BW-53)."""
    my_count = matches(mine, goal) + whites(mine, goal)
    their_count = matches(theirs, goal) + whites(theirs, goal)
    lead = float(my_count - their_count)
    lead += SHELL_LEAD * float(((mine >> SHELL_SHIFT) & KIND) - ((theirs >> SHELL_SHIFT) & KIND))
    value = share(lead, doubt)
    if my_count and not their_count and single(mine, goal):
        value += value / (1.0 + doubt)
    return value


def share(lead: float, doubt: float) -> float:
    """From 0 to 1: the chance that a lead lasts."""
    size = lead if lead > 0.0 else -lead
    return 0.5 + 0.5 * lead / (size + doubt)
