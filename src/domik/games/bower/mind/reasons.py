"""Reasons for a suggested move, shown in hints: only facts the seat knows."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import SURFACE_NAMES, Parts, TileFace
from domik.games.bower.rules.phrases import goal_phrase, surface_phrase
from domik.games.bower.rules.reading import (
    Cell,
    Nest,
    cell_at,
    choosable_tiles,
    chosen_of,
    goals_of,
    half_b,
    nest_of,
    row_tiles,
)
from domik.games.bower.rules.state import CHOOSE, DRAFT, OFFER, PHASE, PLACE, SURFACES, TAKE, TURNS, WIDTH
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View

GROUPING = SURFACE_NAMES[:SURFACES]  # the surfaces that form groups (BW-51)
THREE = 3  # gems (BW-23)


def reasons(match: BowerMatch, view: View, action: int) -> list[Phrase]:
    """Return the reasons for a legal action, strongest first."""
    phase = int(view.numbers[PHASE])
    number = action.bit_length() - 1
    parts: Parts = match.parts
    if phase in (DRAFT, TAKE):
        tile = row_tiles(view)[number]
        return [] if tile is None else tile_reasons(view, parts.tiles[tile].faces)
    if phase == CHOOSE:
        return tile_reasons(view, parts.tiles[choosable_tiles(view)[number // TURNS]].faces)
    chosen = chosen_of(view)
    if phase == PLACE and chosen is not None:
        return place_reasons(match, view, chosen, cell_at(number))
    return []


def fit_count(ornaments: Counter[str], goal: str | None) -> int:
    """Ornaments that can count for a goal; whites count for every colour (BW-30, BW-52, BW-54)."""
    if goal is None:
        return 0
    colour, _, what = goal.partition("_")
    return sum(
        n
        for name, n in ornaments.items()
        if name == goal or name == f"white_{what}" or (colour == "any" and name.endswith(f"_{what}"))
    )


def tile_reasons(view: View, faces: tuple[TileFace, TileFace]) -> list[Phrase]:
    """A tile's gems, and its ornaments that known goals want."""
    shown = Counter([*faces[0].ornaments, *faces[1].ornaments])
    wanted = {goal: n for goal in goals_of(view)[:WIDTH] if goal and (n := fit_count(shown, goal))}
    found = [Phrase("reason.wanted", {"goal": goal_phrase(goal), "n": n}) for goal, n in wanted.items()][:2]
    if shown["gem"]:
        found.append(Phrase("reason.gems", {"n": shown["gem"]}))
    return found


def place_reasons(match: BowerMatch, view: View, chosen: tuple[int, int], cell: Cell) -> list[Phrase]:
    """Gains in columns, groups and gems."""
    before = nest_of(match, view, view.seat)
    theirs = nest_of(match, view, 1 - view.seat)
    after = deepcopy(before)
    cells = (cell, half_b(cell, chosen[1]))
    for where, face in zip(cells, match.parts.tiles[chosen[0]].faces, strict=True):
        after.faces[where] = face
    is_left = not match.options["hard"] or bool(int(view.numbers[OFFER]))  # of seven, each goes but once (BW-60)
    found = [Phrase("reason.third_gem")] if is_left and reaches_three(before, after, cells) else []
    for column in sorted({where[0] for where in cells}):
        found += column_reasons(view, column, before, after, theirs)
    for surface in GROUPING:
        size, had, other = (largest_group_size(nest, surface) for nest in (after, before, theirs))
        if size > had:
            args: dict[str, Argument] = {"surface": surface_phrase(surface), "n": size}
            found.append(Phrase("reason.largest" if size > other else "reason.group", args))
    return found[:3]


def reaches_three(before: Nest, after: Nest, cells: tuple[Cell, Cell]) -> bool:
    """Whether a column, or a group containing one of the cells, gets its third gem (BW-23)."""
    for column, _ in cells:
        if before.column(column)["gem"] < THREE <= after.column(column)["gem"]:
            return True
    for surface in GROUPING:
        old = before.groups(surface)
        for group in after.groups(surface):
            joined = [part for part in old if part <= group]
            if group & set(cells) and after.count(group, "gem") >= THREE:
                return all(before.count(part, "gem") < THREE for part in joined)
    return False


def column_reasons(view: View, column: int, before: Nest, after: Nest, theirs: Nest) -> list[Phrase]:
    """For a column with a known goal: more of its ornaments, or taking the lead."""
    goal = goals_of(view)[column - 1]
    mine, had, other = (fit_count(nest.column(column), goal) for nest in (after, before, theirs))
    if goal is None or mine <= had:
        return []
    args: dict[str, Argument] = {"column": column, "goal": goal_phrase(goal), "n": mine, "other": other}
    if mine == 1 and not other:
        return [Phrase("reason.one_to_none", args)]
    return [Phrase("reason.column_lead" if mine > other else "reason.column", args)]


def largest_group_size(nest: Nest, surface: str) -> int:
    """Number of cells in the largest group (BW-51)."""
    return max((len(group) for group in nest.groups(surface)), default=0)
