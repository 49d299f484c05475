"""Previews of placements, computed by the rules on a copy of the open state."""

from __future__ import annotations

from domik.games.bower.page.context import BoardContext
from domik.games.bower.page.picture_target import Change, Preview
from domik.games.bower.rules.gate import best_group, clear_cell, earns_bonus, lay_face
from domik.games.bower.rules.nest import branch_end, group
from domik.games.bower.rules.parts import GOAL_NAMES, SURFACE_NAMES
from domik.games.bower.rules.points import match_count, white_count
from domik.games.bower.rules.state import *
from domik.kernel.game import bit

_KNOWN: dict[tuple[object, ...], dict[int, Preview]] = {}


def previews(context: BoardContext, tile: int, turn: int, numbers: list[int]) -> dict[int, Preview]:
    """The previews of all placements of a tile, cached by position."""
    block = context.blocks[context.me]
    key = (
        context.cached_parts,
        context.rows,
        context.me,
        block,
        context.tokens,
        context.known,
        tile,
        turn,
        context.phase,
    )
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= 2048:
            _KNOWN.clear()
        found = _KNOWN[key] = {number: preview(context, tile, turn, number) for number in numbers}
    return found


def preview(context: BoardContext, tile: int, turn: int, cell: int) -> Preview:
    """Try out one placement (BW-21, BW-23, BW-36)."""
    kit, seat = context.config, context.me
    at = SEAT + SEAT_SIZE * seat
    other = cell + int(STEPS[turn])
    now, then = context.numbers, context.numbers[:]
    if context.phase == COVER_PLACE:
        clear_cell(then, seat, kit, cell)
        clear_cell(then, seat, kit, other)
    lay_face(then, at, kit, 2 * tile, cell)
    lay_face(then, at, kit, 2 * tile + 1, other)
    bonus = context.phase == PLACE and bool(earns_bonus(then, at, kit, tile, cell, other))
    changes: list[Change] = []
    for column in sorted({cell % WIDTH, other % WIDTH}):
        before, after = now[at + COLUMN + column], then[at + COLUMN + column]
        if before >> GEM_SHIFT != after >> GEM_SHIFT:
            changes.append(("gem", int(before >> GEM_SHIFT), int(after >> GEM_SHIFT)))
        goal = context.known >> GOAL_BITS * column & GOAL
        if goal:
            counts = [int(match_count(shown, goal - 1) + white_count(shown, goal - 1)) for shown in (before, after)]
            if counts[0] != counts[1]:
                changes.append((GOAL_NAMES[goal - 1].replace("any", "white"), counts[0], counts[1]))
    for surface in range(SURFACES):
        sizes = [int(best_group(numbers, kit, seat, surface)) >> 16 for numbers in (now, then)]
        if sizes[0] != sizes[1]:
            changes.append((SURFACE_NAMES[surface], sizes[0], sizes[1]))
    return bonus, tuple(changes)


def joined_group(context: BoardContext, number: int) -> tuple[str, int]:
    """The surface and the resulting size of the group that a branch would join; ("", 0) if it joins none (BW-35)."""
    kit = context.config
    at = SEAT + SEAT_SIZE * context.me
    first, last = number % STANDING_BRANCH, int(branch_end(number, kit.reach))
    ends = bit(first) | bit(last)
    for surface in range(SURFACES):
        area = context.numbers[at + SURFACE + surface]
        if area & ends == ends and not group(bit(first), area, 0) & bit(last):
            return SURFACE_NAMES[surface], int(group(bit(first), area, ends)).bit_count()
    return "", 0
