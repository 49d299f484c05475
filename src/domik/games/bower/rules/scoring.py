"""Bower's eggs with their reasons, one function per scoring clause, read from the nests."""

from __future__ import annotations

from dataclasses import dataclass

from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import COLOUR_NAMES, SURFACE_NAMES, Parts
from domik.games.bower.rules.phrases import bonus_phrase, goal_phrase, surface_phrase
from domik.games.bower.rules.reading import Nest, goals_of, kept_bonus_tiles, nest_of
from domik.games.bower.rules.state import ORNAMENT_SHELLS, ORNAMENT_YELLOW, SURFACES, WIDTH
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameOutcome, ScoreLine

Nests = tuple[Nest, Nest]


def tally(match: BowerMatch, view: View) -> list[ScoreLine]:
    """All eggs once the game is over; none before (BW-50)."""
    return current_eggs(match, view) if view.is_over() else []


def current_eggs(match: BowerMatch, view: View) -> list[ScoreLine]:
    """The eggs if the game ended now, without columns whose goal the view does not know."""
    nests = nests_of(match, view)
    lines: list[ScoreLine] = []
    for surface in SURFACE_NAMES[:SURFACES]:
        lines += group_eggs(nests, surface)
    for column, goal in enumerate(goals_of(view)[:WIDTH], 1):
        if goal is not None:
            lines += column_eggs(nests, column, goal)
    for seat in (0, 1):
        lines += ornament_eggs(match, view, nests, seat)
    return lines


def nests_of(match: BowerMatch, view: View) -> Nests:
    return nest_of(match, view, 0), nest_of(match, view, 1)


# ---- the largest groups (BW-51, BW-31) ------------------------------------------------------------------


@dataclass(frozen=True, order=True)
class LargestGroup:
    """A seat's largest group of a surface; fields are in comparison order."""

    cells: int = 0
    coloured: bool = False
    shells: int = 0


def largest_group(nest: Nest, surface: str) -> LargestGroup:
    """The largest group; of equal ones that with the coloured shells (moss), else with most shells (BW-51)."""
    coloured = nest.coloured_shells_cell() if surface == "moss" else None
    groups = [LargestGroup(len(cells), coloured in cells, nest.count(cells, "shell")) for cells in nest.groups(surface)]
    return max(groups, default=LargestGroup())


def group_eggs(nests: Nests, surface: str) -> list[ScoreLine]:
    """One egg for the larger group of a surface."""
    return compare_groups(surface, largest_group(nests[0], surface), largest_group(nests[1], surface))


def compare_groups(surface: str, first: LargestGroup, second: LargestGroup) -> list[ScoreLine]:
    """One egg for the larger of two groups, by cells, then the coloured shells, then shells."""
    if first == second:
        return []
    seat = 0 if first > second else 1
    mine, theirs = (first, second) if seat == 0 else (second, first)
    how = "more" if mine.cells > theirs.cells else "coloured" if mine.coloured else "shells"
    args: dict[str, Argument] = {
        "surface": surface_phrase(surface),
        "mine": mine.cells,
        "theirs": theirs.cells,
        "my_shells": mine.shells,
        "their_shells": theirs.shells,
    }
    return [ScoreLine("BW-31" if how == "coloured" else "BW-51", seat, 1, Phrase(f"tally.group_{how}", args))]


# ---- the columns (BW-52 to BW-54, BW-30, BW-31) ---------------------------------------------------------


def match_counts(nest: Nest, column: int, goal: str) -> tuple[int, int]:
    """Exact matches of a goal in a column, and the whites that could count for it (BW-30, BW-54)."""
    shown = nest.column(column)
    colour, shape = goal.split("_")
    if colour == "any":
        return sum(shown[f"{name}_{shape}"] for name in (*COLOUR_NAMES, "white")), 0
    return shown[goal], shown[f"white_{shape}"]


def column_eggs(nests: Nests, column: int, goal: str) -> list[ScoreLine]:
    """More of the goal's kind: one egg, or two for exactly 1 against 0; equal: coloured shells, then shells."""
    first, second = (column_matches(nest, column, goal) for nest in nests)
    return compare_columns(column, goal_phrase(goal), first, second)


@dataclass(frozen=True)
class ColumnMatches:
    """What a nest has in a column for its goal: exact matches, whites that may count, shells, the coloured shells."""

    exact: int = 0
    white: int = 0
    shells: int = 0
    coloured: bool = False

    @property
    def total(self) -> int:
        return self.exact + self.white


def column_matches(nest: Nest, column: int, goal: str) -> ColumnMatches:
    exact, white = match_counts(nest, column, goal)
    cell = nest.coloured_shells_cell()
    return ColumnMatches(exact, white, nest.column(column)["shell"], cell is not None and cell[0] == column)


def compare_columns(column: int, goal: Phrase, first: ColumnMatches, second: ColumnMatches) -> list[ScoreLine]:
    """The eggs of one column for what both nests have in it."""
    both = (first, second)
    counts = [found.total for found in both]
    shells = [found.shells for found in both]
    coloured = [found.coloured for found in both]
    args: dict[str, Argument] = {"column": column, "goal": goal}
    if counts[0] != counts[1]:
        seat = 0 if counts[0] > counts[1] else 1
        if counts[1 - seat] == 0 and both[seat].exact <= 1:
            return [ScoreLine("BW-53", seat, 2, Phrase("tally.column_single", args))]
        args |= {"mine": counts[seat], "theirs": counts[1 - seat]}
        return [ScoreLine("BW-52", seat, 1, Phrase("tally.column_more", args))]
    if counts[0] == 0:
        return []
    args |= {"mine": counts[0], "theirs": counts[0]}
    if any(coloured):
        return [ScoreLine("BW-31", coloured.index(True), 1, Phrase("tally.column_coloured", args))]
    if shells[0] == shells[1]:
        return []
    seat = 0 if shells[0] > shells[1] else 1
    args |= {"my_shells": shells[seat], "their_shells": shells[1 - seat]}
    return [ScoreLine("BW-52", seat, 1, Phrase("tally.column_shells", args))]


# ---- ornament tiles (BW-32, BW-33) ----------------------------------------------------------------------


def ornament_eggs(match: BowerMatch, view: View, nests: Nests, seat: int) -> list[ScoreLine]:
    parts: Parts = match.parts
    lines = []
    for tile, _ in kept_bonus_tiles(view, seat):
        eggs = parts.bonus[tile].worth
        if ORNAMENT_YELLOW <= tile < ORNAMENT_SHELLS:
            colour = COLOUR_NAMES[tile - ORNAMENT_YELLOW]
            counts = [sum(nest.total()[f"{colour}_{shape}"] for shape in ("flower", "feather")) for nest in nests]
            if counts[seat] > counts[1 - seat]:
                args: dict[str, Argument] = {"mine": counts[seat], "theirs": counts[1 - seat]}
                args["tile"] = bonus_phrase(tile)
                lines.append(ScoreLine("BW-32", seat, eggs, Phrase("tally.ornament", args)))
        elif tile == ORNAMENT_SHELLS:
            lines += shell_eggs(nests, seat, eggs)
    return [line for line in lines if line.points]


def shell_eggs(nests: Nests, seat: int, eggs: int) -> list[ScoreLine]:
    """The shells tile: the coloured shells decide, else strictly more plain ones (BW-33)."""
    if nests[seat].coloured_shells_cell():
        return [ScoreLine("BW-33", seat, eggs, Phrase("tally.ornament_coloured"))]
    shells = [nest.total()["shell"] for nest in nests]
    if nests[1 - seat].coloured_shells_cell() or shells[seat] <= shells[1 - seat]:
        return []
    args: dict[str, Argument] = {"mine": shells[seat], "theirs": shells[1 - seat]}
    return [ScoreLine("BW-33", seat, eggs, Phrase("tally.ornament", {**args, "tile": Phrase("bonus.ornament_shells")}))]


# ---- outcome (BW-56) ------------------------------------------------------------------------------------


def outcome(match: BowerMatch, view: View) -> GameOutcome:
    """Most eggs; tied: the coloured shells, then more plain shells; still tied: both."""
    eggs = [int(view.score(seat)) for seat in (0, 1)]
    if eggs[0] != eggs[1]:
        winner = 0 if eggs[0] > eggs[1] else 1
        return GameOutcome((winner,), "BW-56", Phrase("outcome.eggs", {"n": eggs[winner], "theirs": eggs[1 - winner]}))
    nests = nests_of(match, view)
    for seat in (0, 1):
        if nests[seat].coloured_shells_cell():
            return GameOutcome((seat,), "BW-56", Phrase("outcome.coloured", {"n": eggs[0]}))
    shells = [nest.total()["shell"] for nest in nests]
    if shells[0] == shells[1]:
        return GameOutcome((0, 1), "BW-56", Phrase("outcome.shared", {"n": eggs[0]}))
    winner = 0 if shells[0] > shells[1] else 1
    args: dict[str, Argument] = {"eggs": eggs[0], "n": shells[winner], "theirs": shells[1 - winner]}
    return GameOutcome((winner,), "BW-56", Phrase("outcome.shells", args))
