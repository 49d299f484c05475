"""Move heuristics: a cheap score for one action from one seat's view, and a cheaper one for rollouts."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.mind.value import branch_value, column_change, face_value, lone_cells, size_value
from domik.games.bower.rules import state as at
from domik.games.bower.rules.bonus import markable_kinds
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.nest import filled_cells, fitting_cells, fitting_turns, ornaments_on
from domik.games.bower.rules.points import goal_count, nest_count
from domik.games.bower.rules.turns import choosable_tile, tile_at
from domik.kernel.game import bit, lowest

LONE: Final = 0.35  # cost of a free cell that no tile can ever fill (BW-22)
THREE_GEMS: Final = 0.7  # value of earning a bonus tile (BW-23)
UNUSED: Final = -9.0
# Base value of each bonus tile, in the order of the component file
PROMISE: Final[list[float]] = [
    0.7, 0.6, 0.6, 0.6, 1.2, 0.4, 0.4, 0.4, 0.4, 0.3, 0.15, 0.7, 0.6, 0.6, 0.5, 0.4, 0.1, 0.4, 0.3, 0.5,
]  # fmt: skip


def move_score(view: vec[i64], seat: i64, config: Config, action: i64) -> float:
    """Score an action; scores are comparable only within one decision, higher is better."""
    phase = view[at.PHASE]
    number = lowest(action)
    if phase == at.PLACE:
        chosen = view[at.OWN + at.OWN_SIZE * seat + at.CHOSEN] - 1
        return tile_value(view, seat, config, chosen >> 2, chosen & 3, number)
    if phase == at.CHOOSE:
        return best_place(view, seat, config, choosable_tile(view, seat, number >> 2), bit(number & 3))
    if phase <= at.TAKE:
        return best_place(view, seat, config, view[at.ROW + number] - 1, at.LYING | at.STANDING)
    return bonus_move_score(view, seat, config, phase, number)


def best_place(view: vec[i64], seat: i64, config: Config, tile: i64, turns: i64) -> float:
    """The value of a tile on its best cell in these turns."""
    taken = filled_cells(view, at.SEAT + at.SEAT_SIZE * seat)
    turns &= fitting_turns(taken, config.grid)
    best = UNUSED
    while turns:
        turn = lowest(turns)
        turns &= turns - 1
        cells = fitting_cells(taken, config.grid, turn)
        while cells:
            value = tile_value(view, seat, config, tile, turn, lowest(cells))
            if value > best:
                best = value
            cells &= cells - 1
    return best


def tile_value(view: vec[i64], seat: i64, config: Config, tile: i64, turn: i64, cell: i64) -> float:
    """Columns, groups and gems of both halves, minus the cells that no tile can fill any more."""
    other = cell + at.STEPS[turn]
    base = at.SEAT + at.SEAT_SIZE * seat
    placed = bit(cell) | bit(other)
    value = face_value(view, seat, config, 2 * tile, cell, other, 2 * tile + 1)
    value += face_value(view, seat, config, 2 * tile + 1, other, cell, 2 * tile)
    if reaches_three(view, base, config, tile, cell, other):
        value += THREE_GEMS
    taken = filled_cells(view, base)
    lost = lone_cells(config.grid & ~(taken | placed)) - lone_cells(config.grid & ~taken)
    return value - LONE * float(lost)


def reaches_three(view: vec[i64], base: i64, config: Config, tile: i64, cell: i64, other: i64) -> bool:
    """Whether a column gets its third gem (BW-23); groups are not checked."""
    for half in range(2):
        gems = config.ornaments[2 * tile + half] >> at.GEM_SHIFT
        place = other if half else cell
        if cell % at.WIDTH == other % at.WIDTH:
            gems = (config.ornaments[2 * tile] >> at.GEM_SHIFT) + (config.ornaments[2 * tile + 1] >> at.GEM_SHIFT)
        had = view[base + at.COLUMN + place % at.WIDTH] >> at.GEM_SHIFT
        if had < 3 and had + gems >= 3:
            return True
    return False


# ---- bonus tiles ------------------------------------------------------------------------------------------


def bonus_move_score(view: vec[i64], seat: i64, config: Config, phase: i64, number: i64) -> float:
    """Score an action in the phases of a bonus tile."""
    if phase == at.BONUS:
        return bonus_value(view, seat, config, number)
    if phase == at.USE:
        return use_value(view, number)
    if phase == at.MARK:
        return mark_value(view, seat, config, number)
    if phase == at.MARK_KIND:
        marked = view[at.MARKED_CELL] - 1
        return kind_value(view, seat, marked // at.CELLS, marked % at.CELLS, number)
    if phase == at.SET:
        return token_value(view, seat, number)
    if phase == at.JOIN:
        return branch_value(view, seat, config, number)
    if phase == at.COVER_PLACE:
        chosen = view[at.OWN + at.OWN_SIZE * seat + at.CHOSEN] - 1
        return cover_value(view, seat, config, chosen >> 2, chosen & 3, number)
    if phase == at.GIVE:
        return -plain_value(config, view[at.ROW + number] - 1)
    if phase == at.LOSE:
        tile = tile_at(view[at.OWN + at.OWN_SIZE * seat + at.HAND], number)
        return -best_place(view, seat, config, tile, at.LYING | at.STANDING)
    return 0.0


def bonus_value(view: vec[i64], seat: i64, config: Config, tile: i64) -> float:
    """The value of a bonus tile; ornament tiles gain when their colour leads now (BW-32, BW-33)."""
    value = PROMISE[tile]
    if tile <= at.COLOURED_SHELLS and view[at.SEAT + at.SEAT_SIZE * seat + at.MADE] + 1 >= config.turns:
        return 0.0  # no turn is left to place it (BW-30)
    if at.ORNAMENT_YELLOW <= tile <= at.ORNAMENT_SHELLS:
        first: i64 = at.SHELL if tile == at.ORNAMENT_SHELLS else tile - at.ORNAMENT_YELLOW
        lead = nest_count(view, seat, first) - nest_count(view, 1 - seat, first)
        if first < at.SHELL:
            lead += nest_count(view, seat, first + at.FEATHER) - nest_count(view, 1 - seat, first + at.FEATHER)
        value += 0.6 * size_value(lead)
    return value


def use_value(view: vec[i64], number: i64) -> float:
    """Use everything except a cover, which would hide wanted ornaments."""
    if view[at.USING] == at.COVER + 1:
        return float(number)
    return 1.0 - float(number)


def mark_value(view: vec[i64], seat: i64, config: Config, marked: i64) -> float:
    """The best value of an X on a cell, over its ornaments."""
    nest = marked // at.CELLS
    cell = marked % at.CELLS
    kinds = markable_kinds(view, config, marked)
    best = UNUSED
    while kinds:
        value = kind_value(view, seat, nest, cell, lowest(kinds))
        if value > best:
            best = value
        kinds &= kinds - 1
    return best


def kind_value(view: vec[i64], seat: i64, nest: i64, cell: i64, kind: i64) -> float:
    """The change for this seat from removing one ornament from a column."""
    taken_off = -bit(at.KIND_BITS * kind)
    if nest == seat:
        return column_change(view, seat, cell % at.WIDTH, taken_off, 0)
    return column_change(view, seat, cell % at.WIDTH, 0, taken_off)


def token_value(view: vec[i64], seat: i64, cell: i64) -> float:
    """What the current token adds to a column."""
    using = view[at.USING] - 1
    if using == at.TOKEN_WHITE_FLOWER:
        return column_change(view, seat, cell % at.WIDTH, at.ONE_WHITE_FLOWER, 0)
    if using == at.TOKEN_WHITE_FEATHER:
        return column_change(view, seat, cell % at.WIDTH, at.ONE_WHITE_FEATHER, 0)
    shells = (view[at.SEAT + at.SEAT_SIZE * seat + at.COLUMN + cell % at.WIDTH] >> at.SHELL_SHIFT) & at.KIND
    return -float(shells)  # prefer columns with few shells, where more can break ties


def cover_value(view: vec[i64], seat: i64, config: Config, tile: i64, turn: i64, cell: i64) -> float:
    """The change of the columns with the new faces, minus what they hide."""
    other = cell + at.STEPS[turn]
    first = config.ornaments[2 * tile] - ornaments_on(view, seat, config, cell)
    second = config.ornaments[2 * tile + 1] - ornaments_on(view, seat, config, other)
    return column_change(view, seat, cell % at.WIDTH, first, 0) + column_change(view, seat, other % at.WIDTH, second, 0)


def plain_value(config: Config, tile: i64) -> float:
    """The value of a tile regardless of the nest, mostly its gems."""
    value = 0.0
    for half in range(2):
        ornaments = config.ornaments[2 * tile + half]
        value += 0.5 * float(ornaments >> at.GEM_SHIFT)
        for kind in range(at.MARKABLE):
            value += 0.3 * float((ornaments >> (at.KIND_BITS * kind)) & at.KIND)
    return value


def rollout_score(view: vec[i64], seat: i64, config: Config, action: i64) -> float:
    """Prefer rich tiles, and cells where the column's goal, if known, wants the ornaments."""
    phase = view[at.PHASE]
    number = lowest(action)
    if phase == at.PLACE:
        chosen = view[at.OWN + at.OWN_SIZE * seat + at.CHOSEN] - 1
        return half_rollout_score(view, seat, config, 2 * (chosen >> 2), number) + half_rollout_score(
            view, seat, config, 2 * (chosen >> 2) + 1, number + at.STEPS[chosen & 3]
        )
    if phase == at.CHOOSE:
        return plain_value(config, choosable_tile(view, seat, number >> 2))
    if phase <= at.TAKE:
        return plain_value(config, view[at.ROW + number] - 1)
    if phase == at.BONUS or phase == at.USE:
        return bonus_move_score(view, seat, config, phase, number)
    return 0.0


def half_rollout_score(view: vec[i64], seat: i64, config: Config, face: i64, cell: i64) -> float:
    """Score one half on its cell: ornaments its column wants, and neighbours of its surface."""
    value = 0.0
    goal = (view[at.OWN + at.OWN_SIZE * seat + at.KNOWN] >> (at.GOAL_BITS * (cell % at.WIDTH))) & at.GOAL
    if goal:
        ornaments = config.ornaments[face]
        value = float(goal_count(ornaments, goal - 1))
    surface = config.surfaces[face]
    if surface != at.EARTH:
        area = view[at.SEAT + at.SEAT_SIZE * seat + at.SURFACE + surface]
        place = cell
        beside = area >> (place + 1) | area << 1 >> place | area >> (place + at.WIDTH)
        if place >= at.WIDTH:
            beside |= area >> (place - at.WIDTH)
        if beside & 1:
            value += 0.5
    return value
