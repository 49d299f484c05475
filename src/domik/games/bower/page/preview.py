"""Previews of placements, computed by the rules on a copy of the open state."""

from __future__ import annotations

from domik.games.bower.page.context import BoardContext
from domik.games.bower.page.picture_target import Change, Preview
from domik.games.bower.rules.nest import clear_cell, earns_bonus, lay_tile
from domik.games.bower.rules.parts import GOAL_NAMES, SURFACE_NAMES
from domik.games.bower.rules.points import column_ornaments, gem_count, goal_count, group_size
from domik.games.bower.rules.reading import Cell, branch_ends, nest_of
from domik.games.bower.rules.state import COVER_PLACE, PLACE, STEPS, SURFACES, WIDTH

_KNOWN: dict[tuple[object, ...], dict[int, Preview]] = {}


def previews(context: BoardContext, tile: int, turn: int, numbers: list[int]) -> dict[int, Preview]:
    """The previews of all placements of a tile, cached by position."""
    position = (context.cached_parts, context.me, context.faces[context.me], context.tokens, context.goals)
    key = (*position, tile, turn, context.phase)
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= 2048:
            _KNOWN.clear()
        found = _KNOWN[key] = {number: preview(context, tile, turn, number) for number in numbers}
    return found


def preview(context: BoardContext, tile: int, turn: int, cell: int) -> Preview:
    """Try out one placement (BW-21, BW-23, BW-36)."""
    kit, seat = context.config, context.me
    other = cell + int(STEPS[turn])
    now, then = context.numbers, context.numbers[:]
    if context.phase == COVER_PLACE:
        clear_cell(then, seat, kit, cell)
        clear_cell(then, seat, kit, other)
    lay_tile(then, seat, kit, tile, cell, other)
    bonus = context.phase == PLACE and bool(earns_bonus(then, seat, kit, tile, cell, other))
    changes: list[Change] = []
    for column in sorted({cell % WIDTH, other % WIDTH}):
        before, after = (column_ornaments(numbers, seat, column) for numbers in (now, then))
        changes.append(("gem", int(gem_count(before)), int(gem_count(after))))
        goal = context.goals[column]
        if goal:
            name = GOAL_NAMES[goal - 1].replace("any", "white")
            changes.append((name, int(goal_count(before, goal - 1)), int(goal_count(after, goal - 1))))
    for surface in range(SURFACES):
        before, after = (group_size(numbers, kit, seat, surface) for numbers in (now, then))
        changes.append((SURFACE_NAMES[surface], int(before), int(after)))
    return bonus, tuple(change for change in changes if change[1] != change[2])


def joined_groups(context: BoardContext, numbers: list[int]) -> dict[int, tuple[str, int]]:
    """The surface and the resulting size of the group that each branch would join; ("", 0) if it joins none (BW-35)."""
    nest = nest_of(context.match, context.view, context.me)
    groups = [(surface, cells) for surface in SURFACE_NAMES[:SURFACES] for cells in nest.groups(surface)]
    return {number: joined_group(groups, *branch_ends(context.match.parts, number)) for number in numbers}


def joined_group(groups: list[tuple[str, set[Cell]]], first: Cell, last: Cell) -> tuple[str, int]:
    found = [(surface, cells) for surface, cells in groups if first in cells or last in cells]
    if len(found) < 2 or found[0][0] != found[1][0]:
        return "", 0
    return found[0][0], len(found[0][1] | found[1][1])
