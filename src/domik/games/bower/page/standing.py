"""How it stands as far as the viewer may know: groups, columns whose goal is known, ornament tiles, eggs."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domik.games.bower.page.moment import Key, Moment
from domik.games.bower.rules.gate import best_group, column_eggs, in_nest, larger_group, ornament_pays
from domik.games.bower.rules.points import matches, whites
from domik.games.bower.rules.state import *

Pair = tuple[int, int]  # seat 0, seat 1


class Column(NamedTuple):
    """One column of the board; counts are -1 while its goal is unknown."""

    goal: int  # goal + 1; 0: unknown
    gems: Pair
    counts: Pair
    eggs: Pair


class Standing(NamedTuple):
    """The eggs if the game ended now."""

    groups: tuple[Pair, ...]  # cells of the largest group, surface by surface
    group_eggs: tuple[Pair, ...]
    columns: tuple[Column, ...]
    ornaments: tuple[tuple[int, Pair, Pair], ...]  # an ornament tile that somebody keeps, the counts, the eggs
    shells: Pair
    eggs: Pair
    hidden: Key  # the columns whose goal is unknown, from 1


def pair_for(seat: int, eggs: int) -> Pair:
    """Eggs for one seat; -1 for nobody."""
    return (eggs, 0) if seat == 0 else (0, eggs) if seat == 1 else (0, 0)


def column_of(moment: Moment, column: int) -> Column:
    """One column as it stands (BW-52, BW-53)."""
    numbers = moment.numbers
    shown = [numbers[SEAT + COLUMN + column], numbers[SEAT + SEAT_SIZE + COLUMN + column]]
    gems = (int(shown[0] >> GEM_SHIFT), int(shown[1] >> GEM_SHIFT))
    goal = moment.known >> GOAL_BITS * column & GOAL
    if not goal:
        return Column(0, gems, (-1, -1), (0, 0))
    first, second = (int(matches(ornaments, goal - 1) + whites(ornaments, goal - 1)) for ornaments in shown)
    eggs = int(column_eggs(numbers, column, goal - 1))
    return Column(goal, gems, (first, second), (max(0, eggs), max(0, -eggs)))


def ornament_counts(moment: Moment, tile: int) -> Pair:
    """What an ornament tile compares (BW-32, BW-33)."""
    colour = tile - ORNAMENT_YELLOW
    kinds = (SHELL,) if tile == ORNAMENT_SHELLS else (colour, colour + FEATHER)
    first, second = (sum(int(in_nest(moment.numbers, seat, kind)) for kind in kinds) for seat in (0, 1))
    return first, second


_KNOWN: dict[tuple[object, ...], Standing] = {}


def standing_of(moment: Moment) -> Standing:
    """How it stands, reckoned once for every position and what the viewer knows of its goals."""
    first, second = moment.blocks
    key = (moment.box, moment.known, moment.tokens, first[KEPT], second[KEPT], first[COLOURED:], second[COLOURED:])
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= 4096:
            _KNOWN.clear()
        found = _KNOWN[key] = reckoned(moment)
    return found


def reckoned(moment: Moment) -> Standing:
    """How it stands, with the rules' own functions: they read what lies open and nothing else."""
    numbers, kit = moment.numbers, moment.kit
    groups, group_eggs = [], []
    for surface in range(SURFACES):
        first, second = (int(best_group(numbers, kit, seat, surface)) >> 16 for seat in (0, 1))
        groups.append((first, second))
        group_eggs.append(pair_for(int(larger_group(numbers, kit, surface)), 1))
    columns = tuple(column_of(moment, column) for column in range(WIDTH))
    ornaments = []
    for seat in (0, 1):
        for tile in range(ORNAMENT_YELLOW, ORNAMENT_SHELLS + 1):
            if moment.blocks[seat][KEPT] >> tile & 1:
                worth = int(kit.eggs[tile - ORNAMENT_YELLOW]) if ornament_pays(numbers, seat, tile) else 0
                ornaments.append((tile, ornament_counts(moment, tile), pair_for(seat, worth)))
    paid = [*group_eggs, *(column.eggs for column in columns), *(eggs for _, _, eggs in ornaments)]
    return Standing(
        tuple(groups),
        tuple(group_eggs),
        columns,
        tuple(ornaments),
        (int(in_nest(numbers, 0, SHELL)), int(in_nest(numbers, 1, SHELL))),
        (sum(eggs[0] for eggs in paid), sum(eggs[1] for eggs in paid)),
        tuple(k + 1 for k, column in enumerate(columns) if not column.goal),
    )


@lru_cache(maxsize=1024)
def facing(pair: Pair, me: int) -> Pair:
    """A pair as the viewer sees it: mine, theirs."""
    return (pair[me], pair[1 - me])
