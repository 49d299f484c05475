"""Why a Bower move is illegal, clause by clause: a slow, independent second implementation of the rules."""

from __future__ import annotations

from collections.abc import Callable

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import KIND_NAMES
from domik.games.bower.rules.phrases import cell_id
from domik.games.bower.rules.reading import (
    Cell,
    Nest,
    adjacent_cells,
    bonus_choice,
    bonus_in_use,
    branch_ends,
    cell_at,
    chosen_of,
    columns_of,
    half_b,
    hand_of,
    hand_size,
    nest_of,
    row_tiles,
    turns_in_all,
    turns_made,
    waiting_gift,
)
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import RuleObjection

Found = list[RuleObjection]
Where = tuple[str, ...]
# The clause that defines whose step it is, by phase
CLAUSES = (
    "BW-12", "BW-20", "BW-21", "BW-21", "BW-24", "BW-24", "BW-34", "BW-35", "BW-35", "BW-35", "BW-35",
    "BW-36", "BW-36", "BW-37", "BW-39", "BW-50",
)  # fmt: skip


def objections(match: BowerMatch, view: View, action: int) -> Found:
    """Every objection to an action of the view's seat; empty when it is legal."""
    if view.is_over():
        return against("BW-50", "over")
    phase = int(view.numbers[at.PHASE])
    if not view.is_awaited():
        return against(CLAUSES[phase], "wait")
    if action <= 0 or action & (action - 1):
        return against(CLAUSES[phase], "unknown")
    return READINGS[phase](match, view, action.bit_length() - 1)


def against(clause: str, key: str, where: Where = (), **args: Argument) -> Found:
    return [RuleObjection(clause, where, Phrase(f"objection.{key}", args))]


# ---- taking (BW-12, BW-20, BW-37) -----------------------------------------------------------------------


def against_row(match: BowerMatch, view: View, number: int) -> Found:
    """Only a tile that lies in the row can be taken or given."""
    clause = CLAUSES[int(view.numbers[at.PHASE])]
    if number >= at.ROW_SIZE:
        return against(clause, "row")
    if row_tiles(view)[number] is None:
        return against(clause, "row_empty", (f"row-{number + 1}",))
    return []


# ---- placing (BW-21, BW-22, BW-37) ----------------------------------------------------------------------


def against_choice(match: BowerMatch, view: View, number: int) -> Found:
    """A tile of the hand (a gift takes precedence) in a turn that fits somewhere."""
    place, turn = divmod(number, at.TURNS)
    if waiting_gift(view, view.seat) is not None:
        if place > 0:
            return against("BW-37", "gift", ("gift",))
    elif place >= len(hand_of(view)):
        return against("BW-21", "hand", n=len(hand_of(view)))
    nest = nest_of(match, view, view.seat)
    if any(not against_cells(nest, view.seat, cell, turn) for cell in nest.cells()):
        return []
    return against("BW-21", "turn", (f"hand-{place + 1}",))


def against_place(match: BowerMatch, view: View, number: int) -> Found:
    """Half a on this cell, half b where the turn puts it."""
    chosen = chosen_of(view)
    assert chosen is not None
    nest = nest_of(match, view, view.seat)
    if not nest.has(cell_at(number)):
        return against("BW-21", "no_cell")
    return against_cells(nest, view.seat, cell_at(number), chosen[1])


def against_cells(nest: Nest, seat: int, cell: Cell, turn: int) -> Found:
    """Inside the grid, on free cells, touching the board or a tile by an edge (BW-21)."""
    halves = [cell, half_b(cell, turn)]
    outside = [half for half in halves if not nest.has(half)]
    if outside:
        return against("BW-21", "outside", (cell_id(seat, cell),))
    taken = [half for half in halves if half in nest.faces]
    if taken:
        return against("BW-21", "taken", tuple(cell_id(seat, half) for half in taken))
    touches_board = any(row == 1 for _, row in halves)
    touches_tile = any(other in nest.faces for half in halves for other in adjacent_cells(half))
    if not touches_board and not touches_tile:
        return against("BW-21", "touch", tuple(cell_id(seat, half) for half in halves))
    return []


# ---- bonus tiles (BW-24, BW-60) -------------------------------------------------------------------------


def against_bonus(match: BowerMatch, view: View, number: int) -> Found:
    """One of those drawn, or of those that lie open in `hard`."""
    if number in bonus_choice(match, view):
        return []
    if match.options["hard"]:
        return against("BW-60", "not_open")
    return against("BW-24", "not_drawn")


def against_use(match: BowerMatch, view: View, number: int) -> Found:
    """Declining is always possible; using only if it would change something (BW-24, BW-39)."""
    if number > 1:
        return against("BW-24", "unknown")
    tile = bonus_in_use(view)
    if number == 1 or tile is None:
        return []
    return against_effect(match, view, tile)


def against_effect(match: BowerMatch, view: View, tile: int) -> Found:
    """Why an effect would change nothing now (BW-35 to BW-40)."""
    foe = 1 - view.seat
    left = turns_in_all(match) - turns_made(view, foe)
    if tile == at.TOKEN_X and all(against_mark(match, view, number) for number in range(2 * at.CELLS)):
        return against("BW-35", "nothing_to_mark")
    if tile == at.TOKEN_BRANCH and all(against_branch(match, view, number) for number in range(2 * at.CELLS)):
        return against("BW-35", "no_branch")
    if tile == at.COVER and not view.numbers[at.NEST_LEFT]:
        return against("BW-40", "no_cover")
    if tile == at.GIFT and (left == 0 or not any(place is not None for place in row_tiles(view))):
        return against("BW-37", "no_gift")
    if tile == at.DOUBLE_TURN and left <= 1:
        return against("BW-38", "no_double")
    if tile == at.LOSS and not hand_size(view, foe):
        return against("BW-39", "no_loss")
    return []


def against_scouting(match: BowerMatch, view: View, number: int) -> Found:
    """One of the opponent's three goals (BW-34)."""
    if number + 1 in columns_of(1 - view.seat):
        return []
    if number < at.WIDTH:
        return against("BW-34", "own_goal", (f"goal-{number + 1}",))
    return against("BW-34", "unknown")


# ---- tokens (BW-35) -------------------------------------------------------------------------------------


def against_mark(match: BowerMatch, view: View, number: int) -> Found:
    """A cell of either nest that shows a flower or a feather."""
    seat, cell = number // at.CELLS, cell_at(number % at.CELLS)
    if seat > 1:
        return against("BW-35", "no_cell")
    if any(name in KIND_NAMES[: at.MARKABLE] for name in nest_of(match, view, seat).ornaments(cell)):
        return []
    return against("BW-35", "no_flower", (cell_id(seat, cell),))


def against_mark_kind(match: BowerMatch, view: View, number: int) -> Found:
    """An ornament that the marked cell shows."""
    seat, cell = divmod(int(view.numbers[at.MARKED_CELL]) - 1, at.CELLS)
    shown = nest_of(match, view, seat).ornaments(cell_at(cell))
    if number < at.MARKABLE and shown[KIND_NAMES[number]]:
        return []
    return against("BW-35", "not_there", (cell_id(seat, cell_at(cell)),))


def against_token(match: BowerMatch, view: View, number: int) -> Found:
    """Any own cell that holds a tile."""
    nest = nest_of(match, view, view.seat)
    if cell_at(number) in nest.faces:
        return []
    return against("BW-35", "bare", (cell_id(view.seat, cell_at(number)),))


def against_branch(match: BowerMatch, view: View, number: int) -> Found:
    """Two own cells with tiles, in one row or one column, with the span of the branch between them."""
    ends = branch_ends(match.parts, number)
    nest = nest_of(match, view, view.seat)
    if not all(nest.has(end) for end in ends):
        return against("BW-35", "branch_outside")
    bare = [end for end in ends if end not in nest.faces]
    if bare:
        return against("BW-35", "branch_bare", tuple(cell_id(view.seat, end) for end in bare))
    return []


# ---- interaction (BW-36, BW-39) -------------------------------------------------------------------------


def against_cover_turn(match: BowerMatch, view: View, number: int) -> Found:
    """A turn in which two adjacent cells can be covered."""
    if number >= at.TURNS:
        return against("BW-36", "unknown")
    nest = nest_of(match, view, view.seat)
    if any(cell in nest.faces and half_b(cell, number) in nest.faces for cell in nest.cells()):
        return []
    return against("BW-36", "cover_turn")


def against_cover(match: BowerMatch, view: View, number: int) -> Found:
    """Both halves on cells that hold tiles."""
    chosen = chosen_of(view)
    assert chosen is not None
    nest = nest_of(match, view, view.seat)
    halves = [cell_at(number), half_b(cell_at(number), chosen[1])]
    bare = [half for half in halves if half not in nest.faces]
    if bare:
        return against("BW-36", "cover_bare", tuple(cell_id(view.seat, half) for half in bare if nest.has(half)))
    return []


def against_lost(match: BowerMatch, view: View, number: int) -> Found:
    """A tile of the seat's own hand."""
    if number < len(hand_of(view)):
        return []
    return against("BW-39", "hand", n=len(hand_of(view)))


READINGS: tuple[Callable[[BowerMatch, View, int], Found], ...] = (
    against_row,
    against_row,
    against_choice,
    against_place,
    against_bonus,
    against_use,
    against_scouting,
    against_mark,
    against_mark_kind,
    against_token,
    against_branch,
    against_cover_turn,
    against_cover,
    against_row,
    against_lost,
)
